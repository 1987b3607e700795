"""Sets a document from assembled content by Typst, offline; the same content gives the same PDF, byte for byte."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilings.reports.chapters.chapter import TABLES
from tilings.reports.plot.style import fonts

HOME = Path(__file__).parent
_PPI = 110  # dots per inch of a page as a picture


@dataclass(frozen=True)
class Document:
    """A PDF, or its first page as a PNG file, and by name the CSV files of the tables that are too long for it."""

    content: bytes
    tables: dict[str, str]

    def save(self, path: Path) -> list[Path]:
        """Write the document, and the tables into a folder beside it; returns the files."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.content)
        tables = {path.parent / TABLES / name: text for name, text in self.tables.items()}
        for table, text in tables.items():
            table.parent.mkdir(exist_ok=True)
            table.write_text(text, encoding="utf-8")
        return [path, *tables]


def typeset(assemble: Callable[[Path], dict[str, Any]], picture: bool = False) -> Document:
    """The document whose content, as template.typ takes it, `assemble` returns; it writes figures into the folder.

    picture: the first page alone, as a PNG file, and no tables.
    """
    import typst

    with tempfile.TemporaryDirectory(prefix="report-") as name:
        folder = Path(name)
        (folder / "content.json").write_text(json.dumps(assemble(folder)), encoding="utf-8")
        for source in (*HOME.glob("*.typ"), HOME / "references.yml"):
            shutil.copy(source, folder)
        options: Any = {"root": folder, "font_paths": fonts(), "ignore_system_fonts": True}
        if picture:
            pages: Any = typst.compile(folder / "template.typ", format="png", ppi=_PPI, **options)
            return Document(pages if isinstance(pages, bytes) else pages[0], {})  # bytes alone for a single page
        tables = {path.name: path.read_text(encoding="utf-8") for path in sorted((folder / TABLES).glob("*.csv"))}
        return Document(bytes(typst.compile(folder / "template.typ", timestamp=0, **options)), tables)
