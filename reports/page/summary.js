/** The head of the page, and what the legend says of this campaign's outcomes and paradigms. */
import { ink, letters } from "./base/colour.js";
import { byId, el } from "./base/dom.js";

/** Shows the contradictions first, then the notices, then the machines. */
export function mount(core) {
  const { summary: about } = core;
  byId("campaign").textContent = `Tilings: ${about.campaign}`;
  byId("lead").textContent = about.lead;
  byId("finding").append(...about.finding.map((each) => el("p", {}, ...prose(each))));
  byId("finding").hidden = !about.finding.length;
  for (const link of document.querySelectorAll("[data-pdf]")) {
    link.hidden = !about.pdf;
    link.href = `${about.pdf}${link.dataset.pdf && `#nameddest=${link.dataset.pdf}`}`;
  }
  const box = byId("about");
  if (about.clashes.length) box.append(list("notice clash", "Contradictions", about.clashes));
  if (about.faulty.length) byId("finding").before(list("notice clash", "Runs that failed", about.faulty));
  if (about.notices.length) box.append(list("notice", "To know first", about.notices));
  if (about.machines.length) {
    const label = about.machines.length === 1 ? "Machine" : `${about.machines.length} machines`;
    box.append(el("p", { class: "machines" }, el("b", {}, `${label} `), about.machines.join(" · ")));
  }
  if (!core.cases.length) return;
  byId("how").hidden = false;
  byId("words").prepend(...core.outcomes.flatMap((each) => [outcome(each, core.slow), el("dd", {}, each.meaning)]));
  const colours = new Map(core.configurations.map((each) => [each.paradigm, each.colour]));
  const paradigm = ([name, hex]) => el("span", { class: "paradigm", style: { color: letters(hex) } }, name);
  byId("paradigms").append(...[...colours].map(paradigm));
  byId("legend").hidden = false;
  const fold = byId("fold");
  fold.open = !matchMedia("(max-width: 700px)").matches; // on a phone it takes two screens
  const unfold = () => (fold.open = true);
  document.querySelector("[data-go=legend]").addEventListener("click", unfold);
  window.addEventListener("beforeprint", unfold);
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
  const ramp = each.name === "solved";
  const background = ramp ? `linear-gradient(90deg, ${each.fill} 40%, ${slow})` : each.fill;
  const sample = el("span", { class: "sample", style: { background, color: ink(each.fill) } }, each.word || "0.12");
  return el("dt", {}, el("span", {}, sample, ` ${ramp ? "solved: 10 ms to limit" : each.name}`));
}
