import assert from "node:assert/strict";
import test from "node:test";
import { cell, csv, fill, range, times, word } from "../../../reports/page/js/data.js";
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

test("the range of several runs goes from the least to the greatest time and counts the unsolved", () => {
  assert.deepEqual(times(CORE, ALL, "wall").map((each) => each.time), [0.001, 0.01, 0.5, 60, 60]);
  assert.equal(range(times(CORE, [1, 2, 0], "wall")), "0.010 to 0.50 s, 1 unsolved");
  assert.equal(range(times(CORE, [1, 1], "wall")), "0.50 s");
  assert.equal(range(times(CORE, [2], "wall")), "1 unsolved");
});

test("rows are written with the columns' names, in quotes where they must be", () => {
  const columns = {
    run_id: { rows: ["a", "b", "c"] }, message: { rows: ['say "no"', "1, 2", "one\nline"] }, wall_s: { values: [0.25] },
    objective: { values: [null, 0, true], codes: [0, 1, 2] },
  };
  assert.equal(csv(columns, [2, 0, 1]), [
    "run_id,message,wall_s,objective", 'c,"one\nline",0.25,true', 'a,"say ""no""",0.25,', 'b,"1, 2",0.25,0', "",
  ].join("\n"));
  assert.equal(csv(columns, []), "run_id,message,wall_s,objective\n");
});
