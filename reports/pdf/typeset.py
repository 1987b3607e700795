"""Sets a document from assembled content by Typst, offline; the same content gives the same PDF, byte for byte."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.chapters.chapter import TABLES
from reports.plot.style import fonts

HOME = Path(__file__).parent


@dataclass(frozen=True)
class Document:
    """A PDF, and by name the CSV files of the tables that are too long for it."""

    pdf: bytes
    tables: dict[str, str]

    def save(self, path: Path) -> None:
        """Write the PDF, and the tables into a folder beside it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.pdf)
        for name, text in self.tables.items():
            (path.parent / TABLES).mkdir(exist_ok=True)
            (path.parent / TABLES / name).write_text(text, encoding="utf-8")


def typeset(assemble: Callable[[Path], dict[str, Any]]) -> Document:
    """The document whose content, as template.typ takes it, `assemble` returns; it writes figures into the folder."""
    import typst

    with tempfile.TemporaryDirectory(prefix="report-") as name:
        folder = Path(name)
        (folder / "content.json").write_text(json.dumps(assemble(folder)), encoding="utf-8")
        for source in (*HOME.glob("*.typ"), HOME / "references.yml"):
            shutil.copy(source, folder)
        main_file = folder / "template.typ"
        pdf = bytes(typst.compile(main_file, root=folder, font_paths=fonts(), ignore_system_fonts=True, timestamp=0))
        tables = {path.name: path.read_text(encoding="utf-8") for path in sorted((folder / TABLES).glob("*.csv"))}
        return Document(pdf, tables)
