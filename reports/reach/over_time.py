"""Reach over time: the largest size that each paradigm holds within a time, as steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilings.reports.english import count, listed, opened
from tilings.reports.figures.drawing import Drawing
from tilings.reports.plot.axes import log_axis, panel_grid
from tilings.reports.plot.line_labels import Label, beside
from tilings.reports.plot.style import blank, colour
from tilings.reports.reach.climbs import Climb, Ladder
from tilings.reports.reach.reach import Reach
from tilings.reports.reach.winners import standings, won
from tilings.reports.reach.words import measure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLUMNS, _HEIGHT = 2, 1.85  # panels side by side; inches of a row of panels
_FIRST_S = 0.01  # where the axis of time begins
_SENTENCE = (
    "The largest size that a paradigm holds within a time, by whichever of its configurations holds it first. A line "
    "begins with the smallest size that was tried and held; its right end is the reach. Grey: native searches, a "
    "reference."
)


@dataclass(frozen=True)
class Steps:
    """From times[i] seconds on a paradigm holds sizes[i], by whichever of its configurations holds it first."""

    paradigm: str
    ranked: bool
    times: tuple[float, ...]
    sizes: tuple[float, ...]


def steps(group: Sequence[Reach]) -> list[Steps]:
    """The steps of each paradigm on a ladder; none of one that holds no rung that was tried."""
    held: dict[tuple[str, bool], list[tuple[float, float]]] = {}
    for each in group:
        own = held.setdefault((each.name, each.climb.ranked), [])
        own += _held(each.climb)
    return [Steps(name, ranked, *_rising(own)) for (name, ranked), own in held.items() if own]


def _held(climb: Climb) -> list[tuple[float, float]]:
    """The time and the size of each rung that was tried and held."""
    return [(rung.time_s, rung.size) for rung in climb.tried if not math.isnan(rung.time_s)]


def _rising(held: list[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Of times and sizes those at which the largest size grows."""
    kept: list[tuple[float, float]] = []
    for time, size in sorted(held, key=lambda pair: (pair[0], -pair[1])):
        if not kept or size > kept[-1][1]:
            kept.append((time, size))
    return tuple(time for time, _ in kept), tuple(size for _, size in kept)


def drawings(found: dict[Ladder, list[Reach]]) -> list[Drawing]:
    """The steps of each paradigm, a drawing a family and limit, a panel a ladder."""
    parts: dict[tuple[str, float], dict[Ladder, list[Reach]]] = {}
    for ladder, group in found.items():
        if steps(group):
            parts.setdefault((ladder.family, ladder.limit_s), {})[ladder] = group
    return [Drawing(_title(part), _figure(part), _SENTENCE) for part in parts.values()]


def _title(found: dict[Ladder, list[Reach]]) -> str:
    """The finding: how many ladders of a family each paradigm wins."""
    family = next(iter(found)).family
    own = standings(found)
    if not (wins := won(own)):
        return f"{opened(family)}: no paradigm wins a ladder ({count(len(own), 'ladder')})"
    said = listed([f"{name} wins {number}" for name, number in wins.most_common()])
    return f"{opened(family)}: {said} of {count(len(own), 'ladder')}"


def _figure(found: dict[Ladder, list[Reach]]) -> Figure:
    rows = -(-len(found) // _COLUMNS)
    figure = blank(_HEIGHT * rows + 0.2)
    for axes, (ladder, group) in zip(panel_grid(figure, len(found), _COLUMNS), found.items(), strict=True):
        log_axis(axes, "x", _FIRST_S, ladder.limit_s)
        lines = steps(group)
        tops = [line.sizes[-1] for line in lines]
        low, high = min(line.sizes[0] for line in lines), max(tops)
        room = 0.05 * max(high - low, 1)
        axes.set_ylim(low - room, high + room)
        labels = []
        for line in sorted(lines, key=lambda line: line.ranked):
            shade = colour(line.paradigm)
            times, sizes = [*line.times, ladder.limit_s], [*line.sizes, line.sizes[-1]]
            axes.plot(times, sizes, drawstyle="steps-post", color=shade, linewidth=1.2, zorder=2 + line.ranked)
            axes.scatter(line.times[:1], line.sizes[:1], s=8, color=shade, zorder=3)
            height = (line.sizes[-1] - low + room) / (high - low + 2 * room)
            labels.append(Label(height, line.paradigm if line.ranked else "native", shade))
        beside(axes, labels, _HEIGHT - 0.6)
        axes.set_title(f"{ladder.name}, {ladder.goal}", loc="left", weight="bold")
        axes.set_ylabel(measure(ladder))
    for axes in figure.axes[-_COLUMNS:]:
        axes.set_xlabel("time (s)")
    return figure
