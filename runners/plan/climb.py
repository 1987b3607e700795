"""Climbs: one configuration on one ladder, from the lowest rung to the sizes that it no longer solves.

A *climb* is planned for a configuration (formulation, options, solver, threads) on a ladder, which has a goal and,
where the goal is ``first``, one side: with a solution, or without. runners.plan.rung says which runs decide a rung.

A climb starts at the lowest rung. While a rung is solved soon, the step doubles: in less than a hundredth of the limit,
or in less than twice the time of the lowest rung, which is mostly that of a start, and half the limit. After a slower
rung the step is one. Below the first rung that is not held, the rungs above the last held one are tried by
halves, until the two are neighbours. With ``every`` the step is always one.

Each decision follows from the results so far alone, and is derived again at each start. Two kinds of rows stand for
runs that are not made: ``skipped`` (assumed solved) and ``given_up`` (assumed unsolved), the latter also for the first
rung above the end of the climb, in place of all larger ones.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, NamedTuple

from tilings.models.problem import UserError
from tilings.models.search_parts import PART
from tilings.runners.plan.run import Run
from tilings.runners.plan.rung import Known, Look, PlannedRung, searches
from tilings.runners.record import assumed
from tilings.runners.record.assumed import Assumed
from tilings.runners.record.results import Result, climb_id, soon
from tilings.runners.record.schema import RunRecord

if TYPE_CHECKING:
    from tilings.generators.ladders import Ladder, Rung
    from tilings.runners.confine import Limits
    from tilings.runners.plan.rounds import Contest


@dataclass
class Decision:
    """The state of a climb. If all its runs are known beforehand, nothing is assumed or held.

    due: the next runs; none at the climb's end.
    made: the runs with a result, up to the highest rung.
    assumed: the ids of the runs that are not made; for each the run, and the reason.
    held: the sizes of the rungs held.
    waits: whether the climb waits for the end of the round before.
    """

    due: list[Run] = field(default_factory=list)
    made: list[Run] = field(default_factory=list)
    assumed: dict[str, tuple[Run, Assumed]] = field(default_factory=dict)
    held: list[float] = field(default_factory=list)
    waits: bool = False


def planned_id(of: Run | RunRecord) -> str:
    """The climb of a run or a row with its limits, in which alone two climbs of a plan can differ; of a run in a final
    (runners.plan.final) that final."""
    wall_s, memory_mb = (
        (of.limits.wall_s, of.limits.memory_mb) if isinstance(of, Run) else (of.wall_limit_s, of.mem_limit_mb)
    )
    own = climb_id(of) if of.pair is None else f"{ladder_id(of)}-final"
    return f"{own}-{wall_s:g}s-{memory_mb}MB"


def ladder_id(of: Run | RunRecord) -> str:
    """The ladder of a run or a row, with its goal, as hexadecimal digits."""
    return _digits([of.family, of.goal, of.ladder])


def _digits(words: list[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def name(ladder: Ladder) -> str:
    """The ladder as in the rows: its class, and its side if it has one."""
    return f"{ladder.name}/{ladder.side}" if ladder.side else ladder.name


class Tries(Enum):
    """The runs that a climb makes: those that decide its rungs, of which it may skip some or none, or all."""

    STEPS = "steps"
    RUNGS = "rungs"
    RUNS = "runs"


class Share(NamedTuple):
    """The share of a ladder that a cheaper campaign keeps.

    cases: the number of cases a rung; 0 for all.
    stride: every stride-th rung is kept.
    seeds: the number of seeds a case; 0 for all.
    """

    cases: int = 0
    stride: int = 1
    seeds: int = 0


class PlannedClimb:
    """The runs of one configuration on one ladder, which are made up rung by rung as they are needed.

    runs_of: returns the runs on the instance of a name and a size; none for an instance that is left out.
    tries: which runs the climb makes. With Tries.RUNS, `runs` is all of them, else empty, as they depend on results.
    sizes: the least and the greatest size.
    share: the part of the ladder that is kept.
    rounds: the limits of all rounds up to this one; empty for a climb without rounds.
    kept: how many configurations of a paradigm are in this round; 0 for all.
    narrow: whether the first case of a rung decides what earlier rounds leave open.
    contest: the climbs that this one depends on.
    """

    contest: Contest[PlannedClimb] | None = None

    def __init__(
        self,
        ladder: Ladder,
        runs_of: Callable[[str, float], list[Run]],
        tries: Tries = Tries.STEPS,
        sizes: Sequence[float] | None = None,
        share: Share = Share(),  # noqa: B008 - never changed
        rounds: Sequence[Limits] = (),
        kept: int = 0,
        narrow: bool = False,
    ) -> None:
        self.ladder, self.tries, self.rounds, self.kept = ladder, tries, tuple(rounds), kept
        self.narrow = narrow
        self._runs_of, self._share = runs_of, share
        self._least, self._most = sizes or (-math.inf, math.inf)
        self._start = next(number for number in count() if _size(ladder, number) >= self._least)
        self._rungs: dict[int, PlannedRung | None] = {}
        self._earlier: dict[str, list[Run]] = {}  # a run's equals in earlier rounds, by its id
        self.runs: tuple[Run, ...] = ()
        if tries is Tries.RUNS:
            self.runs = tuple(run for rung in self._upwards() for case in rung.cases for run in case)
        elif not (lowest := self.rung(0)) or not lowest.cases:
            raise UserError(f"the chosen instances leave out the lowest rung of {ladder.family}/{ladder.name}")

    @cached_property
    def first(self) -> Run:
        """A run of the lowest rung."""
        return next(rung.cases[0][0] for rung in self._upwards() if rung.cases)

    @cached_property
    def planned_id(self) -> str:
        """The climb's id in a plan, with its limits."""
        return planned_id(self.first)

    @cached_property
    def climb_id(self) -> str:
        """The climb's id under any limit."""
        return climb_id(self.first)

    @property
    def likely(self) -> bool:
        """Whether the climb is counted in an estimate, also before its round begins."""
        return self.contest is None or self.contest.likely(self)

    def admitted(self, known: Known) -> bool | None:
        """Whether the climb is in its round; None while the round before is under way."""
        return True if self.contest is None else self.contest.admits(self, known)

    def standing(self, known: Known) -> tuple[int, float] | None:
        """The place among the climbs of a round, the least the best: its reach and its time there; None while it goes
        on."""
        looked, _ = self._look(self._with_earlier(known))
        if _due(looked):
            return None
        held = max((number for number, look in looked.items() if look.result.solved), default=-1)
        return -held, looked[held].result.wall_s if held >= 0 else 0.0

    def _with_earlier(self, known: Known) -> Known:
        """The results, with those of runs that were solved in an earlier round."""

        def found(run: Run) -> Result | None:
            if own := known(run):
                return own
            if run.run_id not in self._earlier:
                self._earlier[run.run_id] = [run._replace(limits=limits) for limits in self.rounds[:-1]]
            return next((each for each in map(known, self._earlier[run.run_id]) if each and each.solved), None)

        return found

    def group(self, run: Run) -> str:
        """Hexadecimal digits that are the same for runs whose times are compared: on one ladder, or, where all runs
        are known, on one case with one seed. Such runs are in one shard, and are made close together."""
        if not self.runs:
            return ladder_id(run)
        part = [word for word in run.option_text.split() if word.startswith(f"{PART}=")]
        return _digits([run.family, run.goal, run.instance, str(run.seed), str(run.repetition), *part])

    @property
    def deciding(self) -> int:
        """The least number of runs that decide a rung near the limit: of more than half of the cases and seeds."""
        cases, searches = self.widest
        return (1 if self.narrow else cases // 2 + 1) * (searches // 2 + 1)

    @property
    def widest(self) -> tuple[int, int]:
        """The number of cases on the lowest rung, or on the widest one where all runs are known, and of the seeds and
        repetitions of a case."""
        rungs = list(self._upwards()) if self.runs else [*filter(None, [self.rung(0)])]
        cases = max(len(rung.cases) for rung in rungs) if self.ladder.name else 1
        return cases, max(len(case) for rung in rungs for case in rung.searches)

    @property
    def height(self) -> int:
        """The number of rungs where all runs are known, else 0."""
        return len(list(self._upwards())) if self.runs else 0

    def thinned(self, share: Share) -> PlannedClimb:
        """The climb with a share of its runs, which may be none where all are known."""
        sizes = self._least, self._most
        return PlannedClimb(self.ladder, self._runs_of, self.tries, sizes, share, self.rounds, self.kept, self.narrow)

    def rung(self, number: int) -> PlannedRung | None:
        """A rung by its number from 0; None above the top of a ladder that has one."""
        if number not in self._rungs:
            listed = self.listed(number)
            self._rungs[number] = self._made_up(*listed) if listed and listed.size <= self._most else None
        return self._rungs[number]

    def listed(self, number: int) -> Rung | None:
        """The instances of a rung by name, also of those that are left out."""
        return self.ladder.rung(self._start + number * self._share.stride)

    def search(self, instance: str, size: float) -> list[Run]:
        """The runs of one search on an instance, which need not be on the ladder."""
        return next(iter(searches(self._runs_of(instance, size))), [])

    def _upwards(self) -> Iterator[PlannedRung]:
        for number in count():
            rung = self.rung(number)
            if rung is None:
                return
            yield rung

    def lowest(self, rungs: int) -> list[Run]:
        """The first search of the first case on each of the lowest rungs."""
        found = islice((rung for rung in self._upwards() if rung.cases), rungs)
        return [run for rung in found for run in rung.searches[0][0]]

    def due(self, known: Known) -> list[Run]:
        """The next runs after these results; `decide` has them, too, and makes the instances of all lower rungs."""
        if self.runs:
            return [run for run in self.runs if known(run) is None]
        return _due(self._look(self._with_earlier(known))[0]) if self.admitted(known) else []

    def decide(self, made: Mapping[str, Result]) -> Decision:
        """The state of the climb after these results, by the ids of their runs."""
        if self.runs:
            return Decision(
                due=[run for run in self.runs if run.run_id not in made],
                made=[run for run in self.runs if run.run_id in made],
            )

        def own(run: Run) -> Result | None:
            return made.get(run.run_id)

        if not (admitted := self.admitted(own)):
            return Decision(waits=admitted is None)
        known = self._with_earlier(own)
        looked, missed = self._look(known)
        decision = Decision(due=_due(looked))
        for rung in filter(None, map(self.rung, range(max(looked) + 1))):
            decision.made += [run for case in rung.cases for run in case if run.run_id in made]
        self._assume(decision, known, looked, missed)
        return decision

    def _look(self, known: Known) -> tuple[dict[int, Look], int | None]:
        """The rungs that were looked at, by number, and the lowest one that is not held, if any."""
        looked: dict[int, Look] = {}
        held, missed, step = -1, None, 1
        while missed is None or missed - held > 1:
            at = held + step if missed is None else (held + missed) // 2
            rung = self.rung(at)
            if rung is None:  # above the top
                if step == 1:
                    break
                step //= 2
                continue
            looked[at] = look = rung.look(known)
            if look.open or not look.result.tried:
                break
            if not look.result.solved:
                missed = at
                continue
            leaps = self.tries is Tries.STEPS and soon(
                look.result.wall_s, looked[0].result.wall_s, self.first.limits.wall_s
            )
            step = 2 * step if leaps and held >= 0 else 1
            held = at
        return looked, missed

    def _assume(self, decision: Decision, known: Known, looked: Mapping[int, Look], missed: int | None) -> None:
        """Add the sizes held, and the assumptions: on the rungs below a held one, and at the end of the climb on the
        first one above the lowest that is not held, in place of all larger ones."""
        end = None if missed is None else self.rung(missed)
        above = self.rung(missed + 1) if missed is not None and missed + 1 not in looked else None
        if end and above and not decision.due:
            decision.assumed |= above.assumed(known, assumed.above(end.size))
        for number in range(max(looked), -1, -1):
            rung, look = self.rung(number), looked.get(number)
            assert rung is not None, "a higher one was looked at"
            if look is None:
                if decision.held:
                    decision.assumed |= rung.assumed(known, assumed.below(decision.held[0]))
            elif not look.open and look.result.tried:
                decision.assumed |= rung.assumed(known, assumed.like_most(bool(look.result.solved)))
                if look.result.solved:
                    decision.held.insert(0, rung.size)

    def _made_up(self, size: float, names: tuple[str, ...]) -> PlannedRung:
        cases = [runs for name in names if (runs := self._runs_of(name, size))]
        if self._share.seeds:
            cases = [[run for search in searches(runs)[: self._share.seeds] for run in search] for runs in cases]
        return PlannedRung(size, cases[: self._share.cases or None] if self.ladder.name else cases, self.narrow)


def _size(ladder: Ladder, number: int) -> float:
    rung = ladder.rung(number)
    return rung.size if rung else math.inf


def _due(looked: Mapping[int, Look]) -> list[Run]:
    return [run for look in looked.values() for run in look.due]
