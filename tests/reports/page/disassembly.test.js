/** What comes out of a box when, and what the viewer says about it. */
import assert from "node:assert/strict";
import test from "node:test";
import { WAYS_OUT, disassembly, wayOut } from "../../../reports/page/viewer/disassembly.js";
import { key } from "../../../reports/page/viewer/gestures.js";
import { labelled, sentence, size } from "../../../reports/page/viewer/words.js";
import { cut, enclosed, solved } from "./solids.js";

const NAMES = ["dominoes6x6", "tetrominoes5x8", "soma-rotations", "solid-pentominoes2x3x10", "tetris-cube"];
const ENCLOSED = enclosed().pieces; // lid, shell, core
const UP = [0, 0, 1];

/** Whether a piece runs into one of the others on its way, tried cell by cell. */
function collides(pieces, piece, way, others) {
  const taken = new Set(others.filter((other) => other !== piece).flatMap((other) => pieces[other].cells.map(String)));
  return Array.from({ length: 40 }, (_, by) => by + 1).some((by) =>
    pieces[piece].cells.some((cell) => taken.has(String(cell.map((value, axis) => value + by * way[axis])))));
}

const cuts = [2, 3, 5, 12].map((count, seed) => cut([4, 4, 4], count, seed));
for (const { title, pieces } of [...NAMES.map(solved), ...cuts, enclosed()]) {
  test(`each step is free, and what is locked cannot move: ${title}`, () => {
    const { steps, locked } = disassembly(pieces);
    let left = [...pieces.keys()];
    for (const { piece, way } of steps) {
      assert.ok(WAYS_OUT.includes(way));
      assert.ok(!collides(pieces, piece, way, left));
      left = left.filter((other) => other !== piece);
    }
    assert.deepEqual(left, locked);
    for (const piece of left) assert.ok(WAYS_OUT.every((way) => collides(pieces, piece, way, left)));
  });
}

test("pieces that were removed may free others", () => {
  assert.deepEqual(disassembly(ENCLOSED), { steps: [{ piece: 0, way: UP }], locked: [1, 2] });
  assert.deepEqual(disassembly(ENCLOSED, [2]), { steps: [{ piece: 2, way: UP }], locked: [] });
});

test("a piece moves until it is past all others", () => {
  assert.equal(wayOut(ENCLOSED, { piece: 0, way: UP }), 1);
  assert.equal(wayOut(ENCLOSED, { piece: 2, way: UP }), 3);
  assert.equal(wayOut(ENCLOSED, { piece: 2, way: [0, -1, 0] }), 2);
});

test("the sentence names what came out, what comes next and what interlocks", () => {
  const said = (away) => {
    const left = [...ENCLOSED.keys()].filter((index) => !away.some(({ piece }) => piece === index));
    return sentence({ away, plan: disassembly(ENCLOSED, left) }, labelled(ENCLOSED));
  };
  const explode = "none comes out by one straight move. Explode them instead.";
  const [lid, shell, core] = [{ piece: 0, way: UP }, { piece: 1, way: null }, { piece: 2, way: [-1, 0, 0] }];
  assert.equal(said([]), `3 of 3 pieces in the box. shell and core will be left: they interlock, ${explode}`);
  assert.equal(said([lid]), `lid came out upwards. 2 of 3 pieces in the box. shell and core interlock, ${explode}`);
  assert.equal(said([lid, shell]), "shell is hidden. 1 of 3 pieces in the box. Next out: core, upwards.");
  assert.equal(said([lid, shell, core]), "core came out along −x. 0 of 3 pieces in the box.");
});

test("long lists of interlocking pieces are cut short", () => {
  const labels = Array.from({ length: 14 }, (_, number) => `P${number}`);
  const plan = { steps: [], locked: [...labels.keys()] };
  assert.match(sentence({ away: [], plan }, labels), /P10, P11 and 2 more interlock/);
});

test("pieces of the same name are numbered", () => {
  assert.deepEqual(labelled([{ name: "A" }, { name: "I" }, { name: "I" }]), ["A", "I (1 of 2)", "I (2 of 2)"]);
  assert.deepEqual([ENCLOSED[2], ENCLOSED[0]].map(size), ["1 cell", "9 cells"]);
});

test("keys turn, shift, zoom, explode, take out, put back, hide and reset; others mean nothing", () => {
  const done = [];
  const act = new Proxy({}, { get: (_, name) => (...given) => void done.push([name, ...given]) });
  const press = (name, shiftKey = false) => key({ key: name, shiftKey }, act);
  const names = ["ArrowLeft", "+", "=", "-", "PageUp", "PageDown", "n", "p", "h", "0", "Home", "Escape"];
  names.forEach((name) => press(name));
  press("ArrowDown", true);
  assert.deepEqual(done, [
    ["turn", -7.5, 0], ["zoom", 1.2], ["zoom", 1.2], ["zoom", 1 / 1.2], ["explode", 5], ["explode", -5], ["takeOut"],
    ["putBack"], ["hide"], ["reset"], ["reset"], ["unpick"], ["shift", 0, 40],
  ]);
  assert.deepEqual(["x", "Tab", "toString"].map((name) => press(name)), [false, false, false]);
});
