/** Draws how many cases each configuration solves within a time, beside a list in which curves are switched off. */
import * as colour from "../base/colour.js";
import { byId, el, svg } from "../base/dom.js";
import { seconds } from "../base/format.js";
import * as state from "../base/state.js";
import * as cursor from "./cursor.js";
import { FRAME, curves, decades, scales, sentence } from "./curves.js";

let settings, shown, plot;

/** `given`: what the core block says about the plot. */
export function mount(given) {
  settings = given;
  byId("cactus").hidden = false;
  new ResizeObserver(() => shown && draw()).observe(byId("curves"));
  state.listen((now, before) => now.off !== before.off && shown && draw());
}

export function show(view) {
  shown = view;
  draw();
}

function draw() {
  const { off, family } = state.get();
  const lines = curves(shown, off, family, settings);
  const width = Math.max(320, byId("curves").clientWidth);
  plot = { lines, ...scales(shown, settings.floor, width) };
  const empty = !lines.some((each) => each.solved);
  byId("cactus-words").textContent = sentence(settings.words, lines, plot.total);
  byId("curves").replaceChildren(empty ? el("p", { class: "none" }, "Nothing to draw.") : picture(lines));
  byId("lines").replaceChildren(...lines.map(entry));
  cursor.over(plot, highlight);
}

function picture(lines) {
  const { x, y, low, high, limit, width, total } = plot;
  const { left, right, floor, top, height } = FRAME;
  const marks = decades(low, high);
  const step = Math.max(1, Math.ceil(total / 8));
  const heights = Array.from({ length: Math.floor(total / step) + 1 }, (_, number) => number * step);
  const rule = (x1, y1, x2, y2, kind = "rule") => svg("line", { class: kind, x1, y1, x2, y2 });
  const text = (words, x, y, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor }, words);
  const side = text(`cases solved (of ${total})`, -(floor + top) / 2, 12);
  side.setAttribute("transform", "rotate(-90)");
  const about = { role: "img", "aria-labelledby": "cactus-title cactus-words" };
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, height, ...about },
    ...marks.map((mark) => rule(x(mark), floor, x(mark), top)),
    ...heights.map((mark) => rule(left, y(mark), width - right, y(mark))),
    ...marks.map((mark) => text(String(+mark.toPrecision(1)), x(mark), floor + 14)),
    ...heights.map((mark) => text(String(mark), left - 6, y(mark) + 4, "end")),
    side,
    rule(x(limit), floor, x(limit), top, "limit"),
    text(`time (s); dotted: the limit of ${seconds(limit)} s`, (left + width) / 2, height - 4),
    ...lines.filter((each) => each.on && each.solved).map(curve),
    svg("line", { class: "cursor", y1: floor, y2: top, visibility: "hidden" }));
}

function curve(each) {
  const { x, y, limit } = plot;
  let path = `M${x(each.times[0]).toFixed(1)} ${y(0).toFixed(1)}`;
  each.times.forEach((time, number) => {
    path += `H${x(time).toFixed(1)}V${y(number + 1).toFixed(1)}`;
  });
  path += `H${x(Math.max(limit, each.times.at(-1))).toFixed(1)}`;
  return svg("path", { d: path, "data-name": each.name, ...stroke(each) }, svg("title", {}, each.name));
}

function stroke({ best, colour: hex, dash }) {
  return {
    class: best ? "curve best" : "curve", stroke: colour.line(hex),
    "stroke-dasharray": dash.map((length) => length * 1.4).join(" ") || null,
  };
}

/** A curve's entry in the list: a click switches the curve; while it is pointed at, the curve stands out. */
function entry(each) {
  const dash = svg("path", { d: "M0 4H26", ...stroke(each) });
  const sample = svg("svg", { width: 26, height: 8, "aria-hidden": "true" }, dash);
  const number = el("span", { class: "number" }, cursor.total(each, plot));
  const name = el("span", { class: "name", style: { color: colour.letters(each.colour) } }, each.name);
  const [light, dim] = [() => highlight(each.name), () => highlight(null)];
  const listeners = { onmouseenter: light, onmouseleave: dim, onfocus: light, onblur: dim };
  if (each.best) return el("div", { class: "line", ...listeners }, sample, number, name);
  return el("button", {
    type: "button", class: "line", "aria-pressed": String(each.on), title: each.name, ...listeners,
    onclick: () => {
      const focused = byId("lines").contains(document.activeElement);
      state.toggle("off", each.name);
      if (focused) refocus(each.name);
    },
  }, sample, number, name);
}

/** Keeps the keyboard's focus where it was in the list, which was drawn anew. */
function refocus(name) {
  [...byId("lines").querySelectorAll("button")].find((button) => button.title === name)?.focus();
}

function highlight(name) {
  for (const path of byId("curves").querySelectorAll(".curve")) {
    path.classList.toggle("faded", name !== null && path.dataset.name !== name);
    path.classList.toggle("strong", path.dataset.name === name);
  }
}
