"""Time by number of tiles, for each solver and formulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import panels
from reports.panels import against, growth

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Time by number of tiles"


def figure(runs: DataFrame) -> Figure | None:
    """Time against the number of tiles or pieces of an instance, one panel a solver."""
    return against(runs, "tiles", "number of tiles")


def beside(sources: dict[str, DataFrame]) -> Figure | None:
    """Time against the number of tiles, one panel a source of runs."""
    return panels.beside(sources, "tiles", "number of tiles")


def sentence(runs: DataFrame) -> str:
    """How far each solver comes as tiles are added."""
    return growth(runs, "tiles", "tiles")
