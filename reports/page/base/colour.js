/** Colours, given as "#rrggbb", that can be read on light and on dark paper. */

export const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** The relative luminance of red, green and blue from 0 to 255, as WCAG 2 defines it: from 0 to 1. */
export function luminance(parts) {
  const linear = parts.map((part) => part / 255).map((s) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** Black or white, whichever contrasts more with this colour; the contrast is at least 4.5. */
export function ink(hex) {
  return luminance(channels(hex)) > 0.179 ? "#000" : "#fff";
}

/** The colour for letters: mixed with black on light paper, with white on dark paper, until letters can be read. */
export function letters(hex) {
  const dark = mixed(hex, 0, (light) => 1.05 / (light + 0.05) >= 4.6);
  return `light-dark(${dark}, ${bright(hex)})`;
}

/** The colour for lines: unchanged on light paper, as in the PDF, and brighter on dark paper. */
export const line = (hex) => `light-dark(${hex}, ${bright(hex)})`;

const bright = (hex) => mixed(hex, 255, (light) => light >= 0.3);

function mixed(hex, into, enough) {
  for (let share = 0; ; share += 0.05) {
    const parts = channels(hex).map((part) => Math.round(part + (into - part) * share));
    if (share >= 1 || enough(luminance(parts))) return `rgb(${parts})`;
  }
}
