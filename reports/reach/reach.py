"""The reach of each configuration and paradigm on each ladder: observed, over time, and fitted with its interval."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilings.reports.chapters.chapter import Table
from tilings.reports.reach.words import place, short
from tilings.reports.scores import Estimate
from tilings.runners.record.climbs import Climb, RecordedLadder, by_ladder, grouped, sizes
from tilings.runners.record.curves import Fit, fit

WHOLE = 100  # from this size on an interval has no decimals


@dataclass(frozen=True)
class Reach:
    """How far a configuration gets on a ladder.

    best: whether the configuration stands for its paradigm.
    known: the sizes of the ladder that are known, in ascending order.
    """

    climb: Climb
    best: bool
    known: tuple[float, ...]

    @cached_property
    def fit(self) -> Fit | None:
        """The curve of its times; None if nothing was solved. It is fitted when needed, as fits take long."""
        return fit(self.climb)

    @cached_property
    def estimate(self) -> Estimate | None:
        """The fitted reach at the limit."""
        return self.fit.reach(self.climb.ladder.limit_s) if self.fit else None

    @property
    def differs(self) -> bool:
        """Whether the fitted reach lies below the rung before the observed one, or above the second one after it.

        The curve is then not that of the times.
        """
        if self.estimate is None:
            return False
        if self.size is None:
            return self.estimate.value > (self.known[1] if len(self.known) > 1 else self.known[0])
        place = bisect_left(self.known, self.size)
        low = self.known[max(place - 1, 0)]
        above = self.known[place + 2] if place + 2 < len(self.known) else math.inf
        return self.estimate.value < low or (not self.climb.open and self.estimate.value > above)

    @property
    def size(self) -> float | None:
        """The observed reach."""
        return self.climb.reach

    @property
    def name(self) -> str:
        """The paradigm; that of the reference is NATIVE."""
        return self.climb.paradigm


@dataclass(frozen=True)
class Steps:
    """From times[i] seconds on a paradigm holds sizes[i], by whichever of its configurations holds it first.

    open: whether its last size is a lower bound.
    """

    paradigm: str
    ranked: bool
    times: tuple[float, ...]
    sizes: tuple[float, ...]
    open: bool

    def at(self, time_s: float) -> float:
        """The size held within a time; 0 where none is."""
        place = bisect_right(self.times, time_s)
        return self.sizes[place - 1] if place else 0.0


def reaches(found: Sequence[Climb]) -> dict[RecordedLadder, list[Reach]]:
    """The reach of each climb, the largest first, by ladder: by family, those without a solution last."""
    ladders = by_ladder(found)
    return {ladder: _of_ladder(ladders[ladder]) for ladder in sorted(ladders, key=place)}


def best(group: Sequence[Reach], native: bool = False) -> list[Reach]:
    """The reach of each ranked paradigm's best configuration, the largest first. native: those not ranked, too."""
    return [each for each in group if each.best and (native or each.climb.ranked)]


def steps(group: Iterable[Climb]) -> list[Steps]:
    """The steps of each paradigm on a ladder. A paradigm that held no rung that it tried has no steps."""
    made = []
    for (name, ranked), own in grouped(group, lambda climb: (climb.paradigm, climb.ranked)).items():
        times, held = _rising([(seconds, size) for climb in own for size, seconds in climb.steps.items()])
        if held:
            made.append(Steps(name, ranked, times, held, any(c.open and c.reach == held[-1] for c in own)))
    return made


def configurations(found: dict[RecordedLadder, list[Reach]]) -> Table:
    """A row a ladder and configuration: reach, interval, kind of curve, sizes not solved below, faults."""
    rows = [
        [each.climb.ladder.where, each.name, each.climb.configuration, observed(each), *_fitted(each),
         ", ".join(f"{hole:g}" for hole in each.climb.holes) or "–", "; ".join(each.climb.faults) or "–"]
        for group in found.values() for each in group
    ]  # fmt: skip
    header = ["ladder", "paradigm", "configuration", "reach", "fitted", "interval", "curve", "not solved", "faults"]
    caption = "The reach of every configuration, the sizes below it that were not solved, and runs with a fault."
    return Table(header, rows, caption, "reach-configurations", left=3, beside=True)


def observed(each: Reach) -> str:
    """The observed reach as a cell: 30, ≥ 30, or < 7 where 7 is the smallest size."""
    if each.size is None:
        return f"< {min(rung.size for rung in each.climb.rungs):,g}"
    return f"{'≥ ' * each.climb.open}{each.size:,g}"


def named(each: Reach) -> str:
    """The paradigm, and its solver where that has another name."""
    same = re.sub(r"\W", "", each.name).lower() == each.climb.solver
    return each.name if same else f"{each.name} ({each.climb.solver})"


def reached(each: Reach) -> str:
    """The observed reach in a sentence that has named the kind of puzzle, such as "at least the 30 x 30"."""
    return short(each.climb.ladder, each.size or 0, each.climb.open)


def interval(estimate: Estimate) -> str:
    """
    >>> interval(Estimate(30, 28.21, 31.9)), interval(Estimate(30, 28, math.inf))
    ('28.2–31.9', '≥ 28.0')
    """
    low, high = map(_rounded, (estimate.low, estimate.high))
    return f"≥ {low}" if math.isinf(estimate.high) else f"{low}–{high}"


def _rounded(size: float) -> str:
    return f"{size:,.0f}" if size >= WHOLE else f"{size:.1f}"


def middle(estimate: Estimate) -> str:
    """
    >>> middle(Estimate(30.04, 28.21, 31.9)), middle(Estimate(math.inf, 28, math.inf))
    ('30.0', '–')
    """
    return "–" if math.isinf(estimate.value) else _rounded(estimate.value)


def _of_ladder(group: list[Climb]) -> list[Reach]:
    known = tuple(sizes(group))
    chosen: dict[str, Climb] = {}
    order = sorted(group, key=_rank)
    for climb in order:
        chosen.setdefault(climb.paradigm, climb)
    return [Reach(climb, chosen[climb.paradigm] is climb, known) for climb in order]


def _rising(held: list[tuple[float, float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The times at which the largest size so far grows, and what it grows to. held: pairs of time and size."""
    kept: list[tuple[float, float]] = []
    for time, size in sorted(held, key=lambda pair: (pair[0], -pair[1])):
        if not kept or size > kept[-1][1]:
            kept.append((time, size))
    return tuple(time for time, _ in kept), tuple(size for _, size in kept)


def _rank(climb: Climb) -> tuple[float, float, str]:
    """The order of configurations: the largest reach first, of equal ones the shortest time there, as in the rounds."""
    size = climb.reach
    if size is None:
        return math.inf, math.inf, climb.configuration
    rung = climb.rung(size)
    return -size, rung.result.wall_s if rung and rung.tried else math.inf, climb.configuration


def _fitted(each: Reach) -> list[str]:
    if each.fit is None or each.estimate is None:
        return ["–", "–", "–"]
    return [middle(each.estimate), interval(each.estimate), each.fit.kind]
