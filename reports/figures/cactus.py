"""How many instances each configuration solves within a time (a cactus plot with time on the x axis)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.scores import CASE, median_runs, virtual_best
from reports.style import blank, drawn, limit_note, looks, seconds, time_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

TITLE = "Instances solved within a time"


def figure(runs: DataFrame) -> Figure | None:
    """Steps for each configuration and the virtual best, named at their ends; None if nothing was solved."""
    from matplotlib.ticker import MaxNLocator

    median = median_runs(runs)
    if not median["solved"].any():
        return None
    look = looks(runs)
    cases = len(median.drop_duplicates(CASE))
    made = blank(max(2.6, 0.16 * len(look) + 0.8))
    axes = made.subplots()
    ends = []
    for configuration in _ranking(median).index:
        part = median[median["configuration"] == configuration]
        style = {**look[configuration], "marker": ""}
        ends.append((_steps(axes, part, style), configuration, style["color"]))
    best = {"color": "#555555", "linestyle": "solid", "linewidth": 3.5, "alpha": 0.25}
    if len(look) > 1:
        ends.insert(0, (_steps(axes, virtual_best(median), best), "virtual best", "#555555"))
    time_axis(axes, median, "x")
    axes.set(xlabel=f"time (s); {limit_note(median)}", ylabel=f"instances solved (of {cases})", ylim=(0, cases * 1.04))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    _label(axes, ends, cases)
    return made


def sentence(runs: DataFrame) -> str:
    """Who solves most, who comes next, and what a perfect choice among all would add."""
    median = median_runs(runs)
    if not median["solved"].any():
        return "No configuration solved any instance, so there is no plot of instances solved within a time."
    cases = len(median.drop_duplicates(CASE))
    ranked = _ranking(median)
    top = ranked.iloc[0]
    text = "" if (ranked["ran"] == cases).all() else f"Not every configuration ran on all {cases} instances. "
    text += f"{ranked.index[0]} solved the most, {int(top['solved'])} of {cases}"
    ties = int((ranked["solved"] == top["solved"]).sum()) - 1
    text += f" (as did {ties} other{'s' * (ties > 1)}, in more time in all)" if ties else ""
    if len(ranked) > 1 + ties:
        after = ranked.iloc[1 + ties]
        text += f"; then {ranked.index[1 + ties]} with {int(after['solved'])}"
    if len(ranked) == 1:
        return f"{text}."
    best = virtual_best(median)
    total = int(best["solved"].sum())
    gain = total - int(top["solved"])
    slowest = best[best["solved"]]["time_s"].max()
    more = f", {gain} more than any single configuration" if gain else ""
    return f"{text}. The virtual best solver reaches {total}{more}; its slowest takes {seconds(slowest)} s."


def _ranking(median: DataFrame) -> DataFrame:
    """ran, solved and time (in all, an unsolved run counting as its limit) by configuration; the best first."""
    found = median.groupby("configuration").agg(
        ran=("solved", "size"), solved=("solved", "sum"), time=("charged_s", "sum")
    )
    return found.sort_values(["solved", "time"], ascending=[False, True], kind="stable")


def _steps(axes: Axes, part: DataFrame, style: dict[str, Any]) -> int:
    """Draw the number solved over time up to the limit; returns the number in the end."""
    times = sorted(drawn(part[part["solved"]]["time_s"]))
    end = float(part["wall_limit_s"].max())
    x = [min(times, default=end), *times, max([end, *times])]
    y = [0, *range(1, len(times) + 1), len(times)]
    axes.step(x, y, where="post", **{"linewidth": 1.2, **style})
    return len(times)


def _label(axes: Axes, ends: list[tuple[int, str, str]], cases: int) -> None:
    """Names to the right of the lines' ends, moved apart where they would overlap, joined by a thin line."""
    ends = sorted(ends, key=lambda end: -end[0])
    gap = cases * 1.04 / max(len(ends), 11)
    heights: list[float] = []
    for count, _, _ in ends:
        heights.append(min(count, heights[-1] - gap) if heights else count)
    least = 0.0  # names that would stand below the axis push up those above them, no others
    for number in reversed(range(len(heights))):
        heights[number] = max(heights[number], least)
        least = heights[number] + gap
    for (count, name, shade), height in zip(ends, heights, strict=True):
        axes.annotate(
            f"{count}  {name}", xy=(1, count), xytext=(1.05, height), xycoords=axes.get_yaxis_transform(),
            textcoords=axes.get_yaxis_transform(), color=shade, va="center", fontsize=6.8,
            arrowprops={"arrowstyle": "-", "linewidth": 0.4, "color": shade, "shrinkA": 0, "shrinkB": 0,
                        "relpos": (0, 0.5)},
            annotation_clip=False,
        )  # fmt: skip
