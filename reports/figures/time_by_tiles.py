"""Time by number of tiles, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot import small_multiples
from reports.plot.small_multiples import against, growth
from reports.plot.style import FEWEST

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by number of tiles"
_ALIKE = 0.95  # a rank correlation from which on the figure by size shows the same


def draw(task: Task) -> Drawing:
    """Time against the number of tiles or pieces, one panel a solver; no figure where they are ordered as by size.

    The sentence says how far each solver comes as tiles are added.
    """
    if why := _why_not(task.median):
        return Drawing(TITLE, None, f"No figure of time against the number of tiles: {why}.")
    return Drawing(TITLE, against(task.every, "tiles", "number of tiles"), reach(task.median))


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """Time against the number of tiles, one panel a source of runs."""
    return small_multiples.beside(sources, "tiles", "number of tiles")


def reach(median: DataFrame) -> str:
    """How far each solver comes as tiles are added."""
    return growth(median, "tiles", "tiles")


def order_of_sizes(runs: DataFrame) -> float:
    """Spearman's rank correlation of the instances' sizes and numbers of tiles; 0 where it is not defined."""
    ranks = runs.drop_duplicates("instance")[["size", "tiles"]].dropna().astype(float).rank()
    if len(ranks) < 2 or (ranks.nunique() < 2).any():
        return 0.0
    return float(ranks["size"].corr(ranks["tiles"]))


def _why_not(runs: DataFrame) -> str:
    """Why the figure would only repeat that by size; empty if it would not."""
    instances = runs["instance"].nunique()
    if 1 < instances < FEWEST and runs["size"].nunique() > 1:
        return f"{instances} instances are too few to tell it from their size"
    same = order_of_sizes(runs)
    return f"it orders the instances as their size does (rank correlation {same:.2f})" if same >= _ALIKE else ""
