/** The source of a run's formulation, as it was when the page was built. */
import { el } from "../base/dom.js";

// Strings, which may hold signs of comments, and comments; those of Python take in the texts that describe code.
const PARTS = {
  py: /("""[\s\S]*?""")|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(#.*)/g,
  other: /"(?:\\.|[^"\\\n])*"|(%.*)/g,
};

/** The text, and whether it is what this run was given; `sources`: the block of this name. */
export function section(sources, { case: { family }, configuration: { formulation }, value }) {
  const found = sources[`${family}/${formulation}`];
  if (!found) return [el("p", { class: "none" }, `The software that built this page has no such file: ${formulation}`)];
  const changed = difference(value("formulation_sha256"), found.sha256);
  return [
    el("p", { class: "caption" }, `${found.file}, as it was when this page was built`),
    changed ? el("p", { class: "notice" }, changed) : null,
    el("pre", { class: "source", tabindex: 0 }, ...coloured(found.text, found.file.split(".").pop())),
  ].filter(Boolean);
}

/** Whether two runs were given the same formulation, which is then shown once. */
export const shared = (runs) =>
  new Set(runs.map(({ case: { family }, value }) =>
    [family, value("formulation"), value("formulation_sha256")].join())).size === 1;

/** What the digests of a formulation, in a run's row and now, tell about its source; empty where they are equal. */
export function difference(recorded, now) {
  if (!recorded) return "The run's row holds no digest of its formulation: it may have been another text.";
  if (recorded === now) return "";
  return "The run was given something else: this text, or what it includes or imports, has changed since. Its digest " +
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
