"""Rounds: the configurations of a ladder climb under a short limit, and the best of each paradigm under longer ones.

This is successive halving (K. Jamieson and A. Talwalkar, AISTATS 2016) with limits that grow tenfold. A round of a
paradigm begins when its round before has ended; the configurations that reached furthest go on, of equal reach those
with the shorter time there. So every solver has a reach, each paradigm is shown at its best, and the long runs are made
where they decide. A run that was solved under a short limit counts under a longer one, and is not made again. Native
searches, a reference that is not compared, climb in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tilings.models.formulation import NATIVE

if TYPE_CHECKING:
    from tilings.runners.confine import Limits
    from tilings.runners.plan.run import Run
    from tilings.runners.plan.rung import Known

SHORTEST_S = 0.3  # a shorter limit ends most solvers while they start
FACTOR = 10.0
WIDE = 2  # the rounds in which all cases of a rung may be run
CLOSE = 2  # configurations of a paradigm in the last round but one; in the last one, if the second reached as far


def limits_s(timeout_s: float) -> tuple[float, ...]:
    """The limits of the rounds, in ascending order. The last is `timeout_s`; each other one is a tenth of the next.

    No limit but the last is below SHORTEST_S.

    >>> limits_s(300), limits_s(5), limits_s(1)
    ((0.3, 3.0, 30.0, 300.0), (0.5, 5.0), (1.0,))
    """
    limits = [timeout_s]
    while round(limits[0] / FACTOR, 6) >= SHORTEST_S:
        limits.insert(0, round(limits[0] / FACTOR, 6))
    return tuple(map(float, limits))


def kept(number: int, rounds: int) -> int:
    """How many configurations of each paradigm go into a round; 0 stands for all. number: the round's, from 0.

    The one of the last round is joined by a second one if that has reached as far.

    >>> [kept(number, 4) for number in range(4)], [kept(number, 2) for number in range(2)]
    ([0, 0, 2, 1], [0, 1])
    """
    if number == 0 or number < rounds - 2:
        return 0
    return 1 if number == rounds - 1 else CLOSE


def narrow(number: int) -> bool:
    """Whether in a round the first case of a rung decides what earlier rounds leave open. number: the round's, from 0.

    The long rounds would take three times as long otherwise, or twice.
    """
    return number >= WIDE


class Entrant(Protocol):
    """A climb in a round (runners.plan.climb)."""

    kept: int

    @property
    def rounds(self) -> Sequence[Limits]: ...
    @property
    def first(self) -> Run: ...
    @property
    def planned_id(self) -> str: ...
    @property
    def climb_id(self) -> str: ...
    def standing(self, known: Known) -> tuple[int, float] | None: ...


Climb = TypeVar("Climb", bound=Entrant)


class Contest(Generic[Climb]):
    """The climbs of all configurations on one ladder, in rounds.

    begun: the ids of climbs with runs, by `planned_id`. They stay in their round, also if a repeated run changes who is
        the best of the round before.
    """

    def __init__(self, climbs: Iterable[Climb]) -> None:
        self.begun: set[str] = set()
        self._rounds: dict[tuple[str, int], list[Climb]] = {}
        for climb in sorted(climbs, key=lambda climb: climb.planned_id):
            self._rounds.setdefault((climb.first.paradigm, len(climb.rounds)), []).append(climb)

    def admits(self, climb: Climb, known: Known) -> bool | None:
        """Whether a climb is in its round; None while the round before is under way."""
        if len(climb.rounds) == 1 or climb.planned_id in self.begun:
            return True
        before = [(rival, self.admits(rival, known)) for rival in self._before(climb)]
        standings = {rival.climb_id: rival.standing(known) for rival, admitted in before if admitted}
        if any(admitted is None for _, admitted in before) or None in standings.values():
            return None
        order = sorted((standing, climb_id) for climb_id, standing in standings.items() if standing)
        as_far = [climb_id for (place, _), climb_id in order[:CLOSE] if place == order[0][0][0]]
        return climb.climb_id in {*as_far, *(climb_id for _, climb_id in order[: climb.kept or None])}

    def next_to(self, climb: Climb) -> list[Climb]:
        """The climbs of the next round that a climb may decide."""
        return self._rounds.get((climb.first.paradigm, len(climb.rounds) + 1), [])

    @property
    def last(self) -> list[Climb]:
        """The climbs of the last round that are compared."""
        number = max(number for _, number in self._rounds)
        own = [climb for (_, at), climbs in self._rounds.items() if at == number for climb in climbs]
        return [climb for climb in own if climb.first.paradigm != NATIVE]

    def likely(self, climb: Climb) -> bool:
        """Whether a climb is counted in an estimate before its round begins: as many as are kept, by their ids."""
        own = self._rounds[climb.first.paradigm, len(climb.rounds)]
        return climb in own[: climb.kept or None]

    def _before(self, climb: Climb) -> list[Climb]:
        return self._rounds.get((climb.first.paradigm, len(climb.rounds) - 1), [])
