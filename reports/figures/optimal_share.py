"""The share of the tiles that an optimum places, against how full the board would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.analysis.hardness import curves
from reports.figures.drawing import Drawing
from reports.plot.density_panels import by_side, panels
from reports.text.english import count

if TYPE_CHECKING:
    from pandas import DataFrame

TITLE = "Share of the tiles placed at the optimum"


def draw(boards: DataFrame) -> Drawing:
    """A line for each number of values; no figure without boards of two densities.

    The sentence says how far all tiles fit, what is left where the boards are fullest, and how many boards are open.
    """
    if boards["density"].nunique() < 2:
        return Drawing(TITLE, None, "No figure of the share of tiles placed: there are no boards of two densities.")
    said = ["Means over the boards of a density (cells of all tiles by cells of the board), k: the number of values."]
    for side, own in boards.groupby("side"):
        full = own[own["density"] == own["density"].max()]
        whole = own.groupby("density")["share"].min()
        short = whole[whole < 1].index.min()
        said.append(
            f"On {side} × {side} every board takes all its tiles below density {short:.2f}."
            if short == short
            else f"On {side} × {side} every board takes all its tiles."
        )
        means = full.groupby("values")["share"].mean()
        said.append(
            f"At density {full['density'].iloc[0]:.2f} the share is {means.iloc[0]:.0%} with k = {means.index[0]}"
            + (f" and {means.iloc[-1]:.0%} with k = {means.index[-1]}." if len(means) > 1 else ".")
        )
    left = int((~boards["settled"]).sum())
    if left:
        said.append(f"Open, with the best board found counted: {left} of {count(len(boards), 'board')}.")
    figure = panels([by_side(curves(boards, "share"))], ["share of the tiles"])
    return Drawing(TITLE, figure, " ".join(said))
