/** The state of the page, kept in the hash of its address, so that a link opens the same view. */

const LISTS = ["without", "outcome"]; // solvers left out, outcomes looked for
// limit: seconds, all of them by default; of, x, y: what two configurations are compared on, and which; run, pin: those
// that are open, and pinned; turn: the angles of a solid in degrees; apart: the percent by which its layers are apart.
const DEFAULTS = {
  family: "", goal: "", formulation: "", kind: "", text: "", clock: "wall", rows: "size", columns: "solver",
  limit: "", of: "", x: "", y: "", run: "", pin: "", turn: "", apart: "",
};
const FILTERS = ["family", "goal", "formulation", "kind", "text", "rows", "columns", ...LISTS];
const GRADUAL = ["text", "limit", "turn", "apart"]; // change by small steps, of which Back undoes all at once
const listeners = [];
let current = null;
let start = DEFAULTS;

/** Reads the state from the hash; `defaults` replace the usual ones. */
export function begin(defaults) {
  start = { ...DEFAULTS, ...defaults };
  const read = () => parsed(location.hash.slice(1), start);
  current = read();
  window.addEventListener("hashchange", () => {
    if (written(current, start) === location.hash.slice(1)) return;
    const before = current;
    current = read();
    tell(before);
  });
}

/** The state that a hash describes; missing keys are as in `defaults`. */
export function parsed(hash, defaults) {
  const given = new URLSearchParams(hash);
  const found = {};
  for (const key of Object.keys(defaults)) found[key] = given.has(key) ? given.get(key) : defaults[key];
  for (const key of LISTS) found[key] = given.getAll(key);
  return found;
}

/** The hash of a state, which names only what differs from `defaults`. */
export function written(chosen, defaults) {
  const hash = new URLSearchParams();
  for (const key of Object.keys(defaults)) if (chosen[key] !== defaults[key]) hash.set(key, chosen[key]);
  for (const key of LISTS) for (const name of chosen[key]) hash.append(key, name);
  return hash.toString();
}

/** Changes some of the state. Back undoes it; of what is typed or slid it undoes all steps but the first at once. */
export function set(changes) {
  const before = current;
  current = { ...current, ...changes };
  const hash = `#${written(current, start)}`;
  const step = GRADUAL.some((key) => before[key] !== current[key] && before[key] !== "" && current[key] !== "");
  if (hash !== (location.hash || "#")) history[step ? "replaceState" : "pushState"](null, "", hash);
  tell(before);
}

/** Adds a name to a list of the state, or removes it. */
export function toggle(list, name) {
  const now = current[list];
  set({ [list]: now.includes(name) ? now.filter((each) => each !== name) : [...now, name] });
}

/** Resets the contents and the order of the matrix. */
export function clear() {
  const usual = FILTERS.map((key) => [key, LISTS.includes(key) ? [] : start[key]]);
  set(Object.fromEntries(usual));
}

/** Whether the page was opened by a link that chooses what the matrix shows. */
export function linked() {
  const given = new URLSearchParams(location.hash.slice(1));
  return performance.getEntriesByType("navigation")[0].type === "navigate" && FILTERS.some((key) => given.has(key));
}

const tell = (before) => listeners.forEach((listener) => listener(current, before));

export const get = () => current;

/** Calls `listener(now, before)` after each change. */
export const listen = (listener) => listeners.push(listener);
