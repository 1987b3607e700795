"""Reach over time: the largest size that each paradigm holds within a time, as steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilings.reports.english import opened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, panel_grid
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank, colour, label
from tilings.reports.reach.reach import Reach
from tilings.reports.reach.words import measure
from tilings.reports.reach.words import name as name_of
from tilings.runners.record.climbs import RecordedLadder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS = 6  # of a figure with a panel a ladder
WIDE = 20  # sizes that differ by this factor are drawn on a logarithmic axis
_COLUMNS, _HEIGHT = 2, 1.26  # panels side by side; inches of a row of panels
_FIRST_S = 0.01  # where the axis of time begins
_SENTENCE = (
    "The largest size solved within a time, by the best solver and model of each paradigm; dot: the first size. "
    "Grey: the reference, this project's own engines (`dlx`), outside the comparison."
)


@dataclass(frozen=True)
class Steps:
    """From times[i] seconds on a paradigm holds sizes[i], by whichever of its configurations holds it first."""

    paradigm: str
    ranked: bool
    times: tuple[float, ...]
    sizes: tuple[float, ...]


def steps(group: Sequence[Reach]) -> list[Steps]:
    """The steps of each paradigm on a ladder. A paradigm that held no rung that it tried has no steps."""
    held: dict[tuple[str, bool], list[tuple[float, float]]] = {}
    for each in group:
        own = held.setdefault((each.name, each.climb.ranked), [])
        own += [(rung.time_s, rung.size) for rung in each.climb.tried if not math.isnan(rung.time_s)]
    return [Steps(name, ranked, *_rising(own)) for (name, ranked), own in held.items() if own]


def _rising(held: list[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The times at which the largest size so far grows, and what it grows to. held: pairs of time and size."""
    kept: list[tuple[float, float]] = []
    for time, size in sorted(held, key=lambda pair: (pair[0], -pair[1])):
        if not kept or size > kept[-1][1]:
            kept.append((time, size))
    return tuple(time for time, _ in kept), tuple(size for _, size in kept)


def draw(found: Mapping[RecordedLadder, Sequence[Reach]]) -> Drawing:
    """The steps of each paradigm, a panel a ladder; no figure where no rung is held."""
    found = {ladder: group for ladder, group in found.items() if steps(group)}
    return Drawing("", _figure(found), _SENTENCE) if found else NOTHING


def _figure(found: Mapping[RecordedLadder, Sequence[Reach]]) -> Figure:
    rows = -(-len(found) // _COLUMNS)
    figure = blank(_HEIGHT * rows + 0.2)
    for axes, (ladder, group) in zip(panel_grid(figure, len(found), _COLUMNS), found.items(), strict=True):
        log_axis(axes, "x", _FIRST_S, ladder.limit_s)
        lines = steps(group)
        low, high = min(line.sizes[0] for line in lines), max(line.sizes[-1] for line in lines)
        place = _scale(axes, low, high)
        labels = []
        for line in sorted(lines, key=lambda line: line.ranked):
            shade = colour(line.paradigm)
            times, sizes = [*line.times, ladder.limit_s], [*line.sizes, line.sizes[-1]]
            axes.plot(times, sizes, drawstyle="steps-post", color=shade, linewidth=1.2, zorder=2 + line.ranked)
            axes.scatter(line.times[:1], line.sizes[:1], s=8, color=shade, zorder=3)
            text = f"{label(line.paradigm)} {line.sizes[-1]:,g}"
            labels.append(Label(place(line.sizes[-1]), text, shade))
        beside(axes, labels, _HEIGHT - 0.55)
        axes.set_title(opened(name_of(ladder)), loc="left", weight="bold")
        axes.set_ylabel(measure(ladder) + (" (log)" if axes.get_yscale() == "log" else ""))
    for axes in figure.axes[-_COLUMNS:]:
        axes.set_xlabel("time (s)")
    return figure


def _scale(axes: Axes, low: float, high: float) -> Callable[[float], float]:
    """Make the y axis one of sizes, logarithmic where they differ by WIDE; returns the height of a size on it."""
    from matplotlib.ticker import MaxNLocator

    wide = high > WIDE * low > 0
    scale = math.log if wide else float
    bottom, top = scale(low), scale(high)
    room = 0.05 * max(top - bottom, 0.1)
    ends = [bottom - room, top + room]
    if wide:
        log_axis(axes, "y", math.exp(ends[0]), math.exp(ends[1]))
    else:
        axes.set_ylim(*ends)
        axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
    return lambda size: (scale(size) - ends[0]) / (ends[1] - ends[0])
