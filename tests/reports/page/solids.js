/** Boxes cut into pieces, to be drawn and taken apart. */
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

/** All cells of a box. */
export function cellsOf([wide, deep, high]) {
  const range = (length) => [...Array(length).keys()];
  return range(wide).flatMap((x) => range(deep).flatMap((y) => range(high).map((z) => [x, y, z])));
}

/** A box cut into so many connected pieces at random. */
export function cut(box, count, seed) {
  const chance = random(seed);
  const cells = cellsOf(box);
  const owner = new Map();
  while (owner.size < count) owner.set(String(cells[Math.floor(chance() * cells.length)]), owner.size);
  while (owner.size < cells.length) {
    const cell = cells[Math.floor(chance() * cells.length)];
    const beside = [...cell];
    beside[Math.floor(chance() * 3)] += chance() < 0.5 ? 1 : -1;
    const inside = beside.every((value, axis) => value >= 0 && value < box[axis]);
    const [piece, known] = [owner.get(String(cell)), owner.has(String(beside))];
    if (inside && piece !== undefined && !known) owner.set(String(beside), piece);
  }
  const pieces = Array.from({ length: count }, (_, number) => ({ name: `P${number}`, cells: [] }));
  for (const cell of cells) pieces[owner.get(String(cell))].cells.push(cell);
  return { box, pieces, title: `cut ${seed}` };
}

/** A classic puzzle, put together as one solver once found it. */
export function solved(name) {
  const { box } = read(`../../../instances/polycubes/${name}.json`);
  const { solution } = read(`solutions/${name}.json`);
  return { box, title: name, pieces: solution.map(([piece, cells]) => ({ name: piece, cells })) };
}

/** A cell within a shell, under a lid. */
export function enclosed() {
  const inside = (cell) => String(cell) === "1,1,1";
  const parts = {
    lid: (cell) => cell[2] === 3, shell: (cell) => cell[2] < 3 && !inside(cell), core: inside,
  };
  const cells = cellsOf([3, 3, 4]);
  const pieces = Object.entries(parts).map(([name, belongs]) => ({ name, cells: cells.filter(belongs) }));
  return { box: [3, 3, 4], pieces, title: "enclosed" };
}
