/** The pictures of a run: its checked solution as SVG, flat or as a solid, and its trace, by the plotting library. */
/* global Plot, d3 */
import { count, el, ink, seconds, svg } from "./dom.js";
import * as files from "./files.js";
import { mountSolid } from "./solid.js";
import * as state from "./state.js";

/** The picture of a run, a box also as a solid, or the reason for its absence; `pictures`: the block of this name. */
export function solution(pictures, row, title) {
  const given = pictures.boards[pictures.of[row]];
  if (given?.kind !== "pieces" || Math.min(...given.box) === 1) return flat(pictures, row);
  const stage = el("div", { class: "stage" });
  mountSolid(stage, { box: given.box, pieces: given.pieces, title }, state.get(), state.set);
  return el("div", { class: "picture" }, stage, board(given));
}

/** The picture without a solid. */
export function flat(pictures, row) {
  const place = pictures.of[row];
  if (place === undefined) return el("p", { class: "none" }, undrawn(pictures, row));
  return el("div", { class: "picture" }, board(pictures.boards[place]));
}

export function undrawn(pictures, row) {
  if (pictures.none.includes(row)) return "None exists: this run proves that the instance has no solution.";
  if (pictures.broken.includes(row)) return "The stored solution cannot be read or breaks a rule: it is not drawn.";
  if (pictures.left_out.includes(row)) {
    return "The page holds the pictures of other runs only, for its size; python -m reports.boards draws them all.";
  }
  return "The campaign holds no solution of this run.";
}

const KINDS = { blocks, tiles, pieces, text: (given) => el("pre", {}, given.text) };

/** A picture of a board that pictures.py gives, with its caption. */
function board(given) {
  return el("figure", { class: "flat" }, KINDS[given.kind](given), el("figcaption", {}, given.words));
}

function frame(wide, high, label, ...content) {
  const cell = Math.min(48, 400 / wide, 360 / high); // pixels
  return svg("svg", {
    class: "board", viewBox: `-0.1 -0.1 ${wide + 0.2} ${high + 0.2}`, width: wide * cell, height: high * cell,
    role: "img", "aria-label": label,
  }, ...content);
}

/** A text on a ground of a colour. */
function letters(text, x, y, size, ground) {
  const fits = Math.min(size, 1.5 * size / Math.max(1, String(text).length));
  const place = { x, y: y + fits * 0.36, "font-size": fits, "text-anchor": "middle" };
  return svg("text", { ...place, fill: ink(ground) }, String(text));
}

function blocks({ size: [wide, high], blocks: found, colours }) {
  const parts = found.flatMap(([x, y, side]) => {
    const [fill, top] = [colours[side], high - y - side];
    const line = { stroke: "#000", "stroke-width": Math.max(wide, high) / 260 };
    return [
      svg("rect", { x, y: top, width: side, height: side, fill, ...line }),
      letters(side, x + side / 2, top + side / 2, 0.55 * side, fill),
    ];
  });
  return frame(wide, high, `${wide} x ${high} in ${found.length} parts`, ...parts);
}

/** The board, and in columns at its right the tiles that are left out. */
function tiles({ size: [wide, high], blocked, tiles: laid, left_out: rest, colours }) {
  const inColumn = Math.max(1, Math.floor((high - 1) / 1.2) + 1);
  const length = Math.max(3, ...rest.map((values) => values.length));
  const beside = rest.map((values, number) => {
    const start = wide + 1 + Math.floor(number / inColumn) * (length + 0.5);
    const down = (number % inColumn) * 1.2;
    return [values.map((_, step) => [down, start + step]), values];
  });
  const right = rest.length ? wide + 1 + Math.ceil(rest.length / inColumn) * (length + 0.5) - 0.5 : wide;
  const taken = new Set(blocked.map(String));
  const free = [];
  for (let row = 0; row < high; row++) {
    for (let column = 0; column < wide; column++) {
      const kind = taken.has(`${row},${column}`) ? "blocked" : "free";
      free.push(svg("rect", { class: kind, x: column, y: row, width: 1, height: 1, "stroke-width": 0.03 }));
    }
  }
  const bars = [...laid, ...beside].flatMap(([places, values]) => bar(places, values, colours));
  const label = `${laid.length} tiles on ${high} x ${wide}, ${rest.length} left out`;
  const thick = { stroke: "currentColor", "stroke-width": 0.1, "stroke-linecap": "round" };
  const bonds = svg("path", { d: contacts(laid), ...thick });
  return frame(right, high, label, ...free, ...bars, bonds);
}

/** The path of short bars across all borders between two tiles; the tiles' values there are equal. */
export function contacts(laid) {
  const owner = new Map(laid.flatMap(([places], tile) => places.map((place) => [place.join(), tile])));
  const apart = (tile, place) => (owner.get(place.join()) ?? tile) !== tile;
  return laid.flatMap(([places], tile) => places.flatMap(([row, column]) => [
    apart(tile, [row, column + 1]) && `M${column + 0.84} ${row + 0.5}h0.32`,
    apart(tile, [row + 1, column]) && `M${column + 0.5} ${row + 0.84}v0.32`,
  ])).filter(Boolean).join("");
}

function bar(places, values, colours) {
  const [[top, left], [bottom, right]] = [places[0], places.at(-1)];
  const box = { x: left + 0.06, y: top + 0.06, width: right - left + 0.88, height: bottom - top + 0.88, rx: 0.18 };
  return [
    ...places.map(([down, across], step) => svg("rect", {
      x: across + 0.06, y: down + 0.06, width: 0.88, height: 0.88, rx: 0.18, fill: colours[values[step]],
    })),
    ...places.slice(1).map(([down, across], step) => {
      const [before, beyond] = places[step];
      const flat = before === down;
      const joint = { x: flat ? beyond + 0.7 : across + 0.06, y: flat ? down + 0.06 : before + 0.7 };
      const half = { width: flat ? 0.3 : 0.88, height: flat ? 0.88 : 0.3 };
      const next = { x: flat ? across : across + 0.06, y: flat ? down + 0.06 : down };
      return svg("g", {}, svg("rect", { ...joint, ...half, fill: colours[values[step]] }),
        svg("rect", { ...next, ...half, fill: colours[values[step + 1]] }));
    }),
    svg("rect", { ...box, fill: "none", stroke: "currentColor", "stroke-width": 0.06 }),
    ...places.map(([down, across], step) =>
      letters(values[step], across + 0.5, down + 0.5, 0.5, colours[values[step]])),
  ];
}

/** A picture of each layer, with a thick line wherever two pieces meet. */
function pieces({ box: [wide, deep, layers], pieces: laid, gaps }) {
  const found = [...laid, ...gaps.map((cell) => ({ name: "", colour: "#f5f5f5", cells: [cell] }))];
  const owner = new Map(found.flatMap((piece, place) => piece.cells.map((cell) => [cell.join(), place])));
  const drawn = Array.from({ length: layers }, (_, z) => layer(wide, deep, z, found, owner));
  if (layers === 1) return drawn[0];
  const titled = drawn.map((picture, z) => el("figure", {}, picture, el("figcaption", {}, `layer ${z + 1}`)));
  return el("div", { class: "layers" }, ...titled);
}

function layer(wide, deep, z, found, owner) {
  const fills = [], walls = [];
  for (let x = 0; x < wide; x++) {
    for (let y = 0; y < deep; y++) {
      const [place, top] = [owner.get([x, y, z].join()), deep - y - 1];
      const piece = found[place];
      fills.push(svg("rect", { x, y: top, width: 1.01, height: 1.01, fill: piece ? piece.colour : "#404040" }));
      if (piece) fills.push(letters(piece.name, x + 0.5, top + 0.5, 0.5, piece.colour));
      if (x === 0 || owner.get([x - 1, y, z].join()) !== place) walls.push(`M${x} ${top}v1`);
      if (y === 0 || owner.get([x, y - 1, z].join()) !== place) walls.push(`M${x} ${top + 1}h1`);
    }
  }
  const stroke = { fill: "none", stroke: "#000", "stroke-width": 0.07, "stroke-linecap": "square" };
  const lines = svg("path", { d: `${walls.join("")}M0 0H${wide}V${deep}`, ...stroke });
  return frame(wide, deep, `layer ${z + 1} of ${wide} x ${deep}`, ...fills, lines);
}

// In pixels; the inset leaves room for a name below the lowest line.
const SIZE = {
  width: 420, height: 170, marginTop: 12, marginRight: 62, marginBottom: 30, marginLeft: 50, insetBottom: 12,
};
const NAMES = ["objective", "bound"];

/**
 * For each run the content under the heading “Trace”; nothing where no run has a trace or should have one. Runs of one
 * case are drawn with the same axes. `given`: the traces of runs.py by the run's row.
 */
export function traces(given, runs) {
  const known = runs.map((run) => series(given[run.row], run.value("wall_s")));
  const due = (run) => run.case.goal === "optimum" && run.value("wall_s") !== null;
  if (!known.some(Boolean) && !runs.some(due)) return runs.map(() => []);
  const together = new Set(runs.map((run) => run.case.place)).size === 1;
  return runs.map((run, at) => {
    if (!known[at]) return [el("p", { class: "none" }, untraced(run.value))];
    const [picture, ...more] = chart(known[at], together ? known.filter(Boolean) : [known[at]]);
    const lines = () => [["seconds", ...NAMES], ...given[run.row][0].map((time, point) =>
      [time, given[run.row][1][point], given[run.row][2][point]])];
    return [picture, ...more, files.offer(picture, `trace of ${run.id}`, lines)];
  });
}

/** The reason why a run has no trace, by its row. */
export function untraced(value) {
  if (value("goal") !== "optimum") return "Its goal is not an optimum, so there are no values to draw.";
  if (value("wall_s") === null) return "It was not run.";
  if (value("objective") === null) return "It found no solution, so there are no values to draw.";
  return "The solver reported no value before the end of the run.";
}

/**
 * A trace by its series, {objective, bound}: points {time, value}, to the end of the run; null for one without numbers.
 * `all`: how many points the trace had, if it was thinned.
 */
export function series(trace, end) {
  if (!trace) return null;
  const [times, objectives, bounds, all] = trace;
  const last = Math.max(end ?? 0, ...times);
  const lines = [objectives, bounds].map((values) =>
    times.map((time, at) => ({ time, value: values[at] })).filter(({ value }) => value !== null));
  if (!lines.some((points) => points.length)) return null;
  return { lines: Object.fromEntries(NAMES.map((name, at) => [name, lines[at]])), last, all, kept: times.length };
}

function chart({ lines, last, all, kept }, shared) {
  const values = shared.flatMap((each) => Object.values(each.lines).flat().map(({ value }) => value));
  const ends = NAMES.filter((name) => lines[name].length).map((name) => ({ name, ...lines[name].at(-1) }));
  const words = ends.map(({ name, time, value }) =>
    `${name}: ${count(lines[name].length, "value")}, the last ${value} after ${seconds(time)} s`);
  const highest = ends.reduce((best, each) => (each.value > best.value ? each : best));
  const marks = ends.flatMap(({ name, value }) => {
    const hue = `var(--${name})`;
    const above = name === highest.name; // so that equal values do not write over each other
    return [
      Plot.line([...lines[name], { time: last, value }], { x: "time", y: "value", stroke: hue, curve: "step-after" }),
      Plot.dot(lines[name], {
        x: "time", y: "value", r: 2.2, fill: hue,
        title: (point) => `${name} ${point.value} after ${seconds(point.time)} s`,
      }),
      Plot.text([name], {
        x: last, y: value, dx: 4, dy: above ? -2 : 2, fill: hue, textAnchor: "start",
        lineAnchor: above ? "bottom" : "top",
      }),
    ];
  });
  const picture = Plot.plot({
    ...SIZE, className: "trace", ariaLabel: words.join("; "), marks,
    x: { label: "seconds", domain: [0, Math.max(...shared.map((each) => each.last)) || 1], ticks: 5 },
    y: { label: null, domain: domain(values), ...ticks(values), grid: true },
  });
  picture.setAttribute("role", "img");
  if (!all) return [picture];
  const thinned = `${kept} of its ${all.toLocaleString("en")} points, evenly thinned`;
  return [picture, el("p", { class: "caption" }, `${thinned}, the first and the last among them`)];
}

/** The least and the largest value, apart. */
function domain(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** Few values beside the axis; whole ones where all values are whole. */
function ticks(values) {
  if (!values.every(Number.isInteger)) return { ticks: 4 };
  return { ticks: d3.ticks(...domain(values), 4).filter(Number.isInteger), tickFormat: "," };
}
