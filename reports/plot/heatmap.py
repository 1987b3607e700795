"""Draws a table of coloured cells with words in them, its columns in groups with a title each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from tilings.reports.english import shortened
from tilings.reports.plot.style import WIDTH, blank
from tilings.runners.record.schema import GIVEN_UP, SKIPPED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour = tuple[float, float, float]  # red, green, blue, each from 0 to 1

_FONT = 8
_LINE = 0.111  # inches a line of text takes
_CHARACTER = 0.052  # inches a character takes
_WIDEST = 0.75  # inches of a column
_GAP = 0.18  # between two groups, in columns
_LONGEST = 30  # characters of a name
_GREY = (0.88, 0.88, 0.88)
_FAST, _SLOW = (0.03, 0.42, 0.40), (0.80, 0.93, 0.89)
_OUTCOMES = {
    "incumbent": "#f6e3a1", "timeout": "#d9d9d9", "memory": "#b9a5cf", "failed": "#8c8c8c", GIVEN_UP: "#eeeeee",
    SKIPPED: "#cfe0f3", "wrong": "#D55E00", "doubtful": "#E69F00", "absent": "#ffffff",
}  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """Words, of one line or more, on a colour."""

    words: str
    fill: Colour
    bold: bool = False


@dataclass(frozen=True)
class Row:
    """The name of a row, and its kind, which stands before it in its colour.

    across: by group the words on a grey cell over all of its columns; a row that has them has no other cells.
    """

    name: str
    kind: str = ""
    colour: str = "black"
    across: Mapping[str, str] | None = None


def shade(share: float) -> Colour:
    """From dark (0) to pale (1)."""
    red, green, blue = (fast + (slow - fast) * share for fast, slow in zip(_FAST, _SLOW, strict=True))
    return red, green, blue


def outcome_colour(outcome: str, time_s: float, limit: float) -> Colour:
    """The colour of a run's cell: of a solved run from dark (fast) to pale (slow), else of its outcome."""
    from math import log10

    from matplotlib.colors import to_rgb

    if outcome != "solved":
        return to_rgb(_OUTCOMES[outcome])
    low = 0.01
    return shade(min(1.0, log10(max(time_s, low) / low) / max(log10(max(limit, 10 * low) / low), 1)))


def draw(
    rows: Sequence[Row], groups: Mapping[str, Sequence[str]], cells: Mapping[tuple[str, str, str], Cell]
) -> Figure:
    """The table. groups: the columns of each, by its title; cells: by row, group and column, blank where there is none.

    The columns' names are level where they all fit, else upright.
    """
    names, kinds = [shortened(row.name, _LONGEST) for row in rows], [row.kind for row in rows]
    left = _wide(names) + (_wide(kinds) if any(kinds) else 0)
    columns = [shortened(name, _LONGEST) for group in groups.values() for name in group]
    total = len(columns) + _GAP * (len(groups) - 1)
    column = min((WIDTH - left - 0.1) / total, _WIDEST)
    level = _wide(columns) <= column + 0.05
    tops = _tops(rows, cells)
    head = (_LINE if level else _wide(columns)) + _LINE + 0.06
    width, height = left + column * total + 0.1, head + tops[-1] + 0.02
    made = blank(height, width)
    made.set_layout_engine("none")
    axes = made.add_axes((left / width, 0.02 / height, column * total / width, tops[-1] / height))
    axes.set(xlim=(0, total), ylim=(tops[-1], 0))
    axes.set_axis_off()
    start = 0.0
    for title, group in groups.items():
        _head(axes, start, title, group, level, head)
        _cells(
            axes, start, [(row, [cells.get((row.name, title, name)) for name in group]) for row in rows], title, tops
        )
        start += len(group) + _GAP
    for row, name, low, high in zip(rows, names, tops, tops[1:], strict=False):
        for inches, words, ink in ((0.08, name, "black"), (0.04 + _wide(names), row.kind, row.colour)):
            axes.text(-inches / column, (low + high) / 2, words, fontsize=_FONT, va="center", ha="right", color=ink)
    return made


def _tops(rows: Sequence[Row], cells: Mapping[tuple[str, str, str], Cell]) -> list[float]:
    """Where each row begins and the last one ends, in inches from the top: a row is as high as its words need."""
    lines = {row.name: 1 + max((words.count("\n") for words in (row.across or {}).values()), default=0) for row in rows}
    for (name, *_), cell in cells.items():
        lines[name] = max(lines[name], 1 + cell.words.count("\n"))
    return [0.0, *accumulate(_LINE * lines[row.name] + 0.04 for row in rows)]


def _wide(names: Sequence[str]) -> float:
    """Inches that the longest of the names takes."""
    return _CHARACTER * max(map(len, names), default=0) + 0.1


def _head(axes: Axes, start: float, title: str, group: Sequence[str], level: bool, head: float) -> None:
    axes.text(start + 0.03, -head + 0.02, title, fontsize=_FONT, weight="bold", va="top")
    for place, name in enumerate(group):
        axes.text(start + place + 0.5, -0.03, shortened(name, _LONGEST), fontsize=_FONT, ha="center", va="bottom",
                  rotation=0 if level else 90)  # fmt: skip


def _cells(
    axes: Axes, start: float, table: Sequence[tuple[Row, Sequence[Cell | None]]], title: str, tops: Sequence[float]
) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    places = []
    for y, (row, cells) in enumerate(table):
        places += [(start + x, y, 1, cell) for x, cell in enumerate(cells) if cell is not None]
        if row.across and title in row.across:
            places.append((start, y, len(cells), Cell(row.across[title], _GREY)))
    boxes = [Rectangle((x, tops[y]), wide, tops[y + 1] - tops[y]) for x, y, wide, _ in places]
    fills = [cell.fill for *_, cell in places]
    axes.add_collection(PatchCollection(boxes, facecolors=fills, edgecolors="white", linewidths=1))
    for x, y, wide, cell in places:
        axes.text(x + wide / 2, (tops[y] + tops[y + 1]) / 2, cell.words, ha="center", va="center", fontsize=_FONT,
                  weight="bold" if cell.bold else "normal", color=_ink(cell.fill), linespacing=1.0)  # fmt: skip


def _ink(fill: Colour) -> str:
    """Black or white, whichever contrasts more (by the relative luminance of the fill, as WCAG defines it)."""
    red, green, blue = (part**2.2 for part in fill)
    return "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "white"
