/** Boxes cut into pieces, to be drawn. */
import { readFileSync } from "node:fs";

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url)));

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A box whose cells belong to so many pieces at random, or to none. */
export function scattered(box, count, chance) {
  const pieces = Array.from({ length: count }, (_, number) => ({ name: `P${number}`, cells: [] }));
  const range = (length) => [...Array(length).keys()];
  for (const cell of range(box[0]).flatMap((x) => range(box[1]).flatMap((y) => range(box[2]).map((z) => [x, y, z])))) {
    pieces[Math.floor(chance() * (count + 1))]?.cells.push(cell);
  }
  return { box, pieces };
}

/** A classic puzzle with a stored solution. */
export function solved(name) {
  const { box } = read(`../../../instances/polycubes/${name}.json`);
  const { solution } = read(`solutions/${name}.json`);
  return { box, pieces: solution.map(([piece, cells]) => ({ name: piece, cells })) };
}
