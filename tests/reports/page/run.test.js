/** What the panel of a run says, of its boards, traces and sources. */
import assert from "node:assert/strict";
import test from "node:test";
import { contacts } from "../../../reports/page/run/board.js";
import { missing, series } from "../../../reports/page/run/chart.js";
import { facts } from "../../../reports/page/run/head.js";
import { written } from "../../../reports/page/run/record.js";
import { comments, difference } from "../../../reports/page/run/source.js";

test("borders between tiles are marked once, those within a tile and to free cells not", () => {
  const across = [[[0, 0], [0, 1]], [1, 2]];
  const below = [[[1, 0], [1, 1]], [1, 2]];
  assert.equal(contacts([across]), "");
  assert.equal(contacts([across, below]), "M0.5 0.84v0.32M1.5 0.84v0.32");
  assert.equal(contacts([[[[0, 0]], [1]], [[[0, 1]], [1]], [[[5, 5]], [1]]]), "M0.84 0.5h0.32");
});

test("a run's facts are its axes, its value and the costs that are known", () => {
  const record = {
    goal: "optimum", answer: "optimal", objective: 1234, solutions: 7, ended: "completed", check: "valid", wall_s: 1.25,
    cpu_s: null, peak_mb: 50.4,
  };
  const value = (name) => record[name];
  assert.deepEqual(facts(value), ["answer optimal 1,234", "ended completed", "check valid", "wall 1.2 s", "peak 50 MB"]);
  Object.assign(record, { goal: "count", answer: "counted" });
  assert.equal(facts(value)[0], "answer counted 7");
  assert.deepEqual([null, "", 9999, 10000, "x"].map(written), ["–", "–", "9999", "10,000", "x"]);
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
  const why = (record) => missing((name) => record[name]);
  assert.match(why({ goal: "first", wall_s: 1, objective: null }), /sought no best solution/);
  assert.match(why({ goal: "optimum", wall_s: null, objective: null }), /not run/);
  assert.match(why({ goal: "optimum", wall_s: 1, objective: null }), /found no solution/);
  assert.match(why({ goal: "optimum", wall_s: 1, objective: 0 }), /before its end/);
});

test("a source that is not what the run was given is told by its digests", () => {
  assert.equal(difference("abc", "abc"), "");
  assert.match(difference("", "abc"), /holds no digest/);
  assert.match(difference("0123456789abcdef", "f".repeat(64)), /was 0123456789ab…, and is ffffffffffff…/);
});

test("comments are found, and signs of comments in strings are not", () => {
  const found = (text, kind) => comments(text, kind).map(([at, comment]) => {
    assert.equal(text.slice(at, at + comment.length), comment);
    return comment;
  });
  assert.deepEqual(found('int: n; % size\noutput ["100%", show(n)]; %% end', "mzn"), ["% size", "%% end"]);
  assert.deepEqual(found("#show placed/3. % shown", "lp"), ["% shown"]);
  const python = '"""Head # one."""\nx = "#no" % 3  # yes\ny = \'#no\'';
  assert.deepEqual(found(python, "py"), ['"""Head # one."""', "# yes"]);
});
