"""What the time figures share: small multiples of time against a measure, and strips by configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.scores import median_runs
from reports.style import blank, colour, drawn, limit_note, looks, time_axis
from reports.words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_MOST_COLUMNS = 4


def against(runs: DataFrame, measure: str, label: str) -> Figure | None:
    """Time against a numeric measure, one panel a solver, the other solvers' medians in grey behind.

    A dot is an instance that was solved, a hollow one at the limit an instance that was not; a line joins the
    medians at each value, an unsolved instance counting as its limit. None where the measure has fewer than
    two values or nothing was solved.
    """
    from matplotlib.ticker import MaxNLocator

    median = median_runs(runs).dropna(subset=[measure])
    if median[measure].nunique() < 2 or not median["solved"].any():
        return None
    solvers = sorted(median["solver"].unique())
    rows = -(-len(solvers) // _MOST_COLUMNS)
    columns = -(-len(solvers) // rows)
    made = blank((1.4 + 0.12 * _most_formulations(median)) * rows + 0.3)
    grid = made.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    look = looks(runs)
    parts = dict(list(median.groupby("configuration", sort=True)))
    trends = {name: drawn(part["charged_s"]).groupby(part[measure]).median() for name, part in parts.items()}
    for axes, solver in zip(grid, solvers, strict=False):
        for name, part in parts.items():
            if part["solver"].iloc[0] == solver:
                axes.plot(
                    trends[name], linewidth=1.1, zorder=2, label=name.removeprefix(f"{solver}/"), **_line(look[name])
                )
                _dots(axes, part, measure, look[name])
            else:
                axes.plot(trends[name], linewidth=0.8, zorder=1, color="#dddddd")
        time_axis(axes, median, "y")
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.set_title(solver, color=colour(solver), loc="left", weight="bold")
        axes.legend(fontsize=6, loc="upper left", bbox_to_anchor=(-0.05, -0.16), handlelength=2.6)
        axes.tick_params(labelbottom=True)
    for axes in grid[len(solvers) :]:
        axes.set_visible(False)
    made.supxlabel(f"{label}; {limit_note(median)}; hollow: not solved", fontsize=7.5)
    made.supylabel("time (s)", fontsize=7.5)
    return made


def growth(runs: DataFrame, measure: str, noun: str) -> str:
    """In words: each solver's largest value of the measure that it solved, and where the first failed."""
    median = median_runs(runs).dropna(subset=[measure])
    values = sorted(median[measure].unique())
    if len(values) < 2:
        known = f"all have {values[0]:g} {noun}" if values else f"their number of {noun} is not known"
        return f"No figure of time against the number of {noun}: {known}."
    solved = median[median["solved"]]
    if solved.empty:
        return f"No figure of time against the number of {noun}: no run was solved."
    reach = solved.groupby("solver")[measure].max()
    top = listed([solver for solver in reach.index if reach[solver] == reach.max()])
    text = f"Instances have {values[0]:g} to {values[-1]:g} {noun}; the most solved, {reach.max():g}, by {top}"
    rest = reach[reach < reach.max()].sort_values()
    if len(rest):
        text += f"; the least far came {rest.index[0]}, to {rest.iloc[0]:g}"
    unsolved = median[~median["solved"]]
    if unsolved.empty:
        return f"{text}. Every run reached its goal."
    return f"{text}. The first unsolved runs are at {unsolved[measure].min():g} {noun}."


def strip(axes: Axes, runs: DataFrame, configurations: list[str], box: bool) -> None:
    """One row for each configuration: solved times as dots, unsolved as crosses at the limit, the median."""
    look = looks(runs)
    for row, configuration in enumerate(configurations):
        part = runs[runs["configuration"] == configuration]
        if part.empty:
            axes.text(0.02, row, "did not run", transform=axes.get_yaxis_transform(), va="center",
                      fontsize=6, color="#777777")  # fmt: skip
            continue
        shade = look[configuration]["color"]
        solved, rest = part[part["solved"]], part[~part["solved"]]
        dots, crosses = _spread(row, len(solved)), _spread(row, len(rest))
        axes.scatter(drawn(solved["time_s"]), dots, s=9, color=shade, alpha=0.75, linewidth=0)
        axes.scatter(rest["wall_limit_s"], crosses, s=11, marker="x", color=shade, linewidth=0.7)
        low, middle, high = drawn(part["charged_s"]).quantile([0.25, 0.5, 0.75])
        if box:
            axes.plot([low, high], [row, row], color=shade, linewidth=5, alpha=0.22, solid_capstyle="butt")
        axes.plot([middle, middle], [row - 0.38, row + 0.38], color=shade, linewidth=1.6)
    axes.set_ylim(len(configurations) - 0.4, -0.6)
    axes.grid(False, axis="y")


def order(runs: DataFrame) -> list[str]:
    """Configurations by their median time, an unsolved run counting as its limit; the fastest first."""
    times = runs.groupby("configuration").agg(time=("charged_s", "median"), mean=("charged_s", "mean"))
    return list(times.sort_values(["time", "mean"], kind="stable").index)


def _line(look: dict[str, Any]) -> dict[str, Any]:
    return {key: look[key] for key in ("color", "linestyle")}


def _dots(axes: Axes, part: DataFrame, measure: str, look: dict[str, Any]) -> None:
    solved, rest = part[part["solved"]], part[~part["solved"]]
    shape: dict[str, Any] = {"marker": look["marker"], "s": 11, "zorder": 3}
    hollow = {"facecolor": "white", "edgecolor": look["color"], "linewidth": 0.7}
    axes.scatter(solved[measure], drawn(solved["time_s"]), color=look["color"], linewidth=0, **shape)
    axes.scatter(rest[measure], rest["wall_limit_s"], **hollow, **shape)


def _most_formulations(runs: DataFrame) -> int:
    return int(runs.groupby("solver")["configuration"].nunique().max())


def _spread(row: int, count: int) -> list[float]:
    """Heights within a row that keep neighbouring dots apart, the same each time."""
    return [row + 0.13 * ((number % 5) - 2) for number in range(count)]
