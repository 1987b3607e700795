"""Nodes and CPU seconds of each refutation against the side of the board, with the fitted growth."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.data.certified import Certified
from reports.figures.drawing import Drawing
from reports.plot.axes import log_scale
from reports.plot.style import blank
from reports.text.english import copies, listed
from runners.record.certified import Refutation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE = "The cost of a refutation"
_COLOURS = {1: "#0072B2", 2: "#D55E00", 3: "#009E73", 4: "#777777"}
_MORE = max(_COLOURS)  # so many copies and more form one group without a fit: they occur only on small boards
_LEAST_NODES = 10_000  # nodes of a refutation that counts for the fit: smaller ones do not follow the trend
_LEAST_POINTS = 4


def draw(found: Certified) -> Drawing:
    """Two panels, nodes and seconds, a colour for each number of copies; no figure where nothing was refuted.

    The sentence says how the cost grows with the side, and what the dearest refutation took.
    """
    groups = _groups(found)
    if not groups:
        return Drawing(TITLE, None, "No figure of the cost of refutations: none is complete.")
    return Drawing(TITLE, _figure(groups), _sentence(groups))


def _figure(groups: dict[int, list[Refutation]]) -> Figure:
    from matplotlib.ticker import MaxNLocator

    made = blank(2.9)
    for axes, (measure, title) in zip(made.subplots(1, 2), (("nodes", "nodes"), ("cpu_s", "CPU s")), strict=True):
        for number, group in groups.items():
            shown = [each for each in group if getattr(each, measure) > 0]
            sizes, costs = [each.size for each in shown], [getattr(each, measure) for each in shown]
            shade = _COLOURS[number]
            axes.scatter(sizes, costs, s=9, color=shade, linewidth=0, alpha=0.8, label=_copies(number))
            if number < _MORE:
                _line(axes, group, measure, shade)
        log_scale(axes, "y", counts=True)
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axes.set_title(title, loc="left")
    axes.legend(fontsize=6.5, loc="lower right", handletextpad=0.2)
    made.supxlabel("side n of the board", fontsize=7.5)
    return made


def _sentence(groups: dict[int, list[Refutation]]) -> str:
    dearest = max((each for group in groups.values() for each in group), key=lambda each: each.nodes)
    text = f"A dot for each n, coloured by the copies that were refuted. The most nodes took n = {dearest.size}, "
    text += f"{dearest.nodes:,}."
    rates = [
        f"{rate:.3f} ({_copies(number)}, nodes)"
        for number, group in groups.items()
        if number < _MORE and (rate := growth(group, "nodes"))
    ]
    if not rates:
        return text
    few = f"fitted to the logarithms of refutations of {_LEAST_NODES:,} nodes and more"
    return f"{text} Dashed: each unit of side multiplies the cost by a constant, {few}: {listed(rates)}."


def growth(group: list[Refutation], measure: str) -> float | None:
    """The factor by which a unit of side multiplies the cost (least squares on its logarithm); None for few points."""
    fitted = _fit(group, measure)
    return fitted and math.exp(fitted[0])


def _groups(found: Certified) -> dict[int, list[Refutation]]:
    """The refutations by the number of copies, up to _MORE."""
    groups: dict[int, list[Refutation]] = {}
    for _, each in sorted(found.refutations.items()):
        groups.setdefault(min(each.copies, _MORE), []).append(each)
    return dict(sorted(groups.items()))


def _fit(group: list[Refutation], measure: str) -> tuple[float, float] | None:
    """Slope and intercept of the logarithm of the cost over the side."""
    import numpy as np

    points = [(each.size, getattr(each, measure)) for each in group if each.nodes >= _LEAST_NODES]
    points = [(size, cost) for size, cost in points if cost > 0]
    if len(points) < _LEAST_POINTS:
        return None
    sizes, costs = np.array(points, dtype=float).T
    slope, start = np.polyfit(sizes, np.log(costs), 1)
    return float(slope), float(start)


def _line(axes: Axes, group: list[Refutation], measure: str, shade: str) -> None:
    fitted = _fit(group, measure)
    if fitted is None:
        return
    ends = [min(each.size for each in group if each.nodes >= _LEAST_NODES), group[-1].size]
    costs = [math.exp(fitted[0] * size + fitted[1]) for size in ends]
    axes.plot(ends, costs, "--", color=shade, linewidth=1)
    axes.annotate(f"×{math.exp(fitted[0]):.3f}", (ends[1], costs[1]), xytext=(-4, 6), textcoords="offset points",
                  ha="right", fontsize=7, color=shade)  # fmt: skip


def _copies(number: int) -> str:
    return copies(number) + " and more" * (number == _MORE)
