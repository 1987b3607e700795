"""Puts the page together: its frame, style sheet, script and data, in one text.

The data are Base64 of compressed JSON, which holds no markup, and the page shows them as text only, so that no name,
log or message of a campaign can break it. Its content security policy allows no request and no script but its own.
"""

import base64
import gzip
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

from reports.data.campaign import Results, read_results
from reports.page import details, logs, pictures, sources, summary, table
from reports.page.scripts import bundle
from reports.plot.style import adopt

HOME = Path(__file__).parent
VENDOR = HOME / "vendor"
POLICY = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'"


def build(folder: Path, pdf: str = "") -> str:
    """The page of the campaign in a folder; raises UserError where its files cannot be used.

    pdf: where the report is, as the page links to it; empty without one.
    """
    return assemble(read_results(folder), pdf)


def assemble(results: Results, pdf: str = "") -> str:
    """The page of a campaign that was read; the same files give the same text."""
    adopt(results.colours)
    about = summary.of(results) | {"pdf": pdf}
    blocks = {
        "core": _json({"summary": about, **table.of(results)}),
        "details": _json(details.of(results)),
        "pictures": _json(pictures.of(results)),
        "logs": _json(logs.of(results)),
        "sources": _json(sources.of(results)),
    }
    script = f'{bundle(HOME, "main.js")}modules["main.js"].main();\n'
    library = _library()
    parts = {
        "title": html.escape(f"Tilings: {about['campaign']}"),
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
    """The plotting library with its licence; the page unpacks it into a script, which its policy knows by the hash."""
    licence = (VENDOR / "LICENSE").read_text(encoding="utf-8")
    files = [each["file"] for each in json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))]
    return "\n".join([f"/*\n{licence}*/", *((VENDOR / name).read_text(encoding="utf-8") for name in files)])


def _block(name: str, text: str) -> str:
    """A data block, which the browser does not run; it holds no time stamp, so that pages can be compared."""
    packed = base64.b64encode(gzip.compress(text.encode(), compresslevel=6, mtime=0)).decode()
    return f'<script type="text/plain" id="block-{name}">{packed}</script>'
