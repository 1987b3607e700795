/** The runs' rows as CSV files, made of the data in the page. */
import * as data from "../base/data.js";
import { byId, el } from "../base/dom.js";
import { count } from "../base/format.js";

let core;

export function mount(content) {
  core = content;
}

/** Offers the rows of the runs that pass the filters, and all rows. */
export function show(shown) {
  const inView = shown.list.filter(shown.sought).flatMap((cell) => cell.runs).sort((a, b) => a - b);
  const all = [...core.runs.case.keys()];
  const button = (words, rows, name) =>
    el("button", { type: "button", class: "chip", disabled: !rows.length, onclick: () => save(rows, name) }, words);
  byId("download").replaceChildren("As CSV, with the record's columns: ",
    button(`${count(inView.length, "row")} in view`, inView, "rows-in-view"), " ",
    button(`all ${count(all.length, "row")}`, all, "rows"));
}

async function save(rows, name) {
  const { columns } = await data.block("details");
  const href = URL.createObjectURL(new Blob([csv(columns, rows)], { type: "text/csv" }));
  const campaign = core.summary.campaign.replace(/[^\w.-]+/g, "-");
  el("a", { href, download: `${campaign}-${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // the browser reads it after the click
}

/** A line of the columns' names and a line for each of the rows. */
export function csv(columns, rows) {
  const lines = rows.map((row) => Object.values(columns).map((column) => data.cell(column, row)));
  return [Object.keys(columns), ...lines].map((cells) => `${cells.map(field).join(",")}\n`).join("");
}

/** A value as a field: empty where it is unknown, in quotes where it holds a comma, a quote or a line break. */
function field(value) {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
