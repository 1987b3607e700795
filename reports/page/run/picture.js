/** A run's checked solution in the panel: flat, and for a box of several layers also as a solid that can be turned. */
import { el } from "../base/dom.js";
import { mountViewer } from "../viewer/mount.js";
import * as board from "./board.js";

let viewers = [];

/** The picture of a run, or why there is none; `pictures`: the block of this name. */
export function section(pictures, row, title) {
  const place = pictures.of[row];
  if (place === undefined) return el("p", { class: "none" }, missing(pictures, row));
  const given = pictures.boards[place];
  const solid = given.kind === "pieces" && Math.min(...given.box) > 1;
  if (!solid) return el("div", { class: "picture" }, board.draw(given));
  const stage = el("div", { class: "stage" });
  const flat = el("details", { open: true }, el("summary", {}, "Layers, the bottom one first"), board.draw(given));
  queueMicrotask(() => turn(stage, { box: given.box, pieces: given.pieces, title }));
  return el("div", { class: "picture" }, stage, flat);
}

/** Mounts the viewer in a stage that is in the page; where that fails, the layers are still there. */
function turn(stage, given) {
  try {
    viewers.push(mountViewer(stage, given));
  } catch (error) {
    stage.replaceChildren(el("p", { class: "none" }, `It cannot be turned here: ${error.message}`));
  }
}

function missing(pictures, row) {
  if (pictures.broken.includes(row)) return "The stored solution cannot be read or breaks a rule: it is not drawn.";
  if (pictures.left_out.includes(row)) {
    return "The page holds the pictures of other runs only, for its size; python -m reports.boards draws them all.";
  }
  return "The campaign holds no solution of this run.";
}

/** Removes the viewers; to be called before the panel shows something else. */
export function leave() {
  viewers.forEach((viewer) => viewer.destroy());
  viewers = [];
}
