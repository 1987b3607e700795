import assert from "node:assert/strict";
import test from "node:test";
import { cells, held, furthest, spread, steps, ticks } from "../../../reports/page/js/reach.js";

const climb = (configuration, paradigm, rungs, ranked = true) => ({ configuration, paradigm, rungs, ranked });
const QUICK = climb("a/quick", "CP", [[4, 0.1, 0], [6, 3, 1], [8, null, 2]]);
const STRONG = climb("a/strong", "CP", [[4, 0.5, 3], [8, 2, 4]]);
const OTHER = climb("b/m", "SAT", [[4, 0.2, 5], [6, 1, 6], [10, null, 7]]);

test("a climb holds the largest size solved within the time", () => {
  assert.equal(held(QUICK, 0.05), undefined);
  assert.deepEqual(held(QUICK, 1), [4, 0.1, 0]);
  assert.deepEqual(held(QUICK, 5), [6, 3, 1]);
});

test("a paradigm has its furthest climb, and paradigms are in order of size, then of time", () => {
  const ladder = { climbs: [QUICK, STRONG, OTHER] };
  const named = (time) => furthest(ladder, time).map(({ configuration, point }) => [configuration, point[0]]);
  assert.deepEqual(named(5), [["a/strong", 8], ["b/m", 6]]);
  assert.deepEqual(named(1.5), [["b/m", 6], ["a/quick", 4]]);
  assert.deepEqual(named(0.3), [["a/quick", 4], ["b/m", 4]]);
  assert.deepEqual(named(0.01), []);
});

test("a cell has the sides of a board, and a sign where no larger size was tried", () => {
  const other = climb("b/m", "SAT", [[6.5, 1, 5], [9, null, 6]]);
  const climbs = [QUICK, STRONG, other].map((each) => ({ ...each, ranked: false })); // ranked ones are elements
  const own = { climbs, sides: { 6.5: "6 x 7" } };
  assert.deepEqual(cells(own, furthest(own, 5), ["CP", "SAT", "ASP"]), ["≥ 8", "6 x 7", "–"]);
  assert.deepEqual(cells(own, furthest(own, 0.3), ["CP", "SAT", "ASP"]), ["4", "0", "–"]);
});

test("a line rises by whichever climb of its paradigm solves a size first", () => {
  assert.deepEqual(steps([QUICK, STRONG]).map(([time, size, , row]) => [time, size, row]), [[0.1, 4, 0], [2, 8, 4]]);
});

test("names are as near as possible to where they are wanted", () => {
  assert.deepEqual(spread([10, 50, 90], 12, 0, 100), [10, 50, 90]);
  assert.deepEqual(spread([50, 50, 50], 12, 0, 100), [38, 50, 62]);
  assert.deepEqual(spread([98, 99], 12, 0, 100), [88, 100]);
  assert.deepEqual(spread([1, 1, 1, 1, 1], 30, 0, 100), [0, 25, 50, 75, 100], "there is no room for more");
  assert.deepEqual(spread([], 12, 0, 100), []);
});

test("a logarithmic axis has ticks at 1, 2 and 5, or at decades alone", () => {
  assert.deepEqual(ticks([4, 17, 81]), [5, 10, 20, 50]);
  assert.deepEqual(ticks([8, 673220]), [10, 100, 1000, 10000, 100000]);
});
