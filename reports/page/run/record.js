/** The record of a run, or of two beside each other, as tables of its columns. */
import { el } from "../base/dom.js";
import { marked } from "./head.js";

/** A table for each group of columns; where two runs differ, both cells are marked. */
export function tables(groups, runs) {
  return groups.map(([name, columns]) => el("table", { class: runs.length > 1 ? "record both" : "record" },
    el("caption", {}, name),
    el("tbody", {}, ...columns.map((column) => line(column, runs.map((run) => run.value(column)))))));
}

function line(column, values) {
  const unknown = values.every((value) => value === null || value === "");
  const differs = new Set(values).size > 1;
  return el("tr", { class: unknown ? "unknown" : null }, el("th", { scope: "row" }, column),
    ...values.map((value) => el("td", {}, marked(written(value), differs))));
}

export function written(value) {
  if (value === null || value === "") return "–";
  return typeof value === "number" && Math.abs(value) >= 10000 ? value.toLocaleString("en") : String(value);
}
