/** How a run looks in a cell: its time by a clock, what is written, and the colour behind it. */
import { channels } from "./colour.js";
import * as data from "./data.js";
import { seconds } from "./format.js";

const FAST = 0.01; // seconds: the dark end of the scale

/** What is written: the seconds of a solved run, else its outcome in few characters. */
export function word({ runs, outcomes }, run, clock) {
  const outcome = outcomes[runs.outcome[run]];
  return outcome.name === "solved" ? seconds(runs.time[clock][run]) : outcome.word;
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
export function times({ runs, outcomes }, cell, clock) {
  return cell.filter((run) => data.cell(runs.counts, run)).map((run) => {
    const solved = outcomes[runs.outcome[run]].name === "solved";
    return { solved, time: solved ? runs.time[clock][run] : data.cell(runs.limit, run) };
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
