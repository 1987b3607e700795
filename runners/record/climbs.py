"""What a configuration solves on a ladder: the one definition of rung, climb and reach, on rows.

A *ladder* is a class of instances of growing size, for one goal. Instances of one size are a *rung*, each instance a
*case*; runners.record.results says when they are solved. The time of a rung is the least one within which more than
half of its cases are solved.

Rungs that a climb leapt over are assumed to be held, those above its end not to be; neither counts as *tried*. An
assumption holds only below a rung that was tried and is held: the answers for which it was made may be refuted since.

Runs under several limits are of one climb: a search counts by its run under the longest one, and by a run that solved
it under a shorter one. The climbs of a ladder are compared within the longest limit under which every paradigm has one,
and not one configuration alone (`RecordedLadder.limit_s`); those that have only shorter limits, as after the rounds of
a campaign, are left out, except one that holds the largest size and so has nothing left to run. Within a shorter limit,
runs under a limit beyond that of its round are unsolved, however soon they end: only the best went on to them, with
fewer cases. Climbs on another kind of machine are of another ladder, and configurations that are not ranked
(runners.record.faults) have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from statistics import median
from typing import TypeVar

from tilings.models.formulation import NATIVE
from tilings.models.registry import paradigm
from tilings.runners.record import faults
from tilings.runners.record.results import Result, majority, middle, order, outcome, result, whole
from tilings.runners.record.schema import ASSUMED, NOT_TRIED, SKIPPED, RunRecord, configuration

TIMES_START = 10
_LATER_S = 0.001  # the least time beyond a round's limit
T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, order=True)
class RecordedLadder:
    """What the rungs of a ladder have in common, beside its machine.

    name: the ladder's class, with /sat or /unsat for the goal first.
    limit_s: the seconds within which its climbs are compared.
    kind: the kind of machine.
    """

    family: str
    name: str
    goal: str
    limit_s: float
    kind: str = ""

    @property
    def where(self) -> str:
        return f"{self.family}/{self.name}, {self.goal}"

    @property
    def unsolvable(self) -> bool:
        """Whether its instances have no solution, which is to be proven."""
        return self.goal == "first" and self.name.endswith("/unsat")

    @property
    def key(self) -> tuple[str, str, str]:
        """The ladder without limit and machine, for comparisons of several campaigns."""
        return self.family, self.name, self.goal


@dataclass(frozen=True)
class Case:
    """A case that was tried.

    run: the middle one of the case's runs, which stands for them.
    time_s: the seconds until that run solved the case or was ended, at most its limit.
    seeds: the seconds of each run that solved the case.
    """

    run: RunRecord
    solved: bool
    time_s: float
    seeds: tuple[float, ...] = ()

    @property
    def instance(self) -> str:
        return self.run.instance

    @property
    def result(self) -> Result:
        return Result(True, self.solved, self.time_s)

    def within(self, limit_s: float, round_s: float = math.inf) -> Case | None:
        """The case under another limit; None if it was not solved under a shorter one: then it is not known.

        round_s: the limit of the round; runs under a longer one leave the case unsolved.
        """
        if not self.solved and self.run.wall_limit_s < limit_s:
            return None
        if self.run.wall_limit_s > round_s:
            return replace(self, solved=False, time_s=limit_s, seeds=())
        seeds = tuple(seconds for seconds in self.seeds if seconds <= limit_s)
        return replace(
            self, solved=self.solved and self.time_s <= limit_s, time_s=min(self.time_s, limit_s), seeds=seeds
        )


@dataclass(frozen=True)
class Rung:
    """A size on a ladder.

    cases: the cases that were tried; none if the rung is assumed.
    faults: what went wrong, a text for each run that failed.
    """

    size: float
    held: bool
    cases: tuple[Case, ...] = ()
    faults: tuple[str, ...] = ()
    disturbed: bool = False

    @property
    def tried(self) -> bool:
        return bool(self.cases)

    @property
    def time_s(self) -> float:
        """The least time within which more than half of the cases are solved; NaN where the rung is not held."""
        if not (self.held and self.tried):
            return math.nan
        return sorted((case.result for case in self.cases), key=order)[len(self.cases) // 2].wall_s

    @property
    def result(self) -> Result:
        """The result of its cases. Its time is the one by which a climb decides whether the rung is solved soon."""
        return majority([case.result for case in self.cases])

    def within(self, limit_s: float, round_s: float = math.inf) -> Rung:
        """The rung under another limit; one that is assumed stays so. round_s: as of `Case.within`."""
        if not self.tried:
            return self
        cases = tuple(known for case in self.cases if (known := case.within(limit_s, round_s)))
        return replace(self, cases=cases, held=bool(majority([case.result for case in cases]).solved))


@dataclass(frozen=True)
class Climb:
    """One configuration on one ladder, under the limit of the ladder.

    start_s: the median of its times to start and load; NaN if not recorded.
    preset: the name of the solver's settings, which is a part of the configuration; empty for the solver's defaults.
    runs: the rows of which it is made, and those under longer limits.
    """

    ladder: RecordedLadder
    configuration: str
    solver: str
    paradigm: str
    ranked: bool
    rungs: tuple[Rung, ...]
    start_s: float = math.nan
    preset: str = ""
    runs: tuple[RunRecord, ...] = field(default=(), repr=False, compare=False)

    @property
    def plain(self) -> str:
        """The configuration without its preset."""
        if not self.preset:
            return self.configuration
        word = f"preset={self.preset}"
        return self.configuration.replace(f" [{word}]", "").replace(f" {word}]", "]")

    @property
    def tried(self) -> list[Rung]:
        return [rung for rung in self.rungs if rung.tried]

    @property
    def reach(self) -> float | None:
        """The observed reach: the largest size held; None where no rung is held."""
        return max((rung.size for rung in self.rungs if rung.held), default=None)

    @property
    def end(self) -> Rung | None:
        """The smallest rung that was tried above the reach; None without one."""
        return next((rung for rung in self.tried if rung.size > (self.reach or 0.0)), None)

    @property
    def open(self) -> bool:
        """Whether the reach is a lower bound: no rung above it was tried."""
        return self.reach is not None and self.end is None

    @property
    def holes(self) -> list[float]:
        """The sizes below the reach that were tried and not held."""
        return [rung.size for rung in self.tried if not rung.held and self.reach is not None and rung.size < self.reach]

    @property
    def faults(self) -> list[str]:
        return [fault for rung in self.rungs for fault in rung.faults]

    @property
    def disturbed(self) -> list[float]:
        return [rung.size for rung in self.rungs if rung.disturbed]

    @property
    def comparable_s(self) -> float:
        """Times above this reflect solving, not start-up: ten times the start.

        Where the start is not recorded, ten times the shortest time, of which it is a part.
        """
        shortest = min((case.time_s for rung in self.tried for case in rung.cases), default=math.inf)
        return TIMES_START * (shortest if math.isnan(self.start_s) else self.start_s)

    def rung(self, size: float) -> Rung | None:
        return next((rung for rung in self.rungs if rung.size == size), None)

    @property
    def steps(self) -> dict[float, float]:
        """The seconds within which each tried size is held, beyond the limit of every round that ended without it."""
        end_s, least_s = self.ladder.limit_s, 0.0
        found: dict[float, float] = {}
        for limit_s in sorted({end_s, *(run.wall_limit_s for run in self.runs if run.wall_limit_s < end_s)}):
            for rung in self.within(limit_s).tried:
                if rung.held:
                    found.setdefault(rung.size, max(rung.time_s, least_s))
            least_s = limit_s + _LATER_S
        return found

    def within(self, limit_s: float) -> Climb:
        """The same climb as if the limit had been shorter: longer runs are unsolved.

        Raises ValueError for a longer limit.
        """
        if limit_s > self.ladder.limit_s:
            raise ValueError(f"{limit_s:g} s is longer than the limit of {self.ladder.limit_s:g} s")
        return _climb(replace(self.ladder, limit_s=limit_s), self.configuration, self.runs)


def climbs(
    runs: Sequence[RunRecord],
    kinds: Sequence[str] = (),
    fair: Sequence[bool] = (),
    shortest: bool = False,
    left_out: bool = False,
) -> list[Climb]:
    """The climbs of rows, one a run, by ladder and configuration.

    kinds: the kind of machine of each run; by default the processor.
    fair: whether each run is ranked; by default the answer of `faults.fair`.
    shortest: all climbs are cut to the shortest limit of any run on the ladder.
    left_out: return only the climbs that are left out of the comparison, each within its own longest limit.
    """
    about = zip(runs, kinds or [run.cpu_model for run in runs], fair or faults.fair(runs), strict=True)
    own = [(run, kind) for run, kind, ranked in about if ranked and run.ladder and run.rung is not None
           and run.pair is None and (run.ended in ASSUMED or run.ended not in NOT_TRIED)]  # fmt: skip
    made = []
    ladders = grouped(own, lambda each: (each[0].family, each[0].ladder, each[0].goal, each[1]))
    for (family, name, goal, kind), group in sorted(ladders.items()):
        by_configuration = grouped([run for run, _ in group], configuration)
        longest = _longest(by_configuration)
        limit_s = min(run.wall_limit_s for run, _ in group) if shortest else _common(by_configuration, longest)
        ladder = RecordedLadder(family, name, goal, limit_s, kind)
        for who, rows in sorted(by_configuration.items()):
            if left_out == (longest[who] < limit_s):
                made.append(_climb(replace(ladder, limit_s=min(limit_s, longest[who])), who, rows))
    return made


def rung(size: float, runs: Iterable[RunRecord]) -> Rung:
    """A rung by the rows of its runs, each case by those under its longest limit."""
    rows = list(runs)
    known = [_case(own) for own in grouped(rows, lambda run: run.instance).values()]
    cases = tuple(each for each in known if isinstance(each, Case))
    assumed = [each for each in known if isinstance(each, bool)]
    held = majority([each.result for each in cases]).solved if cases else 2 * sum(assumed) > len(assumed)
    failed = [(run, outcome(run)) for run in rows]
    words = tuple(f"{run.instance}: {'wrong answer' if word == 'wrong' else run.ended}" for run, word in failed
                  if run.ended in faults.FAULTS or word in ("failed", "wrong"))  # fmt: skip
    return Rung(size, bool(held), cases, words, any(run.disturbed and run.ended not in NOT_TRIED for run in rows))


def sizes(group: Iterable[Climb]) -> list[float]:
    """All sizes of a ladder that any of its climbs names."""
    return sorted({rung.size for climb in group for rung in climb.rungs})


def by_ladder(found: Iterable[Climb]) -> dict[RecordedLadder, list[Climb]]:
    return grouped(found, lambda climb: climb.ladder)


def _climb(ladder: RecordedLadder, who: str, runs: Sequence[RunRecord]) -> Climb:
    first, of_size = runs[0], grouped(runs, lambda run: run.rung or 0.0)
    round_s = min((run.wall_limit_s for run in runs if run.wall_limit_s >= ladder.limit_s), default=math.inf)
    rungs = [rung(size, part).within(ladder.limit_s, round_s) for size, part in sorted(of_size.items())]
    top = max((each.size for each in rungs if each.held and each.tried), default=-math.inf)
    rungs = [replace(each, held=each.held and (each.tried or each.size < top)) for each in rungs]
    starts = [run.startup_s + run.load_s for run in runs
              if run.ended not in NOT_TRIED and run.startup_s is not None and run.load_s is not None]  # fmt: skip
    name = first.paradigm or paradigm(first.family, first.formulation)
    start_s = median(starts) if starts else math.nan
    return Climb(ladder, who, first.solver, name, name != NATIVE, tuple(rungs), start_s, first.preset, tuple(runs))


def _case(runs: list[RunRecord]) -> Case | bool | None:
    """A case by its rows, one that is assumed by whether it is assumed to be solved; None if it could not be tried."""
    made = [run for run in runs if run.ended not in NOT_TRIED]
    if not made:
        return runs[0].ended == SKIPPED if runs[0].ended in ASSUMED else None
    limit_s = max(run.wall_limit_s for run in made)
    found = []
    for runs_of_search in grouped(made, lambda run: (run.seed, run.repetition)).values():
        longest = max(run.wall_limit_s for run in runs_of_search)
        parts = [run for run in runs_of_search if run.wall_limit_s == longest]
        search = whole(map(result, parts))
        if search.solved or longest == limit_s:
            found.append((search, parts[0]))
    standing, run = middle(found)
    seeds = tuple(sorted(each.wall_s for each, _ in found if each.solved))
    return Case(run, bool(standing.solved), standing.wall_s, seeds)


def _common(configurations: Mapping[str, list[RunRecord]], longest: Mapping[str, float]) -> float:
    """The longest limit under which every paradigm has a climb, and two configurations have one, if there are two."""
    of_paradigm = grouped(longest, lambda who: configurations[who][0].paradigm)
    best = [max(longest[who] for who in own) for own in of_paradigm.values()]
    return min(*best, *sorted(longest.values())[-2:])


def _longest(configurations: Mapping[str, list[RunRecord]]) -> dict[str, float]:
    """The longest limit of each climb on a ladder: of its runs that took place, or else of all its rows.

    A climb that holds the largest size has nothing left to run under longer limits: it has the longest on the ladder.
    """
    every = list(chain.from_iterable(configurations.values()))
    top, most = max(run.rung or 0.0 for run in every), max(run.wall_limit_s for run in every)
    found = {}
    for who, runs in configurations.items():
        made = [run.wall_limit_s for run in runs if run.ended not in NOT_TRIED]
        own = max(made or [run.wall_limit_s for run in runs])
        found[who] = most if rung(top, [run for run in runs if run.rung == top]).held else own
    return found


def grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """The items by their keys, in the order of the items."""
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
