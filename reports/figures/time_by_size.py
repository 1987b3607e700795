"""Time by board size, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot import small_multiples
from reports.plot.small_multiples import against, growth

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by board size"


def draw(task: Task) -> Drawing:
    """Time against the number of cells to cover, one panel a solver; the sentence says how far each comes."""
    return Drawing(TITLE, against(task.every, "size", "board size (cells)"), reach(task.median))


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """Time against the side of the board, one panel a source of runs."""
    return small_multiples.beside(sources, "side", "side of the board")


def reach(median: DataFrame) -> str:
    """How far each solver comes as boards grow."""
    return growth(median, "size", "cells")
