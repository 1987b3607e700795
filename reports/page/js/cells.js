/** From runs to cells: which runs the filters keep, the words of a cell, the order of rows and columns, the caption. */
import * as data from "./data.js";
import { count } from "./dom.js";

const natural = new Intl.Collator("en", { numeric: true }).compare;

/** The cases, configurations and cells that a state's filters keep; `core`: as data.core gives it. */
export function view(core, now) {
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
    if (data.cell(runs.kind, run) !== kind) continue; // times on different machines do not compare
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
  const ran = list.filter((cell) => cell.ran);
  return {
    list,
    clock: now.clock,
    climbed: core.climbed,
    ran: new Set(ran.map((cell) => cell.case.place)).size,
    tasks: new Set(ran.map((cell) => task(cell.case))).size,
    cell: (each, configuration) => found.get(each.place * wide + configuration.place),
    sought,
    cases: cases.filter((each) => seen.has(each.place)),
    configurations: configurations.filter((each) => used.has(each.place)),
    runs: list.reduce((sum, cell) => sum + cell.runs.length, 0),
  };
}

/** A case's family and goal: times compare within it. */
const task = (each) => `${each.family}/${each.goal}`;

/** The parts of a view by family and goal, in their order, of those where a run took place. */
export function split(shown) {
  const found = new Map();
  for (const cell of shown.list.filter((each) => each.ran)) {
    const part = found.get(task(cell.case)) ?? { list: [], cases: new Set(), configurations: new Set() };
    found.set(task(cell.case), part);
    part.list.push(cell);
    part.cases.add(cell.case);
    part.configurations.add(cell.configuration);
  }
  return [...found.keys()].sort(natural).map((key) => {
    const { list, cases, configurations } = found.get(key);
    const used = shown.configurations.filter((each) => configurations.has(each));
    return { list, cases: [...cases], configurations: used, ran: cases.size };
  });
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
}

/** How many cells of each case or configuration (`side`), by its place, ran and were solved, and the sum of times. */
function totals(list, side) {
  const found = new Map();
  for (const cell of list) {
    if (!cell.ran) continue;
    const place = cell[side].place;
    const sum = found.get(place) ?? { ran: 0, solved: 0, time: 0 };
    sum.ran += 1;
    sum.solved += cell.solved ? 1 : 0;
    sum.time += cell.charged;
    found.set(place, sum);
  }
  return found;
}

const NONE = { ran: 0, solved: 0, time: 0 };
const mean = (sum) => sum.time / Math.max(1, sum.ran);
const rank = (cell) => (!cell ? 3 : cell.solved ? 0 : cell.ran ? 1 : 2);
const byTime = (a, b) => rank(a) - rank(b) || (rank(a) < 2 ? a.charged - b.charged : 0);
const bySize = (a, b) => (a.size ?? Infinity) - (b.size ?? Infinity) || (a.tiles ?? 0) - (b.tiles ?? 0) || 0;
const byName = (a, b) =>
  natural(a.family, b.family) || natural(a.goal, b.goal) || natural(a.instance, b.instance);

/** The cases in an order: by size, name, hardness, or the time of one configuration (`time:NAME`). */
export function rows(shown, order) {
  const cases = [...shown.cases].sort(byName);
  const by = order.startsWith("time:") &&
    shown.configurations.find((each) => each.name === order.slice("time:".length));
  if (by) return cases.sort((a, b) => byTime(shown.cell(a, by), shown.cell(b, by)));
  if (order === "hardness") {
    const sums = totals(shown.list, "case");
    const of = (each) => sums.get(each.place) ?? NONE;
    const share = (sum) => sum.solved / Math.max(1, sum.ran);
    return cases.sort((a, b) => share(of(a)) - share(of(b)) || mean(of(b)) - mean(of(a)));
  }
  if (order === "name") return cases;
  return cases.sort((a, b) => natural(a.family, b.family) || natural(a.goal, b.goal) ||
    natural(a.ladder, b.ladder) || bySize(a, b));
}

/** The configurations in an order: by solver, by cases solved (`best`), or by the time on one case (`time:LABEL`). */
export function columns(shown, order) {
  const by = order.startsWith("time:") && shown.cases.find((each) => each.label === order.slice("time:".length));
  if (by) return [...shown.configurations].sort((a, b) => byTime(shown.cell(by, a), shown.cell(by, b)));
  return order === "best" ? ranking(shown).map(([configuration]) => configuration) : shown.configurations;
}

/**
 * Pairs of a configuration and its totals: the most solved first, then the least time in all. Those that did not run on
 * every case come after, the most cases first, in no other order, since their numbers do not compare; references last.
 */
export function ranking(shown) {
  const sums = totals(shown.list, "configuration");
  const whole = (sum) => sum.ran === shown.ran;
  return shown.configurations
    .map((each) => [each, sums.get(each.place) ?? NONE])
    .sort(([x, a], [y, b]) => Number(x.reference ?? false) - Number(y.reference ?? false) || b.ran - a.ran ||
      (whole(a) ? b.solved - a.solved || a.time - b.time : 0));
}

/** The pairs of `ranking` that compare: no references, and all on the same cases. */
export const ranked = (shown) =>
  ranking(shown).filter(([each, sum]) => !each.reference && sum.ran && sum.ran === shown.ran);

/** The shortest time of each case, by its place, as it is written; none where only one ranked configuration ran. */
export function fastest(list) {
  const ran = totals(list.filter((cell) => !cell.configuration.reference), "case");
  const best = virtualBest(list).filter((cell) => cell.solved && ran.get(cell.case.place).ran > 1);
  return new Map(best.map((cell) => [cell.case.place, cell.word]));
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
    `${count(view.configurations.length, "configuration")}${wanted}.${champions(view)}`;
}

/** Which configurations have the shortest time of a row most often, of those that ran on all rows. */
function champions(view) {
  if (view.climbed) return fastest(view.list).size ? " Framed: the shortest time of a row." : "";
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
  const best = names.length > 2 ? `${names.length} configurations each` : names.join(" and ");
  return ` Framed: the shortest time of a row, ties framed alike; most often ${best}, ` +
    `in ${most.toLocaleString("en")} of ${count(view.cases.length, "row")}.`;
}
