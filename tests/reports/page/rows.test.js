import assert from "node:assert/strict";
import test from "node:test";
import { csv } from "../../../reports/page/rows/csv.js";

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
