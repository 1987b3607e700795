/** Reach over time: a panel a ladder, a limit that slides, and the board behind a point. */
/* global Plot */
import * as data from "./data.js";
import { byId, el, letters, line, seconds, settled, svg } from "./dom.js";
import * as files from "./files.js";
import * as picture from "./picture.js";
import * as state from "./state.js";

const FIRST = 0.01; // seconds: where the axis of time begins
const STEPS = 300; // of the slider
const WIDTH = 330, HEIGHT = 190; // pixels: the least width of a panel, and its height
const TOP = 20, BOTTOM = 30, RIGHT = 92; // the margins of its axes: RIGHT has the names of the lines
const NAME = 12; // between two names
const TICKS = 7; // of an axis of sizes, at most
const HOVER = 120; // milliseconds over a point until its board is drawn

let core, ladders, open = {}, drawn = []; // open: the ladder whose point is shown, and the row of its run

/** The largest size that a climb solves within a time, as [size, seconds, row]; undefined where there is none. */
export function held(climb, time) {
  return climb.rungs.filter(([, took]) => took !== null && took <= time).at(-1);
}

/** The climb of each paradigm that gets furthest within a time, with its `point`; the furthest first. */
export function furthest({ climbs }, time) {
  const best = new Map();
  for (const climb of climbs) {
    const point = held(climb, time);
    const known = best.get(climb.paradigm);
    if (point && (!known || further(point, known.point))) best.set(climb.paradigm, { ...climb, point });
  }
  return [...best.values()].sort((a, b) => b.point[0] - a.point[0] || a.point[1] - b.point[1]);
}

/** A size of a ladder in words, such as "11 x 12" for a board of two sides. */
export const sized = ({ sides }, size) => sides[size] ?? size.toLocaleString("en");

const further = ([size, time], [other, its]) => size > other || (size === other && time < its);

/** The points of a paradigm's line: [seconds, size, climb, row], rising in both. */
export function steps(climbs) {
  const points = climbs.flatMap((climb) =>
    climb.rungs.filter(([, time]) => time !== null).map(([size, time, row]) => [time, size, climb, row]));
  points.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let top = -Infinity;
  return points.filter(([, size]) => size > top && ((top = size), true));
}

/** Places at least a gap apart, between two ends, that are nearest to those wanted, as in the PDF
 * (reports/plot/line_labels.py); wanted and places ascend. More than have room are nearer to each other. */
export function spread(wanted, gap, low, high) {
  const step = Math.min(gap, (high - low) / Math.max(1, wanted.length - 1));
  const pools = [];
  const mean = ({ sum, many }) => sum / many;
  wanted.forEach((place, at) => {
    pools.push({ sum: place - at * step, many: 1 });
    while (pools.length > 1 && mean(pools.at(-2)) > mean(pools.at(-1))) {
      const { sum, many } = pools.pop();
      pools.at(-1).sum += sum;
      pools.at(-1).many += many;
    }
  });
  const most = high - (wanted.length - 1) * step;
  const places = pools.flatMap((pool) => Array(pool.many).fill(Math.min(most, Math.max(low, mean(pool)))));
  return places.map((place, at) => place + at * step);
}

export function mount(content) {
  core = content;
  ladders = core.reach;
  if (!ladders.length) return;
  byId("above").hidden = byId("reach").hidden = document.querySelector("[data-go=reach]").hidden = false;
  const most = Math.max(...ladders.map((each) => each.limit));
  const decades = (time) => Math.log(time / FIRST);
  const rounded = (time) => Number(seconds(time)); // what is shown is what the sizes hold for
  const toTime = (step) => (step < STEPS ? rounded(FIRST * Math.exp(decades(most) * step / STEPS)) : most);
  const chosen = () => Math.min(most, Math.max(FIRST, rounded(Number(state.get().limit)) || most));
  const slider = byId("limit");
  slider.max = STEPS;
  const follow = () => {
    slider.value = STEPS * decades(chosen()) / decades(most);
    at(chosen());
    lead(chosen());
  };
  const keep = settled((time) => state.set({ limit: time < most ? String(time) : "" }));
  slider.addEventListener("input", () => {
    const time = toTime(Number(slider.value));
    at(time);
    lead(time);
    keep(time);
  });
  state.listen((now, before) => now.limit !== before.limit && follow());
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== width) draw(), at(chosen());
    width = contentRect.width;
  }).observe(byId("panels"));
  draw();
  follow();
}

/** Shows the run that gets furthest within a time on the ladder that was shown last. */
function lead(time) {
  const { ladder = ladders[0] } = open;
  const first = furthest(ladder, time).find((each) => each.ranked);
  if (first) {
    show(ladder, [first.point[1], first.point[0], first, first.point[2]]);
    return;
  }
  open = { ladder };
  byId("behind-words").textContent = `${opened(ladder.name)}: no size is solved within ${seconds(time)} s.`;
  byId("behind-board").replaceChildren();
}

function draw() {
  const room = Math.max(280, byId("panels").clientWidth);
  const columns = Math.max(1, Math.floor(room / WIDTH));
  drawn = ladders.map((ladder) => ({ ladder, picture: panel(ladder, room / columns - 14) }));
  byId("panels").style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  byId("panels").replaceChildren(...drawn.map(({ ladder, picture: plot }) =>
    el("figure", {}, el("figcaption", {},
      el("b", {}, [opened(ladder.name), ladder.verdict].filter(Boolean).join(": ")),
      files.offer(plot, ladder.name, () => points(ladder))), plot)));
}

/** The points of a ladder's lines as the lines of a file. */
function points(ladder) {
  const names = [...new Set(ladder.climbs.map((each) => each.paradigm))];
  const instance = (row) => core.cases[core.runs.case[row]].instance;
  return [["paradigm", "configuration", "seconds", ladder.measure, "instance"], ...names.flatMap((name) =>
    steps(ladder.climbs.filter((each) => each.paradigm === name))
      .map(([time, size, { configuration }, row]) => [name, configuration, time, size, instance(row)]))];
}

export const opened = (text) => text[0].toUpperCase() + text.slice(1);

function panel(ladder, width) {
  const paradigms = [...new Set(ladder.climbs.map((each) => each.paradigm))];
  const lines = paradigms.map((name) => {
    const climbs = ladder.climbs.filter((each) => each.paradigm === name);
    return { name, hex: climbs[0].colour, points: steps(climbs) };
  }).filter(({ points }) => points.length);
  const least = Math.min(FIRST, ...lines.flatMap(({ points }) => points.map(([time]) => time)));
  const ends = lines.map(({ name, hex, points }) => ({ name, hex, size: points.at(-1)[1] }));
  const made = Plot.plot({
    width, height: HEIGHT, marginLeft: 46, marginTop: TOP, marginBottom: BOTTOM, marginRight: RIGHT,
    style: { font: "inherit" },
    x: { type: "log", domain: [least, ladder.limit], label: "time (s)", ticks: 3, tickFormat: (time) => `${time}` },
    y: { type: ladder.wide ? "log" : "linear", label: ladder.measure, grid: true, tickFormat: "~s",
      ticks: ladder.wide ? ticks(lines.flatMap(({ points }) => points.map(([, size]) => size))) : 4 },
    color: { type: "identity" },
    marks: [
      ...lines.map(({ hex, points }) => Plot.line([...points, [ladder.limit, points.at(-1)[1]]], {
        x: (point) => point[0], y: (point) => point[1], curve: "step-after", stroke: () => line(hex), strokeWidth: 1.6,
      })),
      Plot.dot(lines.flatMap(({ hex, points }) => points.map((point) => [...point, hex])), {
        x: (point) => point[0], y: (point) => point[1], r: 2, fill: (point) => line(point[4]),
      }),
    ],
  });
  made.append(...named(ends, made.scale("y").apply, width - RIGHT));
  made.append(svg("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM }));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", `${ladder.name}: ${ends.map(({ name, size }) => `${name} ${size}`).join(", ")}`);
  made.addEventListener("pointermove", (event) => point(ladder, made, event, lines.flatMap((each) => each.points)));
  made.addEventListener("pointerdown", (event) => point(ladder, made, event, lines.flatMap((each) => each.points)));
  made.addEventListener("click", openRun);
  return made;
}

/** Ticks of a logarithmic axis: 1, 2 and 5 of each decade, or the decades alone where those are too many. */
export function ticks(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) + 1 }, (_, power) => 10 ** power);
  const within = (all) => all.filter((tick) => low <= tick && tick <= high);
  const fine = within(decades.flatMap((decade) => [1, 2, 5].map((part) => part * decade)));
  return fine.length > TICKS ? within(decades) : fine;
}

/** The names at the ends of lines, each joined to its line by a thin one. */
function named(ends, y, right) {
  const sorted = [...ends].sort((a, b) => b.size - a.size);
  const places = spread(sorted.map(({ size }) => y(size)), NAME, TOP - 6, HEIGHT - BOTTOM);
  return sorted.flatMap(({ name, hex, size }, at) => [
    svg("path", { class: "leader", d: `M${right} ${y(size)}l14 ${places[at] - y(size)}`, stroke: line(hex) }),
    svg("text", { x: right + 17, y: places[at], dy: "0.32em", "text-anchor": "start", fill: letters(hex) }, name),
  ]);
}

/** Shows the run behind the point that is nearest to the pointer. */
function point(ladder, plot, event, points) {
  const box = plot.getBoundingClientRect();
  const [x, y] = [plot.scale("x"), plot.scale("y")];
  const far = ([time, size]) =>
    Math.hypot(x.apply(time) - (event.clientX - box.left), y.apply(size) - (event.clientY - box.top));
  const nearest = points.reduce((best, each) => (far(each) < far(best) ? each : best));
  show(ladder, nearest);
}

/** Shows the run behind a point of a ladder, and its board. */
function show(ladder, [time, size, climb, row]) {
  if (open.row === row) return;
  open = { ladder, row };
  const { instance } = core.cases[core.runs.case[row]];
  const words = `${climb.paradigm}: ${ladder.measure} ${sized(ladder, size)} in ${seconds(time)} s, by ` +
    `${climb.configuration} on ${instance}`;
  const button = el("button", { type: "button", class: "chip", onclick: openRun }, "open the run");
  byId("behind-words").replaceChildren(words, " ", button);
  setTimeout(async () => {
    if (open.row !== row) return;
    const board = picture.flat(await data.block("pictures"), row);
    if (open.row === row) byId("behind-board").replaceChildren(board);
  }, HOVER);
}

async function openRun() {
  if (open.row !== undefined) state.set({ run: data.cell((await data.block("details")).columns.run_id, open.row) });
}

/** Shows the reaches on each ladder within a time. */
function at(time) {
  byId("limit-words").textContent = `${seconds(time)} s`;
  for (const { ladder, picture: plot } of drawn) {
    const mark = plot.querySelector(".cursor");
    const place = plot.scale("x").apply(Math.min(time, ladder.limit));
    for (const side of ["x1", "x2"]) mark.setAttribute(side, place);
  }
  const found = ladders.map((ladder) => furthest(ladder, time));
  const climbs = ladders.flatMap((ladder) => ladder.climbs).sort((a, b) => b.ranked - a.ranked);
  const names = [...new Set(climbs.map((each) => each.paradigm))];
  const rows = ladders.map((ladder, place) =>
    [`${opened(ladder.name)} (${ladder.measure})`, ...cells(ladder, found[place], names)]);
  const caption = `The largest size within ${seconds(time)} s`;
  byId("reach-table").replaceChildren(table(caption, ["ladder (size)", ...names], rows));
}

/** The sizes of the paradigms on a ladder, the largest bold; ≥ where no larger one was tried, a dash for no climb. */
export function cells(ladder, found, names) {
  const most = Math.max(...found.filter((each) => each.ranked).map((each) => each.point[0]));
  return names.map((name) => {
    const own = found.find((each) => each.paradigm === name);
    if (!own) return ladder.climbs.some((each) => each.paradigm === name) ? "0" : "–";
    const size = `${own.point === own.rungs.at(-1) ? "≥ " : ""}${sized(ladder, own.point[0])}`;
    return own.ranked && own.point[0] === most ? el("b", {}, size) : size;
  });
}

/** A table of rows whose first cell is their name; the others are numbers. */
export function table(caption, head, rows) {
  const line = (tag, [first, ...rest]) => el("tr", {}, el("th", { scope: tag === "th" ? "col" : "row" }, first),
    ...rest.map((each) => el(tag, { class: "number", scope: tag === "th" ? "col" : null }, each)));
  return el("table", { class: "scores reach" }, el("caption", {}, caption),
    el("thead", {}, line("th", head)), el("tbody", {}, ...rows.map((cells) => line("td", cells))));
}
