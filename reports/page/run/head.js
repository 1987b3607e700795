/** The head of a run in the panel: what was run, how it went, and the other runs of its cell. */
import { ink, letters } from "../base/colour.js";
import * as data from "../base/data.js";
import { el } from "../base/dom.js";
import { count, seconds } from "../base/format.js";
import * as look from "../base/look.js";
import * as state from "../base/state.js";

/** `other`: the run beside this one, from which facts that differ are marked; `title`: the id of the heading. */
export function head(core, details, run, other, title) {
  const { clock } = state.get();
  const { outcome, configuration, value } = run;
  const fill = look.fill(core, run.row, clock);
  const word = look.word(core, run.row, clock);
  const style = { background: fill, color: ink(fill) };
  const badge = el("span", { class: "sample", style }, outcome.name === "solved" ? `${word} s` : word);
  const same = other ? facts(other.value) : null;
  const told = facts(value).flatMap((fact, at) => [at ? " · " : "", marked(fact, same && !same.includes(fact))]);
  return [
    el("h2", { id: title, tabindex: -1 }, `${run.case.instance}, goal ${run.case.goal}`),
    el("p", { class: "who" }, el("b", { style: { color: letters(configuration.colour) } }, configuration.name)),
    el("p", {}, badge, ` ${outcome.name}: ${outcome.meaning}`),
    el("p", { class: "caption" }, ...told),
    value("message") ? el("p", { class: "message" }, value("message")) : null,
    run.siblings.length > 1 ? chooser(core, details, run, clock) : null,
  ].filter(Boolean);
}

export const marked = (words, differs) => (differs ? el("mark", {}, words) : words);

/** How a run went, what it found and what it cost; `value(column)`: a cell of its record. */
export function facts(value) {
  const found = value("goal") === "count" ? value("solutions") : value("objective");
  const answer = found === null ? value("answer") : `${value("answer")} ${found.toLocaleString("en")}`;
  const costs = [["wall", "wall_s", "s"], ["CPU", "cpu_s", "s"], ["peak", "peak_mb", "MB"]]
    .filter(([, name]) => value(name) !== null)
    .map(([words, name, unit]) => `${words} ${seconds(value(name))} ${unit}`);
  return [`answer ${answer}`, `ended ${value("ended")}`, `check ${value("check")}`, ...costs];
}

/** Chooses among the runs of a cell, which differ in seed and repetition. */
function chooser(core, details, { id, siblings }, clock) {
  const cell = (name, at) => data.cell(details.columns[name], at);
  const label = (at) => {
    const outcome = core.outcomes[core.runs.outcome[at]].name;
    const time = outcome === "solved" ? `${look.word(core, at, clock)} s` : outcome;
    return `seed ${cell("seed", at)}, repetition ${cell("repetition", at)}: ${time}`;
  };
  const options = siblings.map((at) =>
    el("option", { value: cell("run_id", at), selected: cell("run_id", at) === id }, label(at)));
  const choose = () => state.set({ [state.get().pin === id ? "pin" : "run"]: select.value });
  const select = el("select", { onchange: choose }, ...options);
  const range = look.range(look.times(core, siblings, clock));
  const words = [`${count(siblings.length, "run")} of this cell`, range].filter(Boolean).join(", ");
  return el("label", { class: "runs" }, `${words}: `, select);
}
