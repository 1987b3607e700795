/** How the matrix stands on paper: a sheet of A4, upright, with the margins of page.css; all in pixels. */

const SHEET = { width: 703, height: 920 }; // without the room for the heading above it
const [COLUMN, ROW] = [41, 14.5];
const LEAST = 0.55; // the smallest scale

/**
 * By which scale the matrix is drawn, and how many columns stand beside each other: all of it on one sheet where that
 * is possible; else all columns beside each other; else as many as fit. `names` and `head`: the width of the rows'
 * names and the height of the columns'.
 */
export function layout(columns, rows, names, head) {
  const across = SHEET.width / (names + COLUMN * columns);
  const down = SHEET.height / (head + ROW * rows);
  const whole = Math.min(1, across, down);
  const scale = whole >= LEAST ? whole : Math.max(LEAST, Math.min(1, across));
  return { scale, wide: Math.max(1, Math.floor((SHEET.width / scale - names) / COLUMN + 1e-9)) };
}
