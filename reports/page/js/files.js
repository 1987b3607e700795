/** Files that the page offers: a plot as SVG or the numbers behind it as CSV, and rows as CSV. */
import { el, svg } from "./dom.js";

// The properties by which a plot looks outside the page as in it; its colours are those on light paper.
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "text-anchor", "opacity", "visibility",
];

/** Two buttons that save a plot. `lines()`: the lines of its CSV, the first with the columns' names. */
export function offer(plot, name, lines) {
  const button = (kind, text) => {
    const press = () => save(`${name}.${kind}`, text());
    const label = `Save ${name} as ${kind.toUpperCase()}`;
    return el("button", { type: "button", "aria-label": label, onclick: press }, kind.toUpperCase());
  };
  return el("span", { class: "save" }, button("svg", () => standalone(plot, name)), button("csv", () => csv(lines())));
}

/** Saves a text under a name, whose other characters become hyphens. */
export function save(name, text) {
  const type = name.endsWith(".svg") ? "image/svg+xml" : "text/csv";
  const href = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href, download: name.replace(/[^\w.-]+/g, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // the browser reads it after the click
}

/** The lines of a file, each of its cells. */
export function csv(lines) {
  return lines.map((cells) => `${cells.map(field).join(",")}\n`).join("");
}

/** A value as a field: empty where it is unknown, in quotes where it holds a comma, a quote or a line break, after an
 * apostrophe where a spreadsheet would take a text for a formula (csv_log.py). */
function field(value) {
  const formula = typeof value === "string" && /^'*[=+\-@\t\r]/.test(value);
  const text = value === null || value === undefined ? "" : `${formula ? "'" : ""}${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A plot as the text of a file that needs no style sheet; `name`: its title. */
function standalone(plot, name) {
  const copy = plot.cloneNode(true);
  const [from, to] = [plot, copy].map((each) => [each, ...each.querySelectorAll("*")]);
  const root = document.documentElement.style;
  root.colorScheme = "light";
  from.forEach((each, at) => {
    const style = getComputedStyle(each);
    for (const look of LOOKS) to[at].setAttribute(look, style.getPropertyValue(look));
    for (const own of ["style", "class"]) to[at].removeAttribute(own);
  });
  root.colorScheme = "";
  copy.querySelectorAll("style").forEach((each) => each.remove());
  copy.prepend(svg("title", {}, name), svg("rect", { width: "100%", height: "100%", fill: "#fff" }));
  return new XMLSerializer().serializeToString(copy);
}
