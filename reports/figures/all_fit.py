"""The share of boards on which all tiles fit, against how full they would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.hardness import curves, half, halves
from reports.figures.drawing import Drawing
from reports.plot.density_panels import by_side, panels
from reports.text.english import count, listed

if TYPE_CHECKING:
    from pandas import DataFrame

TITLE = "Share of boards on which all tiles fit"


def draw(boards: DataFrame) -> Drawing:
    """A line for each number of values; no figure without decided boards of two densities.

    The sentence says at which density half of the boards take all tiles, by the number of values.
    """
    decided = boards.dropna(subset=["fits"])
    if decided["density"].nunique() < 2:
        why = "No figure of the boards on which all tiles fit: none of two densities are decided."
        return Drawing(TITLE, None, why)
    lines = curves(decided, "fits")
    figure = panels([by_side(lines)], ["share of boards"], marks=halves(boards))
    for axes in figure.axes:
        axes.axhline(0.5, color="#777777", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)
    said = ["Dotted: one half of the boards; triangles: where the lines cross it."]
    for side in sorted({side for side, _ in lines}):
        found = {values: half(line) for (own, values), line in lines.items() if own == side}
        known = {values: density for values, density in found.items() if density is not None}
        if known:
            where = listed([f"{density:.2f} with k = {values}" for values, density in known.items()])
            said.append(f"On {side} × {side} half of the boards take all tiles at density {where} (interpolated).")
        if rest := [str(values) for values in found if values not in known]:
            said.append(f"With k = {listed(rest)} the share does not fall through one half.")
    left = len(boards) - len(decided)
    said.append(f"Undecided, and left out: {left} of {count(len(boards), 'board')}." if left else "")
    return Drawing(TITLE, figure, " ".join(filter(None, said)))
