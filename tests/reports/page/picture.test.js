import assert from "node:assert/strict";
import test from "node:test";
import { contacts, series, undrawn, untraced } from "../../../reports/page/js/picture.js";

test("borders between tiles are marked once, those within a tile and to free cells not", () => {
  const across = [[[0, 0], [0, 1]], [1, 2]];
  const below = [[[1, 0], [1, 1]], [1, 2]];
  assert.equal(contacts([across]), "");
  assert.equal(contacts([across, below]), "M0.5 0.84v0.32M1.5 0.84v0.32");
  assert.equal(contacts([[[[0, 0]], [1]], [[[0, 1]], [1]], [[[5, 5]], [1]]]), "M0.84 0.5h0.32");
});

test("a trace is told by series, without the points where one has no number", () => {
  assert.deepEqual(series([[0.1, 0.4], [6, 4], [2, null]], 0.5), {
    lines: { objective: [{ time: 0.1, value: 6 }, { time: 0.4, value: 4 }], bound: [{ time: 0.1, value: 2 }] },
    last: 0.5, all: undefined, kept: 2,
  });
  assert.equal(series([[0.1], [1], [null], 900], null).all, 900);
  assert.equal(series([[0.1], [null], [null]], 1), null, "it holds no numbers");
  assert.equal(series(undefined, 1), null);
});

test("a run without a trace says why", () => {
  const why = (record) => untraced((name) => record[name]);
  assert.match(why({ goal: "first", wall_s: 1, objective: null }), /goal is not an optimum/);
  assert.match(why({ goal: "optimum", wall_s: null, objective: null }), /not run/);
  assert.match(why({ goal: "optimum", wall_s: 1, objective: null }), /found no solution/);
  assert.match(why({ goal: "optimum", wall_s: 1, objective: 0 }), /before the end/);
});

test("a run without a picture says why", () => {
  const pictures = { of: {}, boards: [], none: [1], broken: [2], left_out: [3] };
  const why = (row) => undrawn(pictures, row);
  assert.match(why(1), /^None exists: this run proves that the instance has no solution/);
  assert.match(why(2), /breaks a rule/);
  assert.match(why(3), /for its size/);
  assert.match(why(4), /holds no solution of this run/);
});
