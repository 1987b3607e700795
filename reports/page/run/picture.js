/** A run's checked solution in the panel: flat, and for a box of several layers also as a solid that can be turned. */
import { el } from "../base/dom.js";
import * as board from "./board.js";
import { mountSolid } from "./solid.js";

/** The picture of a run, or why there is none; `pictures`: the block of this name. */
export function section(pictures, row, title) {
  const place = pictures.of[row];
  if (place === undefined) return el("p", { class: "none" }, missing(pictures, row));
  const given = pictures.boards[place];
  const solid = given.kind === "pieces" && Math.min(...given.box) > 1;
  if (!solid) return el("div", { class: "picture" }, board.draw(given));
  const stage = el("div", { class: "stage" });
  mountSolid(stage, { box: given.box, pieces: given.pieces, title });
  const flat = el("details", { open: true }, el("summary", {}, "Layers, the bottom one first"), board.draw(given));
  return el("div", { class: "picture" }, stage, flat);
}

function missing(pictures, row) {
  if (pictures.broken.includes(row)) return "The stored solution cannot be read or breaks a rule: it is not drawn.";
  if (pictures.left_out.includes(row)) {
    return "The page holds the pictures of other runs only, for its size; python -m reports.boards draws them all.";
  }
  return "The campaign holds no solution of this run.";
}
