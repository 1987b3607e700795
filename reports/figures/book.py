"""The picture book: every tiling that was checked, drawn small; the larger the board, the larger the drawing."""

from __future__ import annotations

from collections.abc import Iterator

from models.squares import draw
from reports.certified import Certified, Tiling
from reports.figures.boards import Board
from reports.words import count

TITLE = "Tilings"
_COLUMNS = ((50, 4), (100, 3))  # boards below this side stand so many side by side, the others two


def shelves(found: Certified) -> Iterator[tuple[int, list[Board]]]:
    """The drawings by how many of them stand side by side."""
    by_columns: dict[int, list[Tiling]] = {}
    for _, tiling in sorted(found.tilings.items()):
        columns = next((columns for below, columns in _COLUMNS if tiling.size < below), 2)
        by_columns.setdefault(columns, []).append(tiling)
    for columns, tilings in by_columns.items():
        yield columns, [_board(found, tiling) for tiling in tilings]


def sentence(found: Certified) -> str:
    """What is drawn, and that it was checked."""
    if not found.tilings:
        return "No tiling is drawn: there is none that was checked and found valid."
    return (
        f"{count(len(found.tilings), 'tiling')}, each checked again here, by code that shares nothing with any search: "
        "squares within the board, smaller than it, without gap or overlap, none used more often than is said."
    )


def _board(found: Certified, tiling: Tiling) -> Board:
    figure = draw.figure(tiling.board, tiling.squares)
    figure.axes[0].set_title("")
    value = found.value(tiling.size)
    what = f"h({tiling.size}) = {value}" if value else f"h({tiling.size}) ≤ {tiling.copies}"
    return Board(figure, f"{what}, {count(len(tiling.squares), 'square')}")
