"""How long runs are expected to take, from measured runs: for plans, budgets, progress and status.

A run of which an equal one was measured (instance, configuration and goal, with any seed) takes as long as that. Of
other runs a plan assumes that they use up their limit and solve nothing. So on a ladder of which nothing is known a
configuration costs the limits of the first rungs, up to those after which it gives up; in truth it may solve these and
time out on later ones, which costs about as much. While a campaign is made its runs are counted by kinds, and those
that are left are taken to be like the mean of the most alike ones that were made.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from models.terminal.command import ROOT
from runners.plan import ladders
from runners.plan.ladders import Recorded, Result
from runners.plan.run import Run
from runners.record import rows
from runners.record.schema import GIVEN_UP, NOT_TRIED, Key, RunRecord

PUBLISHED = ROOT / "results" / "published"
_NEARLY = 0.99  # of a limit
_MANY = 20  # runs, from which on the time between them is known


class Kind(NamedTuple):
    """What runs have in common that are counted together; costs: whether a solver is called for them at all."""

    family: str
    formulation: str
    solver: str
    goal: str
    threads: int
    wall_limit_s: float
    costs: bool


class Work(NamedTuple):
    """Seconds of runs one after another, and of their threads; unknown: the runs among them that are like none."""

    wall_s: float
    core_s: float
    unknown: int


def kind_of(run: Run) -> Kind:
    """The kind of a run."""
    costs = bool(run.version) and not run.refusal
    return Kind(run.family, run.formulation.name, run.solver, run.goal, run.threads, run.limits.wall_s, costs)


class Estimator:
    """What is known from measured runs. rows: one for each run."""

    def __init__(self, measured: Iterable[RunRecord] = ()) -> None:
        self._equal: dict[Key, list[RunRecord]] = defaultdict(list)
        self._alike: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for row in measured:
            self.add(row)

    def add(self, row: RunRecord) -> None:
        """Add a run that was made, or given up, which costs nothing."""
        if row.ended not in NOT_TRIED and row.wall_s is not None:
            self._equal[row.key].append(row)
        if row.ended not in NOT_TRIED or row.ended == GIVEN_UP:
            for like in _likes(row):
                self._alike[like].append(row.wall_s or 0.0)

    def of_run(self, run: Run) -> tuple[float, bool] | None:
        """The seconds that a run may take, and whether it is solved in them; None where no equal one was measured."""
        limit, equal = run.limits.wall_s, self._equal.get(run.key, [])
        if solved := [row.wall_s or 0.0 for row in equal if row.proven]:
            return min(median(solved), limit), median(solved) <= limit
        if not equal or max(row.wall_limit_s for row in equal) < limit * _NEARLY:
            return None
        return min(median(row.wall_s or 0.0 for row in equal), limit), False

    def of_plan(self, runs: Iterable[Run], recorded: Recorded) -> dict[str, float]:
        """The expected wall seconds of each run of a plan that is neither made nor expected to be given up, by its id;
        0 for one that calls no solver."""
        every = list(runs)
        results = {run_id: ladders.result(row) for run_id, row in recorded.items() if row.ended != GIVEN_UP}
        found: dict[str, float] = {}
        for climb in ladders.climbs(every).values():
            while due := climb.decide(results)[0]:
                for run in due:
                    found[run.run_id], results[run.run_id] = self._guess(run)
        for run in every:
            if not run.give_up and run.run_id not in results:
                found[run.run_id], _ = self._guess(run)
        return found

    def of_kinds(self, left: Mapping[Kind, int], between_s: float = 0.0) -> Work:
        """What so many runs of each kind take, each as long as the mean of the most alike ones, or else its limit.

        between_s: what lies between two runs in the same place.
        """
        means: dict[tuple[str, ...], float] = {}
        wall = core = 0.0
        unknown = 0
        for kind, runs in left.items():
            if not kind.costs or runs <= 0:
                continue
            like = next(filter(self._alike.__contains__, _likes(kind)), None)
            if like is None:
                unknown += runs
                mean = kind.wall_limit_s
            else:
                mean = means.setdefault(like, sum(self._alike[like]) / len(self._alike[like]))
            seconds = runs * min(mean, kind.wall_limit_s)
            wall, core = wall + seconds + runs * between_s, core + seconds * kind.threads
        return Work(wall, core, unknown)

    def _guess(self, run: Run) -> tuple[float, Result]:
        if run.refusal or not run.version:
            return 0.0, Result(tried=False, solved=False)
        seconds, solved = self.of_run(run) or (run.limits.wall_s, False)
        return seconds, Result(tried=True, solved=solved)


class Remaining:
    """The time that a campaign at work still takes. kinds: of its runs, by their ids; jobs: runs at a time."""

    def __init__(self, kinds: Mapping[str, Kind], jobs: int, made: Iterable[RunRecord] = ()) -> None:
        self._kinds, self._jobs = dict(kinds), jobs
        self._estimator = Estimator()
        self._left = Counter(kinds.values())
        for row in made:
            self._count(row)
        self._began = time.monotonic()
        self._runs, self._taken_s = 0, 0.0

    def made(self, row: RunRecord) -> None:
        """Count a run that this session has made."""
        self._count(row)
        self._runs, self._taken_s = self._runs + 1, self._taken_s + (row.wall_s or 0.0)

    def seconds(self) -> float:
        """The seconds until the last run is made."""
        gap_s = between(self._runs, self._taken_s, self._jobs * (time.monotonic() - self._began))
        return self._estimator.of_kinds(self._left, gap_s).wall_s / self._jobs

    def _count(self, row: RunRecord) -> None:
        self._estimator.add(row)
        if kind := self._kinds.pop(row.run_id, None):  # not yet, where a run is made again
            self._left[kind] -= 1


def between(runs: int, taken_s: float, places_s: float) -> float:
    """The mean seconds between two runs in the same place, in which the harness starts, checks and records runs.

    runs: how many ended lately; taken_s: the seconds of runs in that time; places_s: those of all places for one. 0
    after few runs: such runs are long, and these seconds are few beside theirs.
    """
    return max(0.0, places_s - taken_s) / runs if runs >= _MANY else 0.0


def published() -> list[RunRecord]:
    """The rows of the published campaigns."""
    return rows_of(sorted(PUBLISHED.glob("*/")))


def rows_of(folders: Iterable[Path]) -> list[RunRecord]:
    """The rows of some campaigns' folders."""
    return [row for folder in folders for row in rows.runs(folder)]


def _likes(of: RunRecord | Kind) -> tuple[tuple[str, ...], ...]:
    """What a run is compared with, the most alike first."""
    return (of.solver, of.formulation, of.family, of.goal), (of.solver, of.family), (of.solver,)
