/** All that is known of one run, beside the matrix. */
import { ink, letters } from "../base/colour.js";
import * as data from "../base/data.js";
import { byId, el } from "../base/dom.js";
import { count, seconds } from "../base/format.js";
import * as look from "../base/look.js";
import * as state from "../base/state.js";
import * as chart from "./chart.js";
import * as picture from "./picture.js";

let core, box, closed, wanted;

/** `back()` is called after the panel was closed. */
export function mount(content, back) {
  core = content;
  closed = back;
  box = byId("panel");
  document.addEventListener("keydown", leave);
}

/** Escape closes, unless a part of the panel has its own use for it. */
function leave(event) {
  if (event.key === "Escape" && !event.defaultPrevented && !box.hidden) state.set({ run: "" });
}

/** Shows a run by its run_id, or with "" none; `siblings(row)`: all runs of its cell. Returns the run's row, or -1. */
export async function show(id, siblings, focus) {
  wanted = id;
  picture.leave();
  if (!id) {
    hide();
    return -1;
  }
  const [details, pictures, logs] = await Promise.all(["details", "pictures", "logs"].map(data.block));
  if (wanted !== id) return -1;
  const column = details.columns.run_id;
  const row = (column.rows ?? column.values).indexOf(id);
  const unknown = () => [close(), title(`No run ${id} here`)];
  box.replaceChildren(...(row < 0 ? unknown() : content({ details, pictures, logs, row, siblings: siblings(row) })));
  box.hidden = false;
  box.scrollTop = 0;
  document.body.classList.add("with-panel");
  if (focus) byId("panel-title").focus();
  return row;
}

function hide() {
  if (box.hidden) return;
  box.hidden = true;
  document.body.classList.remove("with-panel");
  closed();
}

const close = () =>
  el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => state.set({ run: "" }) }, "×");

function content({ details, pictures, logs, row, siblings }) {
  const value = (name) => data.cell(details.columns[name], row);
  const each = core.cases[core.runs.case[row]];
  const configuration = core.configurations[core.runs.configuration[row]];
  const outcome = core.outcomes[core.runs.outcome[row]];
  const { clock } = state.get();
  const fill = look.fill(core, row, clock);
  const word = look.word(core, row, clock);
  const trace = details.traces[row];
  const style = { background: fill, color: ink(fill) };
  const badge = el("span", { class: "sample", style }, outcome.name === "solved" ? `${word} s` : word);
  return [
    close(),
    title(`${each.instance}, goal ${each.goal}`),
    el("p", { class: "who" }, el("b", { style: { color: letters(configuration.colour) } }, configuration.name)),
    el("p", {}, badge, ` ${outcome.name}: ${outcome.meaning}`),
    el("p", { class: "caption" }, facts(value)),
    value("message") ? el("p", { class: "message" }, value("message")) : null,
    siblings.length > 1 ? chooser(details, row, siblings) : null,
    heading("Solution"), picture.section(pictures, row, `${each.instance}, ${configuration.name}`),
    heading("Trace"), trace ? chart.draw(trace, value("wall_s")) : none("The campaign holds no trace of this run."),
    heading("Record"), ...details.groups.map(([name, columns]) => group(name, columns, value)),
    heading("Again"), command(`${core.summary.again} ${value("run_id")}`),
    el("p", { class: "caption" }, "prints the command that makes this run again. It called:"),
    value("command") ? command(value("command")) : none("no command is recorded"),
    heading("Log"), ...log(logs, row, value("log")),
  ].filter(Boolean);
}

/** How a run went, what it found and what it cost, in a line; `value(column)`: a cell of its record. */
export function facts(value) {
  const found = value("goal") === "count" ? value("solutions") : value("objective");
  const answer = found === null ? value("answer") : `${value("answer")} ${found.toLocaleString("en")}`;
  const costs = [["wall", "wall_s", "s"], ["CPU", "cpu_s", "s"], ["peak", "peak_mb", "MB"]]
    .filter(([, name]) => value(name) !== null)
    .map(([words, name, unit]) => `${words} ${seconds(value(name))} ${unit}`);
  return [`answer ${answer}`, `ended ${value("ended")}`, `check ${value("check")}`, ...costs].join(" · ");
}

const title = (words) => el("h2", { id: "panel-title", tabindex: -1 }, words);
const heading = (words) => el("h3", {}, words);
const none = (words) => el("p", { class: "none" }, words);
const command = (words) => el("pre", { class: "command", tabindex: 0, title: "a click selects all of it" }, words);

/** Chooses among the runs of a cell, which differ in seed and repetition. */
function chooser(details, row, siblings) {
  const cell = (name, at) => data.cell(details.columns[name], at);
  const label = (at) => {
    const outcome = core.outcomes[core.runs.outcome[at]].name;
    const time = outcome === "solved" ? `${look.word(core, at, state.get().clock)} s` : outcome;
    return `seed ${cell("seed", at)}, repetition ${cell("repetition", at)}: ${time}`;
  };
  const options = siblings.map((at) => el("option", { value: cell("run_id", at), selected: at === row }, label(at)));
  const select = el("select", { onchange: () => state.set({ run: select.value }) }, ...options);
  return el("label", { class: "runs" }, `${count(siblings.length, "run")} of this cell: `, select);
}

function group(name, columns, value) {
  const rows = columns.map((column) => {
    const [known, text] = [value(column), written(value(column))];
    const kind = { class: known === null || known === "" ? "unknown" : null };
    return el("tr", kind, el("th", { scope: "row" }, column), el("td", {}, text));
  });
  return el("table", { class: "record" }, el("caption", {}, name), el("tbody", {}, ...rows));
}

export function written(value) {
  if (value === null || value === "") return "–";
  return typeof value === "number" && Math.abs(value) >= 10000 ? value.toLocaleString("en") : String(value);
}

function log(logs, row, name) {
  const found = logs.ends[row];
  if (!name) return [none("This run wrote no log.")];
  if (found) {
    const [text, length] = found;
    const [kept, all] = [logs.tail, length].map((bytes) => bytes.toLocaleString("en"));
    const cut = length > logs.tail ? `: the last ${kept} of ${all} bytes` : "";
    const end = el("pre", { class: "log", tabindex: 0 }, text || "(empty)");
    return [el("p", { class: "caption" }, `${name}${cut}`), end];
  }
  const why = logs.left_out.includes(row) ? "The page has no room for it" : "It is missing from the campaign's folder";
  return [none(`${why}: ${name}`)];
}
