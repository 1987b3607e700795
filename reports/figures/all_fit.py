"""The share of boards on which all tiles fit, against how full they would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.hardness import curves, half, halves
from reports.plot.density_panels import by_side, draw
from reports.text.english import count, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Share of boards on which all tiles fit"


def figure(boards: DataFrame) -> Figure | None:
    """A line for each number of values; None without decided boards of two densities."""
    decided = boards.dropna(subset=["fits"])
    if decided["density"].nunique() < 2:
        return None
    made = draw([by_side(curves(decided, "fits"))], ["share of boards"], marks=halves(boards))
    for axes in made.axes:
        axes.axhline(0.5, color="#777777", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)
    return made


def sentence(boards: DataFrame) -> str:
    """At which density half of the boards take all tiles, by the number of values."""
    decided = boards.dropna(subset=["fits"])
    if decided["density"].nunique() < 2:
        return "No figure of the boards on which all tiles fit: none of two densities are decided."
    said = ["Dotted: one half of the boards; triangles: where the lines cross it."]
    lines = curves(decided, "fits")
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
    return " ".join(filter(None, said))
