/** All that is known of a run, beside the matrix; or of two runs side by side, one of them pinned. */
import * as data from "../base/data.js";
import { byId, el } from "../base/dom.js";
import * as state from "../base/state.js";
import * as chart from "./chart.js";
import { head } from "./head.js";
import * as picture from "./picture.js";
import * as record from "./record.js";
import * as source from "./source.js";

const BLOCKS = ["details", "pictures", "logs", "sources"];
let core, box, closed, wanted;
let open = []; // the ids of the runs in the panel; the pinned one comes first

/** `back()` is called after the panel was closed. */
export function mount(content, back) {
  core = content;
  closed = back;
  box = byId("panel");
  document.addEventListener("keydown", leave);
}

/** Escape closes the run that was opened last, unless a part of the panel has its own use for it. */
function leave(event) {
  if (event.key === "Escape" && !event.defaultPrevented && !box.hidden) close(open.at(-1));
}

function close(id) {
  const { run, pin } = state.get();
  state.set({ run: run === id ? "" : run, pin: pin === id ? "" : pin });
}

/**
 * Shows the run and the pinned run that the state names; `siblings(row)`: all runs of its cell. Returns the row of the
 * run that was opened, or -1.
 */
export async function show({ run, pin }, siblings, focus) {
  const ids = [...new Set([pin, run])].filter(Boolean);
  wanted = ids.join();
  if (!ids.length) {
    hide();
    return -1;
  }
  const blocks = await Promise.all(BLOCKS.map(data.block));
  if (wanted !== ids.join()) return -1;
  const known = Object.fromEntries(BLOCKS.map((name, at) => [name, blocks[at]]));
  const runs = ids.map((id) => found(known, id, siblings));
  open = ids;
  box.replaceChildren(...content(known, runs, pin));
  box.className = runs.length > 1 ? "two" : pin ? "waiting" : "";
  box.setAttribute("aria-labelledby", runs.map((_, at) => `panel-title${at || ""}`).join(" "));
  box.hidden = false;
  box.scrollTop = 0;
  document.body.classList.toggle("with-panel", runs.length === 1);
  document.body.classList.toggle("with-two", runs.length > 1);
  if (focus) byId(`panel-title${runs.length > 1 ? 1 : ""}`).focus();
  return runs.at(-1).row ?? -1;
}

/** A run's record and the objects of the core block that it belongs to; no `row` where there is no such run. */
function found({ details }, id, siblings) {
  const column = details.columns.run_id;
  const row = (column.rows ?? column.values).indexOf(id);
  if (row < 0) return { id };
  return {
    id, row, siblings: siblings(row), value: (name) => data.cell(details.columns[name], row),
    case: core.cases[core.runs.case[row]], configuration: core.configurations[core.runs.configuration[row]],
    outcome: core.outcomes[core.runs.outcome[row]],
  };
}

function hide() {
  if (box.hidden) return;
  box.hidden = true;
  open = [];
  document.body.classList.remove("with-panel", "with-two");
  closed();
}

function content(known, runs, pin) {
  const there = runs.filter((run) => run.row !== undefined);
  const heads = runs.map((run, at) => {
    const title = `panel-title${at || ""}`;
    const actions = el("span", { class: "actions" },
      runs.length === 1 && there.length ? pinner(run, Boolean(pin)) : null,
      el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => close(run.id) }, "×"));
    const words = run.row === undefined ? [el("h2", { id: title, tabindex: -1 }, `No run ${run.id} here`)]
      : head(core, known.details, run, there.find((other) => other !== run), title);
    return [actions, ...words];
  });
  const wait = runs.length === 1 && pin
    ? [el("p", { class: "notice" }, "Pinned: open another run, and it stands beside this one.")] : [];
  return [beside(heads), ...wait, ...sections(known, there)];
}

function pinner(run, pinned) {
  const press = () => state.set(pinned ? { run: run.id, pin: "" } : { run: "", pin: run.id });
  const title = "keeps this run in sight, to compare another with it";
  return el("button", { type: "button", class: "chip", title, "aria-pressed": String(pinned), onclick: press }, "Pin");
}

/** Puts what belongs to several runs side by side; on a phone, below each other, each with the name of its run. */
const beside = (cells, names = []) => el("div", { class: cells.length > 1 ? "pair" : null },
  ...cells.map((cell, at) => el("div", { "data-run": names[at] }, ...cell)));

/** A name for each run, by the first fact in which they differ. */
function names(runs) {
  const facts = [
    (run) => run.configuration.name, (run) => `${run.case.instance}, goal ${run.case.goal}`,
    ({ value }) => `seed ${value("seed")}, repetition ${value("repetition")}`, (run) => run.id,
  ];
  return runs.map(facts.find((fact) => new Set(runs.map(fact)).size === runs.length));
}

/** The parts of the panel below its head, each with a heading; a part that no run has is left out. */
function sections({ details, pictures, logs, sources }, runs) {
  if (!runs.length) return [];
  const part = (title, cells) =>
    (cells.some((cell) => cell.length) ? [el("h3", {}, title), beside(cells, names(runs))] : []);
  const each = (title, make) => part(title, runs.map((run) => [make(run)].flat().filter(Boolean)));
  const name = (run) => `${run.case.instance}, ${run.configuration.name}`;
  const drawn = source.shared(runs) ? runs.slice(0, 1) : runs;
  return [
    ...each("Solution", (run) => picture.section(pictures, run.row, name(run))),
    ...part("Trace", chart.sections(details.traces, runs)),
    ...part("Formulation", drawn.map((run) => source.section(sources, run))),
    el("h3", {}, "Record"), ...record.tables(details.groups, runs),
    ...each("Again", (run) => [
      command(`${core.summary.again} ${run.id}`),
      el("p", { class: "caption" }, "prints the command that makes this run again. It called:"),
      run.value("command") ? command(run.value("command")) : none("no command is recorded"),
    ]),
    ...each("Log", (run) => log(logs, run.row, run.value("log"))),
  ];
}

const none = (words) => el("p", { class: "none" }, words);
const command = (words) => el("pre", { class: "command", tabindex: 0, title: "a click selects all of it" }, words);

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
