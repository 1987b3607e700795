/** How far the pieces of a box are moved apart, such that from where it is seen first none hides another. */
import { bounds } from "./disassembly.js";

const GAP = 0.4; // cells between two pieces on the screen
const ROUNDS = 1000; // at most; a box of twelve pieces needs a few dozen

/**
 * The offset of each piece in a full explosion, seen by a camera: first its distance from the box's middle is doubled,
 * then it moves across the screen, away from every piece whose bounding box meets its own there. Boxes that do not meet
 * on the screen do not meet in space, so that the pieces are apart from every direction. A flat board, seen from above,
 * explodes in its plane.
 */
export function explosion(pieces, box, camera) {
  const spans = pieces.map(({ cells }) => bounds(cells));
  const middles = spans.map(({ low, high }) => low.map((value, axis) => (value + high[axis] + 1) / 2));
  const sizes = spans.map(({ low, high }) => low.map((value, axis) => high[axis] + 1 - value));
  const at = middles.map((middle) => middle.map((value, axis) => 2 * value - box[axis] / 2));
  const ways = across(camera);
  const wide = ways.map((way) => sizes.map((size) => dot(size, way.map(Math.abs))));
  for (let round = 0, met = true; met && round < ROUNDS; round++) {
    met = false;
    for (let one = 0; one < at.length; one++) {
      for (let other = 0; other < one; other++) met = part(one, other) || met;
    }
  }
  return at.map((place, piece) => place.map((value, axis) => value - middles[piece][axis]));

  /** Moves two pieces apart if their bounding boxes meet on the screen; returns whether they did. */
  function part(one, other) {
    const between = at[one].map((value, axis) => value - at[other][axis]);
    const missing = ways.map((way, place) =>
      (wide[place][one] + wide[place][other]) / 2 + GAP - Math.abs(dot(between, way)));
    const least = Math.min(...missing);
    if (least < 1e-6) return false;
    const way = ways[missing.indexOf(least)];
    const by = (dot(between, way) < 0 ? -1 : 1) * (least / 2 + 1e-3);
    at[one] = at[one].map((value, axis) => value + by * way[axis]);
    at[other] = at[other].map((value, axis) => value - by * way[axis]);
    return true;
  }
}

/**
 * The directions on the screen that are perpendicular to an axis. The outline of a box is a hexagon whose sides are
 * parallel to the axes, so two of them are apart if and only if one of these directions parts them.
 */
function across({ right, up }) {
  return [0, 1, 2].flatMap((axis) => {
    const length = Math.hypot(right[axis], up[axis]);
    return length < 1e-6 ? [] : [right.map((value, other) => (value * up[axis] - up[other] * right[axis]) / length)];
  });
}

const dot = (one, other) => one.reduce((sum, value, axis) => sum + value * other[axis], 0);
