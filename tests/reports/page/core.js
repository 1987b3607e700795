/** A small campaign as the page's core block holds it. */
import { named } from "../../../reports/page/js/data.js";

export const LIMIT = 60;
const DEFAULTS = { family: "", goal: "", formulation: "", kind: "", text: "", clock: "wall", without: [], outcome: [] };

/** What is chosen in the page: nothing but the changes. */
export const chosen = (changes = {}) => ({ ...DEFAULTS, ...changes });

/**
 * The campaign of runs {family, instance, goal, size, ladder, solver, formulation, time, search, kind, median}; a time is in
 * seconds, null for a run that met its limit; both clocks go alike where search is left out. What is left out of a run is
 * as in the first test of cells. `assumed`: by each run that was skipped the run for which it is assumed to be solved.
 */
export function campaign(given, assumed = {}) {
  const usual = { family: "squares", goal: "first", size: null, ladder: "", formulation: "m", kind: "here", median: 1 };
  const runs = given.map((run) => ({ ...usual, ...run }));
  const distinct = (words) => [...new Set(runs.map(words))];
  const label = ({ family, instance, goal, size, ladder }) =>
    JSON.stringify([family, instance, goal, size, null, null, LIMIT, ladder]);
  const name = ({ solver, formulation }) => `${solver}/${formulation}`;
  const [cases, names, kinds] = [distinct(label), distinct(name), distinct((run) => run.kind)];
  const column = (cell) => runs.map(cell);
  return named({
    kinds,
    cases: cases.map((text) => JSON.parse(text)),
    configurations: names.map((each) => ({
      name: each, solver: each.split("/")[0], formulation: each.split("/")[1],
      colour: "#000000", reference: each.endsWith("/native"),
    })),
    outcomes: [
      { name: "solved", word: "", fill: "#000000" }, { name: "timeout", word: "time", fill: "#d9d9d9" },
      { name: "skipped", word: "skip", fill: "#cfe0f3" },
    ],
    slow: "#ffffff",
    runs: {
      case: column((run) => cases.indexOf(label(run))),
      configuration: column((run) => names.indexOf(name(run))),
      kind: { rows: column((run) => kinds.indexOf(run.kind)) },
      outcome: column(({ time }, place) => (place in assumed ? 2 : Number(time === null))),
      assumed,
      median: column((run) => run.median),
      time: { wall: column((run) => run.time), search: column((run) => run.search ?? run.time) },
      counts: { values: [1] },
      limit: { values: [LIMIT] },
    },
  });
}
