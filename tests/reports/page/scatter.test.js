import assert from "node:assert/strict";
import test from "node:test";
import { view } from "../../../reports/page/js/cells.js";
import { RAIL, chosen as taken, factor, pair, points, sentence, verdict, words } from "../../../reports/page/js/scatter.js";
import { LIMIT, campaign, chosen } from "./core.js";

const PAIR = ["a/m", "b/m"];

/** The points of two configurations with these times; undefined where one did not run. */
function pairs(one, other) {
  const of = (solver, times) => times.map((time, place) => ({ solver, instance: `i${place}`, time }))
    .filter(({ time }) => time !== undefined);
  return points(view(campaign([...of("a", one), ...of("b", other)]), chosen()), ...PAIR, 0.001);
}

test("a point for each case that both ran on; an unsolved run lies beyond its limit", () => {
  const found = pairs([1, 2, null, null, 5], [3, 0.00001, 4, null, undefined]);
  assert.deepEqual(found.map(({ across, up, faster }) => [across, up, faster]), [
    [1, 3, "x"], [2, 0.001, "y"], [RAIL * LIMIT, 4, "y"], [RAIL * LIMIT, RAIL * LIMIT, ""],
  ]);
  assert.equal(words(found[2]), "i2 (squares, first): a/m timeout, b/m 4.0 s");
});

test("the factor is the geometric mean of the ratios on the cases that both solved", () => {
  const one = [1, 1, 1, 1, null], other = [2, 8, 2, 8, 1];
  const { many, times } = factor(pairs(one, other), 4);
  assert.deepEqual([many, times.toFixed(6)], [4, "4.000000"]);
  assert.equal(factor(pairs(one, other), 5), null);
});

test("the sentence has the verdict, or the factor of the slower side", () => {
  const twice = [2, 2.02, 1.98, 2, 2];
  const found = pairs([1, 1, 1, 1, 1], twice);
  assert.equal(
    sentence(found, PAIR, 5),
    "Of 5 cases, a/m is faster on 5 and b/m on 0. On the 5 that both solved, b/m takes 2.0 times as long as a/m " +
      "(geometric mean).");
  assert.equal(sentence(found, PAIR, 5, "b/m: slower."), "Of 5 cases, a/m is faster on 5 and b/m on 0. b/m: slower.");
  assert.match(sentence(pairs(twice, [1, 1, 1, 1, 1]), PAIR, 5), /a\/m takes 2\.0 times as long as b\/m/);
});

test("two without a case in common say so", () => {
  assert.equal(sentence([], PAIR, 5), "They ran on no instance in common.");
  assert.equal(sentence([], ["a/m", "a/m"], 5), "Choose another one to compare it with.");
});

test("of few cases there is no factor", () => {
  assert.equal(
    sentence(pairs([1, null], [2, null]), PAIR, 2),
    "Of 2 cases, a/m is faster on 1 and b/m on 0; neither solved 1. Both solved too few for a factor.");
});

test("the first two of the table of the most cases are set side by side where nothing else is chosen", () => {
  const row = (configuration, beside) => ({ configuration, beside });
  const core = {
    reach: [], cases: [], configurations: ["a/m", "b/m", "c/m"].map((name) => ({ name })),
    tables: [
      { name: "none", cases: [0, 1, 2, 3], rows: [row(1)] },
      { name: "two", cases: [4], rows: [row(1), row(0)] },
      { name: "one", cases: [5, 6], rows: [row(2), row(0, "slower"), row(1, "fewer")] },
    ],
  };
  const of = (state) => taken(core, { of: "", x: "", y: "", ...state });
  assert.deepEqual([of({}).pair, verdict(of({}))], [["c/m", "a/m"], "slower"]);
  assert.deepEqual([of({ x: "b/m", y: "c/m" }).pair, verdict(of({ x: "b/m", y: "c/m" }))], [["b/m", "c/m"], "fewer"]);
  assert.equal(verdict(of({ x: "b/m", y: "a/m" })), undefined, "the table compares with its first row");
  assert.deepEqual(of({ of: "two" }).pair, ["b/m", "a/m"]);
  assert.deepEqual(of({}).all.map(({ name }) => name), ["two", "one", "all"], "one alone is no choice");
  assert.deepEqual(of({ of: "all", y: "c/m" }).pair, ["a/m", "c/m"]);
});

test("on a ladder its leader and a rival are set side by side, with the verdict of their pairs", () => {
  const climb = (configuration, ranked = true) => ({ configuration, ranked });
  const ladder = {
    key: ["squares", "hn", "first"], name: "squares, one solution", leader: "b/m",
    duels: [{ rival: "a/m", words: "ahead, 6 won" }],
    climbs: [climb("dlx/native", false), climb("a/m"), climb("b/m"), climb("c/m")],
  };
  const { cases, configurations } = campaign(["a", "b"].map((solver) => ({ instance: "h4", ladder: "hn", solver, time: 1 })));
  const of = (state) => taken({ reach: [ladder], tables: [], cases, configurations }, { of: "", x: "", y: "", ...state });
  assert.deepEqual(of({}).own.cases, [0]);
  assert.deepEqual(of({}).own.names, ["a/m", "b/m", "c/m", "dlx/native"]);
  assert.deepEqual([of({}).pair, verdict(of({}))], [["b/m", "a/m"], "In the final b/m against a/m: ahead, 6 won."]);
  assert.match(verdict(of({ x: "a/m", y: "b/m" })), /b\/m against a\/m/);
  assert.equal(verdict(of({ x: "c/m" })), undefined, "they did not meet");
});

test("two climbs stand side by side by size", () => {
  const [one, other] = [[[4, 0.1, 0], [6, 3, 1], [8, null, 2]], [[4, 0.2, 5], [6, 1, 6], [10, null, 7]]];
  assert.deepEqual(pair({ rungs: one }, { rungs: other }), [
    [4, 0.1, 0.2], [6, 3, 1], [8, null, undefined], [10, undefined, null],
  ]);
});
