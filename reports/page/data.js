"use strict";
/** Unpacks the blocks of data within the page; what is not needed yet stays packed. */
const data = (() => {
  const unpacked = new Map();

  /** The content of a block: core, details, pictures or logs. */
  function block(name) {
    if (!unpacked.has(name)) unpacked.set(name, unpack(dom.byId(`block-${name}`).textContent));
    return unpacked.get(name);
  }

  async function unpack(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }

  /** A cell of a column as columns.py codes it. */
  function cell(column, row) {
    if (column.rows) return column.rows[row];
    return column.values[column.codes ? column.codes[row] : 0];
  }

  /** The core block, with cases and configurations as objects that know their place. */
  async function core() {
    const content = await block("core");
    const names = ["family", "instance", "goal", "size", "tiles", "difficulty"];
    const cases = content.cases.map((cells, place) => {
      const known = Object.fromEntries(names.map((name, at) => [name, cells[at]]));
      return { place, label: `${known.family}/${known.instance}/${known.goal}`, ...known };
    });
    const configurations = content.configurations.map((each, place) => ({ place, ...each }));
    return { ...content, cases, configurations };
  }

  return { block, cell, core };
})();
