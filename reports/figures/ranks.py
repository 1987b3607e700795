"""Critical differences: the mean ranks of configurations, task by task, and which of them chance may have parted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilings.reports.english import count, shortened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import name_rows, panel_grid, rows_down
from tilings.reports.plot.style import blank, colours
from tilings.reports.scores import FEWEST_CASES, Ranks, holm, median_runs, ranks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_COLUMNS, _ROW, _MOST = 3, 0.125, 5  # panels side by side, inches of a row, and rows: the first of more
_LONGEST = 22  # characters of a name
_LEVEL = 0.05


def draw(runs: DataFrame) -> Drawing:
    """A panel for each task of FEWEST_CASES or more in which Friedman's test, adjusted by Holm, tells ranks apart.

    A dot is the mean rank of a configuration; a bar joins those that chance may have parted.
    """
    median = median_runs(runs[runs["ranked"]])
    known = {f"{family}, {goal}": ranks(part) for (family, goal), part in median.groupby(["family", "goal"], sort=True)}
    tested = {task: found for task, found in known.items() if found and found.cases >= FEWEST_CASES}
    adjusted = holm([found.p for found in tested.values()])
    shown = {task: found for (task, found), p in zip(tested.items(), adjusted, strict=True) if p < _LEVEL}
    if not shown:
        return NOTHING
    sentence = (
        f"Mean rank of the first {_MOST} configurations over a task's cases (1: the fastest on all). A bar joins those "
        "within Nemenyi's critical difference [@demsar], in tasks where Friedman's test finds any (p < "
        f"{_LEVEL} after Holm's adjustment for {count(len(tested), 'test')}). Ranks leave out how large a difference "
        "is, so that they decide less than ratios do."
    )
    return Drawing(finding(shown), _figure(shown, colours(runs)), sentence)


def finding(shown: Mapping[str, Ranks]) -> str:
    """In words: in how many of these tasks the first configuration is alone, no other being within chance."""
    alone = sum(found.means.iloc[1] - found.means.iloc[0] >= found.apart for found in shown.values())
    tasks = count(len(shown), "task")
    return f"By ranks, all pairs tested at once, the first is clearly ahead of the next in {alone} of {tasks}"


def groups(found: Ranks) -> list[tuple[int, int]]:
    """The first and the last place of each set of two and more ranks that chance may have parted, none in another.

    >>> import pandas as pd
    >>> groups(Ranks(pd.Series([1.0, 1.5, 2.2, 4.0]), 20, 0.0, 1.0))
    [(0, 1), (1, 2)]
    """
    means, bars, end = list(found.means), [], 0
    for first, mean in enumerate(means):
        last = max(place for place, other in enumerate(means) if other - mean < found.apart)
        if last > max(first, end):
            bars.append((first, last))
            end = last
    return bars


def _figure(shown: Mapping[str, Ranks], shades: Mapping[str, str]) -> Figure:
    columns, most = min(_COLUMNS, len(shown)), min(_MOST, max(len(each.means) for each in shown.values()))
    figure = blank((most * _ROW + 0.4) * -(-len(shown) // columns) + 0.2)
    grid = panel_grid(figure, len(shown), columns)
    for axes, (task, found) in zip(grid, shown.items(), strict=True):
        _panel(axes, found, shades)
        axes.set_title(f"{task} ({found.cases})", loc="right", pad=3)
    figure.supxlabel("mean rank", fontsize=8.5)
    return figure


def _panel(axes: Axes, found: Ranks, shades: Mapping[str, str]) -> None:
    means = found.means[:_MOST]
    names = list(means.index)
    axes.scatter(means, range(len(means)), s=14, color=[shades[name] for name in names], zorder=3)
    right = min(len(found.means), float(means.iloc[-1]) + 1)
    bars = [(first, last) for first, last in groups(found) if first < len(means) - 1]
    for place, (first, last) in enumerate(bars):
        at = right + 0.35 * place
        axes.plot([at, at], [first - 0.25, min(last, len(means) - 1) + 0.25], color="#555555", linewidth=2)
    name_rows(axes, [shortened(name, _LONGEST) for name in names], (shades[name] for name in names))
    rows_down(axes, len(names))
    axes.tick_params(axis="y", length=0)
    axes.set_xticks(range(1, int(right) + 1, max(1, int(right) // 5)))
    axes.set_xlim(0.7, right + 0.35 * len(bars))
