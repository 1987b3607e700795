"""Joins the page's JavaScript modules into one script, because a page that is opened from disk cannot load modules.

The files are ordinary ES modules, so that `node --test` can import them. Three of ES's forms are understood, each on a
line of its own: `import * as name from "./file.js";`, `import { a, b } from "./file.js";`, and `export` before a
function or a const.
"""

import re
from functools import partial
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{ \w+(?:, \w+)* \})) from "(.+)";$', re.M)
_EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)


def bundle(folder: Path, entry: str) -> str:
    """One script of a module in the folder and all that it imports; a module runs after those that it imports.

    In the script, `modules["run/solid.js"]` holds what that file exports. Raises ValueError where modules import
    each other in a circle or in another form, and where a file's text would end the script's element in the page.
    """
    folder = folder.resolve()
    parts: dict[Path, str] = {}

    def add(path: Path, importers: list[Path]) -> str:
        """Adds the module unless it is there; returns the expression for what it exports."""
        if path in importers:
            raise ValueError(f"{path}: imports itself by way of {importers[-1]}")
        name = f'modules["{path.relative_to(folder).as_posix()}"]'
        if path not in parts:
            text = path.read_text(encoding="utf-8")
            if "</script" in text.lower() or "<!--" in text:
                raise ValueError(f"{path}: a script in a page cannot hold the end of a script or start a comment")
            exports = ", ".join(found[2] for found in _EXPORT.finditer(text))
            body = _EXPORT.sub(r"\1 \2", _IMPORT.sub(partial(imported, path, importers), text))
            if re.search(r"^(import|export)\b", body, re.M):
                raise ValueError(f"{path}: has an import or export in a form that the page does not understand")
            parts[path] = f"{name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        return name

    def imported(path: Path, importers: list[Path], found: re.Match[str]) -> str:
        return f"const {found[1] or found[2]} = {add((path.parent / found[3]).resolve(), [*importers, path])};"

    add(folder / entry, [])
    return '"use strict";\nconst modules = {};\n' + "".join(parts.values())
