import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { channels, count, ink, letters, line, luminance, seconds } from "../../../reports/page/js/dom.js";

test("seconds are written as the PDF writes them", () => {
  const table = JSON.parse(readFileSync(new URL("seconds.json", import.meta.url)));
  for (const [value, text] of table) assert.equal(seconds(value), text, `${value} s`);
});

test("a number stands with the right form of its noun", () => {
  assert.deepEqual([count(0, "run"), count(1, "run"), count(1234, "run")], ["0 runs", "1 run", "1,234 runs"]);
});

const SHADES = ["00", "33", "66", "99", "cc", "ff"];
const COLOURS = SHADES.flatMap((r) => SHADES.flatMap((g) => SHADES.map((b) => `#${r}${g}${b}`)));
const contrast = (one, other) => {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test("ink contrasts with every colour by 4.5 or more", () => {
  const inks = { "#000": [0, 0, 0], "#fff": [255, 255, 255] };
  for (const colour of COLOURS) assert.ok(contrast(channels(colour), inks[ink(colour)]) >= 4.5, colour);
});

test("letters of every colour can be read on light and on dark paper", () => {
  for (const colour of COLOURS) {
    const found = letters(colour).matchAll(/rgb\((\d+),(\d+),(\d+)\)/g);
    const [light, dark] = [...found].map((parts) => parts.slice(1).map(Number));
    assert.ok(contrast(light, [255, 255, 255]) >= 4.5, `${colour} on light paper`);
    assert.ok(contrast(dark, [24, 24, 24]) >= 4.5, `${colour} on dark paper`);
  }
});

/** A colour's place in Oklab (Ottosson 2020), in which distances are as large as they look. */
function oklab(parts) {
  const [r, g, b] = parts.map((part) => part / 255)
    .map((s) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4));
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

test("the paradigms' colours can be told apart on dark paper", () => {
  const style = readFileSync(new URL("../../../reports/plot/style.py", import.meta.url), "utf8").split("_COLOURS")[0];
  const palette = [...style.matchAll(/"(#[0-9A-F]{6})"/g)].map(([, hex]) => hex);
  assert.ok(palette.length >= 9);
  const places = palette.map((hex) => oklab(line(hex).match(/rgb\((.*)\)\)$/)[1].split(",").map(Number)));
  places.forEach((one, at) => places.slice(0, at).forEach((other, before) => {
    const distance = Math.hypot(...one.map((value, part) => value - other[part]));
    assert.ok(distance > 0.09, `${palette[at]} and ${palette[before]}: ${distance}`);
  }));
});
