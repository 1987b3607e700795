"""A campaign: what is recorded of it, the runs that are left, and their making.

Its folder has the CSV files that are the record, solutions, logs, machines and copies of the instances. Each shard has
one writer, ensured by a lock. What earlier sessions recorded is read first, so that the same command resumes.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import shlex
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tilings.models import files
from tilings.models.problem import Solution, UserError
from tilings.runners import confine
from tilings.runners.campaign import lock
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.campaign.signs import Asked, Signs
from tilings.runners.campaign.summary import CampaignSummary
from tilings.runners.execute.attempt import Outcome, Session
from tilings.runners.execute.queue import RunQueue
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan import estimate, forecast, manifest
from tilings.runners.plan.installed import Installed
from tilings.runners.plan.run import Run
from tilings.runners.record import csv_log, machine
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.rows import counting, standing, worth
from tilings.runners.record.schema import (
    COLUMNS,
    RETRIED_ENDINGS,
    SESSION_COLUMNS,
    TRACE_COLUMNS,
    RunRecord,
    read_runs,
    trace_attempt,
)
from tilings.runners.solvers.interface import solver


class Campaign:
    """A campaign in its open folder; ``name`` is that of the folder. Raises UserError where it cannot be written.

    machine: the short name of this machine in it, once ``describe`` has recorded it. recorded: run_id -> the row
    that counts of each run that came to something or was given up before, whichever shard wrote it.
    """

    def __init__(self, home: Path, shard: tuple[int, int] = (1, 1), fresh: bool = False) -> None:
        self.folder = home.resolve()
        self.name = self.folder.name
        self.machine = ""
        self._shard = "{}of{}".format(*shard)
        self._instances: set[tuple[str, str, str]] = set()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with contextlib.ExitStack() as opened:
                opened.enter_context(lock.lock(self.folder, *shard, alone=fresh))
                if fresh:
                    lock.set_aside(self.folder, *lock.RECORDED)
                for name in lock.FOLDERS:
                    (self.folder / name).mkdir(exist_ok=True)
                self.recorded = self._open()
                opened.callback(self._runs.close)
                opened.callback(self._traces.close)
                self._opened = opened.pop_all()
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def _open(self) -> dict[str, RunRecord]:
        """Read what is recorded, mend what a kill or a power cut left behind, open the shard's files."""
        runs, traces = (self.folder / f"{kind}-{self._shard}.csv" for kind in ("runs", "trace"))
        rows = {path: read_runs(path) for path in sorted(self.folder.glob("runs-*.csv"))}
        _keep_attempts(runs, rows.get(runs, []))
        _keep_traces(traces, {(row.run_id, row.attempt or 1) for row in rows.get(runs, []) if _lasting(row)})
        self._runs = Appender(runs, COLUMNS)
        self._traces = Appender(traces, TRACE_COLUMNS)
        return counting(itertools.chain.from_iterable(rows.values()))

    def resume(self, asked: Asked, whole: list[Run], runs: list[Run]) -> list[str]:
        """Find the runs that are left to do, and describe this session in the folder; in sentences for the user.

        whole: the runs of all shards, whose answers must agree; runs: those of this one.
        """
        self._installed = Installed(runs)
        usable = [trial.name for trial in confine.tried() if trial.backend]
        self.describe(asked.suite, solver.colours(), solvers=solver.versions(), limit_backends=usable)
        self._signs = Signs(self.folder, asked, whole, runs)
        self._jobs = asked.jobs
        recorded = standing(self.recorded, runs)
        self._queue = RunQueue(runs, {run.run_id: recorded[run.run_id] for run in runs if run.run_id in recorded})
        made = {
            run.run_id: row for run in runs if (row := recorded.get(run.run_id)) and self._queue.decided(run.run_id)
        }
        comparing = [recorded[run.run_id] for run in whole if run.run_id in recorded]  # not of former formulations
        kinds = {run.run_id: estimate.kind_of(run) for run in runs}
        self._resumed = kinds, made, comparing
        return [
            forecast.totals(runs, asked.jobs, recorded),
            *forecast.left_out(runs),
            f"recorded in {self.folder}; Ctrl-C stops, and the same command goes on",
            f"to follow it from elsewhere: tilings status {shlex.quote(str(self.folder))}",
        ]

    def make(self, backend: confine.Backend, start: str) -> CampaignSummary:
        """Make and record the runs that `resume` has found, and close the folder; start: as in Session.

        Raises UserError where a solver is upgraded meanwhile.
        """
        session = Session(self.folder / "logs", self.folder / "proofs", self.name, self.machine, backend, start)
        summary = CampaignSummary(CrossCheck(manifest.shipped()), *self._resumed, self._jobs)
        outcomes = execute(self._queue, session, self._jobs, watch=self._signs.working)
        try:
            for run, outcome in outcomes:
                if changed := self._installed.changed(run):
                    raise UserError(
                        f"{run.solver} was changed during the campaign ({changed}); this run was discarded. What is "
                        "recorded is kept: repeat the command to continue"
                    )
                record = summary.cross_check.settled(outcome.record)
                self.keep(run, record, outcome)
                summary.add(record)
                self._queue.done(record)
        finally:
            outcomes.close()
            summary.progress.close()
            self._signs.ended()
            self.close()
        return summary

    def describe(self, suite: str, colours: Mapping[str, str] | None = None, **more: Any) -> None:
        """Record where and how this session runs: in machines/, in machine.json and in a row of the shard's sessions.

        colours: of solvers and paradigms of plug-ins, which are added to those of earlier sessions; more: what else
        describes the machine (see runners.record.machine). Sessions of other shards may do so at once.
        """
        here = machine.describe() | more
        self.machine = machine.identity(here)
        session = {"machine": self.machine, "suite": suite, "command": shlex.join(sys.orig_argv)}
        shades = self._earlier_colours() | dict(colours or {})
        started = datetime.now(UTC).isoformat(timespec="seconds")
        values = here | session | {"started_at": started, "shard": self._shard}
        with lock.writing(self.folder):
            self._put_json(self.folder / "machines" / f"{self.machine}.json", machine.stable(here))
            self._put_json(self.folder / "machine.json", here | session | ({"colours": shades} if shades else {}))
            sessions = Appender(self.folder / f"sessions-{self._shard}.csv", SESSION_COLUMNS)
            sessions.append([values[name] for name in SESSION_COLUMNS])
            sessions.close()

    def _earlier_colours(self) -> dict[str, str]:
        try:
            found = json.loads(files.text(self.folder / "machine.json"))["colours"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep(self, run: Run, record: RunRecord, outcome: Outcome) -> None:
        """Write a run to disk; its row comes last, so that every recorded run has its instance, solution and trace."""
        with lock.writing(self.folder):
            if not self._runs.in_place:  # else a run's solution would lie apart from its row
                raise UserError(
                    f"{self.folder} was moved during the campaign; what is recorded is kept: repeat the command "
                    "with its new place as --results"
                )
            self._keep_instance(run)
            if outcome.trace:  # before the solution: it is refused where another node has taken over
                self._traces.append(*[(record.run_id, *row, record.attempt) for row in outcome.trace])
            if outcome.solution is not None:
                self._keep_solution(run, outcome.solution)
            elif (record.attempt or 1) > 1 and _lasting(record):  # that of an earlier attempt
                (self.folder / "solutions" / f"{run.run_id}.json").unlink(missing_ok=True)
            self._runs.append(record.cells)

    def close(self) -> None:
        """Close the files and give up the lock."""
        self._opened.close()

    def _keep_instance(self, run: Run) -> None:
        """Copy an instance's JSON into the folder, so that it can be read without the repository.

        Where earlier rows are of another one of that name, its copy stays, named by its hash as well.
        """
        instance = (run.family, run.instance, run.source.sha256)
        if instance in self._instances:
            return
        copy = self.folder / "instances" / run.family / f"{run.instance}.json"
        copy.parent.mkdir(exist_ok=True)
        csv_log.sync(copy.parent.parent)
        content = run.source.path.read_bytes()
        if hashlib.sha256(content).hexdigest() != run.source.sha256:
            raise UserError(f"{run.source.path} has changed since the campaign was started; what is recorded is kept")
        earlier = copy.read_bytes() if copy.exists() else content
        if earlier != content:
            self._put(lock.superseded_copy(copy, hashlib.sha256(earlier).hexdigest()), earlier)
        if earlier != content or not copy.exists():
            self._put(copy, content)
        self._instances.add(instance)

    def _keep_solution(self, run: Run, solution: Solution) -> None:
        """Store a run's last solution."""
        content = {"run_id": run.run_id, "family": run.family, "instance": run.instance, "goal": run.goal}
        text = json.dumps(content | {"solution": solution})
        self._put(self.folder / "solutions" / f"{run.run_id}.json", text.encode() + b"\n")

    def _put_json(self, path: Path, content: dict[str, Any]) -> None:
        self._put(path, json.dumps(content, indent=2).encode() + b"\n")

    def _put(self, path: Path, data: bytes) -> None:
        csv_log.replace(path, lambda file: file.write(data), writer=self._shard)


def _lasting(row: RunRecord) -> bool:
    return row.ended not in RETRIED_ENDINGS


def _keep_attempts(path: Path, rows: list[RunRecord]) -> None:
    """Leave one row for each attempt of a run, the last; that of a run that came to nothing or was given up only where
    it was not made after all. rows: those of the file."""
    last: dict[tuple[str, int], int] = {}
    for place, row in enumerate(rows):
        last[row.run_id, (row.attempt or 1) if worth(row.ended) > 1 else 0] = place
    made = {run_id for run_id, attempt in last if attempt}
    kept = {place for (run_id, attempt), place in last.items() if attempt or run_id not in made}
    if len(kept) < len(rows):
        header, found = csv_log.read(path, COLUMNS)
        csv_log.rewrite(path, tuple(header), (row for place, row in enumerate(found) if place in kept))


def _keep_traces(path: Path, runs: set[tuple[str, int]]) -> None:
    """Leave the traces of these runs and attempts: a kill may come between a run's trace and its row, and the run is
    made again."""

    def wanted(row: list[str]) -> bool:
        try:
            return (row[0], trace_attempt(row[4:])) in runs
        except ValueError:
            raise UserError(
                f"{path}: '{row[4]}' is not an attempt of a run: mend the row, or move the file away"
            ) from None

    if path.exists():
        _, found = csv_log.read(path, TRACE_COLUMNS)
        if not all(map(wanted, found)):
            header, found = csv_log.read(path, TRACE_COLUMNS)
            csv_log.rewrite(path, tuple(header), (row for row in found if wanted(row)))
