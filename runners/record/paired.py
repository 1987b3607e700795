"""Which of two contestants is ahead on a ladder, by pairs of runs on the same instances, and whether one leads all.

A *pair* is a run of each contestant on one instance. Solved beats unsolved. Where both solve, one wins if it is RATIO
times and LEAST_S faster, else they tie; they tie as well where neither solves. Three tests decide, each with an error
of at most ERROR, and each looks after every STEP outcomes, up to MOST, and stops at the first look that decides:

- *ahead* and *behind*: the exact one-sided sign test, on the pairs that are not tied. Its hypothesis is that the first
  wins no more than half of them. A look decides at `Look.wins` wins.
- *equal*: the median of the ratio of times lies within RATIO. This is two sign tests with the same looks, of how many
  ratios are below RATIO and how many above 1 / RATIO; in other words an interval of the median whose ends are two order
  statistics lies within RATIO. A pair that only one solves has the ratio infinity or 0, for leaving it out would
  call two equal of which one solves more.

The boundary spends ERROR over the looks: after the part t of MOST outcomes ERROR * t ** (2/3) may be spent. What it
spends is counted exactly, path by path. At a win rate of 0.8 the power is 0.950, with 15.3 pairs that are not tied on
average; with t itself 0.954 and 16.2, with Pocock's function 0.951 and 15.3, with that of O'Brien and Fleming 0.951 and
19.4. With t ** (2/3) six wins of six decide, where with the others none of fewer than eight do.

A leader must be ahead of each rival by itself. Then its error needs no division by their number: to lead falsely it
must be ahead falsely of one that is as good (an intersection-union test). Not so if the instances of the pairs were
those on which it was chosen. A final of long limits may have no time for all rivals, and meets them in the order of
their reach. A leader that is ahead of one may lead without pairs with those that got less far: there its lead rests on
the reach in the climbs, not on a test.

The tests assume that a pair's outcome does not depend on those before it. Where the win rate depends on the size, pairs
must be made in rounds of all sizes, each round in an order drawn at random: in a fixed order the first sizes decide.
`reports/reach/verdict_errors.csv`, which `tools.verdict_errors` makes, has the errors, the powers and the pairs needed.

Sources: Armitage, Sequential Medical Trials, 1975 (sign tests with looks); Pocock, Biometrika 64, 1977; O'Brien &
Fleming, Biometrics 35, 1979; Lan & DeMets, Discrete sequential boundaries for clinical trials, Biometrika 70, 1983;
Kim & DeMets, Biometrika 74, 1987 (powers of t); Jennison & Turnbull, Repeated confidence intervals for group sequential
clinical trials, Controlled Clinical Trials 5, 1984; Berger, Multiparameter hypothesis testing and acceptance sampling,
Technometrics 24, 1982 (intersection-union tests); Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987
(equality by two one-sided tests).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from typing import NamedTuple

from tilings.runners.record.results import Result, result, whole
from tilings.runners.record.schema import ASSUMED, RunRecord, configuration

RATIO, LEAST_S = 1.25, 0.1
ERROR, STEP, MOST = 0.05, 3, 30
LEAST_SIZES = 3
WIN, LOSS, TIE, NEITHER = "win", "loss", "tie", "neither"
AHEAD, BEHIND, EQUAL, OPEN = "ahead", "behind", "equal", "open"


class Pair(NamedTuple):
    """The results of two contestants on one instance."""

    instance: str
    size: float
    first: Result
    second: Result

    @property
    def open(self) -> bool:
        """Whether one of its runs has no result yet."""
        return any(each.tried and each.solved is None for each in (self.first, self.second))

    @property
    def tried(self) -> bool:
        return self.first.tried and self.second.tried

    @property
    def seconds(self) -> tuple[float, float]:
        """The time of each; infinity where it did not solve the instance."""
        first, second = (each.wall_s if each.solved else math.inf for each in (self.first, self.second))
        return first, second

    @property
    def outcome(self) -> str:
        """The outcome for the first: WIN, LOSS, TIE where both solve, NEITHER where none does."""
        first, second = self.seconds
        if _beats(first, second):
            return WIN
        if _beats(second, first):
            return LOSS
        return NEITHER if math.isinf(first) else TIE


class Look(NamedTuple):
    """A look at the outcomes so far.

    pairs: the number of outcomes at this look.
    wins: the least number of wins that decides; None if no number does.
    spent: the exact chance that this look or one before decides, if both sides are equally likely to win.
    """

    pairs: int
    wins: int | None
    spent: float


@dataclass(frozen=True)
class Verdict:
    """What pairs say of the first contestant.

    wins, losses: the numbers of pairs that the first contestant wins and loses.
    ties: the number of pairs that both solve in similar times.
    neither: the number of pairs that neither solves.
    median_ratio: the median, over the pairs that either solves, of the second's seconds divided by the first's; NaN
        without such pairs.
    interval: the interval of that median at the last look; each end errs with a chance of at most ERROR over all looks.
    decided: AHEAD, BEHIND, EQUAL or OPEN.
    next_look: the least number of further pairs that may decide; None if it is decided, or if no number may.
    """

    wins: int
    losses: int
    ties: int
    neither: int
    median_ratio: float
    interval: tuple[float, float]
    decided: str
    next_look: int | None


@dataclass(frozen=True)
class Duel:
    """The pairs of a leader and one rival, in the order in which they were planned.

    rival: the rival's configuration.
    """

    rival: str
    pairs: tuple[Pair, ...]

    @cached_property
    def verdict(self) -> Verdict:
        """What the pairs say of the leader."""
        return verdict(self.pairs)


class Final(NamedTuple):
    """The leader of a ladder and its duels, on instances by which none of the contestants was chosen.

    leader: the leader's configuration.
    """

    leader: str
    duels: tuple[Duel, ...]


def gradual(part: float) -> float:
    """The error that may be spent after a part of MOST outcomes."""
    return ERROR * part ** (2 / 3)


@cache
def boundary(spending: Callable[[float], float] = gradual) -> tuple[Look, ...]:
    """The looks, with the fewest wins each that keep what is spent within a spending function."""
    live, spent, looks = [1], 0.0, []  # live: the ways to have so many wins though no look decided
    for pairs in range(STEP, MOST + 1, STEP):
        for _ in range(STEP):
            live = [lost + won for lost, won in zip([*live, 0], [0, *live], strict=True)]
        least = pairs + 1
        while spent + live[least - 1] / 2**pairs <= spending(pairs / MOST):
            least -= 1
            spent += live[least] / 2**pairs
        live[least:] = [0] * (pairs + 1 - least)
        looks.append(Look(pairs, least if least <= pairs else None, spent))
    return tuple(looks)


def verdict(pairs: Iterable[Pair]) -> Verdict:
    """The verdict on pairs in the order in which they were planned.

    From the first open one on they do not count yet: pairs that end early are not like the others. Those that could
    not be tried say nothing.
    """
    made = [pair for pair in takewhile(lambda pair: not pair.open, pairs) if pair.tried]
    outcomes = [pair.outcome for pair in made]
    untied = [outcome for outcome in outcomes if outcome in (WIN, LOSS)]
    seconds = [pair.seconds for pair, outcome in zip(made, outcomes, strict=True) if outcome != NEITHER]
    below = [second < RATIO * first for first, second in seconds]
    above = [first < RATIO * second for first, second in seconds]
    ahead, behind = (_decisive([outcome == word for outcome in untied]) for word in (WIN, LOSS))
    if ahead != behind:
        decided = AHEAD if ahead < behind else BEHIND
    else:
        decided = EQUAL if _decisive(below, above) <= MOST else OPEN
    count = Counter(outcomes)
    further = next_look(count[WIN], count[LOSS], below.count(False), above.count(False), len(seconds))
    ratios = [second / first if second < math.inf else math.inf for first, second in seconds]
    return Verdict(
        count[WIN], count[LOSS], count[TIE], count[NEITHER], _median(ratios), _interval(ratios), decided,
        further if decided == OPEN else None,
    )  # fmt: skip


def next_look(wins: int, losses: int, slower: int, faster: int, rated: int) -> int | None:
    """The least number of further pairs that may decide; None where no look may, so that the rest is not worth making.

    slower, faster: of `rated` pairs that either solves, those whose ratio is RATIO or more, and 1 / RATIO or less.
    """
    within = rated - max(slower, faster)
    made = wins + losses
    waits = [
        look.pairs - before
        for most, before in ((max(wins, losses), made), (within, rated))
        for look in boundary()
        if look.wins is not None and look.pairs > before and most + look.pairs - before >= look.wins
    ]
    return min(waits, default=None)


def fewest() -> int:
    """The fewest outcomes that decide."""
    return next(look.pairs for look in boundary() if look.wins is not None)


def leader(verdicts: Iterable[Verdict]) -> str:
    """The verdict on the leader of a ladder by those against each rival: it leads if it is AHEAD of all.

    BEHIND if it is of one; EQUAL if it is of some, and ahead of the others; OPEN if one is, or without rivals.
    """
    found = {each.decided for each in verdicts} or {OPEN}
    return next(word for word in (BEHIND, OPEN, EQUAL, AHEAD) if word in found)


def meeting(sizes: Iterable[float], first: float | None, second: float | None) -> list[float]:
    """The sizes of a ladder on which two contestants meet: from the smaller reach to the larger, and so many below them
    that there are LEAST_SIZES. A reach of None: it solves none.
    """
    low, high = sorted(-math.inf if reach is None else reach for reach in (first, second))
    known = sorted(size for size in sizes if size <= high)
    between = sum(size >= low for size in known)
    return known[-max(between, LEAST_SIZES) :]


def final(runs: Iterable[RunRecord], order: Sequence[str]) -> Final | None:
    """The final of a ladder, from the rows of its runs, all under one limit on one kind of machine; None without any.

    order: the configurations that are ranked, those that got furthest in their climbs first. The first that has rows is
    the leader: who leads is not chosen by the pairs, or a rival that wins by chance would take its place.
    """
    rows: dict[tuple[int, str], dict[str, list[RunRecord]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        if run.pair is not None and run.ended not in ASSUMED:
            # The same number has two instances where the rule of finals changed within a campaign.
            rows[run.pair, run.instance][configuration(run)].append(run)
    results = {
        number: {who: whole(map(result, parts)) for who, parts in rows[number].items()} for number in sorted(rows)
    }
    met = [who for who in order if any(who in each for each in results.values())]
    if not met:
        return None
    first, *rivals = met
    duels = []
    for rival in rivals:
        pairs = []
        for number, each in results.items():
            if first in each and rival in each:
                run = rows[number][first][0]
                pairs.append(Pair(run.instance, run.rung or 0.0, each[first], each[rival]))
        duels.append(Duel(rival, tuple(pairs)))
    return Final(first, tuple(duels))


def _beats(first: float, second: float) -> bool:
    return first < math.inf and first * RATIO <= second and first + LEAST_S <= second


def _decisive(*tests: Sequence[bool]) -> float:
    """The outcomes at the first look at which enough of each test's outcomes are true; infinity where there is none."""
    return min(
        (look.pairs for look in boundary() if look.wins is not None and look.pairs <= len(tests[0])
         and all(sum(test[: look.pairs]) >= look.wins for test in tests)), default=math.inf,
    )  # fmt: skip


def _median(ratios: Sequence[float]) -> float:
    """The median, of an even number the geometric mean of the middle two; NaN between 0 and infinity."""
    if not ratios:
        return math.nan
    ordered = sorted(ratios)
    return math.sqrt(ordered[(len(ordered) - 1) // 2] * ordered[len(ordered) // 2])


def _interval(ratios: Sequence[float]) -> tuple[float, float]:
    """The order statistics between which the median lies, at the last look; without ends where it is too early."""
    last = max((look for look in boundary() if look.pairs <= len(ratios) and look.wins), default=None)
    if last is None or last.wins is None:
        return 0.0, math.inf
    ordered = sorted(ratios[: last.pairs])
    return ordered[last.pairs - last.wins], ordered[last.wins - 1]
