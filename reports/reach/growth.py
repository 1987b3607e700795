"""How the time grows with the size, and where the leader changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING

from tilings.reports.chapters.chapter import Chapter, Words
from tilings.reports.english import as_ratio, count, opened
from tilings.reports.figures.drawing import NOTHING, Drawing
from tilings.reports.plot.axes import log_axis, panel_grid
from tilings.reports.plot.style import blank, colour, paradigm_legend
from tilings.reports.reach import words
from tilings.reports.reach.crossings import Crossing
from tilings.reports.reach.over_time import PANELS, WIDE
from tilings.reports.reach.reach import Reach, best, interval
from tilings.runners.record.climbs import Climb, RecordedLadder
from tilings.runners.record.curves import EXPONENTIAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 25
_COLUMNS, _HEIGHT = 2, 1.6  # panels side by side; inches of a row of panels
_POINTS = 60  # of a curve
LONGER = 12  # times the limit: `tools.reach_coverage` states how often intervals hold there
_SENTENCE = (
    "Dot: an instance solved, by the best configuration of a paradigm. Line: the curve that fits these times. It ends "
    "at the limit, the dotted line. A dot beyond: less than half of the instances of that size were solved."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """The growth on the main ladders; empty where no curve fits."""
    every = [each for group in found.reaches.values() for each in best(group) if each.fit is not None]
    factors = [factor for each in every if (factor := last_step(each)) is not None]
    if not factors:
        return Chapter("")
    title = f"How does it grow? The last step that is solved multiplies the time by {as_ratio(median(factors))}"
    said = f"{_said(every, found.crossings)} {_later(found.reaches)}"
    return Chapter(title, [Words(said), draw(found.reaches)], whole=True)


def _later(found: Mapping[RecordedLadder, Sequence[Reach]]) -> str:
    """The reaches that the curves predict for a longer limit on the first ladder, with their intervals."""
    ladder = words.in_turn(found)[0]
    seconds = LONGER * ladder.limit_s
    made = {each.name: each.fit.reach(seconds) for each in best(found[ladder]) if each.fit}
    sizes = [
        f"{name} {estimate.value:,.0f} ({interval(estimate)})"
        for name, estimate in made.items() if math.isfinite(estimate.value)
    ]  # fmt: skip
    return f"Expected reach in {seconds:g} s on {words.name(ladder)} ({words.measure(ladder)}): {', '.join(sizes)}."


def _said(every: Sequence[Reach], found: Sequence[Crossing]) -> str:
    steep = sum(each.fit.kind == EXPONENTIAL for each in every if each.fit)
    text = (
        f"This is the median of {count(len(every), 'climb')}, each by the best solver and model of a paradigm. The "
        f"curves are a constant and a term that grows exponentially with the size (the likelier one in {steep}) or as "
        "a power of it. "
    )
    if not found:
        return text + (
            "Curves cross in the pictures, but at no crossing is it sure which paradigm is faster on either side."
        )
    return text + " ".join(
        f"On {words.name(each.ladder)} {each.before.name} is the fastest up to "
        f"{words.short(each.ladder, round(each.size.value))} ({each.size.low:.0f}–{each.size.high:.0f}), "
        f"{each.after.name} beyond." for each in found
    )  # fmt: skip


def last_step(each: Reach) -> float | None:
    """The fitted time at the reach by that of the rung before; None without such a rung."""
    sizes = [rung.size for rung in each.climb.rungs if rung.size <= (each.size or 0)]
    if each.fit is None or len(sizes) < 2:
        return None
    return each.fit.seconds(sizes[-1]).value / each.fit.seconds(sizes[-2]).value


def draw(found: Mapping[RecordedLadder, Sequence[Reach]]) -> Drawing:
    """A panel a ladder, a curve a paradigm."""
    chosen = [each for each in words.in_turn(found) if any(one.fit for one in best(found[each]))][:PANELS]
    shown = {ladder: group for ladder, group in found.items() if ladder in chosen}
    return Drawing("", _figure(shown), _SENTENCE) if shown else NOTHING


def _figure(found: Mapping[RecordedLadder, Sequence[Reach]]) -> Figure:
    figure = blank(_HEIGHT * -(-len(found) // _COLUMNS) + 0.3)
    for axes, (ladder, group) in zip(panel_grid(figure, len(found), _COLUMNS), found.items(), strict=True):
        own = best(group, native=True)
        sizes = [rung.size for each in own for rung in each.climb.tried]
        if max(sizes) > WIDE * min(sizes):
            log_axis(axes, "x", min(sizes) * 0.9, max(sizes) * 1.1)
        for each in own:
            _curve(axes, each)
        times = [case.time_s for each in own for rung in each.climb.tried for case in rung.cases]
        log_axis(axes, "y", min(times) * 0.7, ladder.limit_s * 1.5)
        axes.axhline(ladder.limit_s, color="#999999", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)
        axes.set_title(opened(words.name(ladder)), loc="left", weight="bold")
        axes.set_xlabel(words.measure(ladder))
        axes.set_ylabel("time (s)")
    names = {each.name for group in found.values() for each in best(group, native=True)}
    paradigm_legend(figure, names)
    return figure


def _curve(axes: Axes, each: Reach) -> None:
    import numpy as np

    shade, climb = colour(each.name), each.climb
    points = [(rung.size, case.time_s) for rung in climb.tried for case in rung.cases if case.solved]
    axes.scatter([size for size, _ in points], [time for _, time in points], s=7, color=shade, linewidth=0, zorder=3)
    if each.fit is None or not points:
        return
    low, high = min(size for size, _ in points), _end(each, climb)
    sizes = np.geomspace(low, high, _POINTS) if low > 0 else np.linspace(low, high, _POINTS)
    times = [each.fit.seconds(float(size)).value for size in sizes]
    axes.plot(sizes, times, color=shade, linewidth=1.1, zorder=2)


def _end(each: Reach, climb: Climb) -> float:
    """Where the curve meets the limit, at most the largest size tried."""
    top = max(rung.size for rung in climb.tried)
    return min(each.estimate.value, top) if each.estimate else top
