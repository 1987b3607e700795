"""The expected times of runs, from measured runs: for plans, progress and status; and plans within a budget.

A run is expected to take as long as an equal measured one (instance, configuration and goal, with any seed). A plan
assumes that other runs use up their limit and solve nothing. A climb is followed as far as equal runs were measured;
its further cost is unknown, and taken to be LIMITS for each run that decides a rung. During a campaign, pending runs
are expected to take the mean time of the most similar completed ones.

`thin` makes a plan fit a budget of core-hours. All ladders are thinned equally, and for all configurations, to compare
the same cases: first fewer instances a rung, then every second rung, then fewer seeds and repetitions, at last fewer
rungs. Runs on no ladder lose only seeds, climbs none. The result depends on the plan and the published rows, not
on the campaign's own rows, and is the same for each shard and each session.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.confine import Limits
from tilings.runners.plan.climb import Climb
from tilings.runners.plan.matrix import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.climbs import Result
from tilings.runners.record.schema import ASSUMED, NOT_TRIED, Key, RunRecord

PUBLISHED = ROOT / "results" / "published"
_NEARLY = 0.99  # of a limit
# The usual cost of a climb in its limits, least and greatest, for each run that decides a rung: eight of ten climbs of
# the default suite lie between.
LIMITS = 2.0, 4.3
RUNS, LEAST_AHEAD = 10, 2  # of a climb: runs in all, runs that an open one still makes at least
_WIDEST = 8  # the largest stride on a ladder that is climbed
_MANY = 20  # runs, for an estimate of the time between them


class Kind(NamedTuple):
    """The key of runs that are counted together; costs: whether a solver is called for them."""

    family: str
    formulation: str
    solver: str
    goal: str
    threads: int
    wall_limit_s: float
    costs: bool


class Work(NamedTuple):
    """Seconds of runs one after another, and of their threads; unknown: the number of runs without a similar one."""

    wall_s: float
    core_s: float
    unknown: int


def costs(run: Run) -> bool:
    """Whether a solver is called for a run."""
    return bool(run.version) and not run.refusal


def kind_of(run: Run) -> Kind:
    return Kind(run.family, run.formulation.name, run.solver, run.goal, run.threads, run.limits.wall_s, costs(run))


def climb_s(climb: Climb, limits: float) -> tuple[float, int]:
    """The wall seconds and threads of a climb that takes so many limits for each run that decides a rung."""
    return limits * climb.deciding * climb.first.limits.wall_s, climb.first.threads


@dataclass
class Expected:
    """The expected work of a plan: runs with their seconds; known: how many of them were measured before; open: the
    climbs whose further cost is unknown."""

    runs: list[tuple[Run, float]] = field(default_factory=list)
    known: int = 0
    open: list[Climb] = field(default_factory=list)

    def add(self, runs: list[tuple[Run, float]], known: bool) -> None:
        """Add runs with their seconds; those that call no solver are left out."""
        costly = [(run, seconds) for run, seconds in runs if costs(run)]
        self.runs += costly
        self.known += len(costly) if known else 0

    def add_climb(self, climb: Climb, runs: list[tuple[Run, float]], ended: bool) -> None:
        """Add the known runs of a climb."""
        self.add(runs, known=True)
        self.open += [] if ended else [climb]

    def seconds(self, limits: float) -> list[tuple[float, int]]:
        """The wall seconds and threads of each run, and of each open climb for so many limits a deciding run."""
        return [(seconds, run.threads) for run, seconds in self.runs] + [climb_s(climb, limits) for climb in self.open]

    def core_hours(self, limits: float) -> float:
        return sum(seconds * threads for seconds, threads in self.seconds(limits)) / 3600


class Estimator:
    """Estimates from measured runs. measured: one row for each run."""

    def __init__(self, measured: Iterable[RunRecord] = ()) -> None:
        self._equal: dict[Key, list[RunRecord]] = defaultdict(list)
        self._alike: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for row in measured:
            self.add(row)

    def add(self, row: RunRecord) -> None:
        """Add a run that was made."""
        if row.ended not in NOT_TRIED and row.wall_s is not None:
            self._equal[row.key].append(row)
            for like in _likes(row):
                self._alike[like].append(row.wall_s)

    def of_run(self, run: Run) -> tuple[float, bool] | None:
        """The expected seconds of a run, and whether it is solved; None where no equal run was measured."""
        limit, equal = run.limits.wall_s, self._equal.get(run.key, [])
        if solved := [row.wall_s or 0.0 for row in equal if row.proven]:
            return min(median(solved), limit), median(solved) <= limit
        if not equal or max(row.wall_limit_s for row in equal) < limit * _NEARLY:
            return None
        return min(median(row.wall_s or 0.0 for row in equal), limit), False

    def of_plan(self, plan: Plan, recorded: Mapping[str, Result]) -> Expected:
        """The expected work of a plan beyond the recorded results."""
        expected = Expected()
        for run in plan.runs:
            if run.run_id not in recorded:
                seconds = self._guess(run)[0]
                expected.add([(run, seconds)], known=self.of_run(run) is not None)
        for climb in plan.climbs:
            expected.add_climb(climb, *self._climb(climb, recorded))
        return expected

    def _climb(self, climb: Climb, recorded: Mapping[str, Result]) -> tuple[list[tuple[Run, float]], bool]:
        """The next runs of a climb with their expected seconds, as far as equal ones were measured, and whether these
        reach its end."""
        results = dict(recorded)
        runs: list[tuple[Run, float]] = []
        while due := climb.decide(results).due:
            for run in due:
                seconds, guessed = self._guess(run)
                if guessed.tried and self.of_run(run) is None:
                    return runs, False
                results[run.run_id] = guessed
                runs.append((run, seconds))
        return runs, True

    def of_kinds(self, left: Mapping[Kind, int], between_s: float = 0.0) -> Work:
        """The work of so many runs of each kind, each with the mean time of the most similar ones, or else its limit.

        between_s: seconds between two runs in the same place.
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
        return seconds, Result(tried=True, solved=solved, wall_s=seconds)


class Remaining:
    """The remaining time of a running campaign. left: returns the kinds of the pending runs; jobs: runs at a time."""

    def __init__(self, left: Callable[[], Mapping[Kind, int]], jobs: int, made: Iterable[RunRecord] = ()) -> None:
        self._left, self._jobs = left, jobs
        self._estimator = Estimator(made)
        self._began = time.monotonic()
        self._runs, self._taken_s = 0, 0.0

    def made(self, row: RunRecord) -> None:
        """Count a run of this session."""
        self._estimator.add(row)
        if row.ended not in ASSUMED:
            self._runs, self._taken_s = self._runs + 1, self._taken_s + (row.wall_s or 0.0)

    def runs(self) -> int:
        """The number of pending runs; of climbs an estimate."""
        return sum(self._left().values())

    def seconds(self) -> float:
        """The seconds until the last run is made."""
        gap_s = between(self._runs, self._taken_s, self._jobs * (time.monotonic() - self._began))
        return self._estimator.of_kinds(self._left(), gap_s).wall_s / self._jobs


def left(due: Counter[Kind], climbs: Iterable[tuple[Climb, int]]) -> Counter[Kind]:
    """The runs that are due and further ones of open climbs, by kind. climbs: each with the number of its runs so
    far."""
    kinds = Counter(due)
    for climb, made in climbs:
        kinds[kind_of(climb.first)] += ahead(made)
    return kinds


def ahead(made: int) -> int:
    """The further runs of an open climb after so many; a rough estimate."""
    return max(LEAST_AHEAD, RUNS - made)


def between(runs: int, taken_s: float, places_s: float) -> float:
    """The mean seconds between two runs in the same place, in which the harness starts, checks and records runs.

    runs: the number that ended in an interval; taken_s: their seconds; places_s: the seconds of all places in that
    interval. 0 after few runs: such runs are long, and the time between them is negligible.
    """
    return max(0.0, places_s - taken_s) / runs if runs >= _MANY else 0.0


def published() -> list[RunRecord]:
    """The rows of the published campaigns."""
    return [row for folder in sorted(PUBLISHED.glob("*/")) for row in rows.runs(folder)]


def _likes(of: RunRecord | Kind) -> tuple[tuple[str, ...], ...]:
    """The keys of similar runs, the most similar first."""
    return (of.solver, of.formulation, of.family, of.goal), (of.solver, of.family), (of.solver,)


@dataclass(frozen=True)
class _Level:
    """The size of a thinned plan: instances a rung, every stride-th rung from the lowest, seeds."""

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


def thin(plan: Plan, hours: float, known: Estimator) -> tuple[Plan, str]:
    """The thinned plan, and a sentence on what is left out. Raises UserError where nothing fits."""
    places = list(_places(list(plan.runs)))
    rungs = [rung for climb in plan.climbs if (rung := climb.rung(0))]
    most = _Level(
        max([1, *(place.instance + 1 for place in places), *(len(rung.cases) for rung in rungs)]),
        max([_WIDEST if rungs else 1, *(place.rung + 1 for place in places)]),
        max([1, *(place.seed + 1 for place in places)]),
    )
    expected = 0.0
    for level in _levels(most):
        runs = tuple(run for run, place in zip(plan.runs, places, strict=True) if place.within(level))
        whole = (level.instances, level.stride) == (most.instances, 1)
        climbs = plan.climbs if whole else tuple(each.thinned(level.instances, level.stride) for each in plan.climbs)
        thinned = Plan(runs, climbs)
        expected = known.of_plan(thinned, {}).core_hours(sum(LIMITS) / 2)
        if expected <= hours:
            return thinned, _words(hours, len(plan.runs) - len(runs), len(plan.runs), level, most, expected)
    raise UserError(
        f"--budget {hours:g} is too small: the smallest plan is expected to take {expected:.3g} core-hours; --timeout, "
        "or names such as --family, make the plan smaller"
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
    """The number of each value, from 0, in the order of its group's values. pairs: a group and a value."""
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
    if of:
        kept.append(f"{of - out} of {of} runs outside of climbs")
    return f"--budget {hours:g}: {', '.join(kept) or 'all'} kept; expected {expected:.3g} core-hours"
