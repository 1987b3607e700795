/**
 * A polycube solution as a solid that turns, its layers moved apart by a slider; own SVG, which needs no WebGL and
 * prints as lines. Nothing moves by itself, so that a preference for reduced motion needs no case of its own.
 */
import { channels, el, settled, svg } from "./dom.js";

const [WIDE, HIGH, MARGIN] = [480, 400, 6]; // SVG units; the origin is in the middle
const DEGREE = Math.PI / 180;
const FIRST = { yaw: -32 * DEGREE, pitch: 28 * DEGREE };
const [DRAG, STEP] = [0.5 * DEGREE, 7.5 * DEGREE]; // of a pixel and of a key
const SHADE = [0.85, 0.7, 1]; // of faces across x, y and z: any three that are seen together differ
const SEAM_SHADE = 0.78; // of the lines between the cells of a piece
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SAME = 1e-7; // directions that differ by less are equal

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

/** The cells between two layers, such that in the first view none hides another. */
export function widest([wide, deep]) {
  const [x, y] = camera(FIRST.yaw, FIRST.pitch).up;
  return (Math.abs(x) * wide + Math.abs(y) * deep) / Math.cos(FIRST.pitch);
}

/**
 * The faces that are seen, the farthest first, in an order in which each may hide only those before it. Of unit cubes
 * that do not overlap the order of their depths along the view is such an order, and moving whole layers apart keeps it
 * so. A face: {piece, axis, corners, edges}; edges: for the side from each corner to the next, whether it is an edge of
 * the piece or a seam between two of its cells. gap: between two layers, in cells.
 */
export function facesInView(pieces, gap, eye) {
  const owner = new Map(pieces.flatMap(({ cells }, piece) => cells.map((cell) => [cell.join(), piece])));
  const at = (cell, beside) => (gap && cell[2] !== beside[2] ? undefined : owner.get(beside.join()));
  const depth = ([x, y, z]) => x * eye[0] + y * eye[1] + z * (1 + gap) * eye[2];
  const cells = pieces.flatMap((each, piece) => each.cells.map((cell) => ({ cell, piece, depth: depth(cell) })));
  const signs = eye.map((value) => (Math.abs(value) < SAME ? 0 : Math.sign(value)));
  return cells.sort((a, b) => a.depth - b.depth).flatMap(({ cell, piece }) => [0, 1, 2].flatMap((axis) => {
    const front = moved(cell, axis, signs[axis]);
    if (!signs[axis] || at(cell, front) !== undefined) return [];
    const [i, j] = [0, 1, 2].filter((other) => other !== axis);
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([byI, byJ]) => {
      const corner = [cell[0], cell[1], cell[2] * (1 + gap)];
      corner[axis] += signs[axis] > 0 ? 1 : 0;
      corner[i] += byI;
      corner[j] += byJ;
      return corner;
    });
    const edges = [[j, -1], [i, 1], [j, 1], [i, -1]].map(([across, by]) =>
      at(cell, moved(cell, across, by)) !== piece || at(cell, moved(front, across, by)) === piece);
    return [{ piece, axis, corners, edges }];
  }));
}

const moved = (cell, axis, by) => cell.map((value, other) => value + (other === axis ? by : 0));

/** A view as words, "yaw,pitch" in degrees, and back; no words for the first one. */
const told = ({ yaw, pitch }) => [yaw, pitch].map((angle) => Number((angle / DEGREE).toFixed(1))).join();
function read(words) {
  const [yaw, pitch] = words.split(",").map((angle) => Number(angle) * DEGREE);
  return words && Number.isFinite(yaw + pitch) ? { yaw, pitch } : FIRST;
}

let view = FIRST, apart = 0; // of all solids in the document, which turn together
let mounted = []; // for each its picture, and what draws it

/**
 * Mounts the solid in an element. box: [width, depth, height]; pieces: [{name, colour, cells: [[x, y, z], …]}]; kept:
 * the view at the start, as the page's state has it. `changed({turn, apart})` is called after the view was changed.
 */
export function mountSolid(stage, { box, pieces, title }, kept = { turn: "", apart: "" }, changed = () => {}) {
  [view, apart] = [read(kept.turn), Number(kept.apart) || 0];
  let from = null;
  const keep = settled(() =>
    changed({ turn: told(view) === told(FIRST) ? "" : told(view), apart: apart ? String(apart) : "" }));
  const colours = pieces.map(({ colour }) => channels(colour));
  const picture = svg("svg", {
    class: "solid", viewBox: [-WIDE / 2, -HIGH / 2, WIDE, HIGH].join(" "), tabindex: 0, role: "application",
    "aria-roledescription": "solid that turns", "aria-label": `${title}; arrow keys turn it, Home turns it back`,
    onpointerdown: (event) => {
      if (event.button !== 0) return;
      picture.setPointerCapture(event.pointerId);
      from ??= event;
    },
    onpointermove: (event) => {
      if (event.pointerId !== from?.pointerId) return;
      turn((event.clientX - from.clientX) * DRAG, (event.clientY - from.clientY) * DRAG);
      from = event;
    },
    onpointerup: () => (from = null),
    onpointercancel: () => (from = null),
    onkeydown: (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key !== "Home" && !Object.hasOwn(KEYS, event.key)) return;
      event.preventDefault();
      if (event.key === "Home") look(FIRST);
      else turn(...KEYS[event.key].map((way) => way * STEP));
    },
  });
  const slider = el("input", { type: "range", min: 0, max: 100, oninput: () => look(view, Number(slider.value)) });
  stage.replaceChildren(picture, el("p", { class: "keys" },
    el("label", {}, "Layers apart ", slider), " Drag the solid or use the arrow keys to turn it; Home turns it back."));
  mounted.push({ picture, draw });
  draw();

  function turn(right, down) {
    const pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, view.pitch + down));
    look({ yaw: view.yaw - right, pitch });
  }

  function look(next, gap = apart) {
    [view, apart] = [next, gap];
    mounted = mounted.filter((each) => each.picture.isConnected);
    mounted.forEach((each) => each.draw());
    keep();
  }

  function draw() {
    slider.value = apart;
    const gap = (apart / 100) * widest(box);
    picture.replaceChildren(...drawn(camera(view.yaw, view.pitch), gap));
  }

  /** The elements of the faces; at this scale the solid fits into the picture from every direction. */
  function drawn({ right, up, eye }, gap) {
    const size = [box[0], box[1], box[2] + (box[2] - 1) * gap];
    const scale = (Math.min(WIDE, HIGH) - 2 * MARGIN) / Math.hypot(...size);
    const along = (way, point) => way.reduce((sum, value, axis) => sum + value * (point[axis] - size[axis] / 2), 0);
    const screen = (point) => `${(along(right, point) * scale).toFixed(1)} ${(-along(up, point) * scale).toFixed(1)}`;
    return facesInView(pieces, gap, eye).map(({ piece, axis, corners, edges }) => {
      const places = corners.map(screen);
      const tone = colours[piece].map((value) => Math.round(value * SHADE[axis]));
      const seam = tone.map((value) => Math.round(value * SEAM_SHADE));
      const sides = edges.map((edge, side) => (edge ? `M${places[side]}L${places[(side + 1) % 4]}` : "")).join("");
      return svg("g", { "data-piece": piece }, svg("title", {}, pieces[piece].name),
        svg("path", { d: `M${places.join("L")}Z`, fill: `rgb(${tone})`, stroke: `rgb(${seam})` }),
        svg("path", { d: sides, class: "edges" }));
    });
  }
}

