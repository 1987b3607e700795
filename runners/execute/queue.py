"""The queue of a session's runs: the next run, those that are assumed, and those that are repeated.

Runs of a plain matrix come first, in the order of the plan. Climbs follow ladder by ladder, on each rung by rung over
all configurations, so that the times that are compared are measured close together. At the end the disturbed runs are
repeated (runners.record.rows), and the climbs are decided again: further runs may then be due.
"""

import heapq
from collections import Counter
from typing import NamedTuple

from tilings.runners.plan import estimate
from tilings.runners.plan.climb import Climb
from tilings.runners.plan.estimate import Kind
from tilings.runners.plan.matrix import Plan, ladder_id
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.assumed import Assumed
from tilings.runners.record.climbs import climb_id, result
from tilings.runners.record.rows import Recorded
from tilings.runners.record.schema import ASSUMED, RETRIED_ENDINGS, RunRecord


class _Place(NamedTuple):
    """The place of a run in the queue: after all of a lower one."""

    ladder: str
    rung: float
    run_id: str


class RunQueue:
    """The pending runs of a plan.

    recorded: the selected rows of runs that were made or assumed before, by their ids. ``done`` must be called for each
    taken run, as soon as its record is final.
    """

    def __init__(self, plan: Plan, recorded: Recorded | None = None) -> None:
        self._known = known = recorded or {}
        self._kept: set[str] = set()  # of the recorded assumptions
        self._rows = {run_id: row for run_id, row in known.items() if row.ended not in ASSUMED}
        self._written = {
            run_id: Assumed(row.ended, row.message) for run_id, row in known.items() if row.ended in ASSUMED
        }
        self._results = {run_id: result(row) for run_id, row in self._rows.items()}
        self._climbs = {climb.climb_id: climb for climb in plan.climbs}
        self._made: dict[str, int | None] = {}  # of each climb the runs so far; None where it has ended
        self._runs: dict[str, Run] = {}
        self._ladders: dict[str, str] = {}
        self._ready: list[_Place] = []
        self._under_way: set[str] = set()
        self._pending: Counter[Kind] = Counter()  # ready, under way or to be repeated
        self._attempts = {run_id: row.attempt or 1 for run_id, row in self._rows.items()}
        self._again: set[str] = set()
        self._new: list[tuple[Run, Assumed]] = []
        self._repeating = False
        for run in plan.runs:
            self._plan(run, "")
        for climb in self._climbs.values():
            self._decide(climb)
        self.threads = max((run.threads for run in plan.kinds), default=1)

    def __len__(self) -> int:
        """The number of runs that are ready or to be repeated; climbs make further ones due."""
        return len(self._ready) + len(self._again)

    @property
    def recorded(self) -> dict[str, RunRecord]:
        """The rows of earlier sessions that still hold: of runs that were made or are assumed."""
        return {run_id: self._known[run_id] for run_id in [*self._runs, *self._kept] if run_id in self._known}

    def open(self) -> list[str]:
        """The ids of the climbs that have not ended."""
        return [climb for climb, made in self._made.items() if made is not None]

    def left(self) -> Counter[Kind]:
        """The kinds of the pending runs, of open climbs an estimate."""
        climbs = [(self._climbs[climb], made) for climb, made in self._made.items() if made is not None]
        return estimate.left(self._pending, climbs)

    def peek(self) -> Run | None:
        """The next run; None: the queue is empty, or the next run depends on running ones."""
        if not self._ready and not self._under_way:
            if self._repeating:
                self._repeating = False
                for climb in self._climbs.values():
                    self._decide(climb)
            if not self._ready and self._again:
                self._repeating = True
                self._ready = sorted(self._place(self._runs[run_id]) for run_id in self._again)
                self._again.clear()
        return self._runs[self._ready[0].run_id] if self._ready else None

    def take(self) -> tuple[Run, int]:
        """Take the run of ``peek``; with the number of this attempt, from 1."""
        run = self._runs[heapq.heappop(self._ready).run_id]
        self._under_way.add(run.run_id)
        self._attempts[run.run_id] = self._attempts.get(run.run_id, 0) + 1
        return run, self._attempts[run.run_id]

    def done(self, record: RunRecord) -> None:
        """Add the record of a taken run."""
        run_id = record.run_id
        if run_id not in self._under_way:
            return  # it was assumed
        self._under_way.discard(run_id)
        if run_id not in self._results or record.ended not in RETRIED_ENDINGS:
            self._results[run_id], self._rows[run_id] = result(record), record
        run = self._runs[run_id]
        if rows.again(record, run.attempts):
            self._again.add(run_id)
        else:
            self._pending[estimate.kind_of(run)] -= 1
        climb = self._climbs.get(climb_id(run)) if run.ladder else None
        if climb and not self._repeating:
            self._decide(climb)

    def assumed(self) -> list[tuple[Run, Assumed]]:
        """The runs that were assumed solved or unsolved since the last call; without those recorded so."""
        new, self._new = self._new, []
        return new

    def _decide(self, climb: Climb) -> None:
        decision = climb.decide(self._results)
        ladder = ladder_id(climb)
        for run in [*decision.made, *decision.due]:
            self._plan(run, ladder)
        self._made[climb.climb_id] = len(decision.made) if decision.due else None
        for run_id, (run, assumed) in decision.assumed.items():
            if self._written.get(run_id) == assumed:
                self._kept.add(run_id)
            else:
                self._written[run_id] = assumed
                self._new.append((run, assumed))

    def _plan(self, run: Run, ladder: str) -> None:
        """Make a run ready, unless it is known already."""
        run_id = run.run_id
        if run_id in self._runs:
            return
        self._runs[run_id], self._ladders[run_id] = run, ladder
        row = self._rows.get(run_id)
        if row is None:
            heapq.heappush(self._ready, self._place(run))
        elif rows.again(row, run.attempts):
            self._again.add(run_id)
        else:
            return
        self._pending[estimate.kind_of(run)] += 1

    def _place(self, run: Run) -> _Place:
        ladder = self._ladders[run.run_id]
        return _Place(ladder, run.rung or 0.0 if ladder else 0.0, run.run_id)
