"""Puts the page together: its frame, styles, scripts and data, in one text.

Data stand in it as Base64 of compressed JSON, which holds no markup: no name, log or message can break the page, which
shows them as text only. Its content security policy lets no request out, and runs no script but those that stand here.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

from reports.data.load import Results, load
from reports.page import details, logs, pictures, summary, table

HOME = Path(__file__).parent
# In the order in which they build on each other.
SCRIPTS = (
    "dom", "data", "state", "cells", "summary", "filters", "matrix", "cactus", "cursor",
    "viewer_faces", "viewer_disassembly", "viewer_draw", "viewer_canvas", "viewer_style", "viewer_controls",
    "viewer_gestures", "viewer",
    "board", "chart", "picture", "panel", "main",
)  # fmt: skip


def build(folder: Path) -> str:
    """The page of the campaign in a folder; raises UserError where its files cannot be used."""
    return assemble(load(folder))


def assemble(results: Results) -> str:
    """The same of a campaign that was read. The same files give the same text."""
    about = summary.of(results)
    blocks = {
        "core": {"summary": about, **table.of(results)},
        "details": details.of(results),
        "pictures": pictures.of(results),
        "logs": logs.of(results),
    }
    scripts = [_source(path) for name in SCRIPTS if (path := HOME / f"{name}.js").exists()]
    hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in scripts)
    parts = {
        "title": html.escape(f"Tilings: {about['campaign']}"),
        "policy": f"default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; script-src {hashes}",
        "style": (HOME / "page.css").read_text(encoding="utf-8"),
        "data": "\n".join(_block(name, content) for name, content in blocks.items()),
        "scripts": "\n".join(f"<script>{script}</script>" for script in scripts),
    }
    frame = (HOME / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], frame)


def _source(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError(f"{path}: a script within a page cannot hold the end of a script or the start of a comment")
    return f"\n{text}"


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _block(name: str, content: dict[str, Any]) -> str:
    """A data block that the browser does not run; without the time of its making, so that pages can be compared."""
    text = json.dumps(content, separators=(",", ":"), allow_nan=False)
    packed = base64.b64encode(gzip.compress(text.encode(), compresslevel=6, mtime=0)).decode()
    return f'<script type="text/plain" id="block-{name}">{packed}</script>'
