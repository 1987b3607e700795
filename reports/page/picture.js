"use strict";
/** A run's checked solution in the panel: drawn flat, and for boxes of several layers to be turned as well. */
const picture = (() => {
  const { el } = dom;
  let viewer = null;

  /** The section of a run, or why there is no picture. `pictures`: the block of this name. */
  function section(pictures, row, title) {
    const place = pictures.of[row];
    if (place === undefined) return el("p", { class: "none" }, missing(pictures, row));
    const given = pictures.boards[place];
    const solid = given.kind === "pieces" && Math.min(...given.box) > 1 && typeof mountViewer === "function";
    if (!solid) return el("div", { class: "picture" }, board.draw(given));
    const stage = el("div", { class: "stage" });
    const flat = el("details", { open: true }, el("summary", {}, "Layers, the bottom one first"), board.draw(given));
    const pieces = given.pieces.map(({ name, colour, cells: taken }) => ({ name, colour, cells: taken }));
    queueMicrotask(() => turn(stage, { box: given.box, pieces, title }));
    return el("div", { class: "picture" }, stage, flat);
  }

  /** Mounted when the stage is in the page; where the viewer fails, the layers are still there. */
  function turn(stage, given) {
    try {
      viewer = mountViewer(stage, given);
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

  /** To be called before the panel shows something else. */
  function leave() {
    viewer?.destroy();
    viewer = null;
  }

  return { section, leave };
})();
