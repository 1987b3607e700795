/**
 * A polycube solution to turn and take apart.
 *
 * Own SVG instead of three.js: unit cubes in parallel projection need 5 % of its 700 kB, no WebGL, and print as lines.
 */
import { channels } from "../base/colour.js";
import { DEGREE, camera, first, fit, reach } from "./camera.js";
import * as canvas from "./canvas.js";
import { controls } from "./controls.js";
import { disassembly, wayOut } from "./disassembly.js";
import { painter } from "./draw.js";
import { explosion } from "./explosion.js";
import { movedFace, outerFaces, partition, withoutContacts } from "./faces.js";
import { gestures } from "./gestures.js";
import { VIEW } from "./scenery.js";
import { labelled } from "./words.js";

const ZOOM = [0.5, 6]; // the least and the most
const SLIDE_MS = 450; // how long a piece glides
const MANY = 350; // more faces than this are drawn on a canvas while they move
const STILL_MS = 150; // after so long without motion they are drawn as SVG again

/**
 * Mounts the viewer in an element; returns {destroy()}. box: [width, depth, height] in cells; pieces: [{name, colour,
 * cells: [[x, y, z], …]}]. A colour is "#rrggbb"; cells are counted from 0, x to the right, y to the back, z upwards.
 * No two pieces share a cell.
 */
export function mountViewer(element, { box, pieces, title }) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  const labels = labelled(pieces);
  const faces = pieces.map(({ cells }, index) => outerFaces(cells, index));
  const drawn = pieces.map(({ name, colour }) => ({ name, colour: channels(colour) }));
  const away = []; // [{piece, way}] in the order of removal; way is null where the piece was only hidden
  const until = new AbortController(); // ends what listens
  let view, look, plan, slide, scale, tree, many;
  let apart = null; // the offsets of a full explosion, once it is wanted
  let whole; // the scene as it was drawn last
  let colours; // of the paper and of the lines beside the pieces
  let still = 0, frame = 0; // the timer that draws it as SVG, and the request for the next frame

  const act = {
    explode: (value) => {
      look.explode = clamp(value, 0, 100);
      moved();
    },
    names: (value) => {
      look.names = value;
      changed();
    },
    zoom,
    highlight: (index) => {
      look.highlighted = look.highlighted === index ? null : index;
      changed();
    },
    toggle,
    hide: () => look.highlighted !== null && toggle(look.highlighted),
    takeOut,
    putBack,
    reset,
  };
  const panel = controls(root, { title, pieces, labels }, act);
  const paint = painter(panel.picture);
  const sketch = canvas.painter(panel.canvas, panel.picture);
  gestures(panel.picture, {
    turn: (right, down) => {
      view.yaw -= right * DEGREE;
      view.pitch = clamp(view.pitch + down * DEGREE, -Math.PI / 2, Math.PI / 2);
      draw();
    },
    shift: (x, y) => {
      view.shift = [view.shift[0] + x, view.shift[1] + y];
      draw();
    },
    zoom,
    explode: (by) => act.explode(look.explode + by),
    pick: (index) => {
      act.highlight(index);
      panel.show(index);
    },
    unpick: () => look.highlighted !== null && act.highlight(look.highlighted),
    takeOut,
    putBack,
    reset,
    hide: act.hide,
  }, until.signal);

  function zoom(factor, [x, y] = [0, 0]) {
    const zoomed = clamp(view.zoom * factor, ...ZOOM);
    const by = zoomed / view.zoom;
    view = { ...view, zoom: zoomed, shift: [x - by * (x - view.shift[0]), y - by * (y - view.shift[1])] };
    draw();
    return by !== 1;
  }

  function toggle(index) {
    slide?.finish();
    const at = away.findIndex(({ piece }) => piece === index);
    if (at < 0) away.push({ piece: index, way: null });
    else away.splice(at, 1);
    replan();
  }

  function takeOut() {
    slide?.finish();
    const step = plan.steps[0];
    if (!step) return;
    startSlide(step, 0, 1, () => {
      away.push(step);
      replan();
    });
  }

  function putBack() {
    slide?.finish();
    const step = away.pop();
    if (!step) return;
    replan();
    if (step.way) startSlide(step, 1, 0, moved);
  }

  function reset() {
    slide?.stop();
    away.length = 0;
    const [yaw, pitch] = first(box);
    view = { yaw, pitch, zoom: 1, shift: [box[2] === 1 ? 0 : VIEW.left, 0] };
    look = { explode: 0, highlighted: null, names: true };
    replan();
  }

  /** Lets a piece glide along its way; moves it at once where the reader prefers reduced motion. */
  function startSlide(step, from, to, done) {
    const length = wayOut(pieces, step);
    const start = performance.now();
    const glide = (share) => {
      slide.offset = step.way.map((value) => value * length * share);
      moved();
    };
    const finish = () => {
      slide.stop();
      done();
    };
    let request = 0;
    const tick = (now) => {
      const share = Math.min(1, (now - start) / SLIDE_MS);
      glide(from + (to - from) * share * share * (3 - 2 * share));
      if (share < 1) request = requestAnimationFrame(tick);
      else finish();
    };
    slide = {
      piece: step.piece,
      finish,
      stop: () => {
        cancelAnimationFrame(request);
        slide = null;
      },
    };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) finish();
    else tick(start);
  }

  /** To be called when pieces were removed or put back. */
  function replan() {
    const gone = new Set(away.map(({ piece }) => piece));
    plan = disassembly(pieces, [...pieces.keys()].filter((index) => !gone.has(index)));
    moved();
  }

  function moved() {
    tree = undefined;
    changed();
  }

  function changed() {
    panel.update({ ...look, away, plan });
    draw();
  }

  function draw() {
    frame ||= requestAnimationFrame(drawNow);
  }

  function drawNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (tree === undefined) place();
    const scene = { box, tree, camera: camera(view.yaw, view.pitch), scale: scale * view.zoom, shift: view.shift };
    whole = { ...scene, ...look, ...colours, shown: drawn, frame: look.explode === 0 };
    clearTimeout(still);
    still = many ? setTimeout(settle, STILL_MS) : 0;
    panel.canvas.hidden = !many;
    if (many) sketch(whole);
    else paint(whole);
  }

  /** Draws as SVG what the canvas showed. */
  function settle() {
    clearTimeout(still);
    still = 0;
    paint(whole);
    panel.canvas.hidden = true;
  }

  /** Computes what depends on where the pieces are, but not on the direction of view. */
  function place() {
    const gone = new Set(away.map(({ piece }) => piece));
    if (look.explode) apart ??= explosion(pieces, box, camera(...first(box)));
    const offsets = pieces.map((_, index) =>
      box.map((_, axis) => (look.explode ? (apart[index][axis] * look.explode) / 100 : 0)));
    scale = (fit(box) * Math.hypot(...box)) / 2 / Math.max(reach(pieces, box, offsets), Math.hypot(...box) / 2);
    if (slide) offsets[slide.piece] = offsets[slide.piece].map((value, axis) => value + slide.offset[axis]);
    const shown = faces.flat().filter(({ piece }) => !gone.has(piece));
    const seen = withoutContacts(shown.map((face) => movedFace(face, offsets[face.piece])));
    many = seen.length > MANY;
    tree = partition(seen);
  }

  function appearance() {
    const { color, backgroundColor } = getComputedStyle(panel.picture);
    colours = { ink: color, paper: backgroundColor.match(/\d+/g).map(Number) };
    draw();
  }

  /** Draws the scene as SVG, because a canvas does not print sharply, and on white. */
  function beforePrint() {
    colours = { ...colours, paper: [255, 255, 255] };
    drawNow();
    settle();
  }

  reset();
  appearance();
  drawNow();
  settle();
  const listener = { signal: until.signal };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", appearance, listener);
  window.addEventListener("beforeprint", beforePrint, listener);
  window.addEventListener("afterprint", appearance, listener);
  return {
    destroy() {
      slide?.stop();
      cancelAnimationFrame(frame);
      clearTimeout(still);
      until.abort();
      root.replaceChildren();
    },
  };
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
