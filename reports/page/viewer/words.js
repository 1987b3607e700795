/** What the viewer says about pieces. */
import { count } from "../base/format.js";

const MANY = 12; // names in a sentence; of longer lists the rest is counted

/** What was taken out last, how many pieces are left, and which comes next or which interlock. */
export function sentence({ away, plan }, labels) {
  const last = away.at(-1);
  const left = labels.length - away.length;
  const parts = [];
  if (last) parts.push(`${labels[last.piece]} ${last.way ? `came out ${direction(last.way)}` : "is hidden"}.`);
  parts.push(`${left} of ${labels.length} pieces in the box.`);
  if (plan.locked.length) {
    const held = listed(plan.locked.map((index) => labels[index]));
    const then = plan.steps.length ? "will be left: they interlock" : "interlock";
    parts.push(`${held} ${then}, none comes out by one straight move. Explode them instead.`);
  } else if (left) {
    parts.push(`Next out: ${labels[plan.steps[0].piece]}, ${direction(plan.steps[0].way)}.`);
  }
  return parts.join(" ");
}

/** A way out in words: "upwards", "along +x". */
function direction(way) {
  if (way[2]) return way[2] > 0 ? "upwards" : "downwards";
  const axis = way[0] ? 0 : 1;
  return `along ${way[axis] > 0 ? "+" : "−"}${"xy"[axis]}`;
}

/** A name for each piece; pieces of the same name are numbered. */
export function labelled(pieces) {
  const totals = new Map(), seen = new Map();
  for (const { name } of pieces) totals.set(name, (totals.get(name) ?? 0) + 1);
  return pieces.map(({ name }) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return totals.get(name) > 1 ? `${name} (${seen.get(name)} of ${totals.get(name)})` : name;
  });
}

function listed(names) {
  if (names.length > MANY) return `${names.slice(0, MANY).join(", ")} and ${names.length - MANY} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
}

/** "1 cell", "5 cells". */
export const size = ({ cells }) => count(cells.length, "cell");
