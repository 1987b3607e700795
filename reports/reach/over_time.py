"""Reach over time: the largest size that each paradigm holds within a time, as steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter
from tilings.reports.english import count, opened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, panel_grid
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank, colour, label
from tilings.reports.reach import words
from tilings.reports.reach.reach import Steps
from tilings.runners.record.climbs import RecordedLadder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 22
PANELS = 12  # of a figure with a panel a ladder, at most
WIDE = 20  # sizes that differ by this factor are drawn on a logarithmic axis
_COLUMNS, _HEIGHT = 2, 1.38  # panels side by side; inches of a row of panels
TENFOLD = 10
FEW = 3  # climbs: fewer have no median
_FIRST_S = 0.01  # where the axis of time begins
_SENTENCE = "The largest size solved within a time, by the best solver and model of each paradigm; dot: the first size."
_REFERENCE = " Grey: the reference, our own engines (`dlx`), outside the comparison."


def chapter(_: Results, found: Findings) -> Chapter:
    """The steps of each ladder, and what ten times the time buys; empty where no rung is held."""
    growth = gains(found.steps)
    if len(growth) < FEW:
        return Chapter("")
    title = f"What does more time buy? Ten times as much, sizes larger by a median of {median(growth):.0%}"
    chosen = words.in_turn(found.steps)[:PANELS]
    shown = {ladder: lines for ladder, lines in found.steps.items() if ladder in chosen}
    return Chapter(title, [draw(shown)], whole=True)


def gains(found: Mapping[RecordedLadder, Sequence[Steps]]) -> list[float]:
    """By which part the reach of each paradigm on each ladder is larger at the limit than at a tenth of it.

    It is that of the lines drawn: the best of the paradigm's configurations at each time.
    """
    return [
        line.sizes[-1] / early - 1
        for ladder, lines in found.items()
        for line in lines
        if line.ranked and (early := line.at(ladder.limit_s / TENFOLD))
    ]


def tenfold(found: Mapping[RecordedLadder, Sequence[Steps]]) -> str:
    """How much further ten times the time gets, in each ladder's own limit."""
    growth = gains(found)
    if len(growth) < FEW:
        return ""
    limit, *others = {ladder.limit_s for ladder in found}
    times = "the limit instead of a tenth of it" if others else f"{limit:g} s instead of {limit / TENFOLD:g} s"
    share = f"{median(growth):.0%}"
    gain = "no larger sizes in the median" if share == "0%" else f"sizes that are a median of {share} larger"
    climbs = f"{count(len(growth), 'climb')}, one a paradigm and kind of puzzle"
    return f"Ten times the time, {times}, lets a paradigm solve {gain} ({climbs})."


def draw(found: Mapping[RecordedLadder, Sequence[Steps]]) -> Drawing:
    """The steps of each paradigm, a panel a ladder; no figure where no rung is held."""
    found = {ladder: lines for ladder, lines in found.items() if lines}
    reference = any(not line.ranked for lines in found.values() for line in lines)
    return Drawing("", _figure(found), _SENTENCE + _REFERENCE * reference) if found else NOTHING


def _figure(found: Mapping[RecordedLadder, Sequence[Steps]]) -> Figure:
    rows = -(-len(found) // _COLUMNS)
    figure = blank(_HEIGHT * rows + 0.2)
    for axes, (ladder, lines) in zip(panel_grid(figure, len(found), _COLUMNS), found.items(), strict=True):
        log_axis(axes, "x", _FIRST_S, ladder.limit_s)
        low, high = min(line.sizes[0] for line in lines), max(line.sizes[-1] for line in lines)
        place = _scale(axes, low, high)
        labels = []
        for line in sorted(lines, key=lambda line: line.ranked):
            shade = colour(line.paradigm)
            times, sizes = [*line.times, ladder.limit_s], [*line.sizes, line.sizes[-1]]
            axes.plot(times, sizes, drawstyle="steps-post", color=shade, linewidth=1.2, zorder=2 + line.ranked)
            axes.scatter(line.times[:1], line.sizes[:1], s=8, color=shade, zorder=3)
            text = f"{label(line.paradigm)} {'≥ ' * line.open}{words.sized(ladder, line.sizes[-1])}"
            labels.append(Label(place(line.sizes[-1]), text, shade))
        beside(axes, labels, _HEIGHT - 0.55)
        axes.set_title(opened(words.name(ladder)), loc="left", weight="bold")
        axes.set_ylabel(words.measure(ladder) + (" (log)" if axes.get_yscale() == "log" else ""))
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
