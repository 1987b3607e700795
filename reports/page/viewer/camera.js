/** From where a box is seen, and how large it is drawn. */

export const DEGREE = Math.PI / 180;
const RADIUS = 370; // SVG units from the middle of the box to its corners, at most
const ROOM = 325; // SVG units from the middle of the box to its upright edges, beside which layers are named

/** The direction of the first view as [yaw, pitch]: a flat board is seen from above, as it is printed. */
export const first = (box) => (box[2] === 1 ? [0, 90] : [-32, 28]).map((degrees) => degrees * DEGREE);

/** Directions of a parallel projection: the screen's right and up, and eye, towards the viewer; angles in radians. */
export function camera(yaw, pitch) {
  const forth = [Math.sin(yaw), -Math.cos(yaw), 0];
  const mix = (level, upright) => forth.map((value, axis) => level * value + (axis === 2 ? upright : 0));
  return {
    right: [Math.cos(yaw), Math.sin(yaw), 0],
    up: mix(-Math.sin(pitch), Math.cos(pitch)),
    eye: mix(Math.cos(pitch), Math.sin(pitch)),
  };
}

/** SVG units per cell, such that the whole box is in the picture from every direction. */
export function fit(box) {
  const scale = (2 * RADIUS) / Math.hypot(...box);
  return box[2] > 1 ? Math.min(scale, (2 * ROOM) / Math.hypot(box[0], box[1])) : scale;
}

/** A function from a point, in cells, to the screen; the middle of the box is the origin of the screen. */
export function projection({ right, up }, scale, box) {
  const [[a, b, c], [d, e, f]] = [right, up].map((way) => way.map((value) => value * scale));
  const [x, y, z] = box.map((size) => size / 2);
  return (point) => {
    const [i, j, k] = [point[0] - x, point[1] - y, point[2] - z];
    return [a * i + b * j + c * k, -(d * i + e * j + f * k)];
  };
}

/** The distance from the middle of the box to the farthest corner of a cell. */
export function reach(pieces, box, offsets) {
  let most = 0;
  pieces.forEach(({ cells }, index) => {
    for (const cell of cells) {
      const apart = cell.map((value, axis) => Math.abs(value + 0.5 + offsets[index][axis] - box[axis] / 2) + 0.5);
      most = Math.max(most, Math.hypot(...apart));
    }
  });
  return most;
}
