"""Small multiples of time against a measure of the instances, such as their size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.plot.axes import limit_note, log_axis, panel_grid, time_axis
from reports.plot.style import FEWEST, blank, colour, configuration_styles
from reports.scores import CASE, floored
from reports.text.english import listed, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_MOST_VALUES = 12  # values of a measure that have a median each, where there are many instances
_MANY = 60  # with more instances there are no dots, and many values are grouped into classes
_USUAL_TITLE = 7  # characters, for which the legend beside it leaves room
_LONGEST = {16: 4, 28: 3, 44: 2}  # characters of a name up to which so many panels stand side by side


@dataclass(frozen=True)
class _Panel:
    """A panel: its runs, the lines of their configurations as `trend` gives them, and those in grey behind them."""

    title: str
    shade: str
    own: DataFrame
    lines: dict[str, DataFrame]
    behind: dict[str, DataFrame]


def against(median: DataFrame, measure: str, label: str) -> Figure | None:
    """Time of median runs against a numeric measure, one panel a solver, the other solvers' medians in grey behind.

    A dot is an instance that was solved, a hollow one at the limit an instance that was not; a line joins the
    medians of `binned`, a band the quartiles. None where the measure has fewer than two values or nothing was solved.
    """
    median = binned(median.dropna(subset=[measure]), measure)
    every = _lines(median)
    panels = []
    for route, part in median.groupby("route", sort=True):
        own = set(part["configuration"])
        split = [{name: line for name, line in every.items() if (name in own) is mine} for mine in (True, False)]
        panels.append(_Panel(route, colour(part["paradigm"].iloc[0]), part, *split))
    return _multiples(panels, measure, label)


def beside(sources: dict[str, DataFrame], measure: str, label: str) -> Figure | None:
    """The same with a panel for each source of runs, a configuration looking alike in all; medians without dots.

    Each source has a time axis of its own: seconds of two machines do not compare.
    """
    known = {name: binned(part.dropna(subset=[measure]), measure) for name, part in sources.items()}
    panels = [_Panel(name, "black", part, _lines(part), {}) for name, part in known.items()]
    return _multiples(panels, measure, label, alike=True)


def binned(median: DataFrame, measure: str) -> DataFrame:
    """The runs with a column `at`: the value of the measure, at which their times are taken together.

    Where more than 60 instances have more than 12 values, it is the median value of one of at most 12 classes, of
    about equally many instances each.
    """
    import pandas as pd

    values = median.drop_duplicates(CASE)[measure].astype(float)
    if len(values) <= _MANY or values.nunique() <= _MOST_VALUES:
        return median.assign(at=median[measure].astype(float))
    classes = pd.qcut(values, _MOST_VALUES, labels=False, duplicates="drop")
    middle = values.groupby(classes).median()
    at = dict(zip(values, classes.map(middle), strict=True))
    return median.assign(at=median[measure].astype(float).map(at))


def trend(part: DataFrame) -> DataFrame:
    """Of one configuration's runs by `at`: low, middle and high, the quartiles of their times in seconds.

    An unsolved run counts as its limit. low and high are NaN of fewer than five runs.
    """
    times = floored(part["charged_s"]).groupby(part["at"])
    found = times.quantile([0.25, 0.5, 0.75]).unstack().set_axis(["low", "middle", "high"], axis="columns")
    found[["low", "high"]] = found[["low", "high"]].where(times.size() >= FEWEST)
    return found


def growth(median: DataFrame, measure: str, noun: str) -> str:
    """In words: each solver's largest value of the measure that it solved, and where the first failed."""
    median = median.dropna(subset=[measure])
    values = sorted(median[measure].unique())
    if len(values) < 2:
        known = f"all have {values[0]:g} {noun}" if values else f"their number of {noun} is not known"
        return f"No figure of time against the number of {noun}: {known}."
    solved = median[median["solved"]]
    if solved.empty:
        return f"No figure of time against the number of {noun}: no run was solved."
    reach = solved.groupby("route")[measure].max()
    top = listed([route for route in reach.index if reach[route] == reach.max()])
    text = f"Instances have {values[0]:g} to {values[-1]:g} {noun}; solved are up to {reach.max():g}, by {top}"
    rest = reach[reach < reach.max()].sort_values()
    if len(rest):
        text += f"; least far came {rest.index[0]}, to {rest.iloc[0]:g}"
    unsolved = median[~median["solved"]]
    if unsolved.empty:
        return f"{text}. Every run reached its goal."
    return f"{text}. The first unsolved runs are at {unsolved[measure].min():g} {noun}."


def _lines(runs: DataFrame) -> dict[str, DataFrame]:
    return {name: trend(part) for name, part in runs.groupby("configuration", sort=True)}


def _multiples(panels: Sequence[_Panel], measure: str, label: str, alike: bool = False) -> Figure | None:
    """alike: panels show the same or like configurations, so that one legend serves all, and markers tell medians."""
    import pandas as pd

    shown = [panel.own for panel in panels if not panel.own.empty]
    every = pd.concat(shown) if shown else None
    if every is None or every[measure].nunique() < 2 or not every["solved"].any():
        return None
    look = configuration_styles(every)
    longest = 0 if alike else max(_widest(panel) for panel in panels)
    rows = -(-len(panels) // next((columns for length, columns in _LONGEST.items() if longest <= length), 2))
    columns = -(-len(panels) // rows)
    most = max(len(panel.lines) for panel in panels)
    made = blank(2.5 + 0.06 * len(look) if alike else (0.98 + 0.1 * most) * rows + 0.25)
    grid = panel_grid(made, len(panels), columns, sharex=True, sharey=not alike)
    for axes, panel in zip(grid, panels, strict=True):
        time_axis(axes, panel.own if alike and not panel.own.empty else every, "y")
        axes.set_title(panel.title, color=panel.shade, loc="left", weight="bold", pad=3)
        axes.tick_params(labelbottom=True)
        for line in panel.behind.values():
            axes.plot(line["middle"], linewidth=0.8, zorder=1, color="#dddddd")
        for name, line in panel.lines.items():
            _line(axes, line, name if alike else _short(name), look[name], marked=alike)
        if not alike:
            _dots(axes, panel.own, measure, look)
            axes.legend(loc="lower right", bbox_to_anchor=(1.02, 1.02), fontsize=6.3, handlelength=2, labelspacing=0.15,
                        borderpad=0, borderaxespad=0)  # fmt: skip
    _measure_axis(grid[0], every[measure])
    if alike:
        _legend(made, grid)
    made.supxlabel(f"{label}; {limit_note(every)}; {_hint(every, measure, alike)}", fontsize=7.5)
    made.supylabel("time (s)", fontsize=7.5)
    return made


def _line(axes: Axes, line: DataFrame, name: str, look: dict[str, Any], marked: bool) -> None:
    """The medians of a configuration, and the band between its quartiles."""
    style = {key: look[key] for key in ("color", "linestyle")} | ({"marker": look["marker"]} if marked else {})
    axes.plot(line["middle"], linewidth=1.1, zorder=2, label=name, markersize=3, **style)
    if line["low"].notna().any():
        axes.fill_between(line.index, line["low"], line["high"], color=look["color"], alpha=0.15, linewidth=0)


def _dots(axes: Axes, runs: DataFrame, measure: str, look: dict[str, dict[str, Any]]) -> None:
    """The instances, solved or at their limit; of many only the values at which some were not solved."""
    for name, part in runs.groupby("configuration", sort=True):
        solved, rest, at = part[part["solved"]], part[~part["solved"]], measure
        shade, shape = look[name]["color"], {"marker": look[name]["marker"], "s": 11, "zorder": 3}
        if len(part) > _MANY:
            at, solved, rest = "at", solved[:0], rest.drop_duplicates("at")
        axes.scatter(solved[at], floored(solved["time_s"]), color=shade, linewidth=0, **shape)
        axes.scatter(rest[at], rest["wall_limit_s"], facecolor="white", edgecolor=shade, linewidth=0.7, **shape)


def _measure_axis(axes: Axes, values: Any) -> None:
    """The x axis of all panels: logarithmic where the values span more than a decade and a half."""
    from matplotlib.ticker import MaxNLocator

    if values.min() > 0 and values.max() / values.min() > 30:
        log_axis(axes, "x", values.min() / 1.2, values.max() * 1.2)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))


def _short(name: str) -> str:
    return shortened(name.partition("/")[2] or name, max(_LONGEST))


def _widest(panel: _Panel) -> int:
    """The characters of the longest name in the panel's legend, and of its title what is longer than a solver's."""
    return max(len(_short(name)) for name in panel.lines) + max(0, len(panel.title) - _USUAL_TITLE)


def _legend(made: Figure, grid: Any) -> None:
    known = {text: line for axes in grid for line, text in zip(*axes.get_legend_handles_labels(), strict=True)}
    texts = sorted(known)
    made.legend([known[text] for text in texts], texts, loc="outside upper center", ncols=3, fontsize=6)


def _hint(every: DataFrame, measure: str, alike: bool) -> str:
    """What lines, bands and hollow dots are."""
    lines = "lines join medians" if (every["at"] == every[measure]).all() else "lines join medians of like instances"
    enough = every.groupby(["configuration", "at"]).size().max() >= FEWEST
    return lines + "; bands: quartiles" * bool(enough) + "; hollow: not solved" * (not alike)
