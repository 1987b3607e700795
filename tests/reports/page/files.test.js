import assert from "node:assert/strict";
import test from "node:test";
import { csv } from "../../../reports/page/js/files.js";

test("cells are in quotes where they must be, and no text is taken for a formula", () => {
  assert.equal(csv([["a", "b"], ['say "no"', "1, 2"], ["one\nline", 0.25], [null, undefined], [true, "=1+1"], [0, -1]]), [
    "a,b", '"say ""no""","1, 2"', '"one\nline",0.25', ",", "true,'=1+1", "0,-1", "",
  ].join("\n"));
  assert.equal(csv([["a"]]), "a\n");
});
