import assert from "node:assert/strict";
import test from "node:test";
import { assumption, cell, fill, range, times, word } from "../../../reports/page/js/data.js";
import { LIMIT, campaign } from "./core.js";

test("a column's cells are found however it is coded", () => {
  assert.equal(cell({ values: ["a", "b"], codes: [0, 1, 0] }, 1), "b");
  assert.equal(cell({ values: ["a"] }, 7), "a");
  assert.equal(cell({ rows: ["x", "y"] }, 1), "y");
});

const CORE = campaign([0.01, 0.5, null, LIMIT, 0.001].map((time, seed) => ({ instance: "a", solver: "dlx", time, seed })));
const ALL = [0, 1, 2, 3, 4];

test("a cell is darkest at 10 ms and palest at the limit, or has its outcome's colour", () => {
  assert.deepEqual([0, 4, 3, 2].map((run) => fill(CORE, run, "wall")), ["#000000", "#000000", "#ffffff", "#d9d9d9"]);
  assert.match(fill(CORE, 1, "wall"), /^#([5-9a]\w)\1\1$/, "halfway on the logarithmic scale");
});

test("a cell's word is its time or its outcome", () => {
  assert.deepEqual(ALL.map((run) => word(CORE, run, "wall")), ["0.010", "0.50", "time", "60", "0.001"]);
});

test("a skipped cell has the time of the run for which it is assumed to be solved", () => {
  const run = { solver: "dlx", median: 0, time: null };
  const core = campaign([{ ...run, instance: "h24" }, { ...run, instance: "h26", time: 0.5, search: 0.4 }], { 0: 1 });
  assert.deepEqual(["wall", "search"].map((clock) => word(core, 0, clock)), ["≤0.50", "≤0.40"]);
  assert.equal(assumption(core, 0, "wall"), "h26 took 0.50 s");
  assert.equal(assumption(core, 1, "wall"), "");
});

test("the range of several runs goes from the least to the greatest time and counts the unsolved", () => {
  assert.deepEqual(times(CORE, ALL, "wall").map((each) => each.time), [0.001, 0.01, 0.5, 60, 60]);
  assert.equal(range(times(CORE, [1, 2, 0], "wall")), "0.010 to 0.50 s, 1 unsolved");
  assert.equal(range(times(CORE, [1, 1], "wall")), "0.50 s");
  assert.equal(range(times(CORE, [2], "wall")), "1 unsolved");
});
