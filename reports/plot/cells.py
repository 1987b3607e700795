"""A matrix of coloured cells with short texts: rows named at the left, columns above, a legend of colours below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilings.reports.plot.style import blank

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ROW, _EDGE = 0.26, 0.75  # inches of a row, and of what is above and below the rows
_WIDEST = 88  # points: the size of all names of columns together that has room


def matrix(
    rows: Sequence[str],
    columns: Mapping[str, str],
    cells: Mapping[tuple[int, str], tuple[str, str]],
    legend: Mapping[str, str],
) -> Figure:
    """The figure of a table with coloured cells.

    columns: the name of each column, and the name's colour.
    cells: the place of each cell, by the number of its row and the name of its column, and the cell's text and colour.
    legend: the meanings of colours, of which the figure shows those in use.
    """
    from matplotlib.patches import Patch

    figure = blank(_ROW * len(rows) + _EDGE)
    axes = figure.subplots()
    places = {name: place for place, name in enumerate(columns)}
    for (y, name), (text, shade) in cells.items():
        x = places[name]
        axes.fill([x - 0.48, x + 0.48, x + 0.48, x - 0.48], [y - 0.45, y - 0.45, y + 0.45, y + 0.45], color=shade,
                  linewidth=0)  # fmt: skip
        axes.text(x, y, text, ha="center", va="center_baseline", fontsize=8)
    axes.set_xticks(range(len(columns)), list(columns), fontsize=min(8, _WIDEST / max(len(columns), 1)))
    axes.xaxis.tick_top()
    for label, shade in zip(axes.get_xticklabels(), columns.values(), strict=True):
        label.set_color(shade)
    axes.set_yticks(range(len(rows)), rows)
    axes.set(xlim=(-0.55, len(columns) - 0.45), ylim=(len(rows) - 0.45, -0.55))
    axes.grid(False)
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    used = {shade for _, shade in cells.values()}
    marks = [Patch(color=shade, label=meaning) for meaning, shade in legend.items() if shade in used]
    figure.legend(handles=marks, loc="outside lower center", ncols=5)
    return figure
