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
from tilings.reports.plot.line_labels import Label, above
from tilings.reports.plot.style import blank, colour, label
from tilings.reports.reach import words
from tilings.reports.reach.crossings import Crossing
from tilings.reports.reach.over_time import WIDE
from tilings.reports.reach.reach import Reach, best, interval, middle
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.curves import EXPONENTIAL

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tilings.reports.data.campaign import Results
    from tilings.reports.reach.findings import Findings

PLACE = 25
PANELS = 12  # of the figure, a panel a ladder, at most
_COLUMNS, _HEIGHT, _WIDTH = 2, 1.38, 2.8  # panels side by side; inches of a row of panels, and of a panel's width
_POINTS = 60  # of a curve
LONGER = 12  # times the limit: `tools.reach_coverage` states how often intervals hold there
_LINES = 4  # of a panel
_SENTENCE = (
    "Dot: an instance solved. Line: the curve that fits these times, to the limit (dotted), with its name above. Drawn "
    "are the reference, and the best configuration of the paradigms that get furthest; the others are in the tables."
)


def chapter(_: Results, found: Findings) -> Chapter:
    """The growth on the main ladders; empty where no curve fits."""
    every = [each for group in found.reaches.values() for each in best(group) if each.fit is not None]
    factors = [factor for each in every if (factor := last_step(each)) is not None]
    if not factors:
        return Chapter("")
    title = (
        "Size: how does the time grow with it? The last size solved takes "
        f"{as_ratio(median(factors))} times as long as the one before"
    )
    said = f"{_said(every, found.crossings)} {_later(found)}"
    return Chapter(title, [Words(said), draw(found.reaches)], whole=True)


def _later(found: Findings) -> str:
    """The reaches that the curves predict for a longer limit on the first ladder, beside how such predictions did."""
    judged = [each.holds for each in found.predictions if each.holds is not None]
    if not judged:
        return ""
    ladder = words.in_turn(found.reaches)[0]
    seconds = LONGER * ladder.limit_s
    made = {each.name: each.fit.reach(seconds) for each in best(found.reaches[ladder]) if each.fit}
    sizes = [
        f"{name} {middle(estimate)} ({interval(estimate)})"
        for name, estimate in made.items() if math.isfinite(estimate.value)
    ]  # fmt: skip
    return (
        f"Expected reach in {seconds:g} s on {words.name(ladder)} ({words.measure(ladder)}): {', '.join(sizes)}; of "
        f"{len(judged)} intervals made like these before a longer round, {sum(judged)} held."
    )


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
    figure = blank(_HEIGHT * -(-len(found) // _COLUMNS) + 0.1)
    for axes, (ladder, group) in zip(panel_grid(figure, len(found), _COLUMNS), found.items(), strict=True):
        own = _shown(group)
        sizes = [rung.size for each in own for rung in each.climb.tried]
        low, high = min(sizes), max(sizes)
        if wide := high > WIDE * low:
            log_axis(axes, "x", low * 0.9, high * 1.1)
        else:
            axes.set_xlim(low - 0.03 * (high - low), high + 0.03 * (high - low))
        left, right = axes.get_xlim()
        scale = math.log if wide else float
        ends = [
            Label((scale(_end(each)) - scale(left)) / (scale(right) - scale(left)), label(each.name), colour(each.name))
            for each in own if _curve(axes, each)
        ]  # fmt: skip
        times = [case.time_s for each in own for rung in each.climb.tried for case in rung.cases]
        log_axis(axes, "y", min(times) * 0.7, ladder.limit_s * 1.2)
        axes.axhline(ladder.limit_s, color="#757575", linewidth=0.7, linestyle=(0, (2, 2)), zorder=1)
        above(axes, ends, _WIDTH)
        axes.set_title(opened(words.name(ladder)), loc="left", weight="bold", pad=20)
        axes.set_xlabel(words.measure(ladder) + " (log)" * wide)
        axes.set_ylabel("time (s)")
    return figure


def _shown(group: Sequence[Reach]) -> list[Reach]:
    """The reference, and the paradigms that get furthest."""
    outside = [each for each in best(group, native=True) if not each.climb.ranked and each.size]
    return [*[each for each in best(group) if each.size][: _LINES - len(outside)], *outside]


def _curve(axes: Axes, each: Reach) -> bool:
    """Draw the instances solved, and the curve; returns whether there is one."""
    import numpy as np

    shade, climb = colour(each.name), each.climb
    points = [(rung.size, case.time_s) for rung in climb.tried for case in rung.cases if case.solved]
    axes.scatter([size for size, _ in points], [time for _, time in points], s=7, color=shade, linewidth=0, zorder=3)
    if each.fit is None or not points:
        return False
    low, high = min(size for size, _ in points), _end(each)
    sizes = np.geomspace(low, high, _POINTS) if low > 0 else np.linspace(low, high, _POINTS)
    times = [each.fit.seconds(float(size)).value for size in sizes]
    axes.plot(sizes, times, color=shade, linewidth=1.1, zorder=2)
    return True


def _end(each: Reach) -> float:
    """Where the curve meets the limit, at most the largest size tried."""
    top = max(rung.size for rung in each.climb.tried)
    return min(each.estimate.value, top) if each.estimate else top
