/** How many cases each configuration solves within a time: the curves of each family and goal, and their sentence. */
import { count } from "../base/format.js";
import { ranking, split, virtualBest } from "../matrix/cells.js";

/**
 * A part for each family and goal, because configurations that ran on other cases do not compare: its family and goal,
 * the number of its cases, the largest limit, the least time, and its lines. Who ran on fewer cases than `fewest` has
 * none. `off`: the names of the configurations that are switched off; `plot`: what the core block says of plots.
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

/** Who solves the most, and what the virtual best adds. */
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
