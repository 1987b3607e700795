"""Draws a table of coloured cells with a word in each; the columns' names are horizontal where they fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.plot.style import WIDTH, blank
from reports.text.english import shortened, stacked

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW = 0.165  # inches
_CHARACTER = 0.057  # inches a character of 7 points takes
_NARROWEST, _USUAL, _WIDEST = 0.36, 0.6, 1.1  # inches of a column whose name is level
_MOST_LINES = 4
_LONGEST = 48  # characters of the name of a row, or of a line of an upright one


@dataclass(frozen=True)
class Cell:
    """A word on a colour (red, green, blue, each from 0 to 1)."""

    words: str
    fill: tuple[float, float, float]
    bold: bool = False


def width_of(names: Sequence[str]) -> float:
    """The width in inches of the longest of these names, as names of rows."""
    return _CHARACTER * min(max(map(len, names), default=0), _LONGEST) + 0.15


def level(columns: Sequence[str], room: float) -> list[str] | None:
    """The names broken into lines that fit columns which share so many inches; None if they do not."""
    width = min(room / len(columns), _WIDEST) if columns else 0
    if width < _NARROWEST:
        return None
    broken = [wrapped(name, int(width / _CHARACTER - 0.5)) for name in columns]
    return None if None in broken else [name for name in broken if name is not None]


def wrapped(name: str, most: int) -> str | None:
    """The name in at most four lines of so many characters, broken after its solver, and where need be after
    punctuation; None if it does not fit.

    >>> wrapped("chuffed/cp_pairwise", 9)
    'chuffed/\\ncp_\\npairwise'
    >>> wrapped("pentominoes", 9) is None
    True
    """
    lines = [""]
    for part in re.findall(r"[^/_\- =]+[/_\- =]?|.", name):
        if not lines[-1].endswith("/") and len(lines[-1] + part.rstrip()) <= most:
            lines[-1] += part
        else:
            lines.append(part)
    fits = len(lines) <= _MOST_LINES and all(len(line.rstrip()) <= most for line in lines)
    return "\n".join(line.rstrip() for line in lines) if fits else None


def draw(
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Mapping[tuple[str, str], Cell],
    colours: Mapping[str, str],
) -> Figure:
    """The table; cells: by row and column, blank where there is none; colours: of those names that have one."""
    room = WIDTH - width_of(rows)
    names = level(columns, room)
    needed = width_of([line for name in names for line in name.split("\n")]) if names else 0
    column = min(room / len(columns), max(_USUAL, needed))
    upright = [stacked(name, _LONGEST) for name in columns]
    head = 0.12 * (1 + max(name.count("\n") for name in names)) if names else width_of("\n".join(upright).split("\n"))
    made = blank(_ROW * len(rows) + head + 0.12, min(WIDTH, width_of(rows) + column * len(columns) + 0.1))
    axes = made.subplots()
    _cells(axes, rows, columns, cells, min(6.5, 72 * column / 3.4))
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.set_xticks([x + 0.5 for x in range(len(columns))], names or upright, rotation=0 if names else 90)
    axes.set_yticks([y + 0.5 for y in range(len(rows))], [shortened(name, _LONGEST) for name in rows])
    axes.xaxis.tick_top()
    shown = [*axes.get_xticklabels(), *axes.get_yticklabels()]
    for label, name in zip(shown, [*columns, *rows], strict=True):
        label.set_color(colours.get(name, "black"))
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return made


def _cells(
    axes: Axes, rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[str, str], Cell], font: float
) -> None:
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    places = [(x, y, cells.get((row, column))) for y, row in enumerate(rows) for x, column in enumerate(columns)]
    known = [(x, y, cell) for x, y, cell in places if cell is not None]
    boxes, fills = [Rectangle((x, y), 1, 1) for x, y, _ in known], [cell.fill for _, _, cell in known]
    axes.add_collection(PatchCollection(boxes, facecolors=fills, edgecolors="white", linewidths=1))
    for x, y, cell in known:
        shade, weight = "black" if sum(cell.fill) > 1.5 else "white", "bold" if cell.bold else "normal"
        axes.text(x + 0.5, y + 0.52, cell.words, ha="center", va="center", fontsize=font, weight=weight, color=shade)
