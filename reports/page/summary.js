"use strict";
/** The head of the page, and the legend. */
const summary = (() => {
  const { el, byId } = dom;

  /** Contradictions first, then the notices, then the machines. */
  function mount(core) {
    const { summary: about } = core;
    byId("campaign").textContent = `Tilings: ${about.campaign}`;
    byId("lead").textContent = about.lead + (about.date ? ` Latest run: ${about.date}.` : "");
    const box = byId("about");
    if (about.clashes.length) box.append(list("notice clash", "Contradictions", about.clashes));
    if (about.notices.length) box.append(list("notice", "To know first", about.notices));
    if (about.machines.length) {
      const label = about.machines.length === 1 ? "Machine" : `${about.machines.length} machines`;
      box.append(el("p", { class: "machines" }, el("b", {}, `${label} `), about.machines.join(" · ")));
    }
    if (!core.cases.length) return;
    byId("how").hidden = false;
    legend(core);
  }

  function list(kind, title, lines) {
    const heading = el("h2", {}, title);
    return el("div", { class: kind }, heading, el("ul", {}, ...lines.map((line) => el("li", {}, line))));
  }

  function legend(core) {
    const colours = new Map(core.configurations.map((each) => [each.solver, each.colour]));
    const solvers = [...colours].map(([name, colour]) => el("span", { class: "solver", style: { color: dom.letters(colour) } }, name));
    const entries = [
      ...core.outcomes.map((each) => [outcome(each, core.slow), each.meaning]),
      ["empty cell", "not planned"],
      ["time in a cell", "seconds of encoding and search (wall time where these are not known); of several seeds or " +
        "repetitions that of the median run, with a dot in the corner"],
      ["framed time", "the shortest of its row, and all that are written alike, where two or more ran: on one machine, " +
        "most often of one run each, so close times decide nothing"],
      ["number above a column", "the cases that it solved; bold: the most"],
      ["solver colours", el("span", { class: "solvers" }, ...solvers)],
      ["size, name", "rows by family and goal, within these from small to large (board area or cells to fill, then " +
        "pieces), or by name"],
      ["hardness", "rows by the share of configurations that solved them, the least first; then by mean time, an " +
        "unsolved run counting its limit"],
      ["virtual best", "a perfect choice among the configurations that are switched on: for each case its fastest"],
      ["dotted line", "the wall limit, the largest where runs had several"],
      ["†", "did not run on every case shown: its numbers do not compare with the others'"],
    ];
    byId("words").append(...entries.flatMap(([term, words]) => [el("dt", {}, term), el("dd", {}, words)]));
    byId("legend").hidden = false;
  }

  /** A sample of an outcome's cell; of solved runs the scale from fast to slow. */
  function outcome(each, slow) {
    const ramp = each.name === "solved";
    const background = ramp ? `linear-gradient(90deg, ${each.fill} 40%, ${slow})` : each.fill;
    const sample = el("span", { class: "sample", style: { background, color: dom.ink(each.fill) } }, each.word || "0.12");
    const name = ramp ? "solved: 10 ms to limit" : each.name;
    return el("span", {}, sample, ` ${name}`);
  }

  return { mount, outcome };
})();
