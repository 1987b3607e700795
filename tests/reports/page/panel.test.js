import assert from "node:assert/strict";
import test from "node:test";
import { comments, difference, facts, written } from "../../../reports/page/js/panel.js";

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
