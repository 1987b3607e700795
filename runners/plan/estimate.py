"""The expected times of runs, from measured runs: before a campaign, while it runs, and for those who follow it.

Before a campaign, a run is expected to take as long as an equal measured one (name of the instance, configuration and
goal, with any seed), else to use up its limit. A climb is followed as far as equal runs were measured; its further
cost is unknown, and taken to be LIMITS for each run that decides a rung. During a campaign, pending runs are expected
to take the mean time of the most similar completed ones, and an open climb to make EXPECTED_RUNS_PER_CLIMB.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from tilings.models.terminal.command import ROOT
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.final import PlannedFinal
from tilings.runners.plan.plan import Plan, results
from tilings.runners.plan.run import Run
from tilings.runners.plan.rung import Known
from tilings.runners.record import csv_log, schema
from tilings.runners.record.results import Result
from tilings.runners.record.rows import Recorded
from tilings.runners.record.schema import ASSUMED, NOT_TRIED, RunRecord

PUBLISHED = ROOT / "results" / "published"
_NEARLY = 0.99  # of a limit
# The usual cost of a climb in its limits, least and greatest, for each run that decides a rung: eight of ten climbs of
# the default suite lie between.
LIMITS = 2.0, 4.3
EXPECTED_RUNS_PER_CLIMB, MIN_RUNS_LEFT = 10, 2  # the latter of an open climb
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

    def seconds(self, jobs: int, cores: int) -> float:
        """The seconds that it takes, so many runs at a time on so many cores."""
        return max(self.wall_s / (jobs or 1), self.core_s / (cores or 1))


def costs(run: Run) -> bool:
    """Whether a solver is called for a run."""
    return bool(run.version) and not run.refusal


def kind_of(run: Run) -> Kind:
    return Kind(run.family, run.formulation.name, run.solver, run.goal, run.threads, run.limits.wall_s, costs(run))


@dataclass
class Expected:
    """The expected work of a plan: runs that were measured before, with their seconds; those that are assumed to use
    up their limit; the open climbs whose further cost is unknown."""

    measured: list[tuple[Run, float]] = field(default_factory=list)
    others: list[Run] = field(default_factory=list)
    open: list[PlannedClimb | PlannedFinal] = field(default_factory=list)

    def seconds(self, limits: float) -> list[tuple[float, int]]:
        """The wall seconds and threads of each run, and of each open climb for so many limits a deciding run."""
        return [
            *((seconds, run.threads) for run, seconds in self.measured),
            *((run.limits.wall_s, run.threads) for run in self.others),
            *((limits * climb.deciding * climb.first.limits.wall_s, climb.first.threads) for climb in self.open),
        ]

    def core_hours(self, limits: float) -> float:
        return sum(seconds * threads for seconds, threads in self.seconds(limits)) / 3600


class Estimator:
    """Estimates from measured runs. measured: one row for each run."""

    def __init__(self, measured: Iterable[RunRecord] = ()) -> None:
        self._equal: dict[tuple[object, ...], list[RunRecord]] = defaultdict(list)
        self._alike: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for row in measured:
            self.add(row)

    def add(self, row: RunRecord) -> None:
        """Add a run that was made."""
        if row.ended not in NOT_TRIED and row.wall_s is not None:
            self._equal[_case(row)].append(row)
            for like in _likes(row):
                self._alike[like].append(row.wall_s)

    def of_run(self, run: Run) -> Result | None:
        """The expected result of a run; None where no equal run was measured."""
        limit, equal = run.limits.wall_s, self._equal.get(_case(run), [])
        if not (run.version and (equal or costs(run))):  # the instance of a run that was made need not be
            return Result(tried=False, solved=False)
        if solved := [row.wall_s or 0.0 for row in equal if row.proven]:
            return Result(True, median(solved) <= limit, min(median(solved), limit))
        if not equal or max(row.wall_limit_s for row in equal) < limit * _NEARLY:
            return None
        return Result(True, False, min(median(row.wall_s or 0.0 for row in equal), limit))

    def of_plan(self, plan: Plan, recorded: Recorded) -> Expected:
        """The expected work of a plan beyond the recorded runs."""
        expected, known = Expected(), results(recorded)
        names = {row.instance for row in recorded.values()}

        def made(run: Run) -> Result | None:  # the id of a run whose instance is in no row is not needed
            return known.get(run.run_id) if run.instance in names else None

        for climb in plan.climbs:
            if (admitted := climb.admitted(made)) or climb.runs:
                self._follow(climb, made, expected)
            elif admitted is None and climb.likely:
                expected.open.append(climb)
        return expected

    def _follow(self, climb: PlannedClimb | PlannedFinal, made: Known, expected: Expected) -> None:
        """Add the expected work of a climb."""
        guesses: dict[tuple[object, ...], Result] = {}
        while due := climb.due(lambda run: made(run) or guesses.get(_place(run))):
            found = [(run, self.of_run(run)) for run in due]
            others = [run for run, guess in found if not guess]
            if others and not climb.runs:
                expected.open.append(climb)
                return
            expected.others += others
            expected.measured += [(run, guess.wall_s) for run, guess in found if guess and guess.tried]
            if climb.runs:
                return
            guesses.update((_place(run), guess) for run, guess in found if guess)

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


class Remaining:
    """The remaining time of a running campaign.

    left: returns the number of pending runs of each kind.
    jobs: the number of runs at a time.
    made: the rows of runs made before.
    """

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


def of_climb(climb: PlannedClimb | PlannedFinal) -> Counter[Kind]:
    """The runs of a climb that has not begun, by kind: an estimate where they depend on the results."""
    return Counter(map(kind_of, climb.runs)) or Counter({kind_of(climb.first): EXPECTED_RUNS_PER_CLIMB})


def ahead(made: int) -> int:
    """The further runs of an open climb after so many; a rough estimate."""
    return max(MIN_RUNS_LEFT, EXPECTED_RUNS_PER_CLIMB - made)


def between(runs: int, taken_s: float, places_s: float) -> float:
    """The mean seconds between two runs in the same place, in which the harness starts, checks and records runs.

    runs: the number of runs that ended in an interval.
    taken_s: the seconds of these runs.
    places_s: the seconds of all places in the interval.

    The mean is 0 for few runs: they are long, and the time between them is negligible.
    """
    return max(0.0, places_s - taken_s) / runs if runs >= _MANY else 0.0


def published(plan: Plan) -> list[RunRecord]:
    """The rows of the published campaigns that are of a plan's configurations and goals: a part, which is soon read."""
    wanted = {(run.family, run.formulation.name, run.solver, run.goal) for run in plan.examples}
    return [
        schema.from_row(row)
        for folder in (PUBLISHED, *sorted(PUBLISHED.glob("*/")))
        for path in csv_log.tables(folder, "runs")
        for row in csv_log.rows(path, schema.COLUMNS)
        if (row["family"], row["formulation"], row["solver"], row["goal"]) in wanted
    ]


def _case(of: Run | RunRecord) -> tuple[object, ...]:
    """The key of equal runs, for which an instance need not be made."""
    formulation, options = (
        (of.formulation.name, of.option_text) if isinstance(of, Run) else (of.formulation, of.options)
    )
    return of.family, of.instance, of.goal, formulation, options, of.solver, of.threads, of.preset


def _place(run: Run) -> tuple[object, ...]:
    """The key of a run within its climb."""
    return *_case(run), run.seed, run.repetition


def _likes(of: RunRecord | Kind) -> tuple[tuple[str, ...], ...]:
    """The keys of similar runs, the most similar first. They have one limit, because many runs use up theirs."""
    limit = f"{of.wall_limit_s:g}"
    return (of.solver, of.formulation, of.family, of.goal, limit), (of.solver, of.family, limit), (of.solver, limit)
