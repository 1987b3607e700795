import assert from "node:assert/strict";
import test from "node:test";
import { layout, moved } from "../../../reports/page/js/matrix.js";

test("keys move within the matrix and to its headers, no further", () => {
  const last = { row: 9, column: 4 };
  const to = (key, at, held = {}) => Object.values(moved(at, { key, ...held }, last, 6) ?? {});
  const middle = { row: 3, column: 2 };
  assert.deepEqual(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => to(key, middle)), [
    [2, 2], [4, 2], [3, 1], [3, 3],
  ]);
  assert.deepEqual([to("PageDown", middle), to("PageDown", { row: 8, column: 2 }), to("PageUp", middle)], [
    [9, 2], [9, 2], [-1, 2],
  ]);
  assert.deepEqual([to("Home", middle), to("End", middle)], [[3, 0], [3, 4]]);
  assert.deepEqual([to("Home", middle, { ctrlKey: true }), to("End", middle, { metaKey: true })], [[0, 0], [9, 4]]);
  assert.deepEqual([to("ArrowLeft", { row: 0, column: -1 }), to("ArrowDown", { row: 9, column: 4 })], [[0, -1], [9, 4]]);
  assert.equal(moved(middle, { key: "x" }, last, 6), null);
});

test("a small matrix is printed at its size, a larger one smaller, so that it stands on one sheet", () => {
  assert.equal(layout(9, 30, 100, 150).scale, 1);
  const { scale, wide } = layout(9, 73, 100, 150);
  assert.ok(scale < 1 && scale * (150 + 14 * 73) <= 930 && wide >= 9);
  const broad = layout(20, 10, 100, 150);
  assert.ok(broad.scale < 1 && broad.scale * (100 + 20 * 47) < 704 && broad.wide === 20);
});

test("of a matrix that is too long for a sheet all columns stand beside each other, as far as they can be read", () => {
  assert.deepEqual(layout(9, 500, 100, 150), { scale: 1, wide: 12 });
  const { scale, wide } = layout(60, 500, 100, 150);
  assert.ok(scale >= 0.5 && wide < 60 && scale * (100 + 47 * wide) < 704);
  assert.equal(layout(3, 3, 5000, 150).wide, 1);
});
