"use strict";
/** What is shown, kept in the hash of the page's address, so that a view can be sent on. */
const state = (() => {
  const LISTS = ["without", "outcome", "off"]; // solvers left out, outcomes looked for, configurations not in the plot
  const DEFAULTS = { family: "", goal: "", formulation: "", kind: "", text: "", rows: "size", columns: "solver", run: "" };
  const listeners = [];
  let current = null;
  let start = DEFAULTS;

  /** Begin with what the hash says; `defaults` replace the usual ones. */
  function begin(defaults) {
    start = { ...DEFAULTS, ...defaults };
    current = read();
    window.addEventListener("hashchange", () => {
      if (written() === location.hash.slice(1)) return;
      const before = current;
      current = read();
      tell(before);
    });
  }

  function read() {
    const given = new URLSearchParams(location.hash.slice(1));
    const found = {};
    for (const key of Object.keys(start)) found[key] = given.has(key) ? given.get(key) : start[key];
    for (const key of LISTS) found[key] = given.getAll(key);
    return found;
  }

  function written() {
    const told = new URLSearchParams();
    for (const key of Object.keys(start)) if (current[key] !== start[key]) told.set(key, current[key]);
    for (const key of LISTS) for (const each of current[key]) told.append(key, each);
    return told.toString();
  }

  /** Change some of it; listeners are told what it was before. Back undoes it, but for single letters of a text. */
  function set(changes) {
    const before = current;
    current = { ...current, ...changes };
    const hash = `#${written()}`;
    const typing = before.text !== current.text && before.text !== "" && current.text !== "";
    if (hash !== (location.hash || "#")) history[typing ? "replaceState" : "pushState"](null, "", hash);
    tell(before);
  }

  /** Put a name into a list, or take it out. */
  function toggle(list, name) {
    const now = current[list];
    set({ [list]: now.includes(name) ? now.filter((each) => each !== name) : [...now, name] });
  }

  /** Everything as it was at first, but for the run that is looked at. */
  function clear() {
    set({ ...start, ...Object.fromEntries(LISTS.map((key) => [key, []])), run: current.run });
  }

  const tell = (before) => listeners.forEach((listener) => listener(current, before));

  return { begin, set, toggle, clear, get: () => current, listen: (listener) => listeners.push(listener) };
})();
