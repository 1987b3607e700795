"""Nodes of each refutation against the side of the board, with the fitted growth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tilings.reports.english import copies
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_scale
from tilings.reports.plot.style import blank
from tilings.studies.hn.certified import Certified, Refutation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLOURS = {1: "#0072B2", 2: "#D55E00", 3: "#009E73", 4: "#777777"}
_MORE = max(_COLOURS)  # so many copies and more form one group without a fit: they occur only on small boards
_LEAST_NODES = 10_000  # nodes of a refutation that counts for the fit: smaller ones do not follow the trend
_LEAST_POINTS = 4
_TWO_SIDED = 1.96  # standard errors


def draw(found: Certified) -> Drawing:
    """A dot for each n, coloured by the number of copies; no figure where nothing was refuted.

    The title says how the cost grows with the side where that can be fitted.
    """
    groups = _groups(found)
    if not groups:
        return NOTHING
    dearest = max((each for group in groups.values() for each in group), key=lambda each: each.nodes)
    title = f"The dearest refutation, of n = {dearest.size}, took {dearest.nodes:,} nodes"
    fits = {number: fit for number, group in groups.items() if number < _MORE and (fit := growth(group))}
    if fits:
        number = max(fits, key=lambda number: len(groups[number]))
        base, low, high = fits[number]
        title = (
            f"Each unit of side multiplies the nodes to refute {copies(number)} of a side by {base:.3f} "
            f"({low:.3f} to {high:.3f})"
        )
    sentence = f"A dot is the whole search of one board. n = {dearest.size} took the most nodes: {dearest.nodes:,}."
    if fits:
        sentence += (
            f" Dashed: lines fitted to the logarithms of {_LEAST_NODES:,} nodes and more; the interval assumes that "
            "they hold."
        )
    return Drawing(title, _figure(groups), sentence)


def growth(group: list[Refutation]) -> tuple[float, float, float] | None:
    """The factor by which a unit of side multiplies the nodes, and its interval of 95 %; None for few points."""
    fitted = _fit(group)
    if fitted is None:
        return None
    slope, _, error = fitted
    return math.exp(slope), math.exp(slope - _TWO_SIDED * error), math.exp(slope + _TWO_SIDED * error)


def _figure(groups: dict[int, list[Refutation]]) -> Figure:
    from matplotlib.ticker import MaxNLocator

    made = blank(2.7)
    axes = made.subplots()
    for number, group in groups.items():
        sizes, costs = [each.size for each in group], [max(each.nodes, 1) for each in group]
        axes.scatter(sizes, costs, s=11, color=_COLOURS[number], linewidth=0, alpha=0.8)
        words = f"{copies(number)} or more" if number == _MORE else copies(number)
        right = number == _MORE or sizes[-1] == max(each[-1].size for each in groups.values())
        axes.annotate(words, (sizes[-1], costs[-1]), xytext=(7, 0) if right else (-7, 5), textcoords="offset points",
                      ha="left" if right else "right", va="center", color=_COLOURS[number])  # fmt: skip
        if number < _MORE:
            _line(axes, group, _COLOURS[number])
    log_scale(axes, "y", counts=True)
    axes.margins(x=0.07)
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.set(xlabel="side n of the board", ylabel="nodes")
    return made


def _groups(found: Certified) -> dict[int, list[Refutation]]:
    """The refutations by the number of copies, up to _MORE."""
    groups: dict[int, list[Refutation]] = {}
    for _, each in sorted(found.refutations.items()):
        groups.setdefault(min(each.copies, _MORE), []).append(each)
    return dict(sorted(groups.items()))


def _fit(group: list[Refutation]) -> tuple[float, float, float] | None:
    """Slope, intercept and the slope's standard error of the logarithm of the nodes over the side."""
    from scipy.stats import linregress

    points = [(each.size, math.log(each.nodes)) for each in group if each.nodes >= _LEAST_NODES]
    if len(points) < _LEAST_POINTS:
        return None
    found = linregress(*zip(*points, strict=True))
    return float(found.slope), float(found.intercept), float(found.stderr)


def _line(axes: Axes, group: list[Refutation], shade: str) -> None:
    if (fitted := _fit(group)) is not None:
        ends = [min(each.size for each in group if each.nodes >= _LEAST_NODES), group[-1].size]
        axes.plot(ends, [math.exp(fitted[0] * size + fitted[1]) for size in ends], "--", color=shade, linewidth=1)
