import assert from "node:assert/strict";
import test from "node:test";
import { caption, columns, fastest, ladders, rows, view, virtualBest, wins } from "../../../reports/page/js/cells.js";
import { campaign, chosen } from "./core.js";

const CORE = campaign([
  { instance: "a", solver: "dlx", time: 1, size: 4 },
  { instance: "a", solver: "cbc", time: 9, size: 4 },
  { instance: "b", solver: "dlx", time: 5, size: 10 },
  { instance: "b", solver: "cbc", time: 2, size: 10 },
  { instance: "c", solver: "dlx", time: 3, size: 9 },
  { instance: "c", solver: "cbc", time: null, size: 9 },
  { family: "polycubes", instance: "box", goal: "count", solver: "dlx", formulation: "cover", time: null },
]);
const instances = (cases) => cases.map((each) => each.instance);
const names = (configurations) => configurations.map((each) => each.name);
const shown = (changes) => view(CORE, chosen(changes));

test("without filters every run is in a cell", () => {
  const all = shown();
  assert.equal(all.runs, 7);
  assert.equal(all.cell(CORE.cases[1], CORE.configurations[1]).word, "2.0");
  assert.equal(all.cell(CORE.cases[3], CORE.configurations[0]), undefined);
});

test("a cell shows its median run, or its first where none took place", () => {
  const run = { instance: "a", solver: "dlx" };
  const [cell] = view(campaign([1, 2, 3].map((time) => ({ ...run, time, median: Number(time === 2) }))), chosen()).list;
  assert.deepEqual([cell.time, cell.runs, cell.ran, cell.solved], [2, [0, 1, 2], true, true]);
  const [absent] = view(campaign([{ ...run, time: null, median: 0 }]), chosen()).list;
  assert.deepEqual([absent.run, absent.ran, absent.solved], [0, false, false]);
});

test("runs on machines of different kinds never share a view", () => {
  const core = campaign(["here", "there"].map((kind) => ({ instance: "a", solver: "dlx", time: 1, kind })));
  assert.deepEqual(view(core, chosen({ kind: "there" })).list.map((cell) => cell.runs), [[1]]);
});

test("filters of the case and the configuration combine", () => {
  assert.deepEqual(instances(shown({ family: "polycubes" }).cases), ["box"]);
  assert.deepEqual(instances(shown({ goal: "first" }).cases), ["a", "b", "c"]);
  assert.deepEqual(names(shown({ without: ["dlx"] }).configurations), ["cbc/m"]);
  assert.deepEqual(names(shown({ formulation: "cover" }).configurations), ["dlx/cover"]);
  assert.equal(shown({ formulation: "cover", goal: "first" }).list.length, 0);
});

test("every word of the text must occur in the case or the configuration, in either case of letters", () => {
  const { cases, configurations } = shown({ text: " CBC /b/ " });
  assert.deepEqual([instances(cases), names(configurations)], [["b"], ["cbc/m"]]);
});

test("an outcome keeps the whole cases that have such a cell", () => {
  const { cases, list, sought } = shown({ outcome: ["timeout"] });
  assert.deepEqual(instances(cases), ["c", "box"]);
  assert.deepEqual(list.filter(sought).map((cell) => cell.word), ["time", "time"]);
  assert.equal(list.length, 3);
});

test("rows are ordered by size, name or the time of a configuration", () => {
  const first = shown({ goal: "first" });
  assert.deepEqual(instances(rows(first, "size")), ["a", "c", "b"]);
  assert.deepEqual(instances(rows(first, "name")), ["a", "b", "c"]);
  assert.deepEqual(instances(rows(first, "time:cbc/m")), ["b", "a", "c"]);
});

test("numbers in names are ordered as numbers", () => {
  const core = campaign(["h10", "h9"].map((instance) => ({ instance, solver: "dlx", time: 1 })));
  assert.deepEqual(instances(rows(view(core, chosen()), "name")), ["h9", "h10"]);
});

test("columns are ordered by solver or by the time on a case", () => {
  const first = shown({ goal: "first", without: [] });
  assert.deepEqual(names(columns(first, "solver")), ["dlx/m", "cbc/m"]);
  assert.deepEqual(names(columns(first, "time:squares/b/first")), ["cbc/m", "dlx/m"]);
});

test("the virtual best has the shortest time of each case, solved before unsolved", () => {
  assert.deepEqual(virtualBest(shown().list).map((cell) => cell.word), ["1.0", "2.0", "3.0", "time"]);
});

test("the shortest time of a case is framed with all that are written alike, if several ran", () => {
  const core = campaign([1, 1, 2].map((time, place) => ({ instance: "a", solver: `s${place}`, time })));
  const { list } = view(core, chosen());
  assert.deepEqual(list.map((cell) => wins(cell, fastest(list))), [true, true, false]);
  assert.equal(fastest(list.slice(0, 1)).size, 0);
});

test("no time is framed where a ranked configuration is only assumed to solve the case", () => {
  const runs = ["a", "b", "c"].map((solver, at) => ({ instance: "i", solver, time: at + 1 }));
  const skipped = (formulation) => view(
    campaign([...runs, { instance: "i", solver: "d", formulation, time: null, median: 0 }], { 3: 0 }), chosen()).list;
  assert.equal(fastest(skipped("m")).size, 0);
  assert.deepEqual([...fastest(skipped("native")).values()], ["1.0"], "a reference is outside");
});

test("the ladders in view are found by their cases", () => {
  const run = (instance, ladder) => ({ instance, ladder, solver: "dlx", time: 1 });
  const core = campaign([run("a", "k3"), run("b", "k2")]);
  const reach = ["k2", "k3", "k4"].map((ladder) => ({ key: ["squares", ladder, "first"] }));
  assert.deepEqual(ladders(view(core, chosen({ text: "k3" })), reach), [reach[1]]);
});

test("the caption counts what is shown", () => {
  assert.equal(
    caption(shown({ goal: "first" }), 7, []),
    "6 of 7 runs: 3 cases (instance and goal) by 2 configurations. Framed: the shortest time of a row.");
  assert.equal(
    caption(shown({ outcome: ["timeout"], family: "polycubes" }), 7, ["timeout"]),
    "1 of 7 runs: 1 case (instance and goal) by 1 configuration, the cases with a cell that is timeout.");
});

test("the search clock has its own times and shortest times", () => {
  const core = campaign([
    { instance: "a", solver: "dlx", time: 2, search: 0.5 }, { instance: "a", solver: "cbc", time: 1, search: 0.9 },
  ]);
  const words = (clock) => virtualBest(view(core, chosen({ clock })).list).map((cell) => [cell.configuration.name, cell.word]);
  assert.deepEqual([words("wall"), words("search")], [[["cbc/m", "1.0"]], [["dlx/m", "0.50"]]]);
});

test("a reference is never the best of a case", () => {
  const seen = view(campaign([
    { instance: "a", solver: "dlx", formulation: "native", time: 1 },
    { instance: "a", solver: "cbc", time: 9 },
    { instance: "a", solver: "cpsat", time: 8 },
  ]), chosen());
  assert.deepEqual(virtualBest(seen.list).map((cell) => cell.time), [8]);
  assert.deepEqual([...fastest(seen.list).values()], ["8.0"]);
});

test("rows are grouped by ladder, and within it by size", () => {
  const run = (instance, ladder, size) => ({ instance, ladder, size, solver: "dlx", time: 1 });
  const core = campaign([run("a", "k3", 4), run("b", "k2", 9), run("c", "k2", 4)]);
  assert.deepEqual(instances(rows(view(core, chosen()), "size")), ["c", "b", "a"]);
  assert.deepEqual(instances(view(core, chosen({ text: "k3" })).cases), ["a"]);
});

test("a run that is not ranked, such as that of a wrong model, is neither the fastest nor the best", () => {
  const core = campaign(["x", "y", "z"].map((solver, at) => ({ instance: "a", solver, time: at + 1 })));
  core.runs.counts = { rows: [0, 1, 1] };
  const { list } = view(core, chosen());
  assert.deepEqual(virtualBest(list).map((cell) => cell.time), [2]);
  assert.deepEqual(list.map((cell) => wins(cell, fastest(list))), [false, true, false]);
});
