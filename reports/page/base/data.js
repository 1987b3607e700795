/** Unpacks the blocks of data in the page, each when it is first needed. */
import { byId } from "./dom.js";

const unpacked = new Map();

/** A promise of a block's content; `name`: core, details, pictures, logs or sources. */
export function block(name) {
  if (!unpacked.has(name)) unpacked.set(name, text(name).then(JSON.parse));
  return unpacked.get(name);
}

/** Runs the plotting library, which defines `Plot`; the page's policy knows its text by the hash. */
export async function library() {
  const script = document.createElement("script");
  script.textContent = await text("library");
  document.head.append(script);
}

async function text(name) {
  const binary = atob(byId(`block-${name}`).textContent);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** A cell of a column that columns.py coded. */
export function cell(column, row) {
  if (column.rows) return column.rows[row];
  return column.values[column.codes ? column.codes[row] : 0];
}

/** The core block as table.py gives it, its cases and configurations as objects that hold their index as `place`. */
export async function core() {
  return named(await block("core"));
}

export function named(content) {
  const names = ["family", "instance", "goal", "size", "tiles", "difficulty", "limit"];
  const cases = content.cases.map((cells, place) => {
    const known = Object.fromEntries(names.map((name, at) => [name, cells[at]]));
    return { place, label: `${known.family}/${known.instance}/${known.goal}`, ...known };
  });
  const configurations = content.configurations.map((each, place) => ({ place, ...each }));
  return { ...content, cases, configurations };
}
