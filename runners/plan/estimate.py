"""How long runs are expected to take, from measured runs: for plans, progress and status; and plans within a budget.

A run of which an equal one was measured (instance, configuration and goal, with any seed) takes as long as that. Of
other runs a plan assumes that they use up their limit and solve nothing. So on a ladder of which nothing is known a
configuration costs the limits of the first rungs, up to those after which it gives up; in truth it may solve these and
time out on later ones, which costs about as much. While a campaign is made its runs are counted by kinds, and those
that are left are taken to be like the mean of the most alike ones that were made.

`thin` makes a plan fit a budget of core-hours. All ladders are thinned alike, and for all configurations, so that the
same cases compare: first fewer instances a rung, then every second rung, then fewer seeds and repetitions, at last
fewer rungs down to the lowest. What is on no ladder has fewer seeds, and stays otherwise. The outcome follows from the
plan and the published rows alone, not from what a campaign has recorded, so that it is the same for each shard and each
time.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.confine import Limits
from tilings.runners.plan import ladders
from tilings.runners.plan.ladders import Recorded, Result
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.schema import GIVEN_UP, NOT_TRIED, Key, RunRecord

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


@dataclass(frozen=True)
class _Level:
    """How much is left: so many instances a rung, every stride-th rung from the lowest, so many seeds."""

    instances: int
    stride: int
    seeds: int


@dataclass(frozen=True)
class _Place:
    """The numbers, from 0, of a run's instance in its rung, of its rung on its ladder, of its seed and repetition."""

    instance: int
    rung: int
    seed: int

    def within(self, level: _Level) -> bool:
        return self.instance < level.instances and self.rung % level.stride == 0 and self.seed < level.seeds


def thin(runs: list[Run], hours: float, known: Estimator) -> tuple[list[Run], str]:
    """The runs that are left, and in words what is left out. Raises UserError where nothing fits."""
    places = dict(zip((run.run_id for run in runs), _places(runs), strict=True))
    most = _Level(*(max(getattr(place, key) for place in places.values()) + 1 for key in ("instance", "rung", "seed")))
    expected = 0.0
    for level in _levels(most):
        left = [run for run in runs if places[run.run_id].within(level)]
        seconds = known.of_plan(left, {})
        expected = sum(seconds.get(run.run_id, 0.0) * run.threads for run in left) / 3600
        if expected <= hours:
            return left, _words(hours, len(runs) - len(left), len(runs), level, most, expected)
    raise UserError(
        f"--budget {hours:g} is too small: one rung of each ladder, with one seed, is expected to take {expected:.3g} "
        "core-hours; --timeout, or names such as --family, make the plan smaller"
    )


def _levels(most: _Level) -> Iterator[_Level]:
    """From the whole plan to one rung."""
    for instances in range(most.instances, 0, -1):
        yield _Level(instances, 1, most.seeds)
    for seeds in range(most.seeds, 0, -1):
        yield _Level(1, 2, seeds)
    stride = 4
    while stride < 2 * most.stride:
        yield _Level(1, stride, 1)
        stride *= 2


def _places(runs: list[Run]) -> Iterator[_Place]:
    rungs = _numbered((_ladder(run), run.rung or 0.0) for run in runs)
    instances = _numbered(((*_ladder(run), run.rung), run.instance) for run in runs)
    seeds = _numbered((_case(run), (run.seed, run.repetition)) for run in runs)
    for run in runs:
        seed = seeds[_case(run), (run.seed, run.repetition)]
        if run.ladder:
            instance = instances[(*_ladder(run), run.rung), run.instance]
            yield _Place(instance, rungs[_ladder(run), run.rung or 0.0], seed)
        else:
            yield _Place(0, 0, seed)


def _numbered(pairs: Iterable[tuple[object, Any]]) -> dict[tuple[object, Any], int]:
    """The number of each value, from 0, among those of its group in their order. pairs: a group and a value."""
    groups: dict[object, set[Any]] = defaultdict(set)
    for group, value in pairs:
        groups[group].add(value)
    return {(group, value): n for group, values in groups.items() for n, value in enumerate(sorted(values))}


def _ladder(run: Run) -> tuple[str, str, str]:
    return run.family, run.goal, run.ladder


def _case(run: Run) -> tuple[Key, Limits]:
    return run.key, run.limits


def _words(hours: float, out: int, of: int, level: _Level, most: _Level, expected: float) -> str:
    kept = []
    if level.instances < most.instances:
        kept.append(f"{level.instances} of up to {most.instances} instances a rung")
    if level.stride > 1:
        kept.append(f"one rung in {level.stride}")
    if level.seeds < most.seeds:
        kept.append(f"{level.seeds} of up to {most.seeds} seeds and repetitions")
    how = f" ({', '.join(kept)} kept)" if kept else ""
    return f"--budget {hours:g}: {out} of {of} runs are left out{how}; expected {expected:.3g} core-hours"
