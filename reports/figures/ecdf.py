"""The share of cases that each paradigm solves within a time, task by task, by both clocks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilings.models.formulation import NATIVE
from tilings.reports.analysis.leads import best
from tilings.reports.english import listed
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, panel_grid
from tilings.reports.plot.line_labels import spread
from tilings.reports.plot.style import blank, colour
from tilings.reports.scores import CASE, FEWEST_CASES, FLOOR_S, SEARCH, WALL, floored, median_runs, tails, times

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy import ndarray
    from pandas import DataFrame

_ACROSS, _HEIGHT = 3, 1.5  # panels side by side, and inches of each
_A_DECADE = 100  # steps that are drawn in a decade: finer ones cannot be seen
_ROOM, _GAP = 30, 0.12  # of the names: times the limit, and the share of a panel's height
_CLOCKS: dict[str, dict[str, Any]] = {WALL: {"linewidth": 1.3}, SEARCH: {"linewidth": 0.7, "linestyle": (0, (3, 1.5))}}
_COLUMNS = [
    *CASE, "configuration", "paradigm", "ranked", "counts", "ran", "solved", "time_s", "solve_s", "wall_limit_s",
]  # fmt: skip


def draw(runs: DataFrame) -> Drawing:
    """A panel for each task of at least FEWEST_CASES cases, in it a line for the best configuration of each paradigm.

    Thick lines are by the wall clock, with bootstrap bands over cases, thin dashed ones by that of the search; native
    searches are grey. The title says in how many tasks each paradigm solves every case.
    """
    tasks: dict[str, dict[str, DataFrame]] = {}
    for (family, goal), part in median_runs(runs[_COLUMNS]).groupby(["family", "goal"], sort=True):
        rows = [row for ranked in (True, False) for row in best(part[part["ranked"] == ranked]).itertuples()]
        lines = {row.paradigm: part[part["configuration"] == row.configuration] for row in rows if row.complete}
        if set(lines) - {NATIVE} and min(map(len, lines.values())) >= FEWEST_CASES:
            tasks[f"{family}, {goal}"] = lines
    if not any(line["solved"].any() for lines in tasks.values() for line in lines.values()):
        return NOTHING
    sentence = (
        "The share of a task's cases (their number is in brackets) that the best configuration of each paradigm has "
        "solved after so many seconds. Thick: wall time, with the band within which it would lie, nominally in 95 %, "
        "for other cases like these (bootstrap). Dashed: the time of the search alone. Grey: native searches."
    )
    return Drawing(finding(list(tasks.values())), _figure(tasks), sentence)


def finding(tasks: Sequence[Mapping[str, DataFrame]]) -> str:
    """In words: in how many tasks each ranked paradigm solves every case within the limit."""
    parts = [(paradigm, bool(line["solved"].all())) for lines in tasks for paradigm, line in lines.items()]
    ran = Counter(paradigm for paradigm, _ in parts if paradigm != NATIVE)
    every = Counter(paradigm for paradigm, solved in parts if solved)
    alike: dict[tuple[int, int], list[str]] = {}
    for paradigm in sorted(ran, key=lambda paradigm: (-every[paradigm] / ran[paradigm], paradigm)):
        alike.setdefault((every[paradigm], ran[paradigm]), []).append(paradigm)
    said = [f"{listed(names)} in {number} of {among}" for (number, among), names in alike.items()]
    return f"Every case solved: {', '.join(said)} {'task' if len(tasks) == 1 else 'tasks'}"


def steps(part: DataFrame, clock: str = WALL) -> tuple[ndarray[Any, Any], ndarray[Any, Any]]:
    """The times at which cases of median runs were solved, and how many by then, from none to the end of the limit."""
    import numpy as np

    took = np.sort(floored(times(part[part["solved"]], clock)).to_numpy())
    end = max([float(part["wall_limit_s"].max()), *took[-1:]])
    number = np.arange(1, len(took) + 1)
    kept = np.diff(np.floor(np.log10(took) * _A_DECADE), append=np.inf) > 0
    start = took[:1]  # none where nothing was solved
    x, y = np.concatenate([start, took[kept], [end]]), np.concatenate([0 * start, number[kept], [len(took)]])
    return x, y.astype(int)


def band(solved: ndarray[Any, Any], cases: int) -> tuple[ndarray[Any, Any], ndarray[Any, Any]]:
    """The shares between which so many solved of all cases lie in bootstrap samples of the cases.

    How many of the cases that are drawn with replacement are solved is binomial, so that nothing needs to be drawn.
    """
    from scipy.stats import binom

    low, high = (binom.ppf(tail, cases, solved / cases) / cases for tail in tails(cases))
    return low, high


def _figure(tasks: dict[str, dict[str, DataFrame]]) -> Figure:
    columns = min(_ACROSS, len(tasks))
    figure = blank(_HEIGHT * -(-len(tasks) // columns) + 0.2)
    grid = panel_grid(figure, len(tasks), columns, sharex=True, sharey=True)
    limit = max(float(line["wall_limit_s"].max()) for lines in tasks.values() for line in lines.values())
    log_axis(grid[0], "x", FLOOR_S, limit * _ROOM)
    decades = [10.0**power for power in range(-2, 1 + math.floor(math.log10(limit)))]
    grid[0].set_xticks(decades, [f"{decade:g}" for decade in decades])
    grid[0].set(ylim=(0, 1.03))
    grid[0].set_yticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
    for axes, (title, lines) in zip(grid, tasks.items(), strict=True):
        _panel(axes, lines)
        axes.set_title(f"{title} ({max(map(len, lines.values()))})", loc="left", pad=3)
    figure.supxlabel("time (s)", fontsize=8.5)
    figure.supylabel("cases solved", fontsize=8.5)
    return figure


def _panel(axes: Axes, lines: dict[str, DataFrame]) -> None:
    """The lines of a task, each tied to its name."""
    ends = sorted(lines, key=lambda paradigm: -lines[paradigm]["solved"].mean())
    places = spread([float(lines[paradigm]["solved"].mean()) for paradigm in ends], _GAP)
    for paradigm, place in reversed(list(zip(ends, places, strict=True))):  # the best above all others
        part, shade = lines[paradigm], colour(paradigm)
        seconds, solved = steps(part)
        if paradigm != NATIVE:
            axes.fill_between(seconds, *band(solved, len(part)), step="post", color=shade, alpha=0.12, linewidth=0)
        for clock, style in _CLOCKS.items():
            at, number = steps(part, clock)
            axes.plot(at, number / len(part), drawstyle="steps-post", color=shade, **style)
        tie = {"arrowstyle": "-", "color": shade, "linewidth": 0.5, "shrinkA": 0, "shrinkB": 0, "relpos": (0, 0.5)}
        axes.annotate(paradigm, (seconds[-1], solved[-1] / len(part)), (seconds[-1] * 2, place), va="center",
                      color=shade, fontsize=8, arrowprops=tie)  # fmt: skip
