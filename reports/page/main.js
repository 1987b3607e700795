"use strict";
/** Starts the page, and lets the parts follow the state. */
(async () => {
  const FILTERS = ["kind", "family", "goal", "formulation", "text", "without", "outcome"];
  const core = await data.core();
  summary.mount(core);
  if (core.cases.length) start();
  else document.querySelector("nav").hidden = true;
  for (const link of document.querySelectorAll("[data-go]")) link.addEventListener("click", leap);
  document.documentElement.dataset.ready = "true"; // for whoever waits for it

  function start() {
    const busiest = most(core.runs.case.map((place) => core.cases[place].family));
    state.begin({ family: busiest, kind: core.kinds[0] });
    filters.mount(core);
    panel.mount(core, matrix.focus);
    matrix.mount(async (cell) => state.set({ run: await idOf(cell.run) }));
    cactus.mount();
    state.listen((now, before) => {
      if (FILTERS.some((key) => now[key] !== before[key])) refresh(now);
      else if (now.rows !== before.rows || now.columns !== before.columns) matrix.show(shown, now);
      if (now.run !== before.run) look(now.run, true);
    });
    let shown;
    refresh(state.get());
    if (state.get().run) look(state.get().run, false);

    async function look(id, focus) {
      const row = await panel.show(id, siblings, focus);
      if (row >= 0) matrix.find(core.cases[core.runs.case[row]], core.configurations[core.runs.configuration[row]]);
    }

    function refresh(now) {
      shown = cells.view(core, now);
      dom.byId("matrix-words").textContent = words(now);
      matrix.show(shown, now);
      cactus.show(shown);
    }

    function words(now) {
      const all = core.runs.case.length;
      const part = shown.runs === all ? "" : `${shown.runs.toLocaleString("en")} of `;
      const runs = part + dom.count(all, "run");
      const wanted = now.outcome.length ? `, the cases with a cell that is ${now.outcome.join(" or ")}` : "";
      return `${runs}: ${dom.count(shown.cases.length, "case")} (instance and goal) by ` +
        `${dom.count(shown.configurations.length, "configuration")}${wanted}.${champions()}`;
    }

    /** Who has the shortest time of a row most often. */
    function champions() {
      const winners = cells.fastest(shown.list);
      if (!winners.size) return "";
      const wins = new Map();
      for (const cell of shown.list) {
        if (cells.wins(cell, winners)) wins.set(cell.configuration.name, (wins.get(cell.configuration.name) ?? 0) + 1);
      }
      const most = Math.max(...wins.values());
      const names = [...wins.keys()].filter((name) => wins.get(name) === most);
      const who = names.length > 2 ? `${names.length} configurations each` : names.join(" and ");
      return ` Framed: the shortest time of a row, ties framed alike; most often ${who}, in ${most.toLocaleString("en")} of ` +
        `${dom.count(shown.cases.length, "row")}.`;
    }

    /** All runs of the cell that a run stands in, whatever is filtered. */
    function siblings(row) {
      const { case: cases, configuration, kind } = core.runs;
      const like = (at) => cases[at] === cases[row] && configuration[at] === configuration[row] &&
        data.cell(kind, at) === data.cell(kind, row);
      return [...cases.keys()].filter(like);
    }
  }

  async function idOf(row) {
    return data.cell((await data.block("details")).columns.run_id, row);
  }

  function most(names) {
    const numbers = new Map();
    for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1);
    return [...numbers].sort(([, a], [, b]) => b - a)[0][0];
  }

  /** Links within the page do not touch the hash, which holds the state. */
  function leap(event) {
    event.preventDefault();
    const target = dom.byId(event.currentTarget.dataset.go);
    target.scrollIntoView();
    if (target.tabIndex >= 0) target.focus();
  }
})();
