/** The outcome matrix: a grid that draws only the rows in sight, for mouse and keyboard, and in parts on paper. */
import * as cells from "./cells.js";
import * as data from "./data.js";
import { byId, count, el, ink, letters } from "./dom.js";
import * as state from "./state.js";

const ROW = 20; // height in pixels, as in page.css
const SPARE = 12; // rows drawn above and below those in sight
const MOST_PRINTED = 1500; // rows on paper
// A sheet of A4, upright, with the margins of page.css and without the heading; all in pixels, but for the least scale.
const PAPER = { width: 703, height: 920, column: 47, row: 14.5, least: 0.55 };

const table = {
  core: null, open: null, grid: null, // the arguments of `mount`, and the element
  shown: null, // the view, and from it:
  rows: [], columns: [],
  winners: new Map(), // by case, its shortest time as it is written
  facts: [], // those beside the names of rows: family, ladder, goal
  parts: [], // ranges of columns, from and to, each with the element of its rows
  at: { row: 0, column: 0 }, // the active cell; -1 is a header
  drawn: "", // the range of rows that is in the document
  printing: false,
};

/** `open(cell)` is called for a cell that is clicked, or active when Enter is pressed. */
export function mount(core, open) {
  const grid = byId("grid");
  Object.assign(table, { core, open, grid });
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
  if (on === table.printing) return;
  table.printing = on;
  if (!table.shown) return;
  lay();
  const { rows } = table;
  const cut = on && rows.length > MOST_PRINTED;
  byId("unprinted").hidden = !cut;
  byId("unprinted").textContent = cut
    ? `The first ${MOST_PRINTED.toLocaleString("en")} of ${count(rows.length, "row")}; a filter chooses others.` : "";
}

/** Shows a view of cells.view; the same cell stays active where it is still there. */
export function show(view, now) {
  const before = { row: table.rows[table.at.row], column: table.columns[table.at.column] };
  const [rows, columns] = [cells.rows(view, now.rows), cells.columns(view, now.columns)];
  Object.assign(table, {
    shown: view, rows, columns, winners: cells.fastest(view.list),
    facts: ["family", "ladder", "goal"].filter((name) => new Set(view.cases.map((each) => each[name])).size > 1),
  });
  const place = (old, list, one) => (old < 0 || !list.length ? -1 : Math.max(0, list.indexOf(one)));
  table.at = { row: place(table.at.row, rows, before.row), column: place(table.at.column, columns, before.column) };
  room("--head", columns.flatMap((each) => each.name.split(" [")));
  room("--names", ["instance", ...rows.map((each) => each.instance + kind(each))]);
  table.grid.setAttribute("aria-rowcount", rows.length + 1);
  table.grid.setAttribute("aria-colcount", columns.length + 1);
  lay();
}

/** Puts the columns side by side; on paper, in parts below each other that each fit on a sheet. */
function lay() {
  const { grid, rows, columns, printing } = table;
  const names = grid.querySelector(".corner")?.offsetWidth ?? 0;
  const high = grid.querySelector(".top")?.offsetHeight ?? 0;
  const { scale, wide } = printing ? layout(columns.length, rows.length, names, high)
    : { scale: 1, wide: Math.max(1, columns.length) };
  grid.style.setProperty("--scale", scale);
  const parts = [];
  for (let from = 0; from === 0 || from < columns.length; from += wide) {
    const body = el("div", { class: "body", role: "rowgroup", style: { height: `${rows.length * ROW}px` } });
    parts.push({ from, to: Math.min(columns.length, from + wide), body });
  }
  grid.replaceChildren(...parts.map(({ from, to, body }) => {
    const top = el("div", { role: "rowgroup", class: "top" }, head(from, to));
    return el("div", { class: "part", role: "presentation" }, top, body);
  }));
  if (!rows.length) parts[0].body.append(el("p", { class: "none" }, "No run passes these filters."));
  Object.assign(table, { parts, drawn: "" });
  draw();
}

/** Makes room for the longest of some names, at most 24 times the size of the font. */
function room(variable, names) {
  const longest = names.reduce((length, name) => Math.max(length, name.length), 6);
  table.grid.style.setProperty(variable, `${Math.min(24, 0.6 * longest + 1.8).toFixed(1)}em`);
}

/** A row's family and goal, where several are shown, to tell it from others of its name. */
function kind(each) {
  return table.facts.length ? ` ${table.facts.map((name) => each[name]).join(", ")}` : "";
}

/** The row of the names of a range of columns. */
function head(from, to) {
  const now = state.get();
  const corner = el("div", { class: "corner", role: "columnheader", "aria-colindex": 1 }, "instance");
  const names = table.columns.slice(from, to).map((each, place) => {
    const column = from + place;
    const [name, options] = each.name.split(" [");
    return el("div", {
      ...common(-1, column, each.name === now.rows.slice("time:".length)), role: "columnheader",
      title: `${each.name}: sort the rows by its time`,
      "aria-sort": now.rows === `time:${each.name}` ? "ascending" : null, style: { color: letters(each.colour) },
    }, el("span", {}, name, options ? el("br") : null, options ? `[${options}` : null));
  });
  return el("div", { role: "row", class: "row head", "aria-rowindex": 1 }, corner, ...names);
}

/** The attributes that headers and cells share; the active one is marked. */
function common(row, column, sorted) {
  const marks = [row === table.at.row && column === table.at.column && "active", sorted && "sorted"].filter(Boolean);
  return {
    id: `cell-${row}-${column}`, "data-row": row, "data-column": column, "aria-colindex": column + 2,
    class: marks.join(" ") || null,
  };
}

function draw() {
  const { grid, rows, at, printing } = table;
  if (!table.shown) return;
  const first = printing ? 0 : Math.max(0, Math.floor(grid.scrollTop / ROW) - SPARE);
  const many = printing ? MOST_PRINTED : Math.ceil(grid.clientHeight / ROW) + 2 * SPARE;
  const last = Math.min(rows.length, first + many);
  if (table.drawn !== `${first}-${last}` && rows.length) {
    table.drawn = `${first}-${last}`;
    const now = state.get();
    for (const { from, to, body } of table.parts) {
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
  const made = table.columns.slice(from, to)
    .map((configuration, place) => box(table.shown.cell(each, configuration), row, from + place));
  return el("div", { role: "row", class: "row", "aria-rowindex": row + 2, style }, header, ...made);
}

function describe(each) {
  const facts = [each.ladder && `ladder ${each.ladder}`, each.size && `size ${each.size}`,
    each.tiles && `${each.tiles} pieces`, each.difficulty];
  return [`${each.family}, ${each.instance}, goal ${each.goal}`, ...facts.filter(Boolean)].join(", ");
}

function box(cell, row, column) {
  const { core, shown, winners } = table;
  const marks = common(row, column, false);
  if (!cell) return el("div", { ...marks, role: "gridcell", "aria-label": "not planned" });
  const best = cells.wins(cell, winners);
  const found = cell.runs.length > 1 ? data.times(core, cell.runs, shown.clock) : [];
  const shaken = cell.runs.filter((run) => data.cell(core.runs.disturbed, run));
  const classes = [marks.class, cell.outcome.name, !shown.sought(cell) && "dim", best && "best",
    found.length > 1 && "several", shaken.includes(cell.run) && "disturbed"];
  const time = cell.solved ? `${cell.word} s`
    : cell.outcome.name.replace("_", " ") + (cell.assumption && `, assumed to be solved: ${cell.assumption}`);
  const several = found.length > 1 ? ` (median of ${found.length} runs: ${data.range(found)})` : "";
  const doubt = shaken.length ? `, ${cell.runs.length > 1 ? `${shaken.length} of them ` : ""}disturbed` : "";
  const words = `${time}${several}${doubt}${best ? ", the shortest of its row" : ""}`;
  const fill = data.fill(core, cell.run, shown.clock);
  return el("div", {
    ...marks, role: "gridcell", class: classes.filter(Boolean).join(" "),
    style: { background: fill, color: ink(fill) },
    "aria-label": `${cell.case.instance}, ${cell.configuration.name}: ${cell.solved ? "" : `${cell.word}, `}${words}`,
    title: `${cell.case.instance}, goal ${cell.case.goal}\n${cell.configuration.name}\n${words}`,
  }, cell.word, found.length > 1 ? el("i", { class: "spread", style: { width: `${100 * spread(found)}%` } }) : null);
}

/** How far a cell's times lie apart, as a share of ten times. */
const spread = (found) => Math.min(1, Math.log10(Math.max(...found.map((each) => each.time)) /
  Math.max(0.001, Math.min(...found.map((each) => each.time)))));

function key(event) {
  const { grid, rows, columns, at } = table;
  const enters = event.key === "Enter" || event.key === " ";
  const last = { row: rows.length - 1, column: columns.length - 1 };
  const next = enters ? at : moved(at, event, last, Math.max(1, Math.floor(grid.clientHeight / ROW) - 8));
  if (!next) return;
  event.preventDefault();
  go(next.row, next.column, enters);
}

/** Makes a place active; with `use` also opens its run, or sorts by this header. */
function go(row, column, use) {
  const { shown, rows, columns, at } = table;
  if (row < 0 && column < 0) column = 0;
  byId(`cell-${at.row}-${at.column}`)?.classList.remove("active");
  table.at = { row, column };
  reveal();
  byId(`cell-${row}-${column}`)?.classList.add("active");
  if (!use) return;
  if (row < 0) sort("rows", `time:${columns[column].name}`, "size");
  else if (column < 0) sort("columns", `time:${rows[row].label}`, "solver");
  else if (shown.cell(rows[row], columns[column])) table.open(shown.cell(rows[row], columns[column]));
}

/** Sorts by a header; if it is sorted so already, brings back the usual order. */
function sort(key, order, usual) {
  state.set({ [key]: state.get()[key] === order ? usual : order });
}

function reveal() {
  const { grid, at } = table;
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
  const [row, column] = [table.rows.indexOf(each), table.columns.indexOf(configuration)];
  if (row >= 0 && column >= 0) go(row, column, false);
}

/** The place after a key was pressed in `at`, -1 for a header; null for a key that does not move. `page`: in rows. */
export function moved(at, { key, ctrlKey, metaKey }, last, page) {
  const all = ctrlKey || metaKey;
  const steps = {
    ArrowUp: [at.row - 1, at.column], ArrowDown: [at.row + 1, at.column],
    ArrowLeft: [at.row, at.column - 1], ArrowRight: [at.row, at.column + 1],
    PageUp: [at.row - page, at.column], PageDown: [at.row + page, at.column],
    Home: [all ? 0 : at.row, 0], End: [all ? last.row : at.row, last.column],
  };
  if (!Object.hasOwn(steps, key)) return null;
  const [row, column] = steps[key];
  return { row: Math.min(last.row, Math.max(-1, row)), column: Math.min(last.column, Math.max(-1, column)) };
}

/**
 * On paper, the scale of the matrix and how many columns stand beside each other: all of it on one sheet where that
 * is possible; else all columns beside each other; else as many as fit. `names` and `head`: the width of the rows'
 * names and the height of the columns'.
 */
export function layout(columns, rows, names, head) {
  const across = PAPER.width / (names + PAPER.column * columns);
  const down = PAPER.height / (head + PAPER.row * rows);
  const whole = Math.min(1, across, down);
  const scale = whole >= PAPER.least ? whole : Math.max(PAPER.least, Math.min(1, across));
  return { scale, wide: Math.max(1, Math.floor((PAPER.width / scale - names) / PAPER.column + 1e-9)) };
}
