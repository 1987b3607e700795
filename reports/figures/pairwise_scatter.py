"""Two configurations against each other, case by case; cases that only one solved lie on a line beyond the limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.data.tasks import Task
from reports.figures.drawing import Drawing
from reports.plot.axes import limit_note, log_axis, panel_grid
from reports.plot.style import FEWEST, blank, colours
from reports.scores import CASE, FLOOR_S, floored
from reports.text.english import count, stacked

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

TITLE = "The best of each solver, case by case"
_MOST = 8  # panels
_COLUMNS = 4
_LONGEST = 28  # characters of a line of a name
_MOST_DOTS = 300  # of more cases the density is drawn
_RAIL = 1.6  # where the lines beyond the limit lie, in multiples of it


@dataclass(frozen=True)
class Pair:
    """Two configurations on the cases that both ran on.

    cases: a row each, with x_s and y_s, the seconds of either, NaN where it did not solve the case.
    """

    x: str
    y: str
    cases: DataFrame

    def counts(self) -> dict[str, int]:
        """How many cases: x or y was `faster` on (both solved), only x or y solved, both solved `level`, `neither`.

        Two times below FLOOR_S are level.
        """
        x, y = floored(self.cases["x_s"]), floored(self.cases["y_s"])
        return {
            "x faster": int((x < y).sum()),
            "y faster": int((y < x).sum()),
            "level": int((x == y).sum()),
            "only x": int((x.notna() & y.isna()).sum()),
            "only y": int((y.notna() & x.isna()).sum()),
            "neither": int((x.isna() & y.isna()).sum()),
        }

    def ratio(self) -> float:
        """The median of y's time by x's, over the cases that both solved; NaN for none."""
        return float((floored(self.cases["y_s"]) / floored(self.cases["x_s"])).median())


def pairs(task: Task) -> list[Pair]:
    """The campaign's best configuration against the best of each other solver, then the next best against others.

    Of these the first eight (or four) that both ran on five cases or more: of fewer the matrix shows as much.
    Best by `scores.table`: of most cases, then by PAR2. With one solver its configurations are compared instead.
    """
    median, ranked = task.median, task.scores
    if ranked["route"].nunique() > 1:
        ranked = ranked.drop_duplicates("route")
    names = list(ranked["configuration"])
    first = [(name, other) for place, name in enumerate(names[:2]) for other in names[place + 1 :]]
    most = _MOST if len(names) > _COLUMNS + 1 else _COLUMNS
    times = median.assign(seconds=median["time_s"].astype(float).where(median["solved"]))
    by_name = {name: part.set_index(CASE)["seconds"] for name, part in times.groupby("configuration")}
    found = [Pair(x, y, _joined(by_name[x], by_name[y])) for x, y in first]
    return [pair for pair in found if len(pair.cases) >= FEWEST][:most]


def draw(task: Task) -> Drawing:
    """A panel a pair, its numbers above it; no figure with one configuration, too few cases, or nothing solved.

    The sentence says whether another solver's best is ahead of the campaign's best anywhere, and how far behind it is.
    """
    why, found = _why_not(task.median), pairs(task)
    if why or not found:
        why = why or f"no two configurations ran on the same {FEWEST} cases"
        return Drawing(TITLE, None, f"No scatter of pairs: {why}.")
    return Drawing(TITLE, _figure(task.counted, found), _sentence(found))


def _figure(ran: DataFrame, found: list[Pair]) -> Figure:
    rows = -(-len(found) // _COLUMNS)
    columns = -(-len(found) // rows)
    made = blank(1.45 * rows + 0.25 if columns > 2 else 2.6)
    grid = panel_grid(made, len(found), columns, sharex=True, sharey=True)
    limit = float(ran["wall_limit_s"].max())
    low = max(FLOOR_S, floored(ran["charged_s"]).min()) * 0.7
    shades = colours(ran)
    for axes, pair in zip(grid, found, strict=True):
        _panel(axes, pair, (low, limit), {name: shades[name] for name in (pair.x, pair.y)})
    made.supxlabel(f"time (s); {limit_note(ran)}; hollow, beyond it: only the one of this colour solved it", fontsize=7)
    return made


def _sentence(found: list[Pair]) -> str:
    best = found[0].x
    against = {pair.y: pair for pair in found if pair.x == best}
    ahead = {name: pair.counts()["y faster"] + pair.counts()["only y"] for name, pair in against.items()}
    text = (
        "Below the diagonal the one on the y axis is faster, between the broken lines by less than ten times; on "
        "either side stands how often that one is faster, and how often it alone solves the case. "
    )
    most = max(ahead, key=lambda name: ahead[name])
    text += f"{best} is beaten " + (
        f"most often by {most}, on {ahead[most]} of {count(len(against[most].cases), 'case')}"
        if ahead[most]
        else "by none of them on any case"
    )
    ratios = {name: pair.ratio() for name, pair in against.items()}
    known = {name: ratio for name, ratio in ratios.items() if ratio == ratio}
    if not known:
        return f"{text}; no other solves a case that it solves."
    both = {name: int(against[name].cases[["x_s", "y_s"]].notna().all(axis=1).sum()) for name in known}
    # A configuration that solves only easy cases has small ratios: they compare only where equally many are solved.
    near = min(known, key=lambda name: (-both[name], known[name]))
    return (
        f"{text}. Of those that solve the most of its cases {near} is nearest to it: the median of "
        f"{count(both[near], 'case')} that both solved is {known[near]:.2g} times its time."
    )


def _why_not(median: DataFrame) -> str:
    """Why there is nothing to compare, or nothing that the matrix does not show; empty where there is."""
    cases = len(median.drop_duplicates(CASE))
    if median["configuration"].nunique() < 2:
        return "there are no two configurations"
    if not median["solved"].any():
        return "no case was solved"
    return f"the matrix has the times of all {count(cases, 'case')}" if cases < FEWEST else ""


def _joined(x: Series, y: Series) -> DataFrame:
    import pandas as pd

    return pd.concat({"x_s": x, "y_s": y}, axis=1, join="inner")


def _panel(axes: Axes, pair: Pair, ends: tuple[float, float], shades: dict[str, str]) -> None:
    """The cases of a pair between the least time and the limit, and beyond it on the rails."""
    low, limit = ends
    rail = limit * _RAIL
    _guides(axes, low, limit)
    x, y = floored(pair.cases["x_s"]), floored(pair.cases["y_s"])
    both = x.notna() & y.notna()
    if both.sum() > _MOST_DOTS:
        axes.hexbin(x[both], y[both], xscale="log", yscale="log", gridsize=36, mincnt=1, bins="log", linewidths=0.1,
                    cmap=_ramp(shades[pair.y]))  # fmt: skip
    else:
        axes.scatter(x[both], y[both], s=8, color=shades[pair.y], alpha=0.75, linewidth=0, zorder=3)
    for which in "xy":  # after hexbin, which has ticks of its own
        log_axis(axes, which, low, rail * 1.35)
    right, up = _thin(x[y.isna() & x.notna()]), _thin(y[x.isna() & y.notna()])
    ring: dict[str, Any] = {"s": 9, "facecolor": "white", "linewidth": 0.7, "zorder": 4, "clip_on": False}
    axes.scatter(right, [rail] * len(right), edgecolor=shades[pair.x], **ring)
    axes.scatter([rail] * len(up), up, edgecolor=shades[pair.y], **ring)
    _words(axes, pair, shades)


def _guides(axes: Axes, low: float, limit: float) -> None:
    """The diagonal, the lines of factor ten, and the limits."""
    dashed, dotted = (0, (4, 2)), (0, (2, 2))
    axes.plot([low, limit], [low, limit], color="#aaaaaa", linewidth=0.6, zorder=1)
    axes.plot([low, limit / 10], [10 * low, limit], color="#aaaaaa", linewidth=0.5, linestyle=dashed, zorder=1)
    axes.plot([10 * low, limit], [low, limit / 10], color="#aaaaaa", linewidth=0.5, linestyle=dashed, zorder=1)
    axes.plot([low, limit, limit], [limit, limit, low], color="#999999", linewidth=0.7, linestyle=dotted, zorder=1)


def _words(axes: Axes, pair: Pair, shades: dict[str, str]) -> None:
    """Write each name on its axis, and the number of its wins on the side of the diagonal where it is faster."""
    counts = pair.counts()
    small: dict[str, Any] = {"fontsize": 6.5}
    won = {side: f"faster {counts[f'{side} faster']}, alone {counts[f'only {side}']}" for side in "xy"}
    names = {name: stacked(name, _LONGEST) for name in (pair.x, pair.y)}
    axes.set_xlabel(names[pair.x], color=shades[pair.x], labelpad=2.5, **small)
    axes.set_ylabel(names[pair.y], color=shades[pair.y], labelpad=2.5, **small)
    place: dict[str, Any] = {"transform": axes.transAxes, "va": "bottom", **small}
    axes.text(0, 1.03, won["x"], color=shades[pair.x], **place)
    axes.text(0.985, 0.03, won["y"].replace(", ", "\n"), color=shades[pair.y], ha="right", **place)
    if counts["neither"]:
        axes.text(0.985, 0.24, f"neither {counts['neither']}", color="#555555", ha="right", **place)


def _thin(times: Series) -> list[float]:
    """Times as they can be told apart on a rail: of many, one each fortieth of a decade."""
    import numpy as np

    if len(times) <= _MOST_DOTS // 4:
        return sorted(times)
    return [float(10**step) for step in np.unique(np.round(np.log10(times) * 40)) / 40]


def _ramp(shade: str) -> Colormap:
    """From pale to the shade."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb

    red, green, blue = (1 - 0.25 * (1 - part) for part in to_rgb(shade))
    return LinearSegmentedColormap.from_list(shade, [(red, green, blue), to_rgb(shade)])
