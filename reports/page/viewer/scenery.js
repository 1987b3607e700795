/** What the SVG and the canvas draw alike: colours of faces, the box's frame, the names of layers and axes. */
import { SAME } from "./faces.js";

// In SVG units, the origin in the middle; the box stands left of it, because its layers are named at its right.
export const VIEW = { width: 960, height: 760, left: -50 };
const SHADE = [0.85, 0.7, 1]; // of faces across x, y and z: any three that are seen together differ
const SEAM_SHADE = 0.78; // of the lines between the cells of a piece
const PALE = 0.78; // how much paper is mixed into what is not highlighted
const SIDES = [[0, 0], [0, 1], [1, 0], [1, 1]];

/** The colours of a group's faces, of the lines between cells and of letters; pale: another piece is highlighted. */
export function tones(group, { shown, highlighted, paper }) {
  const pale = highlighted !== null && highlighted !== group.piece;
  const tone = shaded(shown[group.piece].colour, SHADE[group.axis], pale ? PALE : 0, paper);
  const seam = tone.map((value) => Math.round(value * SEAM_SHADE));
  return { pale, fill: `rgb(${tone})`, seam: `rgb(${seam})`, letters: isDark(tone) ? "#fff" : "#000" };
}

/** A shade of the colour, mixed with a share of the paper's colour. */
function shaded(colour, strength, share, paper) {
  return colour.map((value, part) => Math.round(value * strength * (1 - share) + paper[part] * share));
}

function isDark([red, green, blue]) {
  return 0.3 * red + 0.59 * green + 0.11 * blue < 105;
}

/** The edges of the box as two paths, of those that the box itself hides and of the others; none without a frame. */
export function frame({ box, camera: { eye }, frame: wanted }, project) {
  const paths = { behind: "", front: "" };
  if (!wanted) return paths;
  for (const axis of [0, 1, 2]) {
    for (const [i, j] of SIDES) {
      const { from, to, hidden } = boxEdge(box, eye, axis, i, j);
      paths[hidden ? "behind" : "front"] += `M${written(project(from))}L${written(project(to))}`;
    }
  }
  return paths;
}

/** An edge of the box along an axis; i and j, 0 or 1, tell its side of the box along each of the other two axes. */
function boxEdge(box, eye, axis, i, j) {
  const [first, second] = [0, 1, 2].filter((other) => other !== axis);
  const from = [0, 0, 0];
  from[first] = i * box[first];
  from[second] = j * box[second];
  const to = [...from];
  to[axis] = box[axis];
  const away = [(i ? 1 : -1) * eye[first] <= SAME, (j ? 1 : -1) * eye[second] <= SAME];
  return { from, to, hidden: away[0] && away[1] };
}

/** The names of the layers, counted from the bottom as in printed solutions, beside the rightmost edge of the box. */
export function layerLabels({ box, camera: { up }, scale, frame: wanted }, project) {
  const height = up[2] * scale;
  if (!wanted || box[2] === 1 || height < 4) return [];
  const corners = SIDES.map(([i, j]) => [i * box[0], j * box[1]]);
  const right = (corner) => project([...corner, 0])[0];
  const [x, y] = corners.reduce((best, corner) => (right(corner) > right(best) ? corner : best));
  const step = Math.ceil(26 / height); // where layers are thin, not all are named
  const labels = [];
  for (let layer = 0; layer < box[2]; layer += step) {
    const at = project([x, y, layer + 0.5]);
    labels.push({ at: [at[0] + 14, at[1]], text: `layer ${layer + 1}${layer ? "" : " (bottom)"}`, anchor: "start" });
  }
  return labels;
}

/** The three axes in a corner of the picture: names, each with the path of its line. */
export function axisLabels({ right, up }) {
  const [x, y] = [70 - VIEW.width / 2, VIEW.height / 2 - 70];
  return ["x", "y", "z"].flatMap((text, axis) => {
    const length = Math.hypot(right[axis], up[axis]);
    if (length < 0.15) return [];
    const tip = (by) => [x + by * right[axis], y - by * up[axis]];
    const [labelX, labelY] = tip(36 + 14 / length);
    const at = [axis === 2 ? labelX - 14 : labelX, labelY]; // z points upwards, and so may y beside it
    return [{ at, text, anchor: "middle", line: `M${x} ${y}L${written(tip(36))}` }];
  });
}

/** A point to a tenth of a unit, much faster than by toFixed. */
export function written([x, y]) {
  return `${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}`;
}
