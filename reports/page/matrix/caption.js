/** The sentences above the matrix. */
import { count } from "../base/format.js";
import { fastest, ranked, wins } from "./cells.js";

/** What is shown, of how many runs in all; `outcomes`: the names that are looked for. */
export function caption(view, all, outcomes) {
  const part = view.runs === all ? "" : `${view.runs.toLocaleString("en")} of `;
  const wanted = outcomes.length ? `, the cases with a cell that is ${outcomes.join(" or ")}` : "";
  return `${part}${count(all, "run")}: ${count(view.cases.length, "case")} (instance and goal) by ` +
    `${count(view.configurations.length, "configuration")}${wanted}.${champions(view)}`;
}

/** Which configurations have the shortest time of a row most often, of those that ran on all rows. */
function champions(view) {
  const whole = new Set(ranked(view).map(([each]) => each.name));
  if (view.tasks > 1 && whole.size < 2) {
    return " No two configurations ran on all of these cases, so none is ranked: choose a family and a goal.";
  }
  const winners = fastest(view.list);
  if (!winners.size) return "";
  const times = new Map();
  for (const cell of view.list.filter((each) => wins(each, winners) && whole.has(each.configuration.name))) {
    times.set(cell.configuration.name, (times.get(cell.configuration.name) ?? 0) + 1);
  }
  if (!times.size) return "";
  const most = Math.max(...times.values());
  const names = [...times.keys()].filter((name) => times.get(name) === most);
  const who = names.length > 2 ? `${names.length} configurations each` : names.join(" and ");
  return ` Framed: the shortest time of a row, ties framed alike; most often ${who}, ` +
    `in ${most.toLocaleString("en")} of ${count(view.cases.length, "row")}.`;
}
