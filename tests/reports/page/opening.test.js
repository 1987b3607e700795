import assert from "node:assert/strict";
import test from "node:test";
import { champions, tasks } from "../../../reports/page/js/opening.js";

const CORE = {
  kinds: ["here", "there"],
  configurations: [{ name: "a", paradigm: "CP" }, { name: "b", paradigm: "CP" }, { name: "c", paradigm: "MIP" }],
  scores: [
    {
      wall: { "squares/first": [[1, 0, 9, 9, true, 1, 2], [0, 1, 8, 9, true, 3, 4], [2, 0, 1, 3, false, 5, 6]] },
      search: { "squares/first": [[0, 0, 8, 9, true, 3, 4]], "covers/count": [[2, 0, 1, 1, true, 5, 6]] },
    },
    { wall: {}, search: {} },
  ],
};
const chosen = (changes) => ({ kind: "here", clock: "wall", family: "", goal: "", ...changes });
const names = (changes) => tasks(CORE, chosen(changes)).map(({ family, rows }) => [family, ...rows.map((row) => row.name)]);

test("scores follow the kind of machine, the clock, the family and the goal", () => {
  assert.deepEqual(names({}), [["squares", "b", "a", "c"]]);
  assert.deepEqual(names({ clock: "search" }), [["squares", "a"], ["covers", "c"]]);
  assert.deepEqual(names({ clock: "search", goal: "count" }), [["covers", "c"]]);
  assert.deepEqual(names({ kind: "there" }), []);
});

test("the champion of a paradigm is its first row", () => {
  const [{ rows }] = tasks(CORE, chosen({}));
  assert.deepEqual([...champions(rows)].map(([paradigm, row]) => [paradigm, row.name, row.par2]), [
    ["CP", "b", 2], ["MIP", "c", 6],
  ]);
});
