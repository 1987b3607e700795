import assert from "node:assert/strict";
import test from "node:test";
import { layout } from "../../../reports/page/matrix/paper.js";

test("a small matrix is printed at its size, a larger one smaller, so that it stands on one sheet", () => {
  assert.equal(layout(9, 30, 100, 150).scale, 1);
  const { scale, wide } = layout(9, 73, 100, 150);
  assert.ok(scale < 1 && scale * (150 + 14 * 73) <= 930 && wide >= 9);
  const broad = layout(20, 10, 100, 150);
  assert.ok(broad.scale < 1 && broad.scale * (100 + 20 * 41) < 704 && broad.wide === 20);
});

test("of a matrix that is too long for a sheet all columns stand beside each other, as far as they can be read", () => {
  assert.deepEqual(layout(9, 500, 100, 150), { scale: 1, wide: 14 });
  const { scale, wide } = layout(60, 500, 100, 150);
  assert.ok(scale >= 0.5 && wide < 60 && scale * (100 + 41 * wide) < 704);
  assert.equal(layout(3, 3, 5000, 150).wide, 1);
});
