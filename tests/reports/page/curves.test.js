import assert from "node:assert/strict";
import test from "node:test";
import { curves, decades, scales, sentence } from "../../../reports/page/cactus/curves.js";
import { total } from "../../../reports/page/cactus/cursor.js";
import { view } from "../../../reports/page/matrix/cells.js";
import { LIMIT, campaign, chosen } from "./core.js";

const SETTINGS = { floor: 0.001, best: "#555555" };
const WORDS = {
  most: "{name} has the most, {solved}/{ran}", ties: " (with {others}{slower})", slower: ", slower",
  best: "{which}: {total}", gain: ", {gain} more than {one}",
};

/** The view of each configuration's times on the cases 0, 1, …; undefined where it did not run. */
function shown(times) {
  const runs = Object.entries(times).flatMap(([solver, row]) =>
    row.map((time, number) => ({ solver, instance: String(number), time })).filter(({ time }) => time !== undefined));
  return view(campaign(runs), chosen());
}

const lines = (seen, off = []) => curves(seen, off, "squares", SETTINGS);
const said = (seen, off = []) => sentence(WORDS, lines(seen, off), seen.cases.length);

test("a curve rises at the times of its solved cases, the most solved first after the virtual best", () => {
  const found = lines(shown({ slow: [9, null, 4], fast: [0.0001, 5, null], none: [null, null, null] }));
  assert.deepEqual(found.map((each) => [each.name, each.times]), [
    ["virtual best", [0.001, 4, 5]], ["fast/m", [0.001, 5]], ["slow/m", [4, 9]], ["none/m", []],
  ]);
});

test("the virtual best is that of the curves that are on, and only of several", () => {
  const seen = shown({ a: [1, 8], b: [2, 3], c: [4, 4] });
  assert.deepEqual(lines(seen, ["a/m"])[0].times, [2, 3]);
  assert.deepEqual(lines(seen, ["a/m", "b/m"]).filter((each) => each.on).map((each) => each.name), ["c/m"]);
});

test("the axis of time reaches from below the shortest time to beyond the limit", () => {
  const { x, y, low, high, limit } = scales(shown({ a: [0.5, null] }), 0.001, 800);
  assert.deepEqual([limit, high], [LIMIT, LIMIT * 1.6]);
  assert.ok(low < 0.5 && Math.abs(x(low) - 52) < 1e-9 && Math.abs(x(high) - 788) < 1e-9);
  assert.ok(Math.abs(x(5) - x(0.5) - (x(50) - x(5))) < 1e-9, "it is logarithmic");
  assert.equal(y(0), 306);
  assert.deepEqual(decades(0.02, 96), [0.1, 1, 10]);
});

test("the sentence tells who solved the most, ties, and what the virtual best adds", () => {
  assert.equal(
    said(shown({ a: [1, 1, null], b: [null, null, 1] })),
    "a/m has the most, 2/3. of the 2 shown: 3, 1 more than one.");
  assert.equal(
    said(shown({ a: [1, 1], b: [2, 2] })), "a/m has the most, 2/2 (with 1 other, slower). of the 2 shown: 2.");
  assert.equal(
    said(shown({ a: [1, null, null], b: [2, undefined, undefined], c: [9, null, null] })),
    "a/m has the most, 1/3 (with 2 others). of the 3 shown: 1.", "who ran on fewer cases is not called slower");
});

test("the sentence tells of one curve, of none and of no solved run", () => {
  const seen = shown({ a: [1, null], b: [1, 2] });
  assert.equal(said(seen, ["b/m"]), "a/m solved 1 of the 2 cases that it ran.");
  assert.equal(said(seen, ["a/m", "b/m"]), "All configurations are switched off.");
  assert.equal(said(shown({ a: [null] })), "None of the runs shown reached its goal.");
});

test("without a ranked configuration the sentence says that references are left", () => {
  const runs = [{ instance: "a", solver: "dlx", formulation: "native", time: 1 }, { instance: "a", solver: "cbc", time: 2 }];
  assert.equal(said(view(campaign(runs), chosen()), ["cbc/m"]), "Only native searches are switched on.");
});

test("a dagger marks who did not run on every case", () => {
  assert.equal(total({ solved: 2, ran: 3 }, { total: 3 }), "2/3");
  assert.equal(total({ solved: 2, ran: 3 }, { total: 4 }), "2/3†");
});
