"""Time by board size, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.plot import small_multiples
from reports.plot.small_multiples import against, growth

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by board size"


def figure(runs: DataFrame) -> Figure | None:
    """Time against the number of cells to cover, one panel a solver."""
    return against(runs, "size", "board size (cells)")


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """Time against the side of the board, one panel a source of runs."""
    return small_multiples.beside(sources, "side", "side of the board")


def sentence(runs: DataFrame) -> str:
    """How far each solver comes as boards grow."""
    return growth(runs, "size", "cells")
