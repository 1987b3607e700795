"""Finds the optimum by a sequence of decision problems: is there a solution of this value, from the best value on.

A formulation selects this by its option ``optimum=levels`` (models.formulation.STEPWISE_OPTION), and its family's
``Problem.levels`` yields the decision problems. Each is solved with goal ``first`` under the rest of the limits;
together they report the events of one run with goal ``optimum``.
"""

from collections.abc import Callable, Generator
from typing import Any

from tilings.models import registry
from tilings.runners.confine import Execution, Limits, Usage
from tilings.runners.execute.transcript import BEFORE_SEARCH
from tilings.runners.solvers.interface.events import Bounded, Event, Found, Measured, SearchComplete
from tilings.runners.solvers.interface.solver import Job

TimedEvents = tuple[float, list[Event]]  # the time of a line in seconds, and its events
SolverCall = Callable[[Job, Limits], Generator[TimedEvents, None, Usage]]
_ADDED = (
    "startup_s", "load_s", "encode_s", "flatten_s", "solve_s", "presolve_s", "nodes", "failures", "effort",
)  # fmt: skip


def optimise(job: Job, limits: Limits, call: SolverCall) -> Generator[TimedEvents, None, Usage]:
    """Decide the levels in turn, and yield their events as those of one search for the optimum.

    limits: those of all decisions together, as job.wall_s is.
    call: runs a job. Returns the usage of all decisions, with the ending of the last one.
    """
    assert job.problem.levels is not None
    spent = Usage("finished", None, None, 0.0, 0.0, 0.0)
    measured: dict[str, Any] = {}
    for value, decision in job.problem.levels(job.instance):
        if spent.wall_s >= job.wall_s:
            return spent._replace(ended="wall")
        yield spent.wall_s, [Bounded(value)]
        path = job.work / f"level-{value}.json"
        path.write_text(registry.instance_json(job.problem, decision), encoding="utf-8")
        left = limits._replace(wall_s=limits.wall_s - spent.wall_s, cpu_s=max(0.0, limits.cpu_s - spent.cpu_s))
        left_s = job.wall_s - spent.wall_s
        level = _Level(value, measured)
        execution = Execution(call(job._replace(path=path, instance=decision, goal="first", wall_s=left_s), left))
        for time_s, events in execution:
            yield spent.wall_s + time_s, [translated for event in events for translated in level.translate(event)]
        measured = level.measured(execution.usage.wall_s)
        yield spent.wall_s + execution.usage.wall_s, [Measured(measured)]
        spent = _sum(spent, execution.usage)
        if level.found:
            break
        if not level.complete:
            return spent
    yield spent.wall_s, [SearchComplete()]
    return spent


class _Level:
    """One decision, whose events become events of the search for the optimum.

    before: the measures of the earlier decisions, with their efforts added up.
    """

    def __init__(self, value: int, before: dict[str, Any]) -> None:
        self.value, self.before = value, before
        self.found = self.complete = False
        self.values: dict[str, Any] = {}

    def translate(self, event: Event) -> list[Event]:
        """The event as one of the search for the optimum; empty where it concerns only the decision."""
        if isinstance(event, Found):
            self.found = True
            return [Found(event.atoms, self.value, event.late)]
        if isinstance(event, Measured):
            self.values |= event.values
            return [Measured(self._total())]
        self.complete |= isinstance(event, SearchComplete)
        return [] if isinstance(event, SearchComplete | Bounded) else [event]

    def measured(self, wall_s: float) -> dict[str, Any]:
        """The measures up to the end of this decision. wall_s: its time."""
        if "encode_s" in self.values and "solve_s" not in self.values:  # it was ended during the search
            before = sum(self.values.get(name, 0.0) for name in BEFORE_SEARCH)
            self.values["solve_s"] = max(0.0, wall_s - before)
        return self._total()

    def _total(self) -> dict[str, Any]:
        both = self.before | self.values
        return both | {key: self.before.get(key, 0) + self.values.get(key, 0) for key in _ADDED if key in both}


def _sum(spent: Usage, last: Usage) -> Usage:
    """The usage of all decisions, with the ending of the last one."""
    return last._replace(
        wall_s=spent.wall_s + last.wall_s,
        cpu_s=spent.cpu_s + last.cpu_s,
        peak_mb=max(spent.peak_mb, last.peak_mb),
        stalled_s=None if last.stalled_s is None else (spent.stalled_s or 0.0) + last.stalled_s,
        distortion="; ".join(filter(None, [spent.distortion, last.distortion])),
    )
