/** Draws how many cases each configuration solves within a time, beside a list in which curves are switched off. */
/* global Plot */
import * as colour from "../base/colour.js";
import { byId, el, svg } from "../base/dom.js";
import { count } from "../base/format.js";
import * as state from "../base/state.js";
import * as cursor from "./cursor.js";
import { parts, sentence } from "./curves.js";

const [HEIGHT, TALL, NARROWEST] = [250, 360, 300]; // pixels: of one plot of several, of one alone, and its width
let settings, shown;

/** `given`: what the core block says about plots. */
export function mount(given) {
  settings = given;
  byId("cactus").hidden = false;
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (shown && contentRect.width !== width) draw();
    width = contentRect.width;
  }).observe(byId("curves"));
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
  cursor.over(plots, domain, list, highlight);
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

/** The lines of all parts by name, with their sums; `whole`: ran on every case, or there are several parts. */
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
    curve: "step-after", stroke: () => colour.line(hex), className: best ? "curve best" : "curve",
    strokeWidth: best ? 5 : 1.6, strokeOpacity: best ? 0.25 : 1, strokeDasharray: dash.join(" ") || null,
  });
}

/** A line's entry in the list: a click switches the line; while it is pointed at, the line stands out. */
function entry(each) {
  const dash = svg("path", {
    d: "M0 4H26", stroke: colour.line(each.colour), "stroke-dasharray": each.dash.join(" ") || null,
    "stroke-width": each.best ? 5 : 1.6, opacity: each.best ? 0.25 : 1,
  });
  const sample = svg("svg", { width: 26, height: 8, "aria-hidden": "true" }, dash);
  const number = el("span", { class: "number" }, cursor.total(each));
  const name = el("span", { class: "name", style: { color: colour.letters(each.colour) } }, each.name);
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
