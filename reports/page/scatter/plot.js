/** Draws two configurations against each other; a point opens its two runs. */
/* global Plot */
import * as colour from "../base/colour.js";
import { byId, el } from "../base/dom.js";
import { count } from "../base/format.js";
import * as state from "../base/state.js";
import { RAIL, points, sentence, usual, words } from "./pairs.js";

const SIZE = 460; // pixels
const SIDES = { "": "#8c8c8c" };
let settings, shown, opened, all = [], at = -1;

/** `given`: what the core block says about plots; `open(point)` is called for a point that is clicked or entered. */
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
    dy: dy ? 6 : -6, fill: () => colour.letters(fills[side]), fontWeight: "bold",
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
        x: "across", y: "up", r: 4, className: "dots", title: words, fill: ({ faster }) => colour.line(fills[faster]),
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
