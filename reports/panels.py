"""What the time figures share: small multiples of time against a measure, and strips by configuration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.scores import median_runs
from reports.style import blank, colour, drawn, limit_note, looks, time_axis
from reports.words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

_MOST_COLUMNS = 4


@dataclass(frozen=True)
class _Panel:
    """A panel of `_multiples`: the median runs that it shows, and those whose trend is drawn in grey behind them."""

    title: str
    shade: str
    own: DataFrame
    behind: DataFrame


def against(runs: DataFrame, measure: str, label: str) -> Figure | None:
    """Time against a numeric measure, one panel a solver, the other solvers' medians in grey behind.

    A dot is an instance that was solved, a hollow one at the limit an instance that was not; a line joins the
    medians at each value, an unsolved instance counting as its limit. None where the measure has fewer than
    two values or nothing was solved.
    """
    median = _known(runs, measure)
    panels = [
        _Panel(solver, colour(solver), part, median[median["solver"] != solver])
        for solver, part in median.groupby("solver", sort=True)
    ]
    return _multiples(panels, measure, label)


def beside(sources: dict[str, DataFrame], measure: str, label: str) -> Figure | None:
    """The same with a panel for each source of runs, a configuration looking alike in all; medians without dots.

    Each source has a time axis of its own: seconds of two machines do not compare.
    """
    known = {name: _known(runs, measure) for name, runs in sources.items()}
    return _multiples(
        [_Panel(name, "black", part, part[:0]) for name, part in known.items()], measure, label, alike=True
    )


def strips(
    sources: dict[str, DataFrame], classes: Sequence[str], box: bool = False
) -> tuple[Figure, dict[str, tuple[list[Axes], list[str]]]]:
    """A row of dots for each configuration, one block a source and one panel a class.

    Each source has a time axis of its own: seconds of two machines do not compare. runs have a column `class`. The
    blocks' axes and configurations, the fastest first, are returned by source, for what a figure adds.
    """
    import pandas as pd

    every = pd.concat(sources.values())
    names = {source: order(part) for source, part in sources.items()}
    heights = [len(rows) for rows in names.values()]
    made = blank(0.18 * sum(heights) + 0.45 * len(names) + 0.2)
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
            strip(panel, own, names[source], box)
            time_axis(panel, part, "x")
            panel.set_title(f"{name} ({own['instance'].nunique()})" if name else "", loc="left")
        axes[0].text(
            -0.05, 1.02, source, transform=axes[0].transAxes, ha="right", va="bottom", fontsize=8, weight="bold"
        )
        name_rows(axes[0], part, names[source])
    made.supxlabel(f"time (s); {limit_note(every)}", fontsize=7.5)
    return made, {source: (list(axes), names[source]) for axes, source in zip(grid, sources, strict=True)}


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


def name_rows(axes: Axes, runs: DataFrame, names: list[str]) -> None:
    """The configurations' names on the y axis, in their solvers' colours."""
    solver_of = dict(zip(runs["configuration"], runs["solver"], strict=True))
    axes.set_yticks(range(len(names)), names)
    for label, name in zip(axes.get_yticklabels(), names, strict=True):
        label.set_color(colour(solver_of[name]))


def order(runs: DataFrame) -> list[str]:
    """Configurations by their median time, an unsolved run counting as its limit; the fastest first."""
    times = runs.groupby("configuration").agg(time=("charged_s", "median"), mean=("charged_s", "mean"))
    return list(times.sort_values(["time", "mean"], kind="stable").index)


def _known(runs: DataFrame, measure: str) -> DataFrame:
    return median_runs(runs).dropna(subset=[measure])


def _multiples(panels: Sequence[_Panel], measure: str, label: str, alike: bool = False) -> Figure | None:
    """alike: panels show the same or like configurations, so that one legend serves all, and markers tell medians."""
    import pandas as pd
    from matplotlib.ticker import MaxNLocator

    shown = [panel.own for panel in panels if not panel.own.empty]
    every = pd.concat(shown) if shown else None
    if every is None or every[measure].nunique() < 2 or not every["solved"].any():
        return None
    rows = -(-len(panels) // _MOST_COLUMNS)
    columns = -(-len(panels) // rows)
    most = max(panel.own["configuration"].nunique() for panel in panels)
    look = looks(every)
    made = blank(2.5 + 0.06 * len(look) if alike else (1.4 + 0.12 * most) * rows + 0.3)
    grid = made.subplots(rows, columns, sharex=True, sharey=not alike, squeeze=False).ravel()
    for axes, panel in zip(grid, panels, strict=False):
        for _, part in panel.behind.groupby("configuration", sort=True):
            axes.plot(_trend(part, measure), linewidth=0.8, zorder=1, color="#dddddd")
        for name, part in panel.own.groupby("configuration", sort=True):
            style = _line(look[name]) | ({"marker": look[name]["marker"], "markersize": 3} if alike else {})
            short = name if alike else name.removeprefix(f"{panel.title}/")
            axes.plot(_trend(part, measure), linewidth=1.1, zorder=2, label=short, **style)
            if not alike:
                _dots(axes, part, measure, look[name])
        time_axis(axes, panel.own if alike else every, "y")
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.set_title(panel.title, color=panel.shade, loc="left", weight="bold")
        if not alike:
            axes.legend(fontsize=6, loc="upper left", bbox_to_anchor=(-0.05, -0.16), handlelength=2.6)
        axes.tick_params(labelbottom=True)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    hint = "lines join medians" if alike else "hollow: not solved"
    made.supxlabel(f"{label}; {limit_note(every)}; {hint}", fontsize=7.5)
    if alike:
        known = {text: line for axes in grid for line, text in zip(*axes.get_legend_handles_labels(), strict=True)}
        texts = sorted(known)
        made.legend([known[text] for text in texts], texts, loc="outside upper center", ncols=3, fontsize=6)
    made.supylabel("time (s)", fontsize=7.5)
    return made


def _trend(part: DataFrame, measure: str) -> Series:
    return drawn(part["charged_s"]).groupby(part[measure]).median()


def _line(look: dict[str, Any]) -> dict[str, Any]:
    return {key: look[key] for key in ("color", "linestyle")}


def _dots(axes: Axes, part: DataFrame, measure: str, look: dict[str, Any]) -> None:
    solved, rest = part[part["solved"]], part[~part["solved"]]
    shape: dict[str, Any] = {"marker": look["marker"], "s": 11, "zorder": 3}
    hollow = {"facecolor": "white", "edgecolor": look["color"], "linewidth": 0.7}
    axes.scatter(solved[measure], drawn(solved["time_s"]), color=look["color"], linewidth=0, **shape)
    axes.scatter(rest[measure], rest["wall_limit_s"], **hollow, **shape)


def _spread(row: int, count: int) -> list[float]:
    """Heights within a row that keep neighbouring dots apart, the same each time."""
    return [row + 0.13 * ((number % 5) - 2) for number in range(count)]
