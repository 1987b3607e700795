/** The outcome matrix: a grid that draws only the rows in sight, for mouse and keyboard. */
import * as colour from "../base/colour.js";
import * as data from "../base/data.js";
import { byId, el } from "../base/dom.js";
import { count } from "../base/format.js";
import * as look from "../base/look.js";
import * as state from "../base/state.js";
import * as cells from "./cells.js";
import { moved } from "./keys.js";
import { layout } from "./paper.js";

const ROW = 20; // height in pixels, as in page.css
const SPARE = 12; // rows drawn above and below those in sight
const MOST_PRINTED = 1500; // rows on paper
let core, grid, shown, rows, columns, opened;
let parts = []; // ranges of columns, from and to, each with the element of its rows
let sums, winners; // totals by column; by case, its shortest time as it is written
let told = []; // which facts stand beside the names of rows: family, goal
let at = { row: 0, column: 0 }; // the active cell; -1 is a header
let drawn = ""; // the range of rows that is in the document
let printing = false;

/** `open(cell)` is called for a cell that is clicked, or active when Enter is pressed. */
export function mount(content, open) {
  core = content;
  opened = open;
  grid = byId("grid");
  grid.addEventListener("scroll", () => draw());
  grid.addEventListener("keydown", key);
  grid.addEventListener("click", (event) => {
    const target = event.target.closest("[data-row]");
    if (target) go(Number(target.dataset.row), Number(target.dataset.column), true);
  });
  new ResizeObserver(() => draw()).observe(grid);
  window.addEventListener("beforeprint", () => print(true));
  window.addEventListener("afterprint", () => print(false));
  byId("matrix").hidden = false;
}

function print(on) {
  if (on === printing) return;
  printing = on;
  if (!shown) return;
  lay();
  const cut = on && rows.length > MOST_PRINTED;
  byId("unprinted").hidden = !cut;
  byId("unprinted").textContent = cut
    ? `The first ${MOST_PRINTED.toLocaleString("en")} of ${count(rows.length, "row")}; a filter chooses others.` : "";
}

/** Shows a view of cells.view; the same cell stays active where it is still there. */
export function show(view, now) {
  const before = active();
  shown = view;
  rows = cells.rows(view, now.rows);
  columns = cells.columns(view, now.columns);
  sums = new Map(cells.ranking(view));
  winners = cells.fastest(view.list);
  at = place(before);
  told = ["family", "goal"].filter((name) => new Set(view.cases.map((each) => each[name])).size > 1);
  room("--head", columns.flatMap((each) => each.name.split(" [")), 24);
  room("--names", [`solved of ${rows.length}`, ...rows.map((each) => each.instance + kind(each))], 24);
  grid.setAttribute("aria-rowcount", rows.length + 2);
  grid.setAttribute("aria-colcount", columns.length + 1);
  lay();
}

/** Puts the columns side by side; on paper, in parts below each other that each fit on a sheet. */
function lay() {
  const names = grid.querySelector(".corner")?.offsetWidth ?? 0;
  const high = grid.querySelector(".top")?.offsetHeight ?? 0;
  const { scale, wide } = printing ? layout(columns.length, rows.length, names, high)
    : { scale: 1, wide: Math.max(1, columns.length) };
  grid.style.setProperty("--scale", scale);
  parts = [];
  for (let from = 0; from === 0 || from < columns.length; from += wide) {
    const body = el("div", { class: "body", role: "rowgroup", style: { height: `${rows.length * ROW}px` } });
    parts.push({ from, to: Math.min(columns.length, from + wide), body });
  }
  grid.replaceChildren(...parts.map(({ from, to, body }) => {
    const top = el("div", { role: "rowgroup", class: "top" }, head(from, to), totals(from, to));
    return el("div", { class: "part", role: "presentation" }, top, body);
  }));
  if (!rows.length) parts[0].body.append(el("p", { class: "none" }, "No run passes these filters."));
  drawn = "";
  draw();
}

/** Makes room for the longest of some names, at most `most` times the size of the font. */
function room(variable, names, most) {
  const longest = names.reduce((length, name) => Math.max(length, name.length), 6);
  grid.style.setProperty(variable, `${Math.min(most, 0.57 * longest + 1.4).toFixed(1)}em`);
}

/** A row's family and goal, where several are shown, to tell it from others of its name. */
function kind(each) {
  return told.length ? ` ${told.map((name) => each[name]).join(", ")}` : "";
}

/** The active cell's case and configuration, by which it is found again in another order. */
function active() {
  return { case: rows?.[at.row], configuration: columns?.[at.column], old: at };
}

function place(before) {
  const row = before.old.row < 0 ? -1 : Math.max(0, rows.indexOf(before.case));
  const column = before.old.column < 0 ? -1 : Math.max(0, columns.indexOf(before.configuration));
  return { row: rows.length ? row : -1, column: columns.length ? column : -1 };
}

/** The row of the names of a range of columns. */
function head(from, to) {
  const now = state.get();
  const corner = el("div", { class: "corner", role: "columnheader", "aria-colindex": 1 }, "instance");
  const names = columns.slice(from, to).map((each, place) => {
    const column = from + place;
    const [name, options] = each.name.split(" [");
    return el("div", {
      ...common(-1, column, each.name === now.rows.slice("time:".length)), role: "columnheader",
      title: `${each.name}: sort the rows by its time`,
      "aria-sort": now.rows === `time:${each.name}` ? "ascending" : null, style: { color: colour.letters(each.colour) },
    }, el("span", {}, name, options ? el("br") : null, options ? `[${options}` : null));
  });
  return el("div", { role: "row", class: "row head", "aria-rowindex": 1 }, corner, ...names);
}

/** The row that tells how many of the rows each column solved; the most of those that ran on all of them in bold. */
function totals(from, to) {
  const compared = new Map(cells.ranked(shown));
  const most = Math.max(...[...compared.values()].map((sum) => sum.solved));
  const made = columns.slice(from, to).map((each, place) => {
    const column = from + place;
    const { solved, ran } = sums.get(each);
    const words = `${each.name}: ${solved} solved of ${ran} run, ${count(rows.length, "row")}`;
    return el("div", {
      role: "gridcell", "aria-colindex": column + 2, "aria-label": words, title: words,
      class: solved && solved === most && compared.has(each) ? "most" : null,
    }, `${solved}${ran < shown.ran ? "†" : ""}`);
  });
  const name = el("div", { class: "corner", role: "rowheader", "aria-colindex": 1 }, `solved of ${rows.length}`);
  return el("div", { role: "row", class: "row sums", "aria-rowindex": 2 }, name, ...made);
}

/** The attributes that headers and cells share; the active one is marked. */
function common(row, column, sorted) {
  const marks = [row === at.row && column === at.column && "active", sorted && "sorted"].filter(Boolean);
  return {
    id: `cell-${row}-${column}`, "data-row": row, "data-column": column, "aria-colindex": column + 2,
    class: marks.join(" ") || null,
  };
}

function draw() {
  if (!shown) return;
  const first = printing ? 0 : Math.max(0, Math.floor(grid.scrollTop / ROW) - SPARE);
  const many = printing ? MOST_PRINTED : Math.ceil(grid.clientHeight / ROW) + 2 * SPARE;
  const last = Math.min(rows.length, first + many);
  if (drawn !== `${first}-${last}` && rows.length) {
    drawn = `${first}-${last}`;
    const now = state.get();
    for (const { from, to, body } of parts) {
      body.replaceChildren(...rows.slice(first, last).map((each, number) => line(each, first + number, now, from, to)));
    }
  }
  grid.setAttribute("aria-activedescendant", `cell-${at.row}-${at.column}`);
}

function line(each, row, now, from, to) {
  const header = el("div", {
    ...common(row, -1, now.columns === `time:${each.label}`), role: "rowheader",
    title: `${describe(each)}: sort the columns by their times`,
  }, each.instance, el("small", {}, kind(each)));
  const style = { top: `${row * ROW}px` };
  const made = columns.slice(from, to)
    .map((configuration, place) => box(shown.cell(each, configuration), row, from + place));
  return el("div", { role: "row", class: "row", "aria-rowindex": row + 3, style }, header, ...made);
}

function describe(each) {
  const facts = [each.size && `size ${each.size}`, each.tiles && `${each.tiles} pieces`, each.difficulty];
  return [`${each.family}, ${each.instance}, goal ${each.goal}`, ...facts.filter(Boolean)].join(", ");
}

function box(cell, row, column) {
  const marks = common(row, column, false);
  if (!cell) return el("div", { ...marks, role: "gridcell", "aria-label": "not planned" });
  const best = cells.wins(cell, winners);
  const found = cell.runs.length > 1 ? look.times(core, cell.runs, shown.clock) : [];
  const shaken = cell.runs.filter((run) => data.cell(core.runs.disturbed, run));
  const classes = [marks.class, cell.outcome.name, !shown.sought(cell) && "dim", best && "best",
    found.length > 1 && "several", shaken.includes(cell.run) && "disturbed"];
  const time = cell.outcome.name === "solved" ? `${cell.word} s` : cell.outcome.name.replace("_", " ");
  const several = found.length > 1 ? ` (median of ${found.length} runs: ${look.range(found)})` : "";
  const doubt = shaken.length ? `, ${cell.runs.length > 1 ? `${shaken.length} of them ` : ""}disturbed` : "";
  const words = `${time}${several}${doubt}${best ? ", the shortest of its row" : ""}`;
  const fill = look.fill(core, cell.run, shown.clock);
  return el("div", {
    ...marks, role: "gridcell", class: classes.filter(Boolean).join(" "),
    style: { background: fill, color: colour.ink(fill) },
    "aria-label": `${cell.case.instance}, ${cell.configuration.name}: ${cell.solved ? "" : `${cell.word}, `}${words}`,
    title: `${cell.case.instance}, goal ${cell.case.goal}\n${cell.configuration.name}\n${words}`,
  }, cell.word, found.length > 1 ? el("i", { class: "spread", style: { width: `${100 * spread(found)}%` } }) : null);
}

/** How far a cell's times lie apart, as a share of ten times. */
const spread = (found) => Math.min(1, Math.log10(Math.max(...found.map((each) => each.time)) /
  Math.max(0.001, Math.min(...found.map((each) => each.time)))));

function key(event) {
  const enters = event.key === "Enter" || event.key === " ";
  const last = { row: rows.length - 1, column: columns.length - 1 };
  const next = enters ? at : moved(at, event, last, Math.max(1, Math.floor(grid.clientHeight / ROW) - 8));
  if (!next) return;
  event.preventDefault();
  go(next.row, next.column, enters);
}

/** Makes a place active; with `use` also opens its run, or sorts by this header. */
function go(row, column, use) {
  if (row < 0 && column < 0) column = 0;
  byId(`cell-${at.row}-${at.column}`)?.classList.remove("active");
  at = { row, column };
  reveal();
  byId(`cell-${row}-${column}`)?.classList.add("active");
  if (!use) return;
  if (row < 0) sort("rows", `time:${columns[column].name}`, "size");
  else if (column < 0) sort("columns", `time:${rows[row].label}`, "solver");
  else if (shown.cell(rows[row], columns[column])) opened(shown.cell(rows[row], columns[column]));
}

/** Sorts by a header; if it is sorted so already, brings back the usual order. */
function sort(key, order, usual) {
  state.set({ [key]: state.get()[key] === order ? usual : order });
}

function reveal() {
  const headHeight = grid.querySelector(".head").offsetHeight;
  if (at.row >= 0) {
    const top = at.row * ROW;
    if (top < grid.scrollTop) grid.scrollTop = top;
    const bottom = top + ROW + headHeight - grid.clientHeight;
    if (bottom > grid.scrollTop) grid.scrollTop = bottom;
  }
  draw();
  const cell = byId(`cell-${at.row}-${at.column}`);
  if (!cell || at.column < 0) return;
  const edge = grid.querySelector(".corner").offsetWidth;
  if (cell.offsetLeft - edge < grid.scrollLeft) grid.scrollLeft = cell.offsetLeft - edge;
  const right = cell.offsetLeft + cell.offsetWidth - grid.clientWidth;
  if (right > grid.scrollLeft) grid.scrollLeft = right;
}

/** Makes the cell of a case and configuration active, where it is shown. */
export function find(each, configuration) {
  const [row, column] = [rows.indexOf(each), columns.indexOf(configuration)];
  if (row >= 0 && column >= 0) go(row, column, false);
}

export const focus = () => grid.focus();
