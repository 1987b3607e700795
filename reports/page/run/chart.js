/** A run's trace: objective and bound over time. */
import * as colour from "../base/colour.js";
import { el, svg } from "../base/dom.js";
import { count, seconds } from "../base/format.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [420, 150, 40, 60, 8, 22]; // pixels: of the picture, then its margins
const COLOURS = { objective: "#0072B2", bound: "#D55E00" };

/** `all`: how many points a trace had before it was thinned, if it was; `end`: when the run ended, in seconds. */
export function draw([times, objectives, bounds, all], end) {
  const series = { objective: steps(times, objectives), bound: steps(times, bounds) };
  const values = [...objectives, ...bounds].filter((value) => value !== null);
  if (!values.length) return el("p", { class: "none" }, "The trace holds no numbers.");
  const last = Math.max(end ?? 0, ...times) || 1;
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const x = (time) => LEFT + (WIDTH - LEFT - RIGHT) * time / last;
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low);
  const floor = HEIGHT - BOTTOM;
  const words = Object.entries(series).filter(([, points]) => points.length)
    .map(([name, points]) => {
      const [time, value] = points.at(-1);
      return `${name}: ${count(points.length, "value")}, the last ${value} after ${seconds(time)} s`;
    });
  const label = (words, x, y, anchor = "middle") => svg("text", { x, y, "text-anchor": anchor }, words);
  const about = { class: "trace", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.join("; ") };
  const picture = svg("svg", about,
    svg("path", { class: "axis", d: `M${LEFT} ${TOP}V${floor}H${WIDTH - RIGHT}` }),
    ...[low, high].map((value) => label(String(+value.toPrecision(4)), LEFT - 5, y(value) + 4, "end")),
    label("0", LEFT, HEIGHT - 7),
    label(`${seconds(last)} s`, WIDTH - RIGHT, HEIGHT - 7),
    ...named(series, x, y, last));
  if (!all) return picture;
  const thinned = `${times.length} of its ${all.toLocaleString("en")} points, evenly thinned`;
  return el("div", {}, picture, el("p", { class: "caption" }, `${thinned}, the first and the last among them`));
}

function steps(times, values) {
  return times.map((time, place) => [time, values[place]]).filter(([, value]) => value !== null);
}

/** Each series as steps with dots and its name at its end; names that would overlap move apart. */
function named(series, x, y, last) {
  const ends = [];
  return Object.entries(series).filter(([, points]) => points.length).flatMap(([name, points]) => {
    const steps = points.map(([time, value], place) => `${place ? `H${x(time)}V` : `M${x(time)} `}${y(value)}`);
    let height = y(points.at(-1)[1]) + 4;
    if (ends.some((other) => Math.abs(other - height) < 12)) height = ends[0] + (height > HEIGHT / 2 ? -12 : 12);
    ends.push(height);
    const hue = colour.line(COLOURS[name]);
    return [
      svg("path", { d: `${steps.join("")}H${x(last)}`, class: "series", stroke: hue }),
      ...points.map(([time, value]) => svg("circle", { cx: x(time), cy: y(value), r: 2.2, fill: hue },
        svg("title", {}, `${name} ${value} after ${seconds(time)} s`))),
      svg("text", { x: x(last) + 5, y: height, fill: colour.letters(COLOURS[name]) }, name),
    ];
  });
}
