/** The table of scores: the best of each paradigm by family and goal, or all configurations of one task. */
import { letters } from "../base/colour.js";
import { byId, el } from "../base/dom.js";
import { seconds } from "../base/format.js";
import * as state from "../base/state.js";
import { MEANS } from "./clock.js";

/** Draws the table for what is chosen; core: as data.core gives it. */
export function show(core, now) {
  const found = tasks(core, now);
  byId("scores").hidden = !found.length;
  if (!found.length) return;
  const [one] = found;
  const single = found.length === 1;
  byId("scores-title").textContent = single ? `Scores: ${one.family}, goal ${one.goal}` : "The best of each paradigm";
  byId("scores-words").textContent =
    `Cases solved, shifted geometric mean and PAR2 in seconds of ${now.clock} time, ${MEANS[now.clock]}, over all ` +
    `cases${single ? "" : "; bold: the least PAR2 of its row; a name opens its scores"}. ${notes(found)}`;
  byId("scores-table").replaceChildren(single ? whole(one) : overview(found));
}

/** The tasks that the filters of family and goal keep, with their rows as objects. */
export function tasks({ scores, kinds, configurations }, { kind, clock, family, goal }) {
  const given = scores[Math.max(0, kinds.indexOf(kind))]?.[clock] ?? {};
  return Object.entries(given).map(([key, rows]) => {
    const [own, aim] = key.split("/");
    const named = rows.map(([place, assumed, solved, cases, complete, mean, par2]) =>
      ({ ...configurations[place], assumed, solved, cases, complete, mean, par2 }));
    return { family: own, goal: aim, rows: named };
  }).filter((each) => each.rows.length && (!family || each.family === family) && (!goal || each.goal === goal));
}

/** The best row of each paradigm in a task, by its name; a complete configuration where there is one. */
export function champions(rows) {
  const found = new Map();
  for (const row of rows) if (!found.has(row.paradigm)) found.set(row.paradigm, row);
  return found;
}

function notes(found) {
  const rows = found.flatMap((each) => each.rows);
  return [
    rows.some((row) => row.assumed) && "§ some cases were given up and count as unsolved.",
    rows.some((row) => !row.complete) && "† did not run on every case: not to be compared with the others.",
  ].filter(Boolean).join(" ");
}

const solved = (row) => `${row.solved}/${row.cases}${row.assumed ? " §" : ""}${row.complete ? "" : " †"}`;
const name = (row) => el("span", { class: "name", style: { color: letters(row.colour) } }, row.name);

function overview(found) {
  const paradigms = [...new Set(found.flatMap(({ rows }) => rows).sort((a, b) => a.reference - b.reference)
    .map((row) => row.paradigm))];
  const lines = found.map(({ family, goal, rows }) => {
    const own = champions(rows);
    const first = rows.find((row) => !row.reference && row.complete);
    const choose = el("button", { type: "button", onclick: () => state.set({ family, goal }) }, `${family}, ${goal}`);
    return el("tr", {}, el("th", { scope: "row" }, choose), ...paradigms.map((paradigm) => {
      const row = own.get(paradigm);
      if (!row) return el("td", { class: "none" }, "–");
      return el("td", { class: row === first ? "first" : row.reference ? "reference" : null }, name(row),
        el("span", {}, solved(row)), el("span", {}, `${seconds(row.mean)} · PAR2 ${seconds(row.par2)}`));
    }));
  });
  const head = el("tr", {}, el("th", {}, "task"), ...paradigms.map((each) => el("th", { scope: "col" }, each)));
  return el("table", { class: "scores" }, el("thead", {}, head), el("tbody", {}, ...lines));
}

function whole({ rows }) {
  const head = ["configuration", "paradigm", "solved", "geometric mean", "PAR2"]
    .map((each) => el("th", { scope: "col" }, each));
  const lines = rows.map((row) => el("tr", { class: row.reference ? "reference" : null },
    el("th", { scope: "row" }, name(row)), el("td", {}, row.paradigm), el("td", {}, solved(row)),
    el("td", {}, seconds(row.mean)), el("td", {}, seconds(row.par2))));
  return el("table", { class: "scores whole" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...lines));
}
