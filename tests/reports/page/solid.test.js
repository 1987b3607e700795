/** Hidden surfaces of the solid: painting from back to front against a z-buffer by brute force. */
import assert from "node:assert/strict";
import test from "node:test";
import { camera, facesInView, widest } from "../../../reports/page/js/solid.js";
import { random, scattered, solved } from "./solids.js";

const NONE = -1, UNSURE = -2;
const dot = (one, other) => one.reduce((sum, value, axis) => sum + value * other[axis], 0);

/** The piece of the last face that covers a point of the screen. */
function painted(faces, { right, up }, [x, y]) {
  return faces.findLast(({ corners }) => {
    const seen = corners.map((corner) => [dot(right, corner), dot(up, corner)]);
    const turns = seen.map(([fromX, fromY], at) => {
      const [toX, toY] = seen[(at + 1) % 4];
      return (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
    });
    return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0);
  })?.piece ?? NONE;
}

/** Right, up and towards the viewer, by a rotation about z and then about the screen's x. */
function directions(yaw, pitch) {
  const [s, c, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [[c, s, 0], [-s * sp, c * sp, cp], [s * cp, -c * cp, sp]];
}

/** The piece of the cube that is nearest to the viewer in a point; UNSURE where cubes of two pieces are as near. */
function nearest(cubes, [x, y], [right, up, eye]) {
  const start = [0, 1, 2].map((axis) => x * right[axis] + y * up[axis]);
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
function compare(pieces, gap, yaw, pitch, chance) {
  const view = camera(yaw, pitch);
  const faces = facesInView(pieces, gap, view.eye);
  const cubes = pieces.flatMap(({ cells }, piece) =>
    cells.map(([x, y, z]) => ({ piece, low: [x, y, z * (1 + gap)] })));
  let sure = 0;
  for (let number = 0; number < 500; number++) {
    const middle = cubes[Math.floor(chance() * cubes.length)].low.map((value) => value + 0.5);
    const [x, y] = [view.right, view.up].map((way) => dot(way, middle) + 1.8 * chance() - 0.9);
    const around = [[-1, -1], [-1, 1], [1, -1], [1, 1]]
      .map(([byX, byY]) => nearest(cubes, [x + 0.001 * byX, y + 0.001 * byY], directions(yaw, pitch)));
    if (around.includes(UNSURE) || around.some((piece) => piece !== around[0])) continue;
    assert.equal(painted(faces, view, [x, y]), around[0], `at ${x}, ${y}`);
    sure++;
  }
  return sure;
}

for (let seed = 0; seed < 12; seed++) {
  test(`painting from back to front agrees with a z-buffer, box ${seed}`, () => {
    const chance = random(seed);
    const between = (low, high) => low + (high - low) * chance();
    const box = [between(1, 5), between(2, 5), between(1, 5)].map(Math.floor);
    const { pieces } = scattered(box, 4, chance);
    for (const gap of [0, between(0, 1), widest(box)]) {
      const [yaw, pitch] = [between(-Math.PI, Math.PI), between(-Math.PI / 2, Math.PI / 2)];
      assert.ok(compare(pieces, gap, yaw, pitch, chance) > 150);
    }
  });
}

for (const name of ["tetris-cube", "solid-pentominoes2x3x10"]) {
  test(`of a whole box the cells that face the viewer are drawn, of layers apart all their tops: ${name}`, () => {
    const { box: [wide, deep, high], pieces } = solved(name);
    const { eye } = camera(-0.56, 0.49);
    const sides = wide * high + deep * high;
    assert.equal(facesInView(pieces, 0, eye).length, wide * deep + sides);
    assert.equal(facesInView(pieces, 1, eye).length, wide * deep * high + sides);
  });
}

test("from straight above only the top is drawn", () => {
  const { box: [wide, deep], pieces } = solved("tetris-cube");
  assert.equal(facesInView(pieces, 0, camera(0, Math.PI / 2).eye).length, wide * deep);
});

test("a side between two cells of a piece is a seam, unless the piece bends there or its layers are apart", () => {
  const edges = (cells, gap) => {
    const faces = facesInView([{ cells }], gap, camera(-0.56, 0.49).eye);
    return faces.flatMap((face) => face.edges).filter((edge) => !edge).length;
  };
  assert.equal(edges([[0, 0, 0], [1, 0, 0]], 0), 4, "on top and in front, of both cells");
  assert.equal(edges([[0, 0, 0], [0, 0, 1]], 0), 4);
  assert.equal(edges([[0, 0, 0], [0, 0, 1]], 1), 0);
  assert.equal(edges([[0, 0, 0], [0, 1, 0], [0, 1, 1]], 0), 4, "on the right");
});
