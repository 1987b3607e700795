"""Finds the optimum by a sequence of decision problems: is there a solution of this value, from the best value on.

A formulation leaves that to the runner by its option ``optimum=levels`` (models.formulation.STEPWISE_OPTION), and its
family's ``Problem.levels`` yields the decision problems. Each is solved with goal ``first`` under what is left of the
limits; together they report what one run of goal ``optimum`` would.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any

from tilings.models import registry
from tilings.runners.confine import Execution, Limits, Usage
from tilings.runners.execute.transcript import BEFORE_SEARCH
from tilings.runners.solvers.interface.events import Bounded, Event, Found, Measured, SearchComplete
from tilings.runners.solvers.interface.solver import Job

TimedEvents = tuple[float, list[Event]]  # the seconds at which a line came, and what it says
SolverCall = Callable[[Job, Limits], Generator[TimedEvents, None, Usage]]
_ADDED = (
    "startup_s", "load_s", "encode_s", "flatten_s", "solve_s", "presolve_s", "nodes", "failures", "effort",
)  # fmt: skip


def optimise(job: Job, limits: Limits, call: SolverCall) -> Generator[TimedEvents, None, Usage]:
    """Decide the levels in turn, and yield the events of them all as if one search for the optimum had sent them.

    call: runs a job. Returns what all of them used, and how the last one ended.
    """
    assert job.problem.levels is not None
    spent = Usage("finished", None, None, 0.0, 0.0, 0.0)
    measured: dict[str, Any] = {}
    for value, decision in job.problem.levels(job.instance):
        yield spent.wall_s, [Bounded(value)]
        path = job.work / f"level-{value}.json"
        path.write_text(registry.instance_json(job.problem, decision), encoding="utf-8")
        left = replace(
            limits, wall_s=max(0.0, limits.wall_s - spent.wall_s), cpu_s=max(0.0, limits.cpu_s - spent.cpu_s)
        )
        level = _Level(value, measured)
        execution = Execution(call(replace(job, path=path, instance=decision, goal="first", wall_s=left.wall_s), left))
        for time_s, events in execution:
            yield spent.wall_s + time_s, [passed for event in events for passed in level.passed(event)]
        measured = level.measured(execution.usage.wall_s)
        yield spent.wall_s + execution.usage.wall_s, [Measured(measured)]
        spent = _sum(spent, execution.usage)
        if level.found:
            break
        if not level.complete:
            return spent
    yield spent.wall_s, [SearchComplete()]
    return spent


@dataclass
class _Level:
    """One decision, whose events become those of the search for the optimum.

    before: what the earlier decisions measured, the effort in sum.
    """

    value: int
    before: dict[str, Any]
    found: bool = False
    complete: bool = False
    own: dict[str, Any] = field(default_factory=dict)

    def passed(self, event: Event) -> list[Event]:
        """The event as one of the search for the optimum; none where it concerns the decision alone."""
        if isinstance(event, Found):
            self.found = True
            return [replace(event, objective=self.value)]
        if isinstance(event, Measured):
            self.own |= event.values
            return [Measured(self._total())]
        self.complete |= isinstance(event, SearchComplete)
        return [] if isinstance(event, SearchComplete | Bounded) else [event]

    def measured(self, wall_s: float) -> dict[str, Any]:
        """What was measured up to the end of this decision, which took so long."""
        if "encode_s" in self.own and "solve_s" not in self.own:  # cut short
            before = sum(self.own.get(name, 0.0) for name in BEFORE_SEARCH)
            self.own["solve_s"] = max(0.0, wall_s - before)
        return self._total()

    def _total(self) -> dict[str, Any]:
        sums = {key: self.before.get(key, 0) + self.own.get(key, 0) for key in _ADDED}
        return self.before | self.own | {key: value for key, value in sums.items() if key in self.before | self.own}


def _sum(spent: Usage, last: Usage) -> Usage:
    """The last decision's ending, and what it and those before it used."""
    return replace(
        last,
        wall_s=spent.wall_s + last.wall_s,
        cpu_s=spent.cpu_s + last.cpu_s,
        peak_mb=max(spent.peak_mb, last.peak_mb),
        stalled_s=None if last.stalled_s is None else (spent.stalled_s or 0.0) + last.stalled_s,
        upset="; ".join(filter(None, [spent.upset, last.upset])),
    )
