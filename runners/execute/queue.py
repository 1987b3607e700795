"""The queue of a session's runs: the next run, those that are assumed, and those that are repeated.

Climbs whose runs are compared follow one group after the other, each rung by rung over all configurations, so that
their times are measured close together. The order of the groups, and of the runs of a rung, is fixed and shuffled,
since a drift of the machine's speed must not follow the plan. At the end the disturbed runs are repeated
(runners.record.rows), and the climbs are decided again: further runs may then be due.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tilings.runners.plan import estimate
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.estimate import Kind
from tilings.runners.plan.final import PlannedFinal
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.assumed import Assumed
from tilings.runners.record.results import result
from tilings.runners.record.rows import Recorded
from tilings.runners.record.schema import ASSUMED, RETRIED_ENDINGS, RunRecord


class _Place(NamedTuple):
    """The place of a run in the queue: after all of a lower one."""

    group: str
    rung: float
    run_id: str


class RunQueue:
    """The pending runs of a plan.

    recorded: the selected rows of runs that were made or assumed before, by their ids. ``done`` must be called for each
    taken run, as soon as its record is final.
    begins: called with the climb of each run that is taken, and with the rows so far.
    """

    def __init__(
        self,
        plan: Plan,
        recorded: Recorded | None = None,
        begins: Callable[[PlannedClimb, Iterable[RunRecord]], None] = lambda *_: None,
    ) -> None:
        self._begins = begins
        self._known = known = recorded or {}
        self._kept: set[str] = set()  # of the recorded assumptions
        self._rows = {run_id: row for run_id, row in known.items() if row.ended not in ASSUMED}
        self._written = {
            run_id: Assumed(row.ended, row.message) for run_id, row in known.items() if row.ended in ASSUMED
        }
        self._results = {run_id: result(row) for run_id, row in self._rows.items()}
        self._plan = plan
        self._finals = {final.group(final.first): final for final in plan.finals}
        # The climbs that may go on, with the number of their runs so far.
        self._open: dict[str, tuple[PlannedClimb | PlannedFinal, int]] = {}
        self._runs: dict[str, tuple[Run, PlannedClimb | PlannedFinal]] = {}
        self._ready: list[_Place] = []
        self._under_way: set[str] = set()
        self._pending: Counter[Kind] = Counter()  # ready, under way or to be repeated
        self._attempts = {run_id: row.attempt or 1 for run_id, row in self._rows.items()}
        self._again: set[str] = set()
        self._new: list[tuple[Run, Assumed]] = []
        self._repeating = False
        plan.begin(self._rows.values())
        for climb in plan.climbs:
            self._decide(climb)
        self.threads = max((run.threads for run in plan.examples), default=1)

    def __len__(self) -> int:
        """The number of runs that are ready or to be repeated; climbs make further ones due."""
        return len(self._ready) + len(self._again)

    @property
    def recorded(self) -> dict[str, RunRecord]:
        """The rows of earlier sessions that still hold: of runs that were made or are assumed."""
        return {run_id: self._known[run_id] for run_id in [*self._runs, *self._kept] if run_id in self._known}

    def open(self) -> list[str]:
        """The ids of the climbs that may go on."""
        return list(self._open)

    def left(self) -> Counter[Kind]:
        """The kinds of the pending runs, of open climbs an estimate."""
        left = Counter(self._pending)
        for climb, made in self._open.values():
            left[estimate.kind_of(climb.first)] += estimate.ahead(made)
        return left

    def peek(self) -> Run | None:
        """The next run; None: the queue is empty, or the next run depends on running ones."""
        if not self._ready and not self._under_way:
            if self._repeating:
                self._repeating = False
                for climb in self._plan.open:
                    self._decide(climb)
            if not self._ready and self._again:
                self._repeating = True
                self._ready = sorted(_place(*self._runs[run_id]) for run_id in self._again)
                self._again.clear()
        return self._runs[self._ready[0].run_id][0] if self._ready else None

    def take(self) -> tuple[Run, int]:
        """Take the run of ``peek``; with the number of this attempt, from 1."""
        run, climb = self._runs[heapq.heappop(self._ready).run_id]
        if isinstance(climb, PlannedClimb):
            self._begins(climb, self._rows.values())
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
        run, climb = self._runs[run_id]
        if climb.contest:
            climb.contest.begun.add(climb.planned_id)
        if rows.again(record, run.attempts):
            self._again.add(run_id)
        else:
            self._pending[estimate.kind_of(run)] -= 1
        if not (climb.runs or self._repeating):
            self._decide(climb, onwards=True)

    def assumed(self) -> list[tuple[Run, Assumed]]:
        """The runs that were assumed solved or unsolved since the last call; without those recorded so."""
        new, self._new = self._new, []
        return new

    def _decide(self, climb: PlannedClimb | PlannedFinal, onwards: bool = False) -> None:
        """Decide a climb again. onwards: and at its end those that it may decide."""
        decision = climb.decide(self._results)
        for run in [*decision.made, *decision.due]:
            self._add(run, climb)
        self._open.pop(climb.planned_id, None)
        if (decision.due and not climb.runs) or (decision.waits and climb.likely):
            self._open[climb.planned_id] = climb, len(decision.made)
        for run_id, (run, assumed) in decision.assumed.items():
            if self._written.get(run_id) == assumed:
                self._kept.add(run_id)
            else:
                self._written[run_id] = assumed
                self._new.append((run, assumed))
        if onwards and climb.contest and not (decision.due or decision.waits):
            for following in climb.contest.next_to(climb):
                self._decide(following, onwards)
            if final := self._finals.get(climb.group(climb.first)):
                self._decide(final)

    def _add(self, run: Run, climb: PlannedClimb | PlannedFinal) -> None:
        """Make a run ready, unless it is known already."""
        run_id = run.run_id
        known = run_id in self._runs
        if not (known and climb.runs):  # a known run may decide another climb as well
            self._runs[run_id] = run, climb
        if known:
            return
        row = self._rows.get(run_id)
        if row is None:
            heapq.heappush(self._ready, _place(run, climb))
        elif rows.again(row, run.attempts):
            self._again.add(run_id)
        else:
            return
        self._pending[estimate.kind_of(run)] += 1


def _place(run: Run, climb: PlannedClimb | PlannedFinal) -> _Place:
    return _Place(climb.group(run), run.rung or 0.0, run.run_id)
