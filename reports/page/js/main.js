/** Starts the page, and updates its parts when the state changes. */
import * as cells from "./cells.js";
import * as data from "./data.js";
import { byId, el } from "./dom.js";
import * as filters from "./filters.js";
import * as matrix from "./matrix.js";
import * as opening from "./opening.js";
import * as panel from "./panel.js";
import * as reach from "./reach.js";
import * as scatter from "./scatter.js";
import * as state from "./state.js";

const FEW = 3; // ladders in view whose verdicts are written above the matrix
const FILTERS = ["clock", "kind", "family", "goal", "formulation", "text", "without", "outcome"];

export async function main() {
  const core = await data.core();
  opening.mount(core);
  if (core.cases.length) {
    await data.library();
    start(core);
  }
  document.querySelector("nav").hidden = !core.cases.length;
  for (const link of document.querySelectorAll("[data-go]")) link.addEventListener("click", leap);
  document.documentElement.dataset.ready = "true"; // tests wait for it
}

function start(core) {
  let shown;
  state.begin({ kind: core.kinds[0] });
  filters.mount(core);
  panel.mount(core);
  matrix.mount(core, async (cell) => state.set({ run: await idOf(cell.run) }));
  reach.mount(core);
  scatter.mount(core, async ({ x, y }) => state.set({ pin: await idOf(x.run), run: await idOf(y.run) }));
  state.listen((now, before) => {
    if (FILTERS.some((key) => now[key] !== before[key])) refresh(now);
    else if (now.rows !== before.rows || now.columns !== before.columns) matrix.show(shown, now);
    const other = now.run !== before.run || now.pin !== before.pin;
    if (other || ((now.run || now.pin) && now.clock !== before.clock)) look(now, other);
  });
  refresh(state.get());
  look(state.get(), false);
  if (state.linked()) byId("filters").scrollIntoView();

  async function look(now, focus) {
    const row = await panel.show(now, (row) => siblings(core.runs, row), focus);
    if (row >= 0) matrix.find(core.cases[core.runs.case[row]], core.configurations[core.runs.configuration[row]]);
  }

  function refresh(now) {
    shown = cells.view(core, now);
    byId("matrix-words").textContent = cells.caption(shown, core.runs.case.length, now.outcome);
    const ladders = now.kind === core.kinds[0] ? cells.ladders(shown, core.reach) : [];
    byId("verdicts").replaceChildren(...(ladders.length > FEW ? [] : ladders.map(verdict)));
    matrix.show(shown, now);
    data.offer(core, shown);
  }
}

/** Who leads a ladder, and by how many pairs. */
const verdict = ({ name, verdict: words, said }) =>
  el("p", {}, el("b", {}, `${reach.opened(name)}: ${words || "no verdict"}.`), ` ${said}`);

/** All runs of the cell that a run stands in, whatever the filters are. */
function siblings({ case: cases, configuration, kind }, row) {
  const like = (at) => cases[at] === cases[row] && configuration[at] === configuration[row] &&
    data.cell(kind, at) === data.cell(kind, row);
  return [...cases.keys()].filter(like);
}

async function idOf(row) {
  return data.cell((await data.block("details")).columns.run_id, row);
}

/** Follows a link within the page without its hash, because the hash holds the state. */
function leap(event) {
  event.preventDefault();
  const target = byId(event.currentTarget.dataset.go);
  target.scrollIntoView();
  if (target.tabIndex >= 0) target.focus();
}
