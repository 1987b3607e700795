/** Two configurations on the same instances: points that open their runs, beside their verdict, and their climbs. */
/* global Plot */
import * as cells from "./cells.js";
import { byId, channels, count, el, letters, line, seconds } from "./dom.js";
import * as files from "./files.js";
import { opened, sized, table } from "./reach.js";
import * as state from "./state.js";

/** What two configurations can be compared on, if it has two: each ladder, each table, all instances. A choice has its
 * name, its title, the places of its cases and the names of its configurations. */
function choices({ reach, tables, cases, configurations }) {
  const places = (key) => cases.filter(({ family, ladder, goal }) => [family, ladder, goal].join() === key.join());
  const names = (each) => each.map(({ configuration }) => configuration);
  return [
    ...reach.map((ladder) => ({
      name: ladder.key.join("/"), title: ladder.name, ladder, cases: places(ladder.key).map(({ place }) => place),
      names: names([...ladder.climbs].sort((a, b) => b.ranked - a.ranked)),
    })),
    ...tables.map((own) => ({ ...own, names: names(own.rows).map((place) => configurations[place].name) })),
    { name: "all", title: "all instances", cases: cases.map(({ place }) => place),
      names: configurations.map(({ name }) => name) },
  ].filter(({ names: own }) => own.length > 1);
}

/** The choice and the names of two configurations that a state asks for; else the table of the most cases or the first
 * ladder, and its first two, of a ladder the leader and a rival. */
export function chosen(core, { of, x, y }) {
  const all = choices(core), tables = all.filter(({ rows }) => rows);
  const own = all.find(({ name }) => name === of) ??
    [...tables, ...all].reduce((most, each) => (each.rows && each.cases.length > most.cases.length ? each : most));
  const { leader, duels = [] } = own.ladder ?? {};
  const usual = [...new Set([...(duels.length ? [leader, duels[0].rival] : []), ...own.names])];
  const known = (name, other) => (own.names.includes(name) ? name : usual[other]);
  return { all, own, pair: [known(x, 0), known(y, 1)] };
}

/** What is known of the two: by a table, one of whose configurations is its first, or by the pairs of a ladder's final;
 * undefined for two others. */
export function verdict({ own: { rows, ladder, names }, pair: [x, y] }) {
  if (ladder) {
    const rival = ladder.leader === x ? y : ladder.leader === y ? x : null;
    const duel = ladder.duels.find((each) => each.rival === rival);
    return duel && `In the final ${ladder.leader} against ${rival}: ${duel.words}.`;
  }
  const [one, other] = [names.indexOf(x), names.indexOf(y)];
  return rows && Math.min(one, other) === 0 && one !== other ? rows[Math.max(one, other)].beside : undefined;
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
  if (!all.length) return x === y ? "Choose another one to compare it with." : "They ran on no instance in common.";
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

/** The sizes of two climbs side by side: [size, seconds or null, seconds or null]; undefined where it was not tried. */
export function pair(one, other) {
  const sizes = [...new Set([...one.rungs, ...other.rungs].map(([size]) => size))].sort((a, b) => a - b);
  const at = (climb, size) => climb.rungs.find(([own]) => own === size)?.[1];
  return sizes.map((size) => [size, at(one, size), at(other, size)]);
}

const SIZE = 460; // pixels
const GREY = "#8c8c8c", OTHERS = ["#D55E00", "#0072B2"]; // of no side, and of one of two of the same colour
let core, use, all = [], at = -1;

/** `open(point)` is called for a point that is clicked or entered. */
export function mount(content, open) {
  [core, use] = [content, open];
  if (!choices(core).length) return;
  byId("scatter").hidden = document.querySelector("[data-go=scatter]").hidden = false;
  const dots = byId("dots");
  dots.addEventListener("click", (event) => go(circles().indexOf(event.target), true));
  dots.addEventListener("mousemove", (event) => tell(all[circles().indexOf(event.target)] ?? all[at]));
  dots.addEventListener("keydown", key);
  state.listen((now, before) => ["of", "x", "y", "clock"].some((name) => now[name] !== before[name]) && draw());
  draw();
}

const circles = () => [...byId("dots").querySelectorAll(".dots circle")];

function draw() {
  const now = state.get(), wanted = chosen(core, now), { own, pair: two } = wanted;
  const whole = { family: "", goal: "", formulation: "", text: "", without: [], outcome: [], kind: core.kinds[0] };
  const kept = new Set(own.cases), { case: cases, configuration } = core.runs;
  const keep = (run) => two.includes(core.configurations[configuration[run]].name) && kept.has(cases[run]);
  const shown = cells.view(core, { ...whole, clock: now.clock }, keep);
  all = points(shown, ...two, core.plot.floor).sort((a, b) => a.up / a.across - b.up / b.across);
  at = -1;
  byId("pair").replaceChildren(
    chooser("of", "on", wanted.all.map(({ name, title }) => [name, title]), own.name),
    chooser("x", "across", own.names.map((name) => [name, name]), two[0]),
    chooser("y", "up", own.names.map((name) => [name, name]), two[1]));
  byId("scatter-words").textContent = sentence(all, two, core.plot.fewest, verdict(wanted));
  byId("dots").hidden = byId("point").hidden = !all.length;
  const plot = all.length ? picture(two) : null;
  byId("dots").replaceChildren(...(plot ? [plot] : []));
  byId("dots-files").replaceChildren(...(plot ? [files.offer(plot, two.join(" and "), () => lines(two))] : []));
  byId("climbs").replaceChildren(...[own.ladder && climbs(own.ladder, two)].filter(Boolean));
  tell(null);
}

/** The points as the lines of a file. */
function lines(two) {
  const cells = ({ solved, time, outcome: { name } }) => [solved ? time : null, name];
  return [["family", "instance", "goal", ...two.flatMap((name) => [`${name}: seconds`, `${name}: outcome`])],
    ...all.map(({ case: { family, instance, goal }, x, y }) => [family, instance, goal, ...cells(x), ...cells(y)])];
}

/** The table of the sizes of two climbs; undefined where there are not two. */
function climbs(ladder, two) {
  const [one, other] = two.map((wanted) => ladder.climbs.find(({ configuration }) => configuration === wanted));
  if (one === other) return undefined;
  const words = (time) => (time === undefined ? "" : time === null ? "not solved" : seconds(time));
  const rows = pair(one, other).map(([size, mine, its]) =>
    [sized(ladder, size), words(mine), words(its), mine && its ? (its / mine).toPrecision(2) : ""]);
  const head = [ladder.measure, ...two.map((each) => `${each} (s)`), "second by first"];
  return table(`${opened(ladder.name)}: their climbs`, head, rows);
}

function chooser(name, label, options, chosen) {
  const select = el("select", { name, onchange: () => state.set({ [name]: select.value }) },
    ...options.map(([value, words]) => el("option", { value, selected: value === chosen }, words)));
  return el("label", {}, el("span", {}, label), select);
}

function picture([x, y]) {
  const hex = (name) => core.configurations.find((each) => each.name === name).colour;
  const far = (other) => Math.hypot(...channels(other).map((part, at) => part - channels(hex(x))[at]));
  const fills = { "": GREY, x: hex(x), y: hex(y) === hex(x) ? OTHERS.sort((a, b) => far(b) - far(a))[0] : hex(y) };
  const times = all.flatMap(({ across, up }) => [across, up]);
  const limit = Math.max(...all.flatMap((each) => [each.x.limit, each.y.limit]));
  const domain = [Math.min(...times) / 1.3, RAIL * limit * 1.15];
  const scale = { type: "log", domain, grid: true, tickFormat: (time) => String(+time.toPrecision(1)) };
  const corner = ([side, name, dx, dy]) => Plot.text([[dx ? domain[0] : limit, dy ? limit : domain[0]]], {
    text: [`${name} faster`], textAnchor: dx ? "start" : "end", lineAnchor: dy ? "top" : "bottom", dx: dx ? 6 : -4,
    dy: dy ? 6 : -6, fill: () => letters(fills[side]), fontWeight: "bold",
  });
  const size = Math.min(SIZE, byId("scatter").clientWidth);
  const made = Plot.plot({
    width: size, height: size, marginLeft: 44, style: { font: "inherit" }, color: { type: "identity" },
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

/** Marks a point, and with `open` opens its runs. */
function go(place, open) {
  if (!all[place]) return;
  at = place;
  circles().forEach((circle, number) => circle.classList.toggle("active", number === at));
  tell(all[at]);
  if (open) use(all[at]);
}

function tell(point) {
  byId("point").textContent = point ? words(point) :
    "A point is a case; arrow keys move from where the one across is the slowest to where the one up is.";
}
