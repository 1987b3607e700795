/** The complete record of a run, beside the matrix; or of two runs side by side, one of them pinned. */
import * as data from "./data.js";
import { byId, count, el, ink, letters, seconds } from "./dom.js";
import * as picture from "./picture.js";
import * as state from "./state.js";

const BLOCKS = ["details", "pictures", "logs", "sources"];
let core, box, opener, wanted; // opener: what had the focus when the panel was opened
let open = []; // the ids of the runs in the panel; the pinned one comes first

export function mount(content) {
  core = content;
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
  if (box.hidden) opener = document.activeElement;
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
  opener.focus({ preventScroll: true });
}

function content(known, runs, pin) {
  const there = runs.filter((run) => run.row !== undefined);
  const heads = runs.map((run, at) => {
    const title = `panel-title${at || ""}`;
    const actions = el("span", { class: "actions" },
      runs.length === 1 && there.length ? pinner(run, Boolean(pin)) : null,
      el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => close(run.id) }, "×"));
    const words = run.row === undefined ? [el("h2", { id: title, tabindex: -1 }, `No run ${run.id} here`)]
      : head(known.details, run, there.find((other) => other !== run), title);
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

/** Puts the cells of several runs side by side; on a phone, below each other, each with the name of its run. */
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
  const drawn = shared(runs) ? runs.slice(0, 1) : runs;
  return [
    ...each("Solution", (run) => picture.solution(pictures, run.row, name(run))),
    ...part("Trace", picture.traces(details.traces, runs)),
    ...part("Formulation", drawn.map((run) => source(sources, run))),
    el("h3", {}, "Record"), ...tables(details.groups, runs),
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
    const [text, length, own] = found;
    const [kept, all] = [logs.tail, length].map((bytes) => bytes.toLocaleString("en"));
    const whose = own ? "the solver's own output" : "the solver wrote nothing; the messages of its process";
    const cut = length > logs.tail ? `, at most the last ${kept} of ${all} bytes` : "";
    const end = el("pre", { class: "log", tabindex: 0 }, text || "(empty)");
    return [el("p", { class: "caption" }, `${name}: ${whose}${cut}`), end];
  }
  const why = logs.left_out.includes(row) ? "The page has no room for it" : "It is missing from the campaign's folder";
  return [none(`${why}: ${name}`)];
}

/** `other`: the run beside this one, from which facts that differ are marked; `title`: the id of the heading. */
function head(details, run, other, title) {
  const { clock } = state.get();
  const { outcome, configuration, value } = run;
  const fill = data.fill(core, run.row, clock);
  const word = data.word(core, run.row, clock);
  const style = { background: fill, color: ink(fill) };
  const because = data.assumption(core, run.row, clock);
  const badge = el("span", { class: "sample", style }, outcome.name === "solved" || because ? `${word} s` : word);
  const same = other ? facts(other.value) : null;
  const told = facts(value).flatMap((fact, at) => [at ? " · " : "", marked(fact, same && !same.includes(fact))]);
  return [
    el("h2", { id: title, tabindex: -1 }, `${run.case.instance}, goal ${run.case.goal}`),
    el("p", { class: "who" }, el("b", { style: { color: letters(configuration.colour) } }, configuration.name)),
    el("p", {}, badge, ` ${outcome.name}: ${outcome.meaning}${because && `; ${because}`}`),
    el("p", { class: "caption" }, ...told),
    value("message") ? el("p", { class: "message" }, value("message")) : null,
    run.siblings.length > 1 ? chooser(details, run, clock) : null,
  ].filter(Boolean);
}

const marked = (words, differs) => (differs ? el("mark", {}, words) : words);

/** Answer, end, check and costs of a run; `value(column)`: a cell of its record. */
export function facts(value) {
  const found = value("goal") === "count" ? value("solutions") : value("objective");
  const answer = found === null ? value("answer") : `${value("answer")} ${found.toLocaleString("en")}`;
  const costs = [["wall", "wall_s", "s"], ["CPU", "cpu_s", "s"], ["peak", "peak_mb", "MB"]]
    .filter(([, name]) => value(name) !== null)
    .map(([words, name, unit]) => `${words} ${seconds(value(name))} ${unit}`);
  return [`answer ${answer}`, `ended ${value("ended")}`, `check ${value("check")}`, ...costs];
}

/** Chooses among the runs of a cell, which differ in seed and repetition. */
function chooser(details, { id, siblings }, clock) {
  const cell = (name, at) => data.cell(details.columns[name], at);
  const label = (at) => {
    const outcome = core.outcomes[core.runs.outcome[at]].name;
    const time = outcome === "solved" ? `${data.word(core, at, clock)} s` : outcome;
    return `seed ${cell("seed", at)}, repetition ${cell("repetition", at)}: ${time}`;
  };
  const options = siblings.map((at) =>
    el("option", { value: cell("run_id", at), selected: cell("run_id", at) === id }, label(at)));
  const choose = () => state.set({ [state.get().pin === id ? "pin" : "run"]: select.value });
  const select = el("select", { onchange: choose }, ...options);
  const range = data.range(data.times(core, siblings, clock));
  const words = [`${count(siblings.length, "run")} of this cell`, range].filter(Boolean).join(", ");
  return el("label", { class: "runs" }, `${words}: `, select);
}

/** A table for each group of columns; where two runs differ, both cells are marked. */
function tables(groups, runs) {
  return groups.map(([name, columns]) => el("table", { class: runs.length > 1 ? "record both" : "record" },
    el("caption", {}, name),
    el("tbody", {}, ...columns.map((column) => line(column, runs.map((run) => run.value(column)))))));
}

function line(column, values) {
  const unknown = values.every((value) => value === null || value === "");
  const differs = new Set(values).size > 1;
  return el("tr", { class: unknown ? "unknown" : null }, el("th", { scope: "row" }, column),
    ...values.map((value) => el("td", {}, marked(written(value), differs))));
}

export function written(value) {
  if (value === null || value === "") return "–";
  return typeof value === "number" && Math.abs(value) >= 10000 ? value.toLocaleString("en") : String(value);
}

// Strings, which may hold signs of comments, and comments; those of Python take in the texts that describe code.
const PARTS = {
  py: /("""[\s\S]*?""")|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(#.*)/g,
  other: /"(?:\\.|[^"\\\n])*"|(%.*)/g,
};

/** The text of a run's formulation, with a notice if it changed since; `sources`: the block of this name. */
function source(sources, { case: { family, instance }, configuration: { formulation }, value }) {
  const found = sources[`${family}/${formulation}`] ?? sources[`${family}/${instance}/${formulation}`];
  if (!found) return [el("p", { class: "none" }, `The software that built this page has no such file: ${formulation}`)];
  const changed = difference(value("formulation_sha256"), found.sha256);
  return [
    el("p", { class: "caption" }, `${found.file}, as it was when this page was built`),
    changed ? el("p", { class: "notice" }, changed) : null,
    el("pre", { class: "source", tabindex: 0 }, ...coloured(found.text, found.file.split(".").pop())),
  ].filter(Boolean);
}

/** Whether two runs were given the same formulation, which is then shown once. */
const shared = (runs) =>
  new Set(runs.map(({ case: { family }, configuration: { formulation }, value }) =>
    [family, formulation, value("formulation_sha256")].join())).size === 1;

/** The difference between the digests of a formulation in a run's row and now, in words; empty if they are equal. */
export function difference(recorded, now) {
  if (!recorded) return "The run's row holds no digest of its formulation: the text may differ.";
  if (recorded === now) return "";
  return "This text, or a file that it includes or imports, was changed after the run: its digest " +
    `was ${recorded.slice(0, 12)}…, and is ${now.slice(0, 12)}….`;
}

/** A text as strings and elements: its comments are soft. */
function coloured(text, kind) {
  const parts = [];
  let from = 0;
  for (const [at, comment] of comments(text, kind)) {
    parts.push(text.slice(from, at), el("span", { class: "comment" }, comment));
    from = at + comment.length;
  }
  return [...parts, text.slice(from)];
}

/** Each comment of a source, after its place in the text. */
export function comments(text, kind) {
  const found = [...text.matchAll(PARTS[kind] ?? PARTS.other)];
  return found.map((match) => [match.index, match[1] ?? match[2]]).filter(([, comment]) => comment);
}
