"""What a chapter is: words, figures, tables and boards in their order, and how these are written for the template."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilings.reports.figures.drawing import Drawing, board_grid, written
from tilings.runners.record.cells import safe

MOST_ROWS = 30  # of a table in the document: a longer one is a CSV file beside it
TABLES = "tables"  # the folder of these files, within that of the figures


@dataclass(frozen=True)
class Words:
    """A paragraph. What stands in `backticks` is set as code; [@key] cites an entry of pdf/references.yml."""

    text: str


@dataclass(frozen=True)
class Heading:
    """The title of what follows within a chapter."""

    text: str


@dataclass(frozen=True)
class Bar:
    """A bar behind the cell of a table: its row, its column, the part of the cell's width (0 to 1), and its colour."""

    row: int
    column: int
    part: float
    colour: str


@dataclass(frozen=True)
class Table:
    """A table of text, whose first `left` columns are words and the others numbers.

    caption: a sentence that says what the table shows.
    name: the name of its file, if it stands beside the document.
    colours: the colour of a mark before each row.
    bold: the row and the column of each bold cell.
    grey: the row and the column of each cell in grey.
    bars: the bars behind cells.
    text_last: whether the last column is words, too.
    size: of its letters in points, at most; a table that is too wide has smaller ones.
    widths: the widths of the columns as Typst writes them ("auto", "1fr"); by default as wide as they need.
    beside: whether the table stands in a file beside the document; by default if it has more than MOST_ROWS rows.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str
    name: str
    left: int = 1
    colours: Sequence[str] = ()
    bold: Sequence[tuple[int, int]] = ()
    grey: Sequence[tuple[int, int]] = ()
    bars: Sequence[Bar] = ()
    text_last: bool = False
    size: float = 9
    widths: Sequence[str] = ()
    beside: bool | None = None


@dataclass(frozen=True)
class Boards:
    """Drawn boards side by side, each with its sentence as caption, and at most so many centimetres high."""

    drawings: Sequence[Drawing]
    height: float = 5.0


Block = Words | Heading | Table | Boards | Drawing


@dataclass(frozen=True)
class Chapter:
    """A chapter of a document. A Drawing without a figure is left out; without any block, so is the chapter.

    whole: whether it stands on one page.
    """

    title: str
    blocks: Sequence[Block] = field(default_factory=list)
    whole: bool = False


def set_in(chapter: Chapter, folder: Path, stem: str) -> dict[str, Any]:
    """The chapter as the template sets it; its figures (named after `stem`) and long tables go into the folder.

    `stem` also names its place in the PDF, for links from elsewhere.
    """
    blocks = [_block(block, folder, f"{stem}-{number}") for number, block in enumerate(chapter.blocks)]
    found = [block for block in blocks if block]
    return {"title": chapter.title, "name": stem, "whole": chapter.whole, "blocks": found}


def _block(block: Block, folder: Path, stem: str) -> dict[str, Any] | None:
    if isinstance(block, Drawing):
        return {"kind": "figure", **written(block, folder, stem)} if block.figure is not None else None
    if isinstance(block, Words):
        return {"kind": "words", "text": block.text} if block.text else None
    if isinstance(block, Heading):
        return {"kind": "heading", "text": block.text}
    if isinstance(block, Boards):
        boards = board_grid(block.drawings, folder, stem)
        return {"kind": "boards", "boards": boards, "height": block.height} if boards else None
    return _table(block, folder) if block.rows else None


def _table(table: Table, folder: Path) -> dict[str, Any]:
    if table.beside or (table.beside is None and len(table.rows) > MOST_ROWS):
        (folder / TABLES).mkdir(exist_ok=True)
        with (folder / TABLES / f"{table.name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [map(safe, map(str, row)) for row in (table.header, *table.rows)]
            )
        return {"kind": "words", "text": f"`{TABLES}/{table.name}.csv` ({len(table.rows)} rows): {table.caption}"}
    return {
        "kind": "table",
        "header": list(table.header),
        "rows": [list(row) for row in table.rows],
        "left": table.left,
        "caption": table.caption,
        "colours": list(table.colours),
        "bold": [list(cell) for cell in table.bold],
        "grey": [list(cell) for cell in table.grey],
        "bars": [[bar.row, bar.column, bar.part, bar.colour] for bar in table.bars],
        "text_last": table.text_last,
        "size": table.size,
        "widths": list(table.widths),
    }
