/** At full explosion no piece hides another from where the box is seen first; so none meets another in space. */
import assert from "node:assert/strict";
import test from "node:test";
import { camera, first, projection } from "../../../reports/page/viewer/camera.js";
import { explosion } from "../../../reports/page/viewer/explosion.js";
import { cut, enclosed, solved } from "./solids.js";

const NAMES = [
  "dominoes6x6", "pentominoes6x10", "tetrominoes5x8", "soma-rotations", "solid-pentominoes2x3x10", "tetris-cube",
];
const CUTS = [[[4, 4, 4], 5], [[5, 5, 5], 12], [[6, 6, 6], 30], [[12, 12, 1], 20], [[1, 9, 9], 12]];
const cuts = CUTS.map(([box, count], seed) => cut(box, count, seed + 1));
const DIRECTIONS = Array.from({ length: 360 }, (_, degree) => (degree * Math.PI) / 360);

/** The range of some points along a direction. */
function range(points, way) {
  const along = points.map((point) => point.reduce((sum, value, axis) => sum + value * way[axis], 0));
  return [Math.min(...along), Math.max(...along)];
}

/** Whether some direction separates two sets of points. */
const apart = (one, other, ways) => ways.some((way) => {
  const [[low, high], [from, to]] = [range(one, way), range(other, way)];
  return high < from || to < low;
});

/** The corners of a piece's cells, moved by its offset. */
const corners = ({ cells }, offset) => cells.flatMap((cell) =>
  Array.from({ length: 8 }, (_, at) => cell.map((value, axis) => value + offset[axis] + ((at >> axis) & 1))));

for (const { title, box, pieces: given } of [...NAMES.map(solved), enclosed(), ...cuts]) {
  test(`no two pieces meet on the screen: ${title}`, () => {
    const pieces = given.filter(({ cells }) => cells.length);
    const view = camera(...first(box));
    const solids = explosion(pieces, box, view).map((offset, index) => corners(pieces[index], offset));
    const flat = solids.map((points) => points.map(projection(view, 1, box)));
    const ways = DIRECTIONS.map((turn) => [Math.cos(turn), Math.sin(turn)]);
    for (let one = 0; one < pieces.length; one++) {
      for (let other = 0; other < one; other++) {
        assert.ok(apart(flat[one], flat[other], ways), `${one} and ${other} on the screen`);
      }
    }
    const heights = solids.map((points) => range(points, [0, 0, 1]));
    const level = heights.every(([low, high]) => Math.abs(low) + Math.abs(high - 1) < 1e-9);
    assert.equal(level, box[2] === 1, "a flat board stays in its plane");
  });
}

test("a box without pieces or with one explodes to itself", () => {
  const view = camera(...first([2, 2, 2]));
  assert.deepEqual(explosion([], [2, 2, 2], view), []);
  assert.deepEqual(explosion([{ cells: [[0, 0, 0]] }], [1, 1, 1], view), [[0, 0, 0]]);
});
