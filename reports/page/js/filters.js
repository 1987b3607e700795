/** The controls of contents and order: the bar of filters and the switch of the clocks. */
import { byId, count, el, letters, settled } from "./dom.js";
import * as state from "./state.js";

const updates = [];

export function mount(core) {
  const form = byId("filters");
  const distinct = (list, name) => [...new Set(list.map((each) => each[name]))].sort();
  const colours = new Map(core.configurations.map((each) => [each.solver, each.colour]));
  if (core.kinds.length > 1) form.append(chooser("kind", "Machines", core.kinds));
  form.append(
    chooser("family", "Family", distinct(core.cases, "family"), "all"),
    chooser("goal", "Goal", distinct(core.cases, "goal"), "all"),
    chooser("formulation", "Formulation", distinct(core.configurations, "formulation"), "all"),
    search(),
    chooser("rows", "Rows by", ["size", "name"]),
    chooser("columns", "Columns by", ["solver"]),
    group("Solvers", [...colours].map(solver)),
    group("Outcomes", outcomes(core)),
    el("button", { type: "button", class: "clear", onclick: state.clear }, "Clear"),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  clocks();
  update();
  state.listen(update);
}

function update() {
  updates.forEach((each) => each(state.get()));
}

/** A select; an order by the time of one row or column is among its options only while it is chosen. */
function chooser(key, label, values, every) {
  const options = values.map((value) => el("option", { value }, value));
  if (every) options.unshift(el("option", { value: "" }, every));
  const select = el("select", { name: key, onchange: () => state.set({ [key]: select.value }) }, ...options);
  updates.push((now) => {
    select.querySelector("[data-extra]")?.remove();
    if (![...select.options].some((option) => option.value === now[key])) {
      const words = now[key].replace(/^time:/, "time of ");
      select.append(el("option", { value: now[key], "data-extra": true }, words));
    }
    select.value = now[key];
  });
  return el("label", {}, el("span", {}, label), select);
}

function search() {
  const later = settled(() => state.set({ text: field.value }));
  const hint = "instance, configuration";
  const field = el("input", { type: "search", id: "text", name: "text", placeholder: hint, oninput: later });
  updates.push((now) => {
    if (field.value.trim() !== now.text.trim()) field.value = now.text;
  });
  return el("label", { class: "text" }, el("span", {}, "Text"), field);
}

function group(label, chips) {
  return el("div", { class: "group", role: "group", "aria-label": label }, el("span", {}, label), ...chips);
}

/** A chip that is pressed while a solver is shown. */
function solver([name, colour]) {
  return chip("without", name, (listed) => !listed, { style: { color: letters(colour) } });
}

/** Chips of the outcomes that occur, pressed while an outcome is looked for. */
function outcomes(core) {
  const numbers = core.outcomes.map(() => 0);
  for (const place of core.runs.outcome) numbers[place] += 1;
  return core.outcomes.flatMap(({ name, meaning, fill }, place) => {
    if (!numbers[place]) return [];
    const title = `${meaning}: ${count(numbers[place], "run")}; shows the cases that have such a cell`;
    const mark = el("i", { class: "mark", style: { background: fill } });
    return chip("outcome", name, (listed) => listed, { title }, mark);
  });
}

/** A button that adds a name to a list of the state or removes it. */
function chip(list, name, pressed, attributes, mark) {
  const toggle = () => state.toggle(list, name);
  const button = el("button", { type: "button", class: "chip", ...attributes, onclick: toggle }, mark, name);
  updates.push((now) => button.setAttribute("aria-pressed", pressed(now[list].includes(name))));
  return button;
}

const MEANS = { wall: "from the call to the answer", search: "once the model stands" };

function clocks() {
  const buttons = Object.entries(MEANS).map(([clock, title]) => el("button", {
    type: "button", class: "chip", title, onclick: () => state.set({ clock }),
  }, `${clock} time`));
  byId("clock").append(...buttons);
  byId("clock").hidden = false;
  updates.push(({ clock }) => Object.keys(MEANS).forEach((each, place) =>
    buttons[place].setAttribute("aria-pressed", each === clock)));
}
