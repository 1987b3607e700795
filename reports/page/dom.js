"use strict";
/** Makes elements. Text is always set as text: what a campaign names is never read as markup. */
const dom = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  /** An element with attributes and children; `on…` attributes are listeners, null and false ones are left out. */
  function el(name, attributes = {}, ...children) {
    return filled(document.createElement(name), attributes, children);
  }

  /** The same of SVG. */
  function svg(name, attributes = {}, ...children) {
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

  const byId = (id) => document.getElementById(id);

  /** "1 run", "2 runs". */
  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

  /** Seconds in few characters, as in the PDF (style.seconds). */
  function seconds(value) {
    if (value === null || value === undefined) return "–";
    if (value < 0.0005) return "0.000";
    if (value < 0.095) return value.toFixed(3);
    if (value < 0.995) return value.toFixed(2);
    return value.toFixed(value < 9.95 ? 1 : 0);
  }

  const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

  /** The relative luminance of a colour (WCAG 2), 0 to 1. */
  function luminance(parts) {
    const linear = parts.map((part) => part / 255).map((s) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  }

  /** Black or white, what is read better on this colour: at a contrast of 4.5 or more on any. */
  function ink(hex) {
    return luminance(channels(hex)) > 0.179 ? "#000" : "#fff";
  }

  /** A colour on light and on dark paper: mixed with black or white until letters of it can be read. */
  function letters(hex) {
    const dark = mixed(hex, 0, (light) => 1.05 / (light + 0.05) >= 4.6);
    return `light-dark(${dark}, ${bright(hex)})`;
  }

  /** The same of lines: as it is on light paper, where the report draws it so. */
  const line = (hex) => `light-dark(${hex}, ${bright(hex)})`;

  const bright = (hex) => mixed(hex, 255, (light) => light >= 0.3);

  function mixed(hex, into, enough) {
    for (let share = 0; ; share += 0.05) {
      const parts = channels(hex).map((part) => Math.round(part + (into - part) * share));
      if (share >= 1 || enough(luminance(parts))) return `rgb(${parts})`;
    }
  }

  return { el, svg, byId, count, seconds, ink, letters, line };
})();
