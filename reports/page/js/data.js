/** The data in the page: blocks that are unpacked when first needed, the look of a run, and rows as CSV files. */
import { byId, channels, count, el, seconds } from "./dom.js";
import * as files from "./files.js";

const unpacked = new Map();

/** A promise of a block's content; `name`: core, details, pictures, logs or sources. */
export function block(name) {
  if (!unpacked.has(name)) unpacked.set(name, text(name).then(JSON.parse));
  return unpacked.get(name);
}

/** Runs the plotting library, which defines `Plot`; its hash is in the page's policy. */
export async function library() {
  const script = document.createElement("script");
  script.textContent = await text("library");
  document.head.append(script);
}

async function text(name) {
  const binary = atob(byId(`block-${name}`).textContent);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** A cell of a column that runs.py coded. */
export function cell(column, row) {
  if (column.rows) return column.rows[row];
  return column.values[column.codes ? column.codes[row] : 0];
}

/** The core block as core.py gives it, its cases and configurations as objects that hold their index as `place`. */
export async function core() {
  return named(await block("core"));
}

export function named(content) {
  const names = ["family", "instance", "goal", "size", "tiles", "difficulty", "limit", "ladder"];
  const cases = content.cases.map((cells, place) => {
    const known = Object.fromEntries(names.map((name, at) => [name, cells[at]]));
    return { place, label: `${known.family}/${known.instance}/${known.goal}`, ...known };
  });
  const configurations = content.configurations.map((each, place) => ({ place, ...each }));
  return { ...content, cases, configurations };
}

const FAST = 0.01; // seconds: the dark end of the scale

/** The text of a cell: the seconds of a solved run, the most that are assumed for one that was skipped, else its
 * outcome in few characters. */
export function word({ runs, outcomes }, run, clock) {
  const outcome = outcomes[runs.outcome[run]];
  const other = runs.assumed[run];
  if (other !== undefined) return `≤${seconds(runs.time[clock][other])}`;
  return outcome.name === "solved" ? seconds(runs.time[clock][run]) : outcome.word;
}

/** Why a run that was skipped is assumed to be solved, in words; empty for other runs. */
export function assumption({ runs, cases }, run, clock) {
  const other = runs.assumed[run];
  return other === undefined ? "" : `${cases[runs.case[other]].instance} took ${seconds(runs.time[clock][other])} s`;
}

/** The colour, "#rrggbb": of a solved run from dark (fast) to pale (its family's and goal's limit), as in the PDF. */
export function fill({ runs, outcomes, cases, slow }, run, clock) {
  const outcome = outcomes[runs.outcome[run]];
  if (outcome.name !== "solved") return outcome.fill;
  const decades = (time) => Math.log10(Math.max(time, FAST) / FAST);
  const share = Math.min(1, decades(runs.time[clock][run]) / Math.max(1, decades(cases[runs.case[run]].limit)));
  const [dark, pale] = [channels(outcome.fill), channels(slow)];
  const mixed = dark.map((part, at) => Math.round(part + (pale[at] - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The runs of a cell that count, in order of their times; an unsolved one has its limit. */
export function times({ runs, outcomes }, own, clock) {
  return own.filter((run) => cell(runs.counts, run)).map((run) => {
    const solved = outcomes[runs.outcome[run]].name === "solved";
    return { solved, time: solved ? runs.time[clock][run] : cell(runs.limit, run) };
  }).sort((a, b) => b.solved - a.solved || a.time - b.time);
}

/** Of a cell's several runs the least and the greatest time in words, and how many did not reach the goal. */
export function range(found) {
  const unsolved = found.filter((each) => !each.solved).length;
  const solved = found.slice(0, found.length - unsolved);
  const lost = unsolved ? `${unsolved} unsolved` : "";
  if (!solved.length) return lost;
  const ends = [...new Set([solved[0], solved.at(-1)].map((each) => seconds(each.time)))];
  return [`${ends.join(" to ")} s`, lost].filter(Boolean).join(", ");
}

/** Offers the rows of the runs that pass the filters, and all rows. */
export function offer(core, shown) {
  const inView = shown.list.filter(shown.sought).flatMap((cell) => cell.runs).sort((a, b) => a - b);
  const all = [...core.runs.case.keys()];
  const button = (words, rows, name) => {
    const press = () => save(core, rows, name);
    return el("button", { type: "button", class: "chip", disabled: !rows.length, onclick: press }, words);
  };
  byId("download").replaceChildren("As CSV, with the record's columns: ",
    button(`${count(inView.length, "row")} in view`, inView, "rows-in-view"), " ",
    button(`all ${count(all.length, "row")}`, all, "rows"));
}

async function save(core, rows, name) {
  const { columns } = await block("details");
  const lines = rows.map((row) => Object.values(columns).map((column) => cell(column, row)));
  files.save(`${core.summary.campaign}-${name}.csv`, files.csv([Object.keys(columns), ...lines]));
}
