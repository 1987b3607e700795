import assert from "node:assert/strict";
import test from "node:test";
import { parts, sentence, total } from "../../../reports/page/js/cactus.js";
import { view } from "../../../reports/page/js/cells.js";
import { LIMIT, campaign, chosen } from "./core.js";

const SETTINGS = { floor: 0.001, fewest: 1, best: "#555555" };

/** The view of each configuration's times on the cases 0, 1, …; undefined where it did not run. */
function shown(times) {
  const runs = Object.entries(times).flatMap(([solver, row]) =>
    row.map((time, number) => ({ solver, instance: String(number), time })).filter(({ time }) => time !== undefined));
  return view(campaign(runs), chosen());
}

const only = (seen, off = []) => parts(seen, off, SETTINGS)[0];
const said = (seen, off = []) => sentence(only(seen, off));

test("a curve rises at the times of its solved cases, the most solved first after the virtual best", () => {
  const { lines } = only(shown({ slow: [9, null, 4], fast: [0.0001, 5, null], none: [null, null, null] }));
  assert.deepEqual(lines.map((each) => [each.name, each.times]), [
    ["virtual best", [0.001, 4, 5]], ["fast/m", [0.001, 5]], ["slow/m", [4, 9]], ["none/m", []],
  ]);
});

test("the virtual best is that of the curves that are on, and only of several", () => {
  const seen = shown({ a: [1, 8], b: [2, 3], c: [4, 4] });
  assert.deepEqual(only(seen, ["a/m"]).lines[0].times, [2, 3]);
  assert.deepEqual(only(seen, ["a/m", "b/m"]).lines.filter((each) => each.on).map((each) => each.name), ["c/m"]);
});

test("each family and goal has a part of its own, in which only who ran there has a line", () => {
  const runs = [["squares", "first", "a"], ["squares", "first", "b"], ["covers", "count", "b"], ["covers", "count", "c"]]
    .map(([family, goal, solver], place) => ({ family, goal, instance: family, solver, time: place + 0.5 }));
  const found = parts(view(campaign(runs), chosen()), [], SETTINGS);
  assert.deepEqual(found.map(({ family, total: cases, limit, least, lines }) =>
    [family, cases, limit, least, lines.map((each) => each.name)]), [
    ["covers", 1, LIMIT, 2.5, ["virtual best", "b/m", "c/m"]],
    ["squares", 1, LIMIT, 0.5, ["virtual best", "a/m", "b/m"]],
  ]);
});

test("who ran on fewer than the fewest cases has no line", () => {
  const names = (fewest) => parts(shown({ a: [1, 2, 3], b: [1, 2, undefined], c: [1, undefined, 2] }), [],
    { ...SETTINGS, fewest })[0].lines.map((each) => each.name);
  assert.deepEqual([names(2), names(3), names(4)], [["virtual best", "a/m", "b/m", "c/m"], ["a/m"], []]);
});

test("the sentence tells who solved the most, ties, and what the virtual best adds", () => {
  assert.equal(
    said(shown({ a: [1, 1, null], b: [null, null, 1] })),
    "a/m solved the most, 2 of 3. The virtual best of the 2 shown reaches 3, 1 more than any single one.");
  assert.equal(
    said(shown({ a: [1, 1], b: [2, 2] })),
    "a/m solved the most, 2 of 2 (as did 1 other, in more time in all). The virtual best of the 2 shown reaches 2.");
});

test("who ran on fewer cases is not compared", () => {
  assert.equal(
    said(shown({ a: [1, null, null], b: [2, 3, undefined] })),
    "a/m solved the most, 1 of 3. The virtual best of the 2 shown reaches 2, 1 more than any single one.");
  assert.equal(
    said(shown({ a: [1, undefined], b: [undefined, 1] })), "No configuration that is switched on ran on all 2 cases.");
});

test("the sentence tells of one curve, of none and of no solved run", () => {
  const seen = shown({ a: [1, null], b: [1, 2] });
  assert.equal(said(seen, ["b/m"]), "a/m solved 1 of the 2 cases that it ran.");
  assert.equal(said(seen, ["a/m", "b/m"]), "All configurations are switched off.");
  assert.equal(said(shown({ a: [null] })), "No run reached its goal.");
});

test("without a ranked configuration the sentence says that references are left", () => {
  const runs = [{ instance: "a", solver: "dlx", formulation: "native", time: 1 }, { instance: "a", solver: "cbc", time: 2 }];
  assert.equal(said(view(campaign(runs), chosen()), ["cbc/m"]), "Only native searches are switched on.");
});

test("a dagger marks who did not run on every case", () => {
  assert.equal(total({ solved: 2, ran: 3, whole: true }), "2/3");
  assert.equal(total({ solved: 2, ran: 3, whole: false }), "2/3†");
});
