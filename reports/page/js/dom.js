/** Elements, numbers as text, and colours that can be read on light and on dark paper. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element with attributes and children. Attributes `on…` are listeners, `style` is an object of properties;
 * attributes and children that are null, undefined or false are left out.
 */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for an SVG element. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") Object.assign(element.style, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Calls `act` with the latest arguments once no call has come for some milliseconds: a browser slows down a page that
 * changes its address more than 20 times a second. */
export function settled(act, wait = 150) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), wait);
  };
}

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

// Colours are given as "#rrggbb".
const READABLE = 0.24; // the luminance of what can be read on dark paper
const TURNED = 0.6; // the lightness of white less that of a colour on dark paper, for a colour on light paper as light

export const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

const linear = (parts) =>
  parts.map((part) => part / 255).map((s) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4));

/** The relative luminance of red, green and blue from 0 to 255, as WCAG 2 defines it: from 0 to 1. */
export function luminance(parts) {
  const [red, green, blue] = linear(parts);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever contrasts more with this colour; the contrast is at least 4.5. */
export function ink(hex) {
  return luminance(channels(hex)) > 0.179 ? "#000" : "#fff";
}

/** The colour for letters: mixed with black on light paper, with white on dark paper, until letters can be read. */
export function letters(hex) {
  const dark = mixed(channels(hex), [0, 0, 0], (light) => 1.05 / (light + 0.05) >= 4.6);
  return `light-dark(${dark}, ${bright(hex)})`;
}

/** The colour for lines: unchanged on light paper, as in the PDF, and brighter on dark paper. */
export const line = (hex) => `light-dark(${hex}, ${bright(hex)})`;

/** A colour that cannot be read on dark paper with its lightness turned: the darkest becomes the lightest, so that
 * colours that differ in lightness stay apart. */
function bright(hex) {
  const parts = channels(hex);
  const found = luminance(parts) < READABLE ? turned(parts) : parts;
  return mixed(found, [255, 255, 255], (light) => light >= READABLE);
}

/** By Oklab (Ottosson 2020): its cone responses, whose cubic roots the lightness and the two hues are linear in. */
function turned(parts) {
  const [red, green, blue] = linear(parts);
  const [l, m, s] = [
    0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
    0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
    0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
  ].map(Math.cbrt);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const [long, middle, short] = [l, m, s].map((root) => (root + 1 - (1 + TURNED) * lightness) ** 3);
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((value) => Math.min(1, Math.max(0, value)))
    .map((value) => Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)));
}

function mixed(parts, into, enough) {
  for (let share = 0; ; share += 0.02) {
    const found = parts.map((part, at) => Math.round(part + (into[at] - part) * share));
    if (share >= 1 || enough(luminance(found))) return `rgb(${found})`;
  }
}
