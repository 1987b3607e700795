/** Two configurations on the same instances: points that open their runs, beside their verdict. */
/* global Plot */
import * as cells from "./cells.js";
import { byId, count, el, letters, line, seconds } from "./dom.js";
import * as state from "./state.js";

/** The table, and the names of its two configurations, that a state asks for; else that of the most cases, and its
 * first ones. Tables of one configuration are no choice. */
export function chosen({ tables, configurations }, { table, x, y }) {
  const choices = comparable(tables);
  const own = choices.find((each) => each.name === table) ??
    choices.reduce((most, each) => (each.cases.length > most.cases.length ? each : most));
  const names = own.rows.map((row) => configurations[row.configuration].name);
  const known = (name, other) => (names.includes(name) ? name : names[other]);
  return { own, names, pair: [known(x, 0), known(y, 1)] };
}

const comparable = (tables) => tables.filter((each) => each.rows.length > 1);

/** What the table says of two of its configurations, one of which is its first; undefined for two others. */
export function verdict({ own: { rows }, names, pair: [x, y] }) {
  const [one, other] = [names.indexOf(x), names.indexOf(y)];
  return Math.min(one, other) === 0 && one !== other ? rows[Math.max(one, other)].beside : undefined;
}

/**
 * A point for each case that both ran on: the cells x and y, the time of each, RAIL times its limit where it did not
 * solve the case, and which of the two is the faster ("x", "y", or "" for neither).
 */
export function points(shown, x, y, floor) {
  const find = (name) => shown.configurations.find((each) => each.name === name);
  const [one, other] = [find(x), find(y)];
  if (!one || !other || one === other) return [];
  return shown.cases.flatMap((each) => {
    const cells = [shown.cell(each, one), shown.cell(each, other)];
    if (!cells.every((cell) => cell?.ran)) return [];
    const [across, up] = cells.map((cell) => (cell.solved ? Math.max(floor, cell.time) : RAIL * cell.limit));
    return [{ case: each, x: cells[0], y: cells[1], across, up, faster: across < up ? "x" : up < across ? "y" : "" }];
  });
}

/** Where an unsolved run lies, in multiples of its limit. */
export const RAIL = 1.4;

/** How many times as long y takes as x where both solved, as a geometric mean, and on how many; null for few. */
export function factor(all, fewest) {
  const logs = all.filter(({ x, y }) => x.solved && y.solved).map(({ across, up }) => Math.log(up / across));
  if (!logs.length || logs.length < fewest) return null;
  return { many: logs.length, times: Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) };
}

/** The comparison in words: the verdict, or without one the factor of the slower configuration. */
export function sentence(all, [x, y], fewest, said) {
  const times = (side) => all.filter(({ faster }) => faster === side).length;
  const neither = all.filter((each) => !each.x.solved && !each.y.solved).length;
  const counts = `Of ${count(all.length, "case")}, ${x} is faster on ${times("x")} and ${y} on ${times("y")}` +
    `${neither ? `; neither solved ${neither}` : ""}.`;
  if (said) return `${counts} ${said}`;
  const found = factor(all, fewest);
  if (!found) return `${counts} Both solved too few for a factor.`;
  const [slow, fast, mean] = found.times >= 1 ? [y, x, found.times] : [x, y, 1 / found.times];
  return `${counts} On the ${found.many} that both solved, ${slow} takes ${seconds(mean)} times as long as ${fast} ` +
    "(geometric mean).";
}

/** A point in words. */
export function words({ case: { family, goal, instance }, x, y }) {
  const time = (cell) => `${cell.configuration.name} ${cell.solved ? `${seconds(cell.time)} s` : cell.outcome.name}`;
  return `${instance} (${family}, ${goal}): ${time(x)}, ${time(y)}`;
}

const SIZE = 460; // pixels
const SIDES = { "": "#8c8c8c" };
let core, opened, all = [], at = -1;

/** `open(point)` is called for a point that is clicked or entered. */
export function mount(content, open) {
  [core, opened] = [content, open];
  if (!comparable(core.tables).length) return;
  byId("scatter").hidden = document.querySelector("[data-go=scatter]").hidden = false;
  const dots = byId("dots");
  dots.addEventListener("click", (event) => go(circles().indexOf(event.target), true));
  dots.addEventListener("mousemove", (event) => tell(all[circles().indexOf(event.target)] ?? all[at]));
  dots.addEventListener("keydown", key);
  state.listen((now, before) => ["table", "x", "y", "clock"].some((name) => now[name] !== before[name]) && draw());
  draw();
}

const circles = () => [...byId("dots").querySelectorAll(".dots circle")];

function draw() {
  const now = state.get(), wanted = chosen(core, now), { own, names, pair } = wanted;
  const whole = { family: "", goal: "", formulation: "", text: "", without: [], outcome: [], kind: core.kinds[0] };
  const view = cells.view(core, { ...whole, clock: now.clock });
  const shown = { ...view, cases: view.cases.filter((each) => own.cases.includes(each.place)) };
  all = points(shown, ...pair, core.plot.floor).sort((a, b) => a.up / a.across - b.up / b.across);
  at = -1;
  const few = all.length < core.plot.fewest;
  byId("pair").replaceChildren(
    chooser("table", "of", comparable(core.tables).map(({ name, title }) => [name, title]), own.name),
    chooser("x", "across", names.map((name) => [name, name]), pair[0]),
    chooser("y", "up", names.map((name) => [name, name]), pair[1]));
  byId("scatter-words").textContent = sentence(all, pair, core.plot.fewest, verdict(wanted));
  byId("dots").replaceChildren(...(few ? [] : [picture(pair)]));
  byId("dots").hidden = byId("point").hidden = few;
  tell(null);
}

function chooser(key, label, options, chosen) {
  const select = el("select", { name: key, onchange: () => state.set({ [key]: select.value }) },
    ...options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));
  return el("label", {}, el("span", {}, label), select);
}

function picture([x, y]) {
  const hex = (name) => core.configurations.find((each) => each.name === name).colour;
  const fills = { ...SIDES, x: hex(x), y: hex(y) === hex(x) ? "#0072B2" : hex(y) };
  if (fills.y === fills.x) fills.y = "#D55E00";
  const times = all.flatMap(({ across, up }) => [across, up]);
  const limit = Math.max(...all.flatMap((each) => [each.x.limit, each.y.limit]));
  const domain = [Math.min(...times) / 1.3, RAIL * limit * 1.15];
  const scale = { type: "log", domain, grid: true, tickFormat: (time) => String(+time.toPrecision(1)) };
  const corner = ([side, name, dx, dy]) => Plot.text([[dx ? domain[0] : limit, dy ? limit : domain[0]]], {
    text: [`${name} faster`], textAnchor: dx ? "start" : "end", lineAnchor: dy ? "top" : "bottom", dx: dx ? 6 : -4,
    dy: dy ? 6 : -6, fill: () => letters(fills[side]), fontWeight: "bold",
  });
  const made = Plot.plot({
    width: SIZE, height: SIZE, marginLeft: 44, style: { font: "inherit" }, color: { type: "identity" },
    x: { ...scale, label: `${x}: seconds` }, y: { ...scale, label: `${y}: seconds` },
    marks: [
      Plot.line([1, 1].map((_, end) => [domain[end], domain[end]]), { stroke: "#999" }),
      Plot.ruleX([limit], { stroke: "#999", strokeDasharray: "2 2" }),
      Plot.ruleY([limit], { stroke: "#999", strokeDasharray: "2 2" }),
      ...[["x", x, true, true], ["y", y, false, false]].map(corner),
      Plot.dot(all, {
        x: "across", y: "up", r: 4, className: "dots", title: words, fill: ({ faster }) => line(fills[faster]),
        fillOpacity: 0.75, stroke: "var(--paper)", strokeWidth: 0.7,
      }),
    ],
  });
  made.setAttribute("role", "img");
  made.setAttribute("aria-labelledby", "scatter-title scatter-words");
  return made;
}

function key(event) {
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  const enters = event.key === "Enter" || event.key === " ";
  if (!all.length || (!enters && !Object.hasOwn(steps, event.key))) return;
  event.preventDefault();
  if (enters) go(at, true);
  else go(Math.min(all.length - 1, Math.max(0, at + steps[event.key])), false);
}

/** Marks a point, and with `use` opens its runs. */
function go(place, use) {
  if (!all[place]) return;
  at = place;
  circles().forEach((circle, number) => circle.classList.toggle("active", number === at));
  tell(all[at]);
  if (use) opened(all[at]);
}

function tell(point) {
  byId("point").textContent = point ? words(point) :
    "A point is a case; arrow keys move from where the one across is the slowest to where the one up is.";
}
