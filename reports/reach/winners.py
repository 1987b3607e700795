"""Who wins a ladder: the paradigm that reaches the largest size, where this is decided.

Of each ranked paradigm its best configuration counts; native searches are outside. A paradigm is ahead of another by
*reach* if it reaches the larger size, the end of the other one was seen, and the intervals of their fitted reaches do
not overlap; that of one that holds no rung ends with the largest size that it tried. Else it is ahead by *time* if it
is faster at the largest rung that both hold: the logarithms of the ratios of times are paired by case, a case counting
by the mean over its seeds, and the interval of their mean (`reports.scores.mean_ratio`) does not hold 0. Where that
rung has fewer than PAIRS cases that both solve, those of the next lower ones count, too, but none on which a time is
too short beside the start (`Climb.comparable_s`). No time decides if the faster one leaves a case of these rungs
unsolved, or reaches the smaller size. A ladder is *won* by the paradigm that is ahead of every other one, and else
undecided.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tilings.reports.reach.reach import Reach, best
from tilings.reports.scores import Estimate, mean_ratio
from tilings.runners.record.climbs import Case, Climb, RecordedLadder

PAIRS = 3
REACH, TIME = "reach", "time"


@dataclass(frozen=True)
class Duel:
    """A comparison of two paradigms on a ladder.

    first: the paradigm that is ahead; if this is not decided, the paradigm of the larger reach.
    second: the other paradigm.
    by: what decides, REACH or TIME; empty if nothing does.
    size: the size at which times are compared; None if they are not.
    ratio: the times of the second paradigm divided by those of the first, at `size`.
    """

    first: Reach
    second: Reach
    by: str
    size: float | None = None
    ratio: Estimate | None = None


@dataclass(frozen=True)
class Standing:
    """A ladder's duels between the leader and each other paradigm; none where only one paradigm was run."""

    ladder: RecordedLadder
    leader: Reach
    duels: tuple[Duel, ...]

    @property
    def rivals(self) -> list[Reach]:
        """The other paradigms, in the order of the duels."""
        return [self.rival(duel) for duel in self.duels]

    def rival(self, duel: Duel) -> Reach:
        """The leader's rival in one of its duels."""
        return duel.second if duel.first is self.leader else duel.first

    def leads(self, duel: Duel) -> bool:
        """Whether the leader is surely ahead in one of its duels."""
        return bool(duel.by) and duel.first is self.leader

    @property
    def decided(self) -> bool:
        return bool(self.duels) and all(map(self.leads, self.duels))


def standings(found: dict[RecordedLadder, list[Reach]]) -> list[Standing]:
    """The standing of each ladder on which a ranked paradigm holds a rung.

    The leader is the one ahead of the most others; of equal ones, that of the larger reach.
    """
    made = []
    for ladder, group in found.items():
        own = best(group)
        if not own or own[0].size is None:
            continue
        duels = {(i, j): duel(own[i], own[j]) for j in range(len(own)) for i in range(j)}
        wins = Counter(id(each.first) for each in duels.values() if each.by)
        leader = max(own, key=lambda each: wins[id(each)])
        mine = [each for each in duels.values() if leader in (each.first, each.second)]
        made.append(Standing(ladder, leader, tuple(mine)))
    return made


def won(found: Iterable[Standing]) -> Counter[str]:
    """How many ladders each paradigm wins."""
    return Counter(each.leader.name for each in found if each.decided)


def duel(one: Reach, other: Reach) -> Duel:
    """Which of two is ahead on a ladder; one: that of the larger or equal observed reach."""
    if not other.climb.open and one.size != other.size and one.estimate and one.estimate.low > _end(other):
        return Duel(one, other, REACH)
    pairs, size = paired(one.climb, other.climb)
    logs = [fmean(map(math.log, its.seeds)) - fmean(map(math.log, mine.seeds)) for mine, its in pairs if mine.solved
            and its.solved]  # fmt: skip
    if len(logs) < 2:
        return Duel(one, other, "", size)
    ratio = mean_ratio(logs)
    if ratio.low > 1 and all(mine.solved for mine, _ in pairs):
        return Duel(one, other, TIME, size, ratio)
    if ratio.high < 1 and all(its.solved for _, its in pairs) and one.size == other.size:
        turned = Estimate(1 / ratio.value, 1 / ratio.high, 1 / ratio.low)
        return Duel(other, one, TIME, size, turned)
    return Duel(one, other, "", size, ratio)


def _end(each: Reach) -> float:
    """Where the interval of a reach ends; of one that holds no rung with the largest size that it tried."""
    if each.size is None:
        return max(rung.size for rung in each.climb.tried)
    return each.estimate.high if each.estimate else math.inf


def paired(one: Climb, other: Climb) -> tuple[list[tuple[Case, Case]], float | None]:
    """The cases of the largest rungs that both hold, as both have them, down to PAIRS that both solve; and its size.

    None of rungs that take either of them too short a time.
    """
    pairs: list[tuple[Case, Case]] = []
    top = None
    for rung in reversed(one.tried):
        its = other.rung(rung.size)
        if its is None or not (rung.held and its.held and its.tried):
            continue
        if rung.time_s < one.comparable_s or its.time_s < other.comparable_s:
            break
        top = top or rung.size
        cases = {case.instance: case for case in its.cases}
        pairs += [(case, cases[case.instance]) for case in rung.cases if case.instance in cases]
        if sum(mine.solved and yours.solved for mine, yours in pairs) >= PAIRS:
            break
    return pairs, top
