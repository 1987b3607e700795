"""Strips of times: a row for each configuration, a dot for each run, with its median and quartiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.plot.axes import limit_note, name_rows, rows_down, time_axis
from reports.plot.style import FEWEST, blank, colours, configuration_styles
from reports.scores import floored
from reports.text.english import seconds, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

_ROW, _LEAST_ROW, _ROWS = 0.16, 0.11, 2.4  # inches of a row, and of all where they are many
_LONGEST = 48  # characters of a name
_HEIGHTS = 5  # of dots within a row
MOST_DOTS = 150  # in a row: of more runs their density is drawn
_SMALL: dict[str, Any] = {"fontsize": 6.5, "color": "#444444"}


def strips(sources: dict[str, DataFrame], classes: Sequence[str]) -> Figure:
    """A row for each configuration, the fastest first, one block a source and one panel a class.

    Each source has a time axis of its own: seconds of two machines do not compare.
    Solved runs are dots (a density where they are many), unsolved ones crosses at their limit; a tick is the median, an
    unsolved run counting as its limit, a bar joins the quartiles of five runs or more; at the right stand the solved of
    all. runs have a column `class`.
    """
    import pandas as pd

    every = pd.concat(sources.values())
    names = {source: order(part) for source, part in sources.items()}
    heights = [len(rows) for rows in names.values()]
    row = max(_LEAST_ROW, min(_ROW, _ROWS / sum(heights)))
    made = blank(row * sum(heights) + 0.45 * len(names) + 0.2)
    grid = made.subplots(
        len(names),
        len(classes),
        sharex="row",
        sharey="row",
        squeeze=False,
        height_ratios=[rows + 1 for rows in heights],
    )
    for axes, (source, part) in zip(grid, sources.items(), strict=True):
        for panel, name in zip(axes, classes, strict=True):
            own = part[part["class"] == name]
            strip(panel, own, names[source])
            time_axis(panel, part, "x")
            panel.set_title(f"{name} ({own['instance'].nunique()})" if name else "", loc="left")
        axes[-1].text(1.01, -0.9, "solved", transform=axes[-1].get_yaxis_transform(), **_SMALL)
        axes[0].text(
            -0.05, 1.02, source, transform=axes[0].transAxes, ha="right", va="bottom", fontsize=8, weight="bold"
        )
        name_configurations(axes[0], part, names[source])
    made.supxlabel(f"time (s); {limit_note(every)}", fontsize=7.5)
    return made


def strip(axes: Axes, runs: DataFrame, configurations: list[str]) -> None:
    """The rows of one panel."""
    look = configuration_styles(runs)
    for row, configuration in enumerate(configurations):
        part = runs[runs["configuration"] == configuration]
        if part.empty:
            axes.text(0.02, row, "did not run", transform=axes.get_yaxis_transform(), va="center",
                      fontsize=6, color="#777777")  # fmt: skip
            continue
        shade = look[configuration]["color"]
        solved, rest = part[part["solved"]], part[~part["solved"]]
        _times(axes, floored(solved["time_s"]), row, shade)
        crosses = rest["wall_limit_s"].iloc[:_HEIGHTS]  # further ones would cover these
        axes.scatter(crosses, _spread(row, len(crosses)), s=11, marker="x", color=shade, linewidth=0.7)
        low, middle, high = floored(part["charged_s"]).quantile([0.25, 0.5, 0.75])
        if len(part) >= FEWEST:
            axes.plot([low, high], [row, row], color=shade, linewidth=5, alpha=0.22, solid_capstyle="butt")
        axes.plot([middle, middle], [row - 0.38, row + 0.38], color=shade, linewidth=1.6)
        axes.text(1.01, row, f"{len(solved)}/{len(part)}", transform=axes.get_yaxis_transform(), va="center", **_SMALL)
    rows_down(axes, len(configurations))


def name_configurations(axes: Axes, runs: DataFrame, names: list[str]) -> None:
    """The configurations' names on the y axis, in their paradigms' colours."""
    shades = colours(runs)
    name_rows(axes, [shortened(name, _LONGEST) for name in names], (shades[name] for name in names))


def order(runs: DataFrame) -> list[str]:
    """Configurations by their median time, an unsolved run counting as its limit; the fastest first, native searches
    last.
    """
    times = runs.groupby("configuration").agg(
        ranked=("ranked", "first"), time=("charged_s", "median"), mean=("charged_s", "mean")
    )
    return list(times.sort_values(["ranked", "time", "mean"], ascending=[False, True, True], kind="stable").index)


def censored(runs: DataFrame) -> bool:
    """Whether the median of the runs' times is only bounded from below: half of them or more were not solved."""
    return bool(2 * runs["solved"].sum() <= len(runs))


def typical(runs: DataFrame) -> str:
    """The median of the runs' times in words, a bound where it is censored."""
    return "at least " * censored(runs) + f"{seconds(runs['charged_s'].median())} s"


def density(axes: Axes, times: Series, row: float, shade: str, height: float = 0.4) -> None:
    """A shape about the row that is as high as the number of times in a tenth of a decade, at most twice `height`."""
    import numpy as np

    steps = np.log10(times)
    edges = np.arange(np.floor(steps.min() * 10) - 1, np.ceil(steps.max() * 10) + 2) / 10
    number, _ = np.histogram(steps, edges)
    half = height * number / number.max()
    middles = 10 ** ((edges[1:] + edges[:-1]) / 2)
    axes.fill_between(middles, row - half, row + half, color=shade, alpha=0.55, linewidth=0)


def _times(axes: Axes, times: Series, row: int, shade: str) -> None:
    """A dot for each time; of many their density."""
    if len(times) > MOST_DOTS:
        density(axes, times, row, shade)
    else:
        axes.scatter(times, _spread(row, len(times)), s=9, color=shade, alpha=0.75, linewidth=0)


def _spread(row: int, count: int) -> list[float]:
    """Heights within a row that keep neighbouring dots apart, the same each time."""
    return [row + 0.13 * ((number % _HEIGHTS) - _HEIGHTS // 2) for number in range(count)]
