/** Where the keys of the keyboard lead in the matrix. */

/** The place after a key was pressed in `at`, -1 for a header; null for a key that does not move. `page`: in rows. */
export function moved(at, { key, ctrlKey, metaKey }, last, page) {
  const all = ctrlKey || metaKey;
  const steps = {
    ArrowUp: [at.row - 1, at.column], ArrowDown: [at.row + 1, at.column],
    ArrowLeft: [at.row, at.column - 1], ArrowRight: [at.row, at.column + 1],
    PageUp: [at.row - page, at.column], PageDown: [at.row + page, at.column],
    Home: [all ? 0 : at.row, 0], End: [all ? last.row : at.row, last.column],
  };
  if (!Object.hasOwn(steps, key)) return null;
  const [row, column] = steps[key];
  return { row: Math.min(last.row, Math.max(-1, row)), column: Math.min(last.column, Math.max(-1, column)) };
}
