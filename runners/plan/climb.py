"""Climbs: one configuration on one ladder, from the lowest rung to the sizes that it no longer solves.

A *climb* is planned for a configuration (formulation, options, solver, threads) on a ladder, which has a goal and,
where the goal is ``first``, one side: with a solution, or without. When a rung is held, `runners.record.climbs` says.

A climb starts at the lowest rung. While a rung is solved soon, the step doubles: in less than a hundredth of the limit,
or in less than twice the time of the lowest rung, which is mostly that of a start, and a tenth of the limit. From the
first rung that is slower or not held, all rungs above the last held one are tried in turn, until two in a row are not
held. With ``every`` all rungs are tried from the lowest. Within a rung only runs are made that can decide it: of three
cases the third only if the first two differ, and one seed of a case that it solves in less than a tenth of the limit.

Each decision follows from the results so far alone, and is derived again at each start. Two kinds of rows stand for
runs that are not made: ``skipped`` (assumed solved) and ``given_up`` (assumed unsolved), the latter also for the first
rung above the end of the climb, in place of all larger ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from tilings.models.problem import UserError
from tilings.runners.plan.run import Run
from tilings.runners.record import assumed, climbs
from tilings.runners.record.assumed import Assumed
from tilings.runners.record.climbs import OPEN, Result, climb_id, deciding, soon

if TYPE_CHECKING:
    from tilings.generators.ladders import Ladder

MISSES = 2  # rungs in a row that are not held end a climb


@dataclass
class Decision:
    """The state of a climb. due: the next runs, none at its end; made: the runs with a result up to its highest rung;
    assumed: the runs that are not made, by their ids; held: the sizes of the rungs held."""

    due: list[Run] = field(default_factory=list)
    made: list[Run] = field(default_factory=list)
    assumed: dict[str, tuple[Run, Assumed]] = field(default_factory=dict)
    held: list[float] = field(default_factory=list)


def name(ladder: Ladder) -> str:
    """The ladder as in the rows: its class, and its side if it has one."""
    return f"{ladder.name}/{ladder.side}" if ladder.side else ladder.name


class Climb:
    """The runs of one configuration on one ladder, which are made up rung by rung as they are needed.

    runs_of: the runs of the instance of a name and size, none for one that is left out; every: whether all rungs are
    tried; sizes: the least and the greatest one; cases: the most cases a rung, 0 for all, and stride: the distance of
    two rungs on the ladder, both to make a campaign cheaper. first: a run of the lowest rung; climb_id: hexadecimal
    digits of the configuration and the ladder.
    """

    def __init__(
        self,
        ladder: Ladder,
        runs_of: Callable[[str, float], list[Run]],
        every: bool = False,
        sizes: Sequence[float] | None = None,
        cases: int = 0,
        stride: int = 1,
    ) -> None:
        self.ladder, self.every = ladder, every
        self._runs_of, self._cases, self._stride = runs_of, cases, stride
        self._least, self._most = sizes or (-math.inf, math.inf)
        self._start = next(number for number in count() if _size(ladder, number) >= self._least)
        self._rungs: dict[int, _Rung | None] = {}
        lowest = self.rung(0)
        if lowest is None or not lowest.cases:
            raise UserError(f"the chosen instances leave out the lowest rung of {ladder.family}/{ladder.name}")
        self._lowest, self.first = lowest, lowest.cases[0][0]
        self.climb_id = climb_id(self.first)

    @property
    def deciding(self) -> int:
        """The least number of runs that decide a rung near the limit: of more than half of the cases and seeds."""
        searches = list(_searches(self._lowest.cases[0]))
        return (len(self._lowest.cases) // 2 + 1) * (len(searches) // 2 + 1)

    def thinned(self, cases: int, stride: int) -> Climb:
        """The climb with fewer cases a rung and every stride-th rung."""
        return Climb(self.ladder, self._runs_of, self.every, (self._least, self._most), cases, stride)

    def rung(self, number: int) -> _Rung | None:
        """A rung by its number from 0; None above the top of a ladder that has one."""
        if number not in self._rungs:
            listed = self.ladder.rung(self._start + number * self._stride)
            self._rungs[number] = self._made_up(*listed) if listed and listed.size <= self._most else None
        return self._rungs[number]

    def lowest(self, rungs: int) -> list[Run]:
        """A run of the first case on each of the lowest rungs."""
        return [rung.cases[0][0] for number in range(rungs) if (rung := self.rung(number))]

    def decide(self, made: Mapping[str, Result]) -> Decision:
        """The state of the climb after these results, by the ids of their runs."""
        looked: dict[int, _Look] = {}
        held = -1 if self.every else self._leap(made, looked)
        missed: list[float] = []
        above: _Rung | None = None
        if not any(look.open for look in looked.values()):
            for at in count(held + 1):
                rung = self.rung(at)
                if rung is None:
                    break
                looked[at] = look = rung.look(made)
                if look.open or not look.result.tried:
                    break
                held, missed = (at, []) if look.result.solved else (held, [*missed, rung.size])
                if len(missed) == MISSES:
                    above = self.rung(at + 1)
                    break
        decision = Decision(due=[run for look in looked.values() for run in look.due])
        self._assume(decision, made, looked, held)
        if above:
            decision.assumed |= above.assumed(made, assumed.above(missed))
        return decision

    def _leap(self, made: Mapping[str, Result], looked: dict[int, _Look]) -> int:
        """Look at rungs in doubling steps, up to one that is slow, not held or open; the last one held, else -1."""
        at, step, held = 0, 1, -1
        while rung := self.rung(at):
            looked[at] = look = rung.look(made)
            if not look.result.solved:
                break
            held = at
            if not soon(look.result.wall_s, looked[0].result.wall_s, self.first.limits.wall_s):
                break
            at, step = at + step, 2 * step
        return held

    def _assume(self, decision: Decision, made: Mapping[str, Result], looked: Mapping[int, _Look], held: int) -> None:
        """Add the made runs, the sizes held, and the assumptions on the rungs up to the highest that was looked at."""
        for number in range(max(looked) + 1):
            rung, look = self.rung(number), looked.get(number)
            assert rung is not None, "a higher one was looked at"
            decision.made += [run for case in rung.cases for run in case if run.run_id in made]
            if look is None:
                if number < held:
                    tried = max(size for size in decision.held if size < rung.size)
                    decision.assumed |= rung.assumed(made, assumed.below(tried))
            elif not look.open and look.result.tried:
                decision.held += [rung.size] if look.result.solved else []
                decision.assumed |= rung.assumed(made, assumed.like_most(bool(look.result.solved)))

    def _made_up(self, size: float, names: tuple[str, ...]) -> _Rung:
        cases = [runs for name in names if (runs := self._runs_of(name, size))]
        return _Rung(size, cases[: self._cases or None])


def _size(ladder: Ladder, number: int) -> float:
    rung = ladder.rung(number)
    return rung.size if rung else math.inf


class _Look(NamedTuple):
    """The result of a search, case or rung, and the runs that are due to decide it."""

    result: Result
    due: list[Run] = []  # noqa: RUF012 - never changed

    @property
    def open(self) -> bool:
        return self.result.solved is None


class _Rung:
    """The runs of a configuration on one rung. cases: the runs of each case, its first seed and repetition first."""

    def __init__(self, size: float, cases: list[list[Run]]) -> None:
        self.size, self.cases = size, cases
        self._searches = [list(_searches(runs)) for runs in cases]

    def look(self, made: Mapping[str, Result]) -> _Look:
        """Whether the configuration holds the rung, by the results so far."""
        cases = [_case(searches, made) for searches in self._searches]
        return _with_due(climbs.majority([case.result for case in cases]), cases)

    def assumed(self, made: Mapping[str, Result], word: Assumed) -> Iterator[tuple[str, tuple[Run, Assumed]]]:
        """The rows of the cases without a result, one for each run of their first search."""
        for searches in self._searches:
            if not any(run.run_id in made for search in searches for run in search):
                yield from ((run.run_id, (run, word)) for run in searches[0])


def _searches(runs: list[Run]) -> Iterator[list[Run]]:
    """The runs of a case by seed and repetition: several are the parts of one search."""
    groups: dict[tuple[int, int], list[Run]] = {}
    for run in runs:
        groups.setdefault((run.seed, run.repetition), []).append(run)
    yield from groups.values()


def _case(searches: list[list[Run]], made: Mapping[str, Result]) -> _Look:
    """The result of a case; of its seeds the first one is due before the others."""
    looks = [_search(parts, made) for parts in searches]
    result = climbs.case([look.result for look in looks], searches[0][0].limits.wall_s)
    return _with_due(result, looks[:1] if looks[0].open else looks)


def _search(parts: list[Run], made: Mapping[str, Result]) -> _Look:
    due = [run for run in parts if run.run_id not in made]
    return _Look(climbs.whole(made.get(run.run_id, OPEN) for run in parts), due)


def _with_due(result: Result, of: list[_Look]) -> _Look:
    """A result with the runs that may decide it, if it is open."""
    if result.solved is not None:
        return _Look(result)
    needed = deciding([look.result for look in of])
    return _Look(result, [run for look in [look for look in of if look.open][:needed] for run in look.due])
