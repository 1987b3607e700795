import assert from "node:assert/strict";
import test from "node:test";
import { parsed, written } from "../../../reports/page/js/state.js";

test("the hash names what differs from the defaults, and is read back", () => {
  const defaults = { family: "squares", text: "", run: "" };
  const none = { without: [], outcome: [] };
  assert.equal(written({ ...defaults, ...none }, defaults), "");
  assert.deepEqual(parsed("", defaults), { ...defaults, ...none });
  const chosen = { family: "", text: "a & b=#", run: "7", without: ["cbc", "dlx"], outcome: ["x [k=1]"] };
  assert.deepEqual(parsed(written(chosen, defaults), defaults), chosen);
});
