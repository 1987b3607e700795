"""Writes names at the ends of lines, in place of a legend: moved apart, each joined to its line by a thin one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from tilings.reports.english import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Affine2DBase, Transform

_POINTS = 72  # an inch
_FONT, SMALLEST = 8.0, 7.0  # points of a label, and of the smallest that is read on paper
_TIE = 8.0  # points from the axes to the names' brackets
_LONGEST = 48  # characters of a name
_GREY = "#757575"
_SAMPLE = 13.0  # points of a line before its name


@dataclass(frozen=True)
class Label:
    """A line's name: where the line ends as a share of the axes' height (or width), the name, how the line looks."""

    height: float
    name: str
    colour: str
    dash: Any = "solid"


def beside(axes: Axes, labels: Sequence[Label], height: float) -> None:
    """Write the names to the right of the axes, each as near its line's end as the others allow.

    Names of lines that end at one height stand together, in the order given, joined to it by one thin line.
    height: the approximate height of the axes, in inches. The font is smaller if the names would not fit.
    """
    labels = sorted(labels, key=lambda label: -label.height)
    size = max(SMALLEST, min(_FONT, height * _POINTS / (1.25 * max(len(labels), 1))))
    gap = 1.25 * size / (height * _POINTS)
    heights = spread([label.height for label in labels], gap)
    sample = _TIE + 4
    name = sample + _SAMPLE + 3
    for end, group in groupby(zip(heights, labels, strict=True), key=lambda pair: pair[1].height):
        placed = list(group)
        shade = placed[0][1].colour if len(placed) == 1 else _GREY
        _tie(axes, end, [place for place, _ in placed], gap, shade)
        for place, label in placed:
            axes.plot([sample, sample + _SAMPLE], [0, 0], transform=_points(axes, place), clip_on=False, linewidth=1.1,
                      color=label.colour, linestyle=label.dash)  # fmt: skip
            axes.text(name, 0, shortened(label.name, _LONGEST), transform=_points(axes, place), color=label.colour,
                      va="center", fontsize=size)  # fmt: skip


def above(axes: Axes, labels: Sequence[Label], width: float) -> None:
    """Write the names above the axes, for lines that end at its top: each as near its line's end as the others allow.

    width: the approximate width of the axes, in inches.
    """
    from matplotlib.transforms import offset_copy

    if not labels:
        return
    labels = sorted(labels, key=lambda label: -label.height)
    gap = (max(len(label.name) for label in labels) * 0.5 * _FONT + 4) / (width * _POINTS)
    text = offset_copy(axes.transAxes, axes.get_figure(root=True), y=_TIE, units="points")
    line = {"arrowstyle": "-", "linewidth": 0.6, "shrinkA": 0, "shrinkB": 0}
    for place, label in zip(spread([label.height for label in labels], gap), labels, strict=True):
        axes.annotate("", xy=(label.height, 1), xytext=(place, 1), xycoords="axes fraction", textcoords=text,
                      arrowprops={**line, "color": label.colour}, annotation_clip=False)  # fmt: skip
        axes.text(place, 1, label.name, transform=text, color=label.colour, ha="center", va="bottom", fontsize=_FONT)


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Places of names between 0 and 1, at least `gap` apart, that are nearest to those wanted by least squares.

    wanted: from the highest to the lowest; so are the places. With more names than have room they overlap evenly.
    By isotonic regression: the places less the gaps must not increase.

    >>> [round(place, 3) for place in spread([1.0, 0.5, 0.5], 0.1)]
    [1.0, 0.55, 0.45]
    """
    import numpy as np
    from scipy.optimize import isotonic_regression

    if not wanted:
        return []
    gap = min(gap, 1 / max(len(wanted) - 1, 1))
    steps = gap * np.arange(len(wanted))
    places = isotonic_regression(np.asarray(wanted, dtype=float) + steps, increasing=False).x
    return [float(place) for place in np.clip(places, steps[-1], 1.0) - steps]


def _tie(axes: Axes, end: float, places: list[float], gap: float, shade: str) -> None:
    """A thin line from the axes' edge at a height to the names, with a bracket before several of them."""
    from matplotlib.transforms import offset_copy

    middle = (places[0] + places[-1]) / 2
    edge = offset_copy(axes.transAxes, axes.get_figure(root=True), x=_TIE, units="points")
    line = {"arrowstyle": "-", "linewidth": 0.5, "color": shade, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=(1, end), xytext=(1, middle), xycoords="axes fraction", textcoords=edge, arrowprops=line,
                  annotation_clip=False)  # fmt: skip
    if len(places) > 1:
        ends = [places[-1] - 0.4 * gap, places[0] + 0.4 * gap]
        axes.plot([1, 1], ends, transform=edge, color=shade, linewidth=0.5, clip_on=False)


def _points(axes: Axes, height: float) -> Transform:
    """Points to the right of the axes' edge and above a height of theirs."""
    from matplotlib.transforms import Affine2D, ScaledTranslation

    inches = Affine2D().scale(1 / _POINTS) + axes.figure.dpi_scale_trans
    return inches + ScaledTranslation(1, height, cast("Affine2DBase", axes.transAxes))
