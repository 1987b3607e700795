"use strict";
/** From runs to cells: which runs a filter keeps, the median run of each cell, and the order of rows and columns. */
const cells = (() => {
  const natural = new Intl.Collator("en", { numeric: true }).compare;

  /** The runs, cases, configurations and cells that a state keeps; `core`: as data.core gives it. */
  function view(core, now) {
    const { runs, cases, configurations } = core;
    const wide = configurations.length;
    const words = now.text.toLowerCase().split(/\s+/).filter(Boolean);
    const caseKept = cases.map(
      (each) => (!now.family || each.family === now.family) && (!now.goal || each.goal === now.goal));
    const settingKept = configurations.map(
      (each) => !now.without.includes(each.solver) && (!now.formulation || each.formulation === now.formulation));
    const caseWords = cases.map((each) => `${each.label} ${each.difficulty ?? ""}`.toLowerCase());
    const settingWords = configurations.map((each) => each.name.toLowerCase());
    const matches = (x, y) => words.every((word) => caseWords[x].includes(word) || settingWords[y].includes(word));
    const kind = Math.max(0, core.kinds.indexOf(now.kind));
    const found = new Map();
    for (let run = 0; run < runs.case.length; run++) {
      const x = runs.case[run], y = runs.configuration[run];
      if (data.cell(runs.kind, run) !== kind) continue; // seconds of different machines do not compare
      if (!caseKept[x] || !settingKept[y] || !(words.length === 0 || matches(x, y))) continue;
      const key = x * wide + y;
      if (found.has(key)) found.get(key).runs.push(run);
      else found.set(key, { case: cases[x], configuration: configurations[y], runs: [run] });
    }
    for (const cell of found.values()) judge(core, cell);
    const looked = new Set(now.outcome);
    const sought = [...found.values()].filter((cell) => looked.size === 0 || looked.has(cell.outcome.name));
    const seen = new Set(sought.map((cell) => cell.case.place));
    const kept = [...found.values()].filter((cell) => seen.has(cell.case.place));
    const used = new Set(kept.map((cell) => cell.configuration.place));
    return {
      list: kept,
      cell: (each, configuration) => found.get(each.place * wide + configuration.place),
      sought: (cell) => looked.size === 0 || looked.has(cell.outcome.name),
      cases: cases.filter((each) => seen.has(each.place)),
      configurations: configurations.filter((each) => used.has(each.place)),
      runs: kept.reduce((sum, cell) => sum + cell.runs.length, 0),
    };
  }

  /** Adds what a cell shows: its median run (scores.median_runs), which stands for several seeds and repetitions. */
  function judge(core, cell) {
    const { runs, outcomes } = core;
    const ran = cell.runs.filter((run) => runs.ran[run]);
    ran.sort((a, b) => runs.solved[b] - runs.solved[a] || (runs.time[a] ?? Infinity) - (runs.time[b] ?? Infinity));
    const run = ran.length ? ran[(ran.length - 1) >> 1] : cell.runs[0];
    const limit = data.cell(runs.limit, run);
    Object.assign(cell, {
      run,
      ran: ran.length > 0,
      solved: ran.length > 0 && runs.solved[run] === 1,
      outcome: outcomes[runs.outcome[run]],
      time: runs.time[run],
      limit,
      word: data.cell(runs.word, run),
      fill: data.cell(runs.fill, run),
    });
    cell.charged = cell.solved ? cell.time : limit;
  }

  /** How often each row's or column's cells were solved, and their mean time; `side`: case or configuration. */
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

  /** The cases in the order that is asked for: size, name, hardness, or the time of one configuration. */
  function rows(shown, order) {
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
    return cases.sort((a, b) => natural(a.family, b.family) || natural(a.goal, b.goal) || bySize(a, b));
  }

  /** The configurations in order: by solver and name, the most solved first, or by the time on one case. */
  function columns(shown, order) {
    const by = order.startsWith("time:") && shown.cases.find((each) => each.label === order.slice("time:".length));
    if (by) return [...shown.configurations].sort((a, b) => byTime(shown.cell(by, a), shown.cell(by, b)));
    return order === "best" ? ranking(shown).map(([configuration]) => configuration) : shown.configurations;
  }

  /** Configurations with ran, solved and time: the most solved first, then the least time in all. */
  function ranking(shown) {
    const sums = totals(shown.list, "configuration");
    return shown.configurations
      .map((each) => [each, sums.get(each.place) ?? NONE])
      .sort(([, a], [, b]) => b.solved - a.solved || a.time - b.time);
  }

  /** By case, the shortest time of its solved cells as it is written; none where a single one ran: it beats nobody. */
  function fastest(list) {
    const ran = totals(list, "case");
    const best = virtualBest(list).filter((cell) => cell.solved && ran.get(cell.case.place).ran > 1);
    return new Map(best.map((cell) => [cell.case.place, cell.word]));
  }

  /** Whether a cell is the fastest of its case, or cannot be told from it. */
  const wins = (cell, winners) => cell.solved && winners.get(cell.case.place) === cell.word;

  /** The best cell of each case: solved before unsolved, then the shortest time (scores.virtual_best). */
  function virtualBest(list) {
    const best = new Map();
    for (const cell of list) {
      if (!cell.ran) continue;
      const known = best.get(cell.case.place);
      if (!known || byTime(cell, known) < 0) best.set(cell.case.place, cell);
    }
    return [...best.values()];
  }

  return { view, rows, columns, ranking, fastest, wins, virtualBest };
})();
