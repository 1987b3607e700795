/** A light lint: modules can be imported by node, use what they import, and export only what is imported somewhere. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const TESTS = dirname(fileURLToPath(import.meta.url));
const HOME = join(TESTS, "../../../reports/page/js");

const scripts = (folder) => readdirSync(folder).filter((name) => name.endsWith(".js")).map((name) => join(folder, name));

/** The imports of a module: the file, and the names that it takes from there or the one name for the whole. */
function imports(path) {
  const lines = readFileSync(path, "utf8").matchAll(/^import (?:\* as (\w+)|\{ (.+) \}) from "(\..+)";$/gm);
  return [...lines].map(([, whole, names, file]) =>
    ({ file: join(dirname(path), file), whole, names: names?.split(", ") ?? [] }));
}

const MODULES = scripts(HOME);
const uses = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

for (const path of MODULES) {
  const text = readFileSync(path, "utf8");
  test(`${relative(HOME, path)}: imports resolve and are used`, async () => {
    await import(path); // fails where a name is not exported, and where a module needs a browser to be loaded
    for (const { whole, names } of imports(path)) {
      for (const name of whole ? [whole] : names) {
        assert.ok(text.match(new RegExp(`\\b${name}\\b`, "g")).length > 1, `${name} is not used`);
      }
    }
  });

  test(`${relative(HOME, path)}: lines have at most 120 characters`, () => {
    assert.deepEqual(text.split("\n").filter((line) => line.length > 120), []);
  });

  test(`${relative(HOME, path)}: exports are imported`, () => {
    const wanted = new Set(path.endsWith("main.js") ? ["main"] : []);
    for (const other of [...MODULES, ...scripts(TESTS)]) {
      for (const { file, whole, names } of imports(other)) {
        if (file !== path) continue;
        const parts = whole ? uses(readFileSync(other, "utf8"), new RegExp(`\\b${whole}\\.(\\w+)`, "g")) : names;
        parts.forEach((name) => wanted.add(name.split(" as ")[0]));
      }
    }
    const exported = uses(text, /^export (?:async )?(?:function|const) (\w+)/gm);
    assert.deepEqual(exported.filter((name) => !wanted.has(name)), []);
  });
}
