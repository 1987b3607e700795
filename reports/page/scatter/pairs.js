/** Two configurations on the cases that both ran on: points, who is faster how often, and by which factor. */
import { count, seconds } from "../base/format.js";
import { ranking, split } from "../matrix/cells.js";

/** The names of the two to begin with: in the task of the most cases the best one, and the best of another paradigm. */
export function usual(shown) {
  const parts = split(shown).sort((a, b) => b.ran - a.ran);
  const own = parts.length ? ranking(parts[0]).map(([each]) => each) : [];
  const [first] = own;
  const second = own.find((each) => !each.reference && each.paradigm !== first.paradigm) ?? own[1];
  return [first?.name ?? "", second?.name ?? ""];
}

/**
 * A point for each case that both ran on: the cells x and y, the time of each, RAIL times its limit where it did not
 * solve the case, and which of the two is the faster ("x", "y", or "" for neither).
 */
export function points(shown, x, y, floor) {
  const find = (name) => shown.configurations.find((each) => each.name === name);
  const [one, other] = [find(x), find(y)];
  if (!one || !other || one === other) return [];
  return shown.cases.flatMap((each) => {
    const cells = [shown.cell(each, one), shown.cell(each, other)];
    if (!cells.every((cell) => cell?.ran)) return [];
    const [across, up] = cells.map((cell) => (cell.solved ? Math.max(floor, cell.time) : RAIL * cell.limit));
    return [{ case: each, x: cells[0], y: cells[1], across, up, faster: across < up ? "x" : up < across ? "y" : "" }];
  });
}

/** Where an unsolved run lies, in multiples of its limit. */
export const RAIL = 1.4;

/** How many times as long y takes as x where both solved, as a geometric mean, and on how many; null for few. */
export function factor(all, fewest) {
  const logs = all.filter(({ x, y }) => x.solved && y.solved).map(({ across, up }) => Math.log(up / across));
  if (!logs.length || logs.length < fewest) return null;
  return { many: logs.length, times: Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length) };
}

/** What the points say; the factor is told from the slower side. */
export function sentence(all, [x, y], fewest) {
  const times = (side) => all.filter(({ faster }) => faster === side).length;
  const neither = all.filter((each) => !each.x.solved && !each.y.solved).length;
  const counts = `Of ${count(all.length, "case")}, ${x} is faster on ${times("x")} and ${y} on ${times("y")}` +
    `${neither ? `; neither solved ${neither}` : ""}.`;
  const found = factor(all, fewest);
  if (!found) return `${counts} Both solved too few for a factor.`;
  const [slow, fast, mean] = found.times >= 1 ? [y, x, found.times] : [x, y, 1 / found.times];
  return `${counts} On the ${found.many} that both solved, ${slow} takes ${seconds(mean)} times as long as ${fast} ` +
    "(geometric mean).";
}

/** What is said of a point. */
export function words({ case: { family, goal, instance }, x, y }) {
  const time = (cell) => `${cell.configuration.name} ${cell.solved ? `${seconds(cell.time)} s` : cell.outcome.name}`;
  return `${instance} (${family}, ${goal}): ${time(x)}, ${time(y)}`;
}
