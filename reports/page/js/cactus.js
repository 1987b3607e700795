/** How many cases each configuration solves within a time: curves, their sentences, and a list that switches them. */
/* global Plot */
import { ranking, split, virtualBest } from "./cells.js";
import { byId, count, el, letters, line, seconds, svg } from "./dom.js";
import * as state from "./state.js";

/**
 * A part for each family and goal, because configurations that ran on other cases do not compare: its family and goal,
 * the number of its cases, the largest limit, the least time, and its lines. Configurations with fewer cases than
 * `fewest` have none. `off`: the configurations that are switched off; `plot`: the settings in the core block.
 */
export function parts(shown, off, plot) {
  return split(shown).map((part) => {
    const ran = part.list.filter((cell) => cell.ran);
    return {
      family: part.cases[0].family, goal: part.cases[0].goal, total: part.ran,
      limit: Math.max(...ran.map((cell) => cell.limit)),
      least: Math.max(plot.floor, Math.min(...ran.map((cell) => cell.charged))),
      lines: curves(part, off, plot),
    };
  });
}

/**
 * A curve for each configuration, and first the virtual best of those that are not in `off`, if these are several and
 * no references. `times`, ascending, are where a curve rises; none is below `floor`.
 */
function curves(part, off, { floor, fewest, best: colour }) {
  const rises = (cells) =>
    cells.filter((cell) => cell.solved).map((cell) => Math.max(floor, cell.time)).sort((a, b) => a - b);
  const cells = new Map(part.configurations.map((each) => [each.place, []]));
  for (const cell of part.list) cells.get(cell.configuration.place).push(cell);
  const { family } = part.cases[0];
  const all = ranking(part).filter(([, sum]) => sum.ran >= fewest).map(([each, sum]) => {
    const dash = each.dashes[family] ?? [];
    return { ...each, ...sum, dash, on: !off.includes(each.name), times: rises(cells.get(each.place)) };
  });
  const on = all.filter((each) => each.on && !each.reference);
  if (on.length < 2) return all;
  const best = virtualBest(on.flatMap((each) => cells.get(each.place)));
  const times = rises(best);
  const sum = { ran: best.length, solved: times.length };
  return [{ name: "virtual best", colour, dash: [], best: true, on: true, times, ...sum }, ...all];
}

/** The configuration that solves the most, and the gain of the virtual best, in words. */
export function sentence({ lines, total }) {
  if (!lines.some((each) => each.solved)) return "No run reached its goal.";
  const on = lines.filter((each) => each.on && !each.best && !each.reference);
  const native = lines.some((each) => each.on && each.reference);
  if (!on.length) return native ? "Only native searches are switched on." : "All configurations are switched off.";
  const [top, best] = [on[0], lines.find((each) => each.best)];
  if (!best) return `${top.name} solved ${top.solved} of the ${count(top.ran, "case")} that it ran.`;
  if (top.ran < total) return `No configuration that is switched on ran on all ${count(total, "case")}.`;
  const tied = on.filter((each) => each.ran === total && each.solved === top.solved);
  const ties = tied.length > 1 ? ` (as did ${count(tied.length - 1, "other")}, in more time in all)` : "";
  const gain = best.solved - top.solved;
  const more = gain ? `, ${gain} more than any single one` : "";
  return `${top.name} solved the most, ${top.solved} of ${total}${ties}. The virtual best of the ${on.length} shown ` +
    `reaches ${best.solved}${more}.`;
}

const [HEIGHT, TALL, NARROWEST] = [250, 360, 300]; // pixels: of one plot of several, of one alone, and its width
const STEP = 10 ** 0.1; // of an arrow key, as a factor
let settings, shown;
const cursor = { plots: [], domain: [], list: [], time: null }; // a time in the plots, null without one

/** `given`: the settings of plots in the core block. */
export function mount(given) {
  settings = given;
  byId("cactus").hidden = false;
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (shown && contentRect.width !== width) draw();
    width = contentRect.width;
  }).observe(byId("curves"));
  follow(byId("curves"));
  state.listen((now, before) => now.off !== before.off && shown && draw());
}

export function show(view) {
  shown = view;
  draw();
}

function draw() {
  const all = parts(shown, state.get().off, settings);
  const drawn = all.filter(({ lines }) => lines.some((each) => each.solved));
  const list = entries(drawn);
  const room = Math.max(320, byId("curves").clientWidth);
  const columns = Math.max(1, Math.min(drawn.length, Math.floor(room / NARROWEST)));
  const [least, most] = [drawn.map((each) => each.least), drawn.map((each) => each.limit)];
  const domain = [Math.min(...least) * 0.7, Math.max(...most) * 1.3];
  const height = drawn.length > 1 ? HEIGHT : TALL;
  const plots = drawn.map((part) => ({ ...part, picture: picture(part, room / columns - 12, domain, height) }));
  byId("cactus-words").textContent = words(all, drawn);
  byId("curves").style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  byId("curves").replaceChildren(...plots.map((part) => el("figure", {}, el("figcaption", {},
    el("b", {}, `${part.family}, ${part.goal}: `), sentence(part)), part.picture)));
  byId("lines").hidden = !drawn.length;
  byId("lines").replaceChildren(...list.map(entry));
  Object.assign(cursor, { plots, domain, list });
  if (cursor.time !== null) move(cursor.time);
}

function words(all, drawn) {
  const few = all.filter(({ lines }) => !lines.length).map(({ family, goal }) => `${family}, ${goal}`);
  return [
    drawn.length > 1 && "A plot for each family and goal: configurations ran on different ones.",
    few.length && `No plot where none ran on ${settings.fewest} cases or more: ${few.join("; ")}.`,
    !drawn.length && few.length < all.length && "None of the runs shown reached its goal.",
    !all.length && "No run that took place is shown.",
  ].filter(Boolean).join(" ");
}

/** The lines of all parts by name, with their sums; `whole`: it ran on every case, or there are several parts. */
function entries(drawn) {
  const found = new Map();
  const whole = (ran) => drawn.length > 1 || ran === drawn[0].total;
  for (const each of drawn.flatMap(({ lines }) => lines)) {
    const known = found.get(each.name) ?? { ...each, times: [], ran: 0, solved: 0 };
    const [ran, solved] = [known.ran + each.ran, known.solved + each.solved];
    found.set(each.name, { ...known, ran, solved, whole: whole(ran), times: known.times.concat(each.times) });
  }
  return [...found.values()].sort((a, b) => Boolean(b.best) - Boolean(a.best));
}

function picture({ lines, limit, total }, width, domain, height) {
  const drawn = lines.filter((each) => each.on && each.solved);
  const made = Plot.plot({
    width, height, marginLeft: 36, marginRight: 8, style: { font: "inherit" },
    x: { type: "log", domain, label: "time (s)", tickFormat: (time) => String(+time.toPrecision(1)), grid: true },
    y: { domain: [0, total * 1.03], label: `cases solved (of ${total})`, grid: true, tickFormat: "d" },
    color: { type: "identity" },
    marks: [
      Plot.ruleX([limit], { stroke: "#999", strokeDasharray: "2 2" }),
      ...drawn.map((each) => curve(each, limit)),
    ],
  });
  made.querySelectorAll(".curve").forEach((line, place) => {
    line.dataset.name = drawn[place].name;
    line.append(svg("title", {}, drawn[place].name));
  });
  made.append(svg("line", { class: "cursor", y1: 20, y2: height - 30, visibility: "hidden" }));
  made.setAttribute("role", "img");
  return made;
}

function curve({ times, best, colour: hex, dash }, limit) {
  const steps = [[times[0], 0], ...times.map((time, number) => [time, number + 1])];
  steps.push([Math.max(limit, times.at(-1)), times.length]);
  return Plot.line(steps, {
    curve: "step-after", stroke: () => line(hex), className: best ? "curve best" : "curve",
    strokeWidth: best ? 5 : 1.6, strokeOpacity: best ? 0.25 : 1, strokeDasharray: dash.join(" ") || null,
  });
}

/** A line's entry in the list: a click switches the line; while it is pointed at, the line stands out. */
function entry(each) {
  const dash = svg("path", {
    d: "M0 4H26", stroke: line(each.colour), "stroke-dasharray": each.dash.join(" ") || null,
    "stroke-width": each.best ? 5 : 1.6, opacity: each.best ? 0.25 : 1,
  });
  const sample = svg("svg", { width: 26, height: 8, "aria-hidden": "true" }, dash);
  const number = el("span", { class: "number" }, total(each));
  const name = el("span", { class: "name", style: { color: letters(each.colour) } }, each.name);
  const [light, dim] = [() => highlight(each.name), () => highlight(null)];
  const listeners = { onmouseenter: light, onmouseleave: dim, onfocus: light, onblur: dim };
  if (each.best) return el("div", { class: "line", ...listeners }, sample, number, name);
  return el("button", {
    type: "button", class: "line", "aria-pressed": String(each.on), title: `${each.name}: ${count(each.ran, "case")}`,
    "data-name": each.name, ...listeners,
    onclick: () => {
      const focused = byId("lines").contains(document.activeElement);
      state.toggle("off", each.name);
      if (focused) byId("lines").querySelector(`[data-name="${CSS.escape(each.name)}"]`)?.focus();
    },
  }, sample, number, name);
}

function highlight(name) {
  for (const line of byId("curves").querySelectorAll(".curve")) {
    line.classList.toggle("faded", name !== null && line.dataset.name !== name);
    line.classList.toggle("strong", line.dataset.name === name);
  }
}

/** Lets the mouse and the arrow keys choose a time in the plots. */
function follow(curves) {
  curves.addEventListener("mousemove", (event) => {
    const plot = cursor.plots.find(({ picture }) => picture.contains(event.target));
    if (!plot) return leave();
    move(plot.picture.scale("x").invert(event.clientX - plot.picture.getBoundingClientRect().left));
    highlight(event.target.closest(".curve")?.dataset.name ?? null);
  });
  curves.addEventListener("mouseleave", leave);
  curves.addEventListener("blur", leave);
  curves.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return leave();
    if ((event.key !== "ArrowLeft" && event.key !== "ArrowRight") || !cursor.plots.length) return;
    event.preventDefault();
    const [least, most] = cursor.domain;
    move((cursor.time ?? Math.sqrt(least * most)) * (event.key === "ArrowLeft" ? 1 / STEP : STEP));
  });
}

/** Moves the cursor to a time; the list shows how many cases each line has solved by then. */
function move(to) {
  const time = Math.min(cursor.domain[1], Math.max(cursor.domain[0], to));
  cursor.time = time;
  write((each) => `${each.times.filter((rise) => rise <= time).length}`);
  for (const { picture: plot } of cursor.plots) {
    const mark = plot.querySelector(".cursor");
    for (const side of ["x1", "x2"]) mark.setAttribute(side, plot.scale("x").apply(time));
    mark.setAttribute("visibility", "visible");
  }
  byId("lines").dataset.time = `within ${seconds(time)} s`;
}

function leave() {
  cursor.time = null;
  write(total);
  for (const plot of cursor.plots) plot.picture.querySelector(".cursor").setAttribute("visibility", "hidden");
  delete byId("lines").dataset.time;
  highlight(null);
}

/** How many of its runs a line's configuration solved; a dagger where it did not run on all cases. */
export const total = ({ solved, ran, whole }) => `${solved}/${ran}${whole ? "" : "†"}`;

function write(number) {
  cursor.list.forEach((each, place) => {
    byId("lines").children[place].querySelector(".number").textContent = number(each);
  });
}
