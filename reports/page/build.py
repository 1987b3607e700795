"""Puts the page together: its frame, style sheet, script and data, in one text.

The data are Base64 of compressed JSON, which holds no markup, and the page shows them as text only, so that no name,
log or message of a campaign can break it. Its content security policy allows no request and no script but its own.

The JavaScript modules of js/ are joined into one script, because a page that is opened from disk cannot load modules.
They are ordinary ES modules, so that `node --test` can import them. Three forms are supported, each on a line of its
own: `import * as name from "./file.js";`, `import { a, b } from "./file.js";`, and `export` before a function or
a const.
"""

import base64
import gzip
import hashlib
import html
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

from tilings.reports.data.campaign import Results, read_results
from tilings.reports.page import core, pictures, runs
from tilings.reports.plot.style import adopt

HOME = Path(__file__).parent
VENDOR = HOME / "vendor"
POLICY = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'"
_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{ \w+(?:, \w+)* \})) from "(.+)";$', re.M)
_EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)


def build(folder: Path, pdf: str = "") -> str:
    """The page of the campaign in a folder; raises UserError where its files cannot be used.

    pdf: the address of the report for the page's links; empty without one.
    """
    return assemble(read_results(folder), pdf)


def assemble(results: Results, pdf: str = "") -> str:
    """The page of a campaign that was read; the same files give the same text."""
    adopt(results.colours)
    about = core.of(results, pdf)
    blocks = {
        "core": _json(about),
        "details": _json(runs.details(results)),
        "pictures": _json(pictures.of(results)),
        "logs": _json(runs.logs(results)),
        "sources": _json(runs.sources(results)),
    }
    script = f'{bundle(HOME / "js", "main.js")}modules["main.js"].main();\n'
    library = _library()
    parts = {
        "title": html.escape(about["summary"]["title"]),
        "policy": f"{POLICY}; script-src 'sha256-{_sha256(script)}' 'sha256-{_sha256(library)}'",
        "style": (HOME / "page.css").read_text(encoding="utf-8"),
        "data": "\n".join(_block(name, content) for name, content in (blocks | {"library": library}).items()),
        "script": script,
    }
    frame = (HOME / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], frame)


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(content: dict[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), allow_nan=False)


def _library() -> str:
    """The plotting library with its licence; the page unpacks it into a script, whose hash is in its policy."""
    licence = (VENDOR / "LICENSE").read_text(encoding="utf-8")
    files = [entry["file"] for entry in json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))]
    return "\n".join([f"/*\n{licence}*/", *((VENDOR / name).read_text(encoding="utf-8") for name in files)])


def _block(name: str, text: str) -> str:
    """A data block, which the browser does not run; it holds no time stamp, so that pages can be compared."""
    packed = base64.b64encode(gzip.compress(text.encode(), compresslevel=6, mtime=0)).decode()
    return f'<script type="text/plain" id="block-{name}">{packed}</script>'


def bundle(folder: Path, entry: str) -> str:
    """One script of a module in the folder and all that it imports; a module runs after those that it imports.

    In the script, `modules["solid.js"]` holds what that file exports. Raises ValueError where modules import
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
                raise ValueError(f"{path}: has an import or export in a form that is not supported")
            parts[path] = f"{name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"
        return name

    def imported(path: Path, importers: list[Path], found: re.Match[str]) -> str:
        return f"const {found[1] or found[2]} = {add((path.parent / found[3]).resolve(), [*importers, path])};"

    add(folder / entry, [])
    return '"use strict";\nconst modules = {};\n' + "".join(parts.values())
