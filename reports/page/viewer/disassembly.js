/** The order in which pieces come free, one at a time, each by one straight move along an axis. */

// Of several ways out the first is taken: upwards if possible, as out of a box, downwards last.
export const WAYS_OUT = [[0, 0, 1], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, 0, -1]];

/**
 * {steps: [{piece, way}], locked: [piece]}: pieces by their index, way one of WAYS_OUT. Removing a piece never blocks
 * another, so removing any free piece leads to a longest order. Other locked pieces hold a locked one on all six sides.
 */
export function disassembly(pieces, present = pieces.map((_, index) => index)) {
  const left = new Set([...present].sort((a, b) => top(pieces[b]) - top(pieces[a]) || a - b));
  const held = blockers(pieces, left);
  const steps = [];
  for (let step = nextStep(left, held); step; step = nextStep(left, held)) {
    steps.push(step);
    left.delete(step.piece);
    for (const sets of held.values()) for (const set of sets) set.delete(step.piece);
  }
  return { steps, locked: [...left].sort((a, b) => a - b) };
}

function nextStep(left, held) {
  for (const [number, way] of WAYS_OUT.entries()) {
    for (const piece of left) if (held.get(piece)[number].size === 0) return { piece, way };
  }
  return null;
}

/** For each piece and each way out, the set of pieces that it would run into. */
function blockers(pieces, present) {
  const owner = new Map();
  for (const piece of present) pieces[piece].cells.forEach((cell) => owner.set(String(cell), piece));
  const within = bounds([...present].flatMap((piece) => pieces[piece].cells));
  const ahead = (piece, way) => {
    const found = new Set();
    for (const cell of pieces[piece].cells) {
      for (let next = moved(cell, way); inside(next, within); next = moved(next, way)) {
        const other = owner.get(String(next));
        if (other !== undefined && other !== piece) found.add(other);
      }
    }
    return found;
  };
  return new Map([...present].map((piece) => [piece, WAYS_OUT.map((way) => ahead(piece, way))]));
}

/** How many cells a piece has to move until it is past all others. */
export function wayOut(pieces, { piece, way }) {
  const all = bounds(pieces.flatMap(({ cells }) => cells));
  const own = bounds(pieces[piece].cells);
  const axis = way.findIndex((value) => value !== 0);
  return 1 + (way[axis] > 0 ? all.high[axis] - own.low[axis] : own.high[axis] - all.low[axis]);
}

/** The least and the largest coordinates of some cells. */
export function bounds(cells) {
  const along = (choose) => [0, 1, 2].map((axis) => choose(...cells.map((cell) => cell[axis])));
  return { low: along(Math.min), high: along(Math.max) };
}

const top = ({ cells }) => Math.max(...cells.map((cell) => cell[2]));
const moved = (cell, way) => cell.map((value, axis) => value + way[axis]);
const inside = (cell, { low, high }) => cell.every((value, axis) => low[axis] <= value && value <= high[axis]);
