/** A run's trace: objective and bound over time, drawn by the plotting library. */
import { el } from "../base/dom.js";
import { count, seconds } from "../base/format.js";

// In pixels; the inset leaves room for a name below the lowest line.
const SIZE = {
  width: 420, height: 170, marginTop: 12, marginRight: 62, marginBottom: 30, marginLeft: 50, insetBottom: 12,
};
const NAMES = ["objective", "bound"];

/**
 * For each run what stands under the heading “Trace”; nothing where no run has a trace or should have one. Runs of one
 * case are drawn with the same axes. `traces`: by the run's row, as details.py gives them.
 */
export function sections(traces, runs) {
  const known = runs.map((run) => series(traces[run.row], run.value("wall_s")));
  const due = (run) => run.case.goal === "optimum" && run.value("wall_s") !== null;
  if (!known.some(Boolean) && !runs.some(due)) return runs.map(() => []);
  const together = new Set(runs.map((run) => run.case.place)).size === 1;
  return runs.map((run, at) => {
    if (!known[at]) return [el("p", { class: "none" }, missing(run.value))];
    return draw(known[at], together ? known.filter(Boolean) : [known[at]]);
  });
}

/** Why a run has no trace, as far as its row tells. */
export function missing(value) {
  if (value("goal") !== "optimum") return "It sought no best solution, so there are no values to draw.";
  if (value("wall_s") === null) return "It was not run.";
  if (value("objective") === null) return "It found no solution, so there are no values to draw.";
  return "No value was recorded before its end: the solver told none while it searched.";
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

function draw({ lines, last, all, kept }, shared) {
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
