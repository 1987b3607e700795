/** Two configurations against each other, case by case: points that open their runs, and a sentence. */
/* global Plot */
import { ranking, split } from "./cells.js";
import { byId, count, el, letters, line, seconds } from "./dom.js";
import * as state from "./state.js";

/** The names of the two to begin with: in the task of the most cases the best one, and the best of another paradigm. */
export function usual(shown) {
  const parts = split(shown).sort((a, b) => b.ran - a.ran);
  const own = parts.length ? ranking(parts[0]).map(([each]) => each) : [];
  const [first] = own;
  const second = own.find((each) => !each.reference && each.paradigm !== first.paradigm) ?? own[1];
  return [first?.name ?? "", second?.name ?? ""];
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

/** The comparison in words; the factor is that of the slower configuration. */
export function sentence(all, [x, y], fewest) {
  const times = (side) => all.filter(({ faster }) => faster === side).length;
  const neither = all.filter((each) => !each.x.solved && !each.y.solved).length;
  const counts = `Of ${count(all.length, "case")}, ${x} is faster on ${times("x")} and ${y} on ${times("y")}` +
    `${neither ? `; neither solved ${neither}` : ""}.`;
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
let settings, shown, opened, all = [], at = -1;

/** `given`: the settings of plots in the core block; `open(point)` is called for a point that is clicked or entered. */
export function mount(given, open) {
  [settings, opened] = [given, open];
  const dots = byId("dots");
  byId("scatter").hidden = false;
  dots.addEventListener("click", (event) => go(circles().indexOf(event.target), true));
  dots.addEventListener("mousemove", (event) => tell(all[circles().indexOf(event.target)] ?? all[at]));
  dots.addEventListener("keydown", key);
  state.listen((now, before) => (now.x !== before.x || now.y !== before.y) && shown && draw());
}

export function show(view) {
  shown = view;
  draw();
}

const circles = () => [...byId("dots").querySelectorAll(".dots circle")];

function draw() {
  const now = state.get(), begin = usual(shown);
  const known = (name) => shown.configurations.some((each) => each.name === name);
  const pair = ["x", "y"].map((side, place) => (known(now[side]) ? now[side] : begin[place]));
  all = points(shown, ...pair, settings.floor).sort((a, b) => a.up / a.across - b.up / b.across);
  at = -1;
  const few = all.length < settings.fewest;
  byId("pair").replaceChildren(...["x", "y"].map((side, place) => chooser(side, pair[place])));
  byId("scatter-words").textContent = !few ? sentence(all, pair, settings.fewest) :
    `They ran together on ${count(all.length, "case")}, and fewer than ${settings.fewest} make no plot.`;
  byId("dots").replaceChildren(...(few ? [] : [picture(pair)]));
  byId("dots").hidden = byId("point").hidden = few;
  tell(null);
}

function chooser(side, chosen) {
  const options = shown.configurations
    .map(({ name }) => el("option", { value: name, selected: name === chosen }, name));
  const select = el("select", { name: side, onchange: () => state.set({ [side]: select.value }) }, ...options);
  return el("label", {}, el("span", {}, side === "x" ? "across" : "up"), select);
}

function picture([x, y]) {
  const hex = (name) => shown.configurations.find((each) => each.name === name).colour;
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
