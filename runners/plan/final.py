"""The final of a ladder: after the last round the best contestant meets its rivals on fresh instances.

A contestant is the configuration of a paradigm that got furthest in the last round; of equal reach the one that was
sooner there. The furthest of all is the leader, the others are its rivals, in this order. Native searches are a
reference and take no part. Leader and rivals solve the same instances one after the other, in an order that rotates, at
sizes from a rival's reach to the leader's (`paired.meeting`), all sizes in turn in an order drawn at random. A rival
leaves when its pairs decide. The final ends when the leader is behind a rival, or can no longer be told from one: then
nobody leads. It ends as well when its runs have taken BUDGET limits, or LONGEST_S in all. The leader meets as many
rivals at once as can be decided before, if every run takes its limit: five, or one where a run may take five minutes.
When a rival leaves, the next one takes its place. `runners.record.paired` has the test.

As in a climb, the next run follows from the results so far alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, takewhile
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tilings.generators.ladders import fresh
from tilings.runners.plan.climb import Decision, PlannedClimb, planned_id
from tilings.runners.record import paired
from tilings.runners.record.paired import Pair
from tilings.runners.record.results import OPEN, Result, whole

if TYPE_CHECKING:
    from tilings.generators.ladders import Rung
    from tilings.runners.plan.run import Run
    from tilings.runners.plan.rung import Known

BUDGET = 40  # in limits; a final begins no further instance when its runs have taken so long
LONGEST_S = 3600.0  # likewise


class _Contestant(NamedTuple):
    """A paradigm's best climb; sizes: those at which it meets the leader."""

    climb: PlannedClimb
    sizes: tuple[float, ...]


class PlannedFinal:
    """The runs of a ladder's final, one at a time, so that those of one instance are made close together.

    entrants: the climbs of the last round, without native searches.
    """

    runs: tuple[Run, ...] = ()
    contest = None  # no climb waits for it
    likely = True

    def __init__(self, entrants: Sequence[PlannedClimb]) -> None:
        self._entrants = entrants
        self.first = entrants[0].first._replace(pair=1)
        self._budget_s = min(BUDGET * self.first.limits.wall_s, LONGEST_S)
        self._at_once = max(1, int(self._budget_s / self.first.limits.wall_s / paired.fewest()) - 1)
        self.planned_id = planned_id(self.first)
        self._searches: dict[tuple[int, str, str], list[Run]] = {}

    @property
    def deciding(self) -> float:
        """An estimate counts a final as this many runs that decide a rung."""
        return self._budget_s / self.first.limits.wall_s / 4

    def group(self, run: Run) -> str:
        """The same as of the ladder's climbs."""
        return self._entrants[0].group(run)

    def admitted(self, known: Known) -> bool | None:
        """Whether there are two contestants; None while the last round is under way."""
        found = self._contestants(known)
        return None if found is None else len(found) > 1

    def due(self, known: Known) -> list[Run]:
        """The next run after these results."""
        return self._decided(known).due

    def decide(self, made: Mapping[str, Result]) -> Decision:
        """The state of the final after these results, by the ids of their runs."""
        return self._decided(lambda run: made.get(run.run_id))

    def _decided(self, known: Known) -> Decision:
        found = self._contestants(known)
        decision = Decision(waits=found is None)
        leader, open_ = (found[0], found[1:]) if found else (None, [])
        pairs: dict[str, list[Pair]] = {rival.climb.climb_id: [] for rival in open_}
        spent_s = 0.0
        for number, (size, name) in enumerate(self._instances(open_), 1):
            rivals = [rival for rival in open_[: self._at_once] if size in rival.sizes]
            if leader is None or not open_ or spent_s >= self._budget_s:
                break
            if not rivals:
                continue
            results = self._meet(_rotated([leader, *rivals], number), number, name, size, known, decision)
            if decision.due:
                break
            spent_s += sum(result.wall_s for result in results.values())
            for rival in rivals:
                own = pairs[rival.climb.climb_id]
                own.append(Pair(name, size, results[leader.climb.climb_id], results[rival.climb.climb_id]))
                verdict = paired.verdict(own)
                if verdict.decided in (paired.AHEAD, paired.EQUAL):
                    open_.remove(rival)
                elif verdict.next_look is None:
                    return decision
        return decision

    def _meet(
        self, field: Sequence[_Contestant], number: int, name: str, size: float, known: Known, decision: Decision
    ) -> dict[str, Result]:
        """The results of contestants on an instance, in their order, up to the first run that is due."""
        results = {}
        for climb, _ in field:
            runs = self._search(climb, number, name, size)
            own = [known(run) or OPEN for run in runs]
            decision.made += [run for run, result in zip(runs, own, strict=True) if result is not OPEN]
            if OPEN in own:
                decision.due = [runs[own.index(OPEN)]]
                break
            results[climb.climb_id] = whole(own)
        return results

    def _search(self, climb: PlannedClimb, number: int, name: str, size: float) -> list[Run]:
        key = number, name, climb.climb_id
        if key not in self._searches:
            self._searches[key] = [run._replace(pair=number) for run in climb.search(name, size)]
        return self._searches[key]

    def _contestants(self, known: Known) -> list[_Contestant] | None:
        """The leader and its rivals, those that get furthest first; None while the last round is under way."""
        best: dict[str, tuple[tuple[int, float], str, PlannedClimb]] = {}
        for climb in self._entrants:
            admitted = climb.admitted(known)
            standing = climb.standing(known) if admitted else None
            if admitted is None or (admitted and standing is None):
                return None
            if standing and standing[0] <= 0:  # it holds a rung
                entry = standing, climb.climb_id, climb
                best[climb.first.paradigm] = min(entry, best.get(climb.first.paradigm, entry))
        order = sorted(best.values())
        if not order:
            return []
        (place, _), _, leader = order[0]
        sizes = [rung.size for rung in _rungs(leader, math.inf, -place)]
        return [
            _Contestant(climb, tuple(paired.meeting(sizes, sizes[-standing[0]], sizes[-1])))
            for standing, _, climb in order
        ]

    def _instances(self, open_: Sequence[_Contestant]) -> Iterator[tuple[float, str]]:
        """Sizes and fresh instances: in each turn all sizes at which rivals are met, in an order drawn at random."""
        if not open_:
            return
        ladder = open_[0].climb.ladder
        rungs = {rung.size: rung for rung in _rungs(open_[0].climb, open_[0].sizes[-1])}  # all meet up to the same size
        for turn in takewhile(lambda _: open_, count(1)):
            sizes = max((list(rival.sizes) for rival in open_[: self._at_once]), key=len)
            Random(f"{ladder.family} {ladder.name} {self.first.goal} {turn}").shuffle(sizes)
            yield from ((size, fresh(ladder.family, rungs[size], turn)) for size in sizes)


def _rotated(field: list[_Contestant], number: int) -> list[_Contestant]:
    at = number % len(field)
    return field[at:] + field[:at]


def _rungs(climb: PlannedClimb, largest: float, last: int | None = None) -> Iterator[Rung]:
    """The rungs of a climb's ladder, from the lowest up to a size, and to that of a number."""
    for number in count() if last is None else range(last + 1):
        rung = climb.listed(number)
        if rung is None or rung.size > largest:
            return
        yield rung
