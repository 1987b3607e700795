/** What hides what in the viewer: painting from back to front against a z-buffer by brute force. */
import assert from "node:assert/strict";
import test from "node:test";
import { camera, projection } from "../../../reports/page/viewer/camera.js";
import { groupPaths } from "../../../reports/page/viewer/draw.js";
import { backToFront, movedFace, outerFaces, partition, withoutContacts } from "../../../reports/page/viewer/faces.js";
import { layerLabels } from "../../../reports/page/viewer/scenery.js";
import { cut, random, solved } from "./solids.js";

const SCALE = 100;
const NONE = -1, UNSURE = -2;

/** The faces that are drawn, in their order: each with its piece and its corners on the screen. */
function drawn({ box, pieces }, offsets, gone, yaw, pitch) {
  const faces = pieces.flatMap(({ cells }, index) => (gone.includes(index) ? [] : outerFaces(cells, index)));
  const seen = camera(yaw, pitch);
  const project = projection(seen, SCALE, box);
  const found = [];
  const tree = partition(withoutContacts(faces.map((face) => movedFace(face, offsets[face.piece]))));
  backToFront(tree, seen.eye, (group) => {
    for (const [, path] of groupPaths(group, project).fill.matchAll(/M([^Z]*)Z/g)) {
      found.push({ piece: group.piece, corners: path.split("L").map((corner) => corner.split(" ").map(Number)) });
    }
  });
  return found;
}

/** The piece of the last face that covers a point. Corners are rounded to tenths, and strokes close the gaps. */
function painted(faces, [x, y]) {
  const near = (value, values) => value > Math.min(...values) - 0.15 && value < Math.max(...values) + 0.15;
  const covers = ({ corners }) => {
    if (!near(x, corners.map((each) => each[0])) || !near(y, corners.map((each) => each[1]))) return false;
    const turns = corners.map(([fromX, fromY], at) => {
      const [toX, toY] = corners[(at + 1) % 4];
      const [sideX, sideY] = [toX - fromX, toY - fromY];
      return (sideX * (y - fromY) - sideY * (x - fromX)) / Math.max(1e-9, Math.hypot(sideX, sideY));
    });
    return turns.every((turn) => turn > -0.15) || turns.every((turn) => turn < 0.15);
  };
  return faces.findLast(covers)?.piece ?? NONE;
}

/** Right, up and towards the viewer, by a rotation about z and then about the screen's x. */
function directions(yaw, pitch) {
  const [s, c, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [[c, s, 0], [-s * sp, c * sp, cp], [s * cp, -c * cp, sp]];
}

/** The piece of the cube that is nearest to the viewer in a point; UNSURE where cubes of two pieces are as near. */
function nearest(cubes, box, [x, y], [right, up, eye]) {
  const start = box.map((size, axis) => size / 2 + (x * right[axis] - y * up[axis]) / SCALE);
  let first = -Infinity, second = -Infinity, piece = NONE, other = NONE;
  for (const cube of cubes) {
    let entry = -Infinity, leave = Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const [one, two] = [0, 1].map((side) => (cube.low[axis] + side - start[axis]) / eye[axis]);
      entry = Math.max(entry, Math.min(one, two));
      leave = Math.min(leave, Math.max(one, two));
    }
    if (entry >= leave) continue;
    if (leave > first) [second, other, first, piece] = [first, piece, leave, cube.piece];
    else if (leave > second) [second, other] = [leave, cube.piece];
  }
  return second > first - 1e-6 && other !== piece ? UNSURE : piece;
}

/** Compares both in random points; returns in how many of them rounding did not matter. */
function compare(solution, offsets, gone, yaw, pitch, chance) {
  const { box, pieces } = solution;
  const faces = drawn(solution, offsets, gone, yaw, pitch);
  const cubes = pieces.flatMap(({ cells }, piece) => (gone.includes(piece) ? []
    : cells.map((cell) => ({ piece, low: cell.map((value, axis) => value + offsets[piece][axis]) }))));
  const view = directions(yaw, pitch);
  let sure = 0;
  for (let number = 0; number < 500; number++) {
    const middle = cubes[Math.floor(chance() * cubes.length)].low.map((value, axis) => value + 0.5 - box[axis] / 2);
    const along = (way) => middle.reduce((sum, value, axis) => sum + value * way[axis], 0) * SCALE;
    const [x, y] = [along(view[0]) + 180 * chance() - 90, -along(view[1]) + 180 * chance() - 90];
    const around = [[-0.3, -0.3], [-0.3, 0.3], [0.3, -0.3], [0.3, 0.3]]
      .map(([byX, byY]) => nearest(cubes, box, [x + byX, y + byY], view));
    if (around[0] === UNSURE || around.some((piece) => piece !== around[0])) continue;
    assert.equal(painted(faces, [x, y]), around[0], `at ${x}, ${y}`);
    sure++;
  }
  return sure;
}

for (let seed = 0; seed < 9; seed++) {
  test(`painting from back to front agrees with a z-buffer, box ${seed}`, () => {
    const chance = random(seed);
    const between = (low, high) => low + (high - low) * chance();
    const box = [Math.floor(between(1, 5)), Math.floor(between(2, 5)), Math.floor(between(1, 5))];
    const solution = cut(box, Math.min(8, box[0] * box[1] * box[2]), seed);
    const middles = solution.pieces.map(({ cells }) => box.map((size, axis) =>
      cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length + 0.5 - size / 2));
    const exploded = middles.map((middle) => middle.map((value) => value * between(0, 1.5)));
    const intersecting = middles.map(() => [between(-1, 1), between(-1, 1), between(-1, 1)]);
    const whole = middles.map(() => [0, 0, 0]);
    for (const offsets of [exploded, intersecting, whole]) {
      const gone = [...middles.keys()].sort(() => chance() - 0.5).slice(0, seed % 3);
      const [yaw, pitch] = [between(-Math.PI, Math.PI), between(-Math.PI / 2, Math.PI / 2)];
      assert.ok(compare(solution, offsets, gone, yaw, pitch, chance) > 150);
    }
  });
}

test("painting agrees with a z-buffer for bars that hide one another in a circle", () => {
  const bars = [0, 1, 2].map((at) => [[at, 0, 1], [2, at, 0], [1, 2, at]]);
  const pieces = [0, 1, 2].map((bar) => ({ name: String(bar), cells: bars.map((cells) => cells[bar]) }));
  const offsets = [[0, 0.7, 0.3], [-0.4, 0, 0.9], [0.2, -0.6, 0]];
  for (const yaw of [-3, -1.5, 0.1, 1.5, 3]) {
    for (const pitch of [-0.62, 0.4, 1.2]) {
      assert.ok(compare({ box: [3, 3, 3], pieces }, offsets, [], yaw, pitch, random(5)) > 150);
    }
  }
});

for (const name of ["tetris-cube", "solid-pentominoes2x3x10", "pentominoes6x10"]) {
  test(`of a whole box exactly the cells that face the viewer are drawn: ${name}`, () => {
    const { box, pieces } = solved(name);
    const flat = box[2] === 1;
    const sides = [[2, box[2] - 1], ...(flat ? [] : [[0, 0], [1, 0]])];
    const expected = pieces.map(({ cells }) =>
      cells.reduce((sum, cell) => sum + sides.filter(([axis, at]) => cell[axis] === at).length, 0));
    const faces = drawn({ box, pieces }, pieces.map(() => [0, 0, 0]), [], flat ? 0 : -0.56, flat ? Math.PI / 2 : 0.49);
    assert.deepEqual(pieces.map((_, piece) => faces.filter((face) => face.piece === piece).length), expected);
  });
}

test("layers are named from the bottom upwards, none of a flat board", () => {
  const labels = (box) => {
    const seen = camera(-0.56, 0.49);
    return layerLabels({ box, camera: seen, scale: SCALE, frame: true }, projection(seen, SCALE, box));
  };
  const found = labels([4, 4, 4]);
  assert.deepEqual(found.map((each) => each.text), ["layer 1 (bottom)", "layer 2", "layer 3", "layer 4"]);
  const heights = found.map((each) => each.at[1]);
  assert.deepEqual(heights, [...heights].sort((a, b) => b - a), "the first one is the lowest");
  assert.deepEqual(labels([4, 4, 1]), []);
});
