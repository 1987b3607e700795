"""The queue of a session's runs: the next run, and those that are given up or repeated.

The order is that of the plan, but a run on a ladder waits until the rungs below it are decided (runners.plan.ladders).
At the end the disturbed runs are repeated (runners.record.rows), and the ladders are decided again: a run that had been
given up may then be due.
"""

import heapq
from collections.abc import Iterable

from tilings.runners.plan import ladders
from tilings.runners.plan.ladders import Recorded
from tilings.runners.plan.run import Run
from tilings.runners.record import rows
from tilings.runners.record.schema import RETRIED_ENDINGS, RunRecord


class RunQueue:
    """The pending runs of a plan.

    runs: all of the plan, in its order; recorded: the valid rows of runs that were made or given up before, by their
    ids. ``done`` must be called for each taken run, as soon as its record is final.
    """

    def __init__(self, runs: Iterable[Run], recorded: Recorded | None = None) -> None:
        known = recorded or {}
        self._reasons = {run_id: reason for run_id, row in known.items() if (reason := ladders.reason_of(row))}
        self._stale = set(self._reasons)
        made = {run_id: row for run_id, row in known.items() if run_id not in self._reasons}
        planned = list(runs)
        undone = [
            run for run in planned
            if run.run_id not in made or rows.again(made[run.run_id], run.attempts)
        ]  # fmt: skip
        needed = {run.run_id for run in undone}
        self._again = needed & made.keys()
        self._attempts = {run_id: made[run_id].attempt or 1 for run_id in self._again}
        climbing = {ladders.climb_id(run) for run in undone if run.give_up}
        self._runs = [run for run in planned if run.run_id in needed or ladders.climb_id(run) in climbing]
        self._place = {run.run_id: place for place, run in enumerate(self._runs)}
        self._results = {run_id: ladders.result(made[run_id]) for run_id in self._place if run_id in made}
        self._climbs = ladders.climbs(self._runs)
        self._ready = [
            place for place, run in enumerate(self._runs) if not run.give_up and run.run_id not in self._results
        ]
        self._queued = {self._runs[place].run_id for place in self._ready}
        self._under_way: set[str] = set()
        self._new: list[tuple[Run, str]] = []
        self._repeating = False
        self._decide(self._climbs)
        for run_id in self._stale:  # the rungs below may give another reason
            del self._reasons[run_id]

    def __len__(self) -> int:
        """An upper bound on the number of pending runs."""
        return sum(run.run_id not in self._results for run in self._runs) + len(self._again)

    @property
    def threads(self) -> int:
        """The largest number of threads of a run."""
        return max((run.threads for run in self._runs), default=1)

    def peek(self) -> Run | None:
        """The next run; None: the queue is empty, or the next run depends on running ones."""
        if not self._ready and not self._under_way:
            if self._repeating:
                self._repeating = False
                self._decide(self._climbs)
            if not self._ready:
                self._repeating = bool(self._again)
                self._ready = sorted(self._place[run_id] for run_id in self._again)
                self._again.clear()
        return self._runs[self._ready[0]] if self._ready else None

    def take(self) -> tuple[Run, int]:
        """Take the run of ``peek``; with the number of this attempt, from 1."""
        run = self._runs[heapq.heappop(self._ready)]
        self._under_way.add(run.run_id)
        self._attempts[run.run_id] = self._attempts.get(run.run_id, 0) + 1
        return run, self._attempts[run.run_id]

    def done(self, record: RunRecord) -> None:
        """Add the record of a taken run."""
        run_id = record.run_id
        if run_id not in self._under_way:
            return  # it was given up
        self._under_way.discard(run_id)
        if run_id not in self._results or record.ended not in RETRIED_ENDINGS:
            self._results[run_id] = ladders.result(record)
        run = self._runs[self._place[run_id]]
        if rows.again(record, run.attempts):
            self._again.add(run_id)
        climb = ladders.climb_id(run)
        if climb and not self._repeating:
            self._decide([climb])

    def decided(self, run_id: str) -> bool:
        """Whether the row of a recorded run is final: it was made, or is given up whatever the pending runs give."""
        return run_id not in self._stale

    def given_up(self) -> list[tuple[Run, str]]:
        """The runs that were given up since the last call, with the reason; without those already recorded so."""
        new, self._new = self._new, []
        return new

    def _decide(self, climbs: Iterable[str]) -> None:
        for climb in climbs:
            due, given_up = self._climbs[climb].decide(self._results)
            for run in due:
                if run.run_id not in self._queued:
                    self._queued.add(run.run_id)
                    heapq.heappush(self._ready, self._place[run.run_id])
            self._stale -= given_up.keys()
            for run_id, reason in given_up.items():
                if self._reasons.get(run_id) != reason:
                    self._reasons[run_id] = reason
                    self._new.append((self._runs[self._place[run_id]], reason))
