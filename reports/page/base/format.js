/** Numbers as text. */

/** "1 run", "2 runs". */
export const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** A time in seconds, formatted as the PDF's Python code formats it; a dash for null or undefined. */
export function seconds(value) {
  if (value === null || value === undefined) return "–";
  if (value < 0.0005) return "0.000";
  if (value < 0.095) return fixed(value, 3);
  if (value < 0.995) return fixed(value, 2);
  return fixed(value, value < 9.95 ? 1 : 0);
}

/** As Number.toFixed, which rounds up a value halfway between two, but such a value goes to the even digit. */
function fixed(value, digits) {
  const text = value.toFixed(digits);
  const halfway = (value * 2 ** (digits + 1)) % 2 === 1;
  return halfway && text.at(-1) % 2 ? (value * (1 - Number.EPSILON)).toFixed(digits) : text;
}
