/** How many cases each configuration solves within a time: the plot's curves, its scales and its sentence. */
import { count } from "../base/format.js";
import { ranking, virtualBest } from "../matrix/cells.js";

/** In pixels: the height of the picture, its margins at three sides, and where the axis of time lies. */
export const FRAME = { height: 340, left: 52, right: 12, top: 8, floor: 306 };

/**
 * A curve for each configuration that is shown, and first the virtual best of those that are not in `off`, if these are
 * several and no references. `times`, ascending, are where a curve rises; none is below `floor`.
 */
export function curves(shown, off, family, { floor, best: colour }) {
  const rises = (cells) =>
    cells.filter((cell) => cell.solved).map((cell) => Math.max(floor, cell.time)).sort((a, b) => a - b);
  const cells = new Map(shown.configurations.map((each) => [each.place, []]));
  for (const cell of shown.list) cells.get(cell.configuration.place).push(cell);
  const all = ranking(shown).map(([each, sum]) => {
    const dash = each.dashes[family] ?? Object.values(each.dashes)[0];
    return { ...each, ...sum, dash, on: !off.includes(each.name), times: rises(cells.get(each.place)) };
  });
  const on = all.filter((each) => each.on && !each.reference);
  if (on.length < 2) return all;
  const best = virtualBest(on.flatMap((each) => cells.get(each.place)));
  const times = rises(best);
  const sum = { ran: best.length, solved: times.length };
  return [{ name: "virtual best", colour, dash: [], best: true, on: true, times, ...sum }, ...all];
}

/** The plot's range of times, which is logarithmic, and functions from a time and a number of cases to pixels. */
export function scales(shown, floor, width) {
  const total = shown.cases.length;
  const ran = shown.list.filter((cell) => cell.ran);
  const limit = ran.reduce((most, cell) => Math.max(most, cell.limit), 0);
  const fastest = ran.reduce((least, cell) => Math.min(least, cell.charged), limit);
  const [low, high] = [Math.max(floor, fastest) * 0.7, limit * 1.6];
  const across = (width - FRAME.left - FRAME.right) / Math.log(high / low);
  const x = (time) => FRAME.left + across * Math.log(time / low);
  const y = (number) => FRAME.floor - (FRAME.floor - FRAME.top) * number / (total * 1.04);
  return { total, limit, low, high, width, x, y };
}

/** The powers of ten from low to high. */
export function decades(low, high) {
  const found = [];
  for (let power = Math.ceil(Math.log10(low)); 10 ** power <= high; power++) found.push(10 ** power);
  return found;
}

/** Who solves the most, and what the virtual best adds; `words`: templates, which the PDF fills in as well. */
export function sentence(words, lines, total) {
  const say = (name, values) => words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
  if (!lines.some((each) => each.solved)) return "None of the runs shown reached its goal.";
  const on = lines.filter((each) => each.on && !each.best && !each.reference);
  const native = lines.some((each) => each.on && each.reference);
  if (!on.length) return native ? "Only native searches are switched on." : "All configurations are switched off.";
  const [top, best] = [on[0], lines.find((each) => each.best)];
  if (!best) return `${top.name} solved ${top.solved} of the ${count(top.ran, "case")} that it ran.`;
  const tied = on.filter((each) => each.solved === top.solved);
  const slower = tied.every((each) => each.ran === total) ? words.slower : "";
  const others = count(tied.length - 1, "other");
  const ties = tied.length > 1 ? say("ties", { others, slower }) : "";
  const gain = best.solved - top.solved;
  const more = gain ? say("gain", { gain, one: "one" }) : "";
  const reach = say("best", { which: `of the ${on.length} shown`, total: best.solved });
  return `${say("most", { name: top.name, solved: top.solved, ran: total })}${ties}. ${reach}${more}.`;
}
