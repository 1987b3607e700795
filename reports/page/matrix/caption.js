/** The sentences above the matrix. */
import { count } from "../base/format.js";
import { fastest, wins } from "./cells.js";

/** What is shown, of how many runs in all; `outcomes`: the names that are looked for. */
export function caption(view, all, outcomes) {
  const part = view.runs === all ? "" : `${view.runs.toLocaleString("en")} of `;
  const wanted = outcomes.length ? `, the cases with a cell that is ${outcomes.join(" or ")}` : "";
  return `${part}${count(all, "run")}: ${count(view.cases.length, "case")} (instance and goal) by ` +
    `${count(view.configurations.length, "configuration")}${wanted}.${champions(view)}`;
}

/** Which configurations have the shortest time of a row most often. */
function champions(view) {
  const winners = fastest(view.list);
  if (!winners.size) return "";
  const times = new Map();
  for (const cell of view.list.filter((each) => wins(each, winners))) {
    times.set(cell.configuration.name, (times.get(cell.configuration.name) ?? 0) + 1);
  }
  const most = Math.max(...times.values());
  const names = [...times.keys()].filter((name) => times.get(name) === most);
  const who = names.length > 2 ? `${names.length} configurations each` : names.join(" and ");
  return ` Framed: the shortest time of a row, ties framed alike; most often ${who}, ` +
    `in ${most.toLocaleString("en")} of ${count(view.cases.length, "row")}.`;
}
