"""Where along a ladder the leader changes: the sizes from which on another paradigm is the fastest.

The fitted curves of two paradigms are compared at sizes that both hold, from the size on at which both take long enough
beside their start (`Climb.comparable_s`). One is *surely faster* at a size if the intervals of the times do not overlap
and its own is the lower one. A crossing is stated where one is surely faster at a size, the other at a larger one, and
each is the fastest of all paradigms there. Its interval reaches from the last of the one to the first of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from tilings.reports.reach.reach import Reach, best
from tilings.reports.scores import Estimate
from tilings.runners.record.climbs import RecordedLadder
from tilings.runners.record.curves import Fit

_POINTS = 40  # sizes at which curves are compared


@dataclass(frozen=True)
class Crossing:
    """On a ladder `before` is the fastest up to a size about `size`, and `after` beyond it."""

    ladder: RecordedLadder
    before: Reach
    after: Reach
    size: Estimate


def crossings(found: dict[RecordedLadder, list[Reach]]) -> list[Crossing]:
    """The crossings of all ladders, from the smallest size on."""
    return [each for ladder, group in found.items() for each in _of_ladder(ladder, best(group))]


def _of_ladder(ladder: RecordedLadder, group: Sequence[Reach]) -> list[Crossing]:
    import numpy as np

    own = [(each, each.fit) for each in group if each.fit is not None and each.size is not None]
    if len(own) < 2:
        return []
    lowest = min(rung.size for each, _ in own for rung in each.climb.tried)
    highest = sorted(each.size or 0.0 for each, _ in own)[-2]
    sizes = [float(size) for size in np.linspace(lowest, highest, _POINTS)]
    times = [[_time(each, fit, size) for size in sizes] for each, fit in own]
    leaders = [min((time.value, place) for place, row in enumerate(times) if (time := row[at])) [1]
               if any(row[at] for row in times) else None for at in range(_POINTS)]  # fmt: skip
    found = []
    for one, other in permutations(range(len(own)), 2):
        sure = [_sign(mine, its) for mine, its in zip(times[one], times[other], strict=True)]
        faster = [at for at in range(_POINTS) if sure[at] < 0 and leaders[at] == one]
        slower = [at for at in range(_POINTS) if sure[at] > 0 and leaders[at] == other]
        after = next((at for at in slower if faster and at > faster[0]), None)
        if after is None:
            continue
        before = max(at for at in faster if at < after)
        middle = next(at for at in range(before, after + 1) if _later(times[one][at], times[other][at]))
        size = Estimate(sizes[middle], sizes[before], sizes[after])
        found.append(Crossing(ladder, own[one][0], own[other][0], size))
    return sorted(found, key=lambda each: each.size.value)


def _time(each: Reach, fit: Fit, size: float) -> Estimate | None:
    """The fitted time at a size; None where the size is not held or the time is too short beside the start."""
    time = fit.seconds(size)
    return None if size > (each.size or 0.0) or time.value < each.climb.comparable_s else time


def _sign(mine: Estimate | None, its: Estimate | None) -> int:
    """-1 where the first is surely shorter, 1 where it is surely longer, 0 where this is open."""
    if mine is None or its is None or mine.overlaps(its):
        return 0
    return -1 if mine.high < its.low else 1


def _later(mine: Estimate | None, its: Estimate | None) -> bool:
    return mine is not None and its is not None and mine.value >= its.value
