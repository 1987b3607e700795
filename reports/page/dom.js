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

  /** Black or white, what is read better on this colour. */
  function ink(hex) {
    const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    return parts.reduce((sum, part) => sum + part, 0) / 255 > 1.5 ? "#000" : "#fff";
  }

  return { el, svg, byId, count, seconds, ink };
})();
