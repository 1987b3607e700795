"""Axes as several figures need them: panels in a grid, rows named in colours, logarithmic scales, limits of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log10
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def panel_grid(figure: Figure, number: int, columns: int, **settings: Any) -> list[Axes]:
    """So many panels in rows of so many columns, from the top left; settings: as of matplotlib's `subplots`."""
    every = list(figure.subplots(-(-number // columns), columns, squeeze=False, **settings).ravel())
    for axes in every[number:]:
        axes.set_visible(False)
    return every[:number]


def name_rows(axes: Axes, names: Sequence[str], shades: Iterable[str]) -> None:
    """Name the rows 0, 1, … on the y axis, each in its colour."""
    axes.set_yticks(range(len(names)), names)
    for label, shade in zip(axes.get_yticklabels(), shades, strict=True):
        label.set_color(shade)


def rows_down(axes: Axes, number: int, edge: float = 0.6) -> None:
    """Make the y axis one of rows from the top down, without lines; edge: the room beyond the first and the last."""
    axes.set_ylim(number - 1 + edge, -edge)
    axes.grid(False, axis="y")


def log_scale(axes: Axes, which: str, steps: Sequence[float] = (1.0,), counts: bool = False) -> None:
    """Make the x or y axis logarithmic, with ticks at these multiples of the powers of ten.

    counts: large numbers are shortened, as 12k and 3M.
    """
    from matplotlib.ticker import EngFormatter, FuncFormatter, LogLocator, NullLocator

    axes.set(**{f"{which}scale": "log"})
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(LogLocator(subs=steps))
    plain = FuncFormatter(lambda value, _: f"{value:,.10g}")
    axis.set_major_formatter(EngFormatter(sep="") if counts else plain)
    axis.set_minor_locator(NullLocator())


def log_axis(axes: Axes, which: str, low: float, high: float) -> None:
    """Make the x or y axis logarithmic from low to high: numbers at the decades, and between if these are few."""
    decades = log10(high / low)
    steps = (1.0,) if decades > 2.2 else (1.0, 3.0) if decades > 1.2 else (1.0, 2.0, 5.0)
    log_scale(axes, which, steps)
    axes.set(**{f"{which}lim": (low, high)})
