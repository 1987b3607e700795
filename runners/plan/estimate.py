"""The expected times of runs, from measured runs: for plans, progress and status; and plans within a budget.

A run is expected to take as long as an equal measured one (instance, configuration and goal, with any seed). A plan
assumes that other runs use up their limit and solve nothing. So on an unknown ladder a configuration costs the limits
of the first rungs, after which it gives up; it may really solve these and time out on later ones, which costs about as
much. During a campaign, pending runs are expected to take the mean time of the most similar completed ones.

`thin` makes a plan fit a budget of core-hours. All ladders are thinned equally, and for all configurations, to compare
the same cases: first fewer instances a rung, then every second rung, then fewer seeds and repetitions, at last fewer
rungs down to the lowest. Runs on no ladder lose only seeds. The result depends on the plan and the published rows, not
on the campaign's own rows, and is the same for each shard and each session.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
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


def kind_of(run: Run) -> Kind:
    costs = bool(run.version) and not run.refusal
    return Kind(run.family, run.formulation.name, run.solver, run.goal, run.threads, run.limits.wall_s, costs)


class Estimator:
    """Estimates from measured runs. measured: one row for each run."""

    def __init__(self, measured: Iterable[RunRecord] = ()) -> None:
        self._equal: dict[Key, list[RunRecord]] = defaultdict(list)
        self._alike: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for row in measured:
            self.add(row)

    def add(self, row: RunRecord) -> None:
        """Add a run that was made, or given up at no cost."""
        if row.ended not in NOT_TRIED and row.wall_s is not None:
            self._equal[row.key].append(row)
        if row.ended not in NOT_TRIED or row.ended == GIVEN_UP:
            for like in _likes(row):
                self._alike[like].append(row.wall_s or 0.0)

    def of_run(self, run: Run) -> tuple[float, bool] | None:
        """The expected seconds of a run, and whether it is solved; None where no equal run was measured."""
        limit, equal = run.limits.wall_s, self._equal.get(run.key, [])
        if solved := [row.wall_s or 0.0 for row in equal if row.proven]:
            return min(median(solved), limit), median(solved) <= limit
        if not equal or max(row.wall_limit_s for row in equal) < limit * _NEARLY:
            return None
        return min(median(row.wall_s or 0.0 for row in equal), limit), False

    def of_plan(self, runs: Iterable[Run], recorded: Recorded) -> dict[str, float]:
        """The expected wall seconds of each pending run that is not expected to be given up, by its id; 0 without a
        solver's call."""
        planned = list(runs)
        results = {run_id: ladders.result(row) for run_id, row in recorded.items() if row.ended != GIVEN_UP}
        seconds: dict[str, float] = {}
        for climb in ladders.climbs(planned).values():
            while due := climb.decide(results)[0]:
                for run in due:
                    seconds[run.run_id], results[run.run_id] = self._guess(run)
        for run in planned:
            if not run.give_up and run.run_id not in results:
                seconds[run.run_id], _ = self._guess(run)
        return seconds

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
        return seconds, Result(tried=True, solved=solved)


class Remaining:
    """The remaining time of a running campaign. kinds: of its runs, by their ids; jobs: runs at a time."""

    def __init__(self, kinds: Mapping[str, Kind], jobs: int, made: Iterable[RunRecord] = ()) -> None:
        self._kinds, self._jobs = dict(kinds), jobs
        self._estimator = Estimator()
        self._left = Counter(kinds.values())
        for row in made:
            self._count(row)
        self._began = time.monotonic()
        self._runs, self._taken_s = 0, 0.0

    def made(self, row: RunRecord) -> None:
        """Count a run of this session."""
        self._count(row)
        self._runs, self._taken_s = self._runs + 1, self._taken_s + (row.wall_s or 0.0)

    def seconds(self) -> float:
        """The seconds until the last run is made."""
        gap_s = between(self._runs, self._taken_s, self._jobs * (time.monotonic() - self._began))
        return self._estimator.of_kinds(self._left, gap_s).wall_s / self._jobs

    def _count(self, row: RunRecord) -> None:
        self._estimator.add(row)
        if kind := self._kinds.pop(row.run_id, None):  # counted once, also if the run is repeated
            self._left[kind] -= 1


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


def thin(runs: list[Run], hours: float, known: Estimator) -> tuple[list[Run], str]:
    """The thinned plan, and a sentence on the runs left out. Raises UserError where nothing fits."""
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
    how = f" ({', '.join(kept)} kept)" if kept else ""
    return f"--budget {hours:g}: {out} of {of} runs are left out{how}; expected {expected:.3g} core-hours"
