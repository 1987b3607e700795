"""How the time grows on ladders: a panel a ladder, with a fitted curve for the best configuration of each paradigm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilings.reports.analysis.growth import LADDER, MEASURES, Growth, clearest, growths, on_ladders, unit
from tilings.reports.english import count, shortened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import limit_note, panel_grid, time_axis
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank, colour
from tilings.reports.scores import floored, median_runs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

_PANELS, _COLUMNS = 6, 2
_LONGEST = 40  # characters of a ladder's name
_HEIGHT = 1.85  # inches of a row of panels
_HUGE = 100  # a greater factor is written as > 100


def draw(runs: DataFrame, found: list[Growth] | None = None) -> Drawing:
    """Seconds against size, a dot a case that was solved, and the curves of `reports.analysis.growth`.

    Of more than six ladders those with the most rungs, each family's longest first. Without a fitted curve, no figure.
    found: the result of `growths` for these runs, if it is known.
    """
    runs = median_runs(runs)
    found = growths(runs) if found is None else found
    shown = _shown(runs, found)
    if not shown:
        return NOTHING
    return Drawing(title(found), _figure(runs, shown), _sentence(found, len(shown)))


def title(found: list[Growth]) -> str:
    """The finding: the two paradigms that differ the most on one ladder, where their intervals do not overlap."""
    if pair := clearest(found):
        fast, slow = pair
        grows = f"the time of {fast.paradigm} grows {factor(fast.base)}-fold with each {unit(fast.family)}"
        return f"On {fast.where} {grows}, that of {slow.paradigm} {factor(slow.base)}-fold"
    return "Undecided whose time grows faster: on each ladder the intervals of all paradigms overlap"


def factor(value: float) -> str:
    """
    >>> factor(1.234), factor(12.3), factor(1234.5)
    ('1.23', '12', '> 100')
    """
    digits = 2 if value < 2.995 else 1 if value < 9.95 else 0
    return f"> {_HUGE}" if value > _HUGE else f"{value:.{digits}f}"


def interval(each: Growth) -> str:
    return f"{factor(each.low)}–{factor(each.high)}"


def _shown(runs: DataFrame, found: list[Growth]) -> list[list[Growth]]:
    """Of the ladders that are drawn the curves: of the best configuration of each paradigm that has one."""
    own: dict[tuple[str, str, str], list[Growth]] = {}
    for each in found:
        if each.fitted and each.best:
            own.setdefault((each.family, each.ladder, each.goal), []).append(each)
    rungs = on_ladders(runs).groupby(LADDER)["rung"].nunique()
    order = sorted(own, key=lambda ladder: (-rungs[ladder], ladder))
    first = {ladder[0]: ladder for ladder in reversed(order)}
    order.sort(key=lambda ladder: first[ladder[0]] != ladder)
    return [own[ladder] for ladder in sorted(order[:_PANELS], key=order.index)]


def _figure(runs: DataFrame, shown: list[list[Growth]]) -> Figure:
    rows = -(-len(shown) // _COLUMNS)
    figure = blank(_HEIGHT * rows + 0.2)
    every = on_ladders(runs)
    for axes, own in zip(panel_grid(figure, len(shown), _COLUMNS), shown, strict=True):
        part = every[(every[LADDER] == [own[0].family, own[0].ladder, own[0].goal]).all(axis=1)]
        time_axis(axes, part[part["configuration"].isin([each.configuration for each in own])], "y")
        axes.set_title(shortened(own[0].where, _LONGEST), loc="left", weight="bold")
        labels = [_curve(axes, part[part["configuration"] == each.configuration], each) for each in own]
        beside(axes, labels, _HEIGHT - 0.6)
        axes.set_xlabel(f"{MEASURES.get(own[0].family, 'size')}; factors for each {unit(own[0].family)}")
    for axes in figure.axes[::_COLUMNS]:
        axes.set_ylabel(f"wall time (s);\n{limit_note(every)}")
    return figure


def _curve(axes: Axes, runs: DataFrame, each: Growth) -> Label:
    """Draw a configuration's cases and its curve up to the limit; its label, at the height where the curve ends."""
    import numpy as np

    shade = colour(each.paradigm)
    look: dict[str, Any] = {"s": 10, "linewidth": 0.7, "zorder": 3 if each.ranked else 2}
    solved = runs[runs["solved"]]
    axes.scatter(solved["rung"], floored(solved["time_s"]), color=shade, **{**look, "linewidth": 0})
    for ran, marker in ((True, "^"), (False, "x")):
        rest = runs[~runs["solved"] & (runs["ran"] == ran)]
        faces: dict[str, Any] = {"facecolor": "none", "edgecolor": shade} if ran else {"color": shade}
        axes.scatter(rest["rung"], rest["wall_limit_s"], marker=marker, **look, **faces)
    sizes = np.linspace(runs["rung"].min(), runs["rung"].max(), 80)
    times = each.curve(sizes)
    inside = times <= runs["wall_limit_s"].max() * 1.3
    axes.plot(sizes[inside], times[inside], color=shade, linewidth=1.2, zorder=2 if each.ranked else 1)
    low, high = np.log(axes.get_ylim())
    height = float(np.clip((np.log(times[inside][-1]) - low) / (high - low), 0, 1)) if inside.any() else 1.0
    name = each.paradigm if each.ranked else "native"
    return Label(height, f"{name} {factor(each.base)} ({interval(each)})", shade)


def _sentence(found: list[Growth], panels: int) -> str:
    ladders = len({each.where for each in found if each.fitted})
    text = (
        "A dot is a case that was solved, a triangle one that was not, a cross one that was given up. Curves: a floor "
        "and what grows by the factor named, of each paradigm the configuration that solved the most; in brackets "
        "intervals of 95 %. Grey: native searches, a reference."
    )
    if ladders > panels:
        text += f" Drawn are the longest {panels} of {count(ladders, 'ladder')}."
    return text
