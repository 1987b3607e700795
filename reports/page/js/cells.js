/** From runs to cells: which runs the filters keep, the words of a cell, the order of rows and columns, the caption. */
import * as data from "./data.js";
import { count } from "./dom.js";

const natural = new Intl.Collator("en", { numeric: true }).compare;

/** The cases, configurations and cells of the runs that a state's filters and `keep(run)` keep; `core`: as data.core
 * gives it. */
export function view(core, now, keep = () => true) {
  const { runs, cases, configurations } = core;
  const wide = configurations.length;
  const words = now.text.toLowerCase().split(/\s+/).filter(Boolean);
  const caseKept = cases.map(
    (each) => (!now.family || each.family === now.family) && (!now.goal || each.goal === now.goal));
  const settingKept = configurations.map(
    (each) => !now.without.includes(each.solver) && (!now.formulation || each.formulation === now.formulation));
  const caseWords = cases.map((each) => `${each.label} ${each.ladder} ${each.difficulty ?? ""}`.toLowerCase());
  const settingWords = configurations.map((each) => each.name.toLowerCase());
  const matches = (x, y) => words.every((word) => caseWords[x].includes(word) || settingWords[y].includes(word));
  const kind = Math.max(0, core.kinds.indexOf(now.kind));
  const found = new Map();
  for (let run = 0; run < runs.case.length; run++) {
    const x = runs.case[run], y = runs.configuration[run];
    if (!keep(run) || data.cell(runs.kind, run) !== kind) continue; // times on different machines do not compare
    if (!caseKept[x] || !settingKept[y] || !matches(x, y)) continue;
    const key = x * wide + y;
    const cell = found.get(key) ?? { case: cases[x], configuration: configurations[y], runs: [], run, ran: false };
    found.set(key, cell);
    cell.runs.push(run);
    if (runs.median[run]) Object.assign(cell, { run, ran: true });
  }
  for (const cell of found.values()) describe(core, cell, now.clock);
  const sought = (cell) => now.outcome.length === 0 || now.outcome.includes(cell.outcome.name);
  const seen = new Set([...found.values()].filter(sought).map((cell) => cell.case.place));
  const list = [...found.values()].filter((cell) => seen.has(cell.case.place));
  const used = new Set(list.map((cell) => cell.configuration.place));
  return {
    list,
    clock: now.clock,
    cell: (each, configuration) => found.get(each.place * wide + configuration.place),
    sought,
    cases: cases.filter((each) => seen.has(each.place)),
    configurations: configurations.filter((each) => used.has(each.place)),
    runs: list.reduce((sum, cell) => sum + cell.runs.length, 0),
  };
}

/** Adds outcome, time and word of a cell's median run, or of its first run where none took place. */
function describe(core, cell, clock) {
  const { runs, outcomes } = core;
  const { run } = cell;
  cell.outcome = outcomes[runs.outcome[run]];
  cell.solved = cell.ran && cell.outcome.name === "solved";
  cell.unranked = !data.cell(runs.counts, run); // too many faults, or a model with a wrong answer
  cell.time = runs.time[clock][run];
  cell.limit = data.cell(runs.limit, run);
  cell.charged = cell.solved ? cell.time : cell.limit;
  cell.word = data.word(core, run, clock);
  cell.assumption = data.assumption(core, run, clock);
}

const rank = (cell) => (!cell ? 3 : cell.solved ? 0 : cell.ran ? 1 : 2);
const byTime = (a, b) => rank(a) - rank(b) || (rank(a) < 2 ? a.charged - b.charged : 0);
const bySize = (a, b) => (a.size ?? Infinity) - (b.size ?? Infinity) || (a.tiles ?? 0) - (b.tiles ?? 0) || 0;
const byName = (a, b) =>
  natural(a.family, b.family) || natural(a.goal, b.goal) || natural(a.instance, b.instance);

/** The cases in an order: by size, by name, or by the time of one configuration (`time:NAME`). */
export function rows(shown, order) {
  const cases = [...shown.cases].sort(byName);
  const by = order.startsWith("time:") &&
    shown.configurations.find((each) => each.name === order.slice("time:".length));
  if (by) return cases.sort((a, b) => byTime(shown.cell(a, by), shown.cell(b, by)));
  if (order === "name") return cases;
  return cases.sort((a, b) => natural(a.family, b.family) || natural(a.goal, b.goal) ||
    natural(a.ladder, b.ladder) || bySize(a, b));
}

/** The configurations in an order: by solver, or by the time on one case (`time:LABEL`). */
export function columns(shown, order) {
  const by = order.startsWith("time:") && shown.cases.find((each) => each.label === order.slice("time:".length));
  if (!by) return shown.configurations;
  return [...shown.configurations].sort((a, b) => byTime(shown.cell(by, a), shown.cell(by, b)));
}

/** The shortest time of each case, by its place, as it is written; none where only one ranked configuration ran, or
 * another is assumed to solve it, which might be the fastest. */
export function fastest(list) {
  const ran = new Map();
  for (const { case: { place }, configuration, outcome, ran: made } of list) {
    if (configuration.reference) continue;
    if (outcome.name === "skipped") ran.set(place, NaN);
    else if (made) ran.set(place, (ran.get(place) ?? 0) + 1);
  }
  const best = virtualBest(list).filter((cell) => cell.solved && ran.get(cell.case.place) > 1);
  return new Map(best.map((cell) => [cell.case.place, cell.word]));
}

/** The ladders of the cases in view; `reach`: as reach.py gives them. */
export function ladders(view, reach) {
  const seen = new Set(view.cases.map((each) => [each.family, each.ladder, each.goal].join()));
  return reach.filter(({ key }) => seen.has(key.join()));
}

/** Whether a cell's time is written like the shortest of its case. */
export const wins = (cell, winners) =>
  cell.solved && !cell.unranked && !cell.configuration.reference && winners.get(cell.case.place) === cell.word;

/** The best cell of each case but references: solved before unsolved, then the shortest time (as in reports/scores). */
export function virtualBest(list) {
  const best = new Map();
  for (const cell of list) {
    if (!cell.ran || cell.unranked || cell.configuration.reference) continue;
    const known = best.get(cell.case.place);
    if (!known || byTime(cell, known) < 0) best.set(cell.case.place, cell);
  }
  return [...best.values()];
}

/** The number of runs and cases in view; `outcomes`: the chosen outcomes. */
export function caption(view, all, outcomes) {
  const part = view.runs === all ? "" : `${view.runs.toLocaleString("en")} of `;
  const wanted = outcomes.length ? `, the cases with a cell that is ${outcomes.join(" or ")}` : "";
  return `${part}${count(all, "run")}: ${count(view.cases.length, "case")} (instance and goal) by ` +
    `${count(view.configurations.length, "configuration")}${wanted}.` +
    `${fastest(view.list).size ? " Framed: the shortest time of a row." : ""}`;
}
