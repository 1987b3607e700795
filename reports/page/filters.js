"use strict";
/** The bar that chooses what is shown, and in which order. */
const filters = (() => {
  const { el, byId, count } = dom;
  const updates = [];

  function mount(core) {
    const form = byId("filters");
    const distinct = (list, name) => [...new Set(list.map((each) => each[name]))].sort();
    const colours = new Map(core.configurations.map((each) => [each.solver, each.colour]));
    if (core.kinds.length > 1) form.append(chooser("kind", "Machines", core.kinds));
    form.append(
      chooser("family", "Family", distinct(core.cases, "family"), "all"),
      chooser("goal", "Goal", distinct(core.cases, "goal"), "all"),
      chooser("formulation", "Formulation", distinct(core.configurations, "formulation"), "all"),
      search(),
      chooser("rows", "Rows by", ["size", "name", "hardness"]),
      chooser("columns", "Columns by", ["solver", "best"]),
      group("Solvers", [...colours].map(([name, colour]) => chip(name, "without", name, (on) => !on, { color: colour }))),
      group("Outcomes", outcomes(core)),
      el("button", { type: "button", class: "clear", onclick: state.clear }, "Clear"),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    update();
    state.listen(update);
  }

  function update() {
    updates.forEach((each) => each(state.get()));
  }

  /** A select; of orders the ones by a header's time appear while they hold. */
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
    let waiting = 0;
    const later = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => state.set({ text: field.value }), 120);
    };
    const hint = "instance, configuration";
    const field = el("input", { type: "search", name: "text", placeholder: hint, oninput: later });
    updates.push((now) => {
      if (field.value.trim() !== now.text.trim()) field.value = now.text;
    });
    return el("label", { class: "text" }, el("span", {}, "Text"), field);
  }

  function group(label, chips) {
    return el("div", { class: "group", role: "group", "aria-label": label }, el("span", {}, label), ...chips);
  }

  function outcomes(core) {
    const numbers = new Map();
    for (const place of core.runs.outcome) numbers.set(place, (numbers.get(place) ?? 0) + 1);
    return core.outcomes.map((each, place) => [each, numbers.get(place) ?? 0]).filter(([, number]) => number)
      .map(([each, number]) => {
        const title = `${each.meaning}: ${count(number, "run")}; shows the cases that have such a cell`;
        return chip(each.name, "outcome", each.name, (on) => on, {}, each.fill, title);
      });
  }

  /** A button that puts a name into a list of the state or takes it out. */
  function chip(label, list, name, pressed, style, fill, title) {
    const mark = fill ? el("i", { class: "mark", style: { background: fill } }) : null;
    const button = el("button", { type: "button", class: "chip", title, style: style.color ? { color: dom.letters(style.color) } : {},
      onclick: () => state.toggle(list, name) },
      mark, label);
    updates.push((now) => button.setAttribute("aria-pressed", pressed(now[list].includes(name))));
    return button;
  }

  return { mount };
})();
