/** The top of the page: the campaign in words, and the tables of the user's own models and of solver by model. */
import { byId, el, ink, letters } from "./dom.js";
import * as state from "./state.js";

/** Shows the contradictions first, then the notices, then the machines. */
export function mount(core) {
  const { summary: about } = core;
  byId("campaign").textContent = about.title;
  byId("lead").textContent = about.lead;
  byId("finding").append(...about.finding.map((each) => el("p", {}, ...prose(each))));
  byId("finding").hidden = !about.finding.length;
  for (const link of document.querySelectorAll("[data-pdf]")) {
    link.hidden = !about.pdf;
    link.href = `${about.pdf}${link.dataset.pdf && `#nameddest=${link.dataset.pdf}`}`;
  }
  if (core.models) models(core.models);
  if (core.tables.length) solvers(core);
  const box = byId("about");
  if (about.clashes.length) box.append(list("notice clash", "Contradictions", about.clashes));
  if (about.faulty.length) box.append(list("notice clash", "Runs that failed", about.faulty));
  if (about.notices.length) box.append(list("notice", "To know first", about.notices));
  if (about.machines.length) {
    const label = about.machines.length === 1 ? "Machine" : `${about.machines.length} machines`;
    byId("machines").append(el("b", {}, `${label} `), about.machines.join(" · "));
  }
  if (!core.cases.length) return;
  byId("how").hidden = false;
  byId("words").prepend(...core.outcomes.flatMap((each) => [outcome(each, core.slow), el("dd", {}, each.meaning)]));
  const colours = new Map(core.configurations.map((each) => [each.paradigm, each.colour]));
  const paradigm = ([name, hex]) => el("span", { class: "paradigm", style: { color: letters(hex) } }, name);
  byId("paradigms").append(...[...colours].map(paradigm));
  byId("legend").hidden = false;
}

/** The table of the user's own models: a row for each, and its verdict on each problem. */
function models({ caption, header, rows }) {
  byId("models").hidden = document.querySelector("[data-go=models]").hidden = false;
  byId("models-words").textContent = caption;
  const lines = (text) => text.split("\n").map((each) => el("span", {}, each));
  const verdict = (each) => each
    ? el("td", {}, el("b", { style: { color: letters(each[1]) } }, each[0]), el("span", {}, each[2]))
    : el("td", { class: "none" }, "–");
  byId("models-table").append(el("table", { class: "scores models" },
    el("thead", {}, el("tr", {}, ...header.map((each) => el("th", { scope: "col" }, ...lines(each))))),
    el("tbody", {}, ...rows.map(([name, cells]) =>
      el("tr", {}, el("th", { scope: "row" }, name), ...cells.map(verdict))))));
}

/** A text of the PDF, in which backticks hold code. */
function prose(text) {
  return text.split("`").map((part, place) => (place % 2 ? el("code", {}, part) : part));
}

function list(kind, title, lines) {
  const heading = el("h2", {}, title);
  return el("div", { class: kind }, heading, el("ul", {}, ...lines.map((line) => el("li", {}, line))));
}

/** A sample of an outcome's cell, with the scale from fast to slow for solved runs, and the outcome's name. */
function outcome(each, slow) {
  const ramp = each.name === "solved", samples = { solved: "0.12", skipped: "≤0.12" };
  const background = ramp ? `linear-gradient(90deg, ${each.fill} 80%, ${slow})` : each.fill;
  const style = { background, color: ink(each.fill) };
  const sample = el("span", { class: "sample", style }, samples[each.name] ?? each.word);
  return el("dt", {}, el("span", {}, sample, ` ${ramp ? "solved: 10 ms to limit" : each.name}`));
}

/** A table for each list of instances: a row a configuration, whose name sets it beside the first one below. */
function solvers({ tables, how, header, configurations }) {
  byId("solvers").hidden = document.querySelector("[data-go=solvers]").hidden = false;
  byId("solvers-words").textContent = how;
  byId("solvers-tables").append(...tables.map(({ name, caption, rows }) => {
    const [first] = rows.map((row) => configurations[row.configuration].name);
    const lines = rows.map(({ configuration, cells }) => {
      const { name: own, colour, reference } = configurations[configuration];
      const beside = () => {
        state.set({ of: name, x: first, y: own });
        byId("scatter").scrollIntoView();
      };
      const style = { color: letters(colour) };
      const named = own === first ? el("b", { style }, own)
        : el("button", { type: "button", style, onclick: beside }, own);
      return el("tr", { class: reference ? "reference" : null },
        el("th", { scope: "row" }, named), ...cells.map((each) => el("td", {}, each)));
    });
    return el("table", { class: "scores whole" }, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...header.map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, ...lines));
  }));
}
