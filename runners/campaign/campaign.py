"""A campaign: its recorded rows, its pending runs, and their execution.

Its folder has the CSV files that are the record, solutions, proofs, logs, machines and instances. Each shard has one
writer, ensured by a lock. The rows of earlier sessions are read first, so the same command resumes.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shlex
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tilings.models import files
from tilings.models.problem import UserError
from tilings.runners import confine
from tilings.runners.campaign import lock
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.campaign.heartbeat import Heartbeat, Request
from tilings.runners.campaign.predictor import Predictor
from tilings.runners.campaign.summary import CampaignSummary
from tilings.runners.execute.attempt import Outcome, Session
from tilings.runners.execute.queue import RunQueue
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan import estimate, forecast, manifest
from tilings.runners.plan.installed import Installed
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.proofs import keep
from tilings.runners.record import appended, csv_log, json_lines, machine, schema, stored_instances, stored_solutions
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.rows import Row, made, rank, still_valid
from tilings.runners.solvers.interface import solver


class Campaign:
    """A campaign in its open folder. Raises UserError for a folder that cannot be written.

    name: the folder's name.
    machine: the short name of this machine in the campaign, set by ``describe``.
    recorded: the ids of the runs that were made or assumed before, in all shards, and the valid row of each.
    """

    def __init__(self, home: Path, shard: tuple[int, int] = (1, 1), fresh: bool = False) -> None:
        self.folder = home.resolve()
        self.name = self.folder.name
        self.machine = ""
        self._shard = "{}of{}".format(*shard)
        self._sessions, self._described = self.folder / f"sessions-{self._shard}.csv", False
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for pattern in (".lock-*", *lock.RECORDED):
                files.matching(self.folder, pattern)  # refuses links
            with contextlib.ExitStack() as opened:
                opened.enter_context(lock.lock(self.folder, *shard, alone=fresh))
                if fresh:
                    lock.set_aside(self.folder, *lock.RECORDED)
                for name in lock.FOLDERS:
                    (self.folder / name).mkdir(exist_ok=True)
                self.recorded = self._open()
                opened.callback(self._runs.close)
                for file in (self._traces, self._solutions, self._instances, self._predictor):
                    opened.callback(file.close)
                self._opened = opened.pop_all()
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def _open(self) -> dict[str, schema.RunRecord]:
        """Read the recorded rows, repair the files after a kill or a power cut, and open the shard's files."""
        runs, traces = (self.folder / f"{kind}-{self._shard}.csv" for kind in ("runs", "trace"))
        rows = {path: schema.read_runs(path) for path in csv_log.tables(self.folder, "runs")}
        self._found = csv_log.head(runs, schema.COLUMNS)
        _keep_attempts(runs, rows.get(runs, []))
        _keep_traces(traces, {(row.run_id, row.attempt or 1) for row in rows.get(runs, []) if _lasting(row)})
        self._runs = Appender(runs, schema.COLUMNS, chained=True)
        self._traces = Appender(traces, schema.TRACE_COLUMNS)
        instances = self.folder / f"instances-{self._shard}.jsonl"
        self._kept = stored_instances.latest(instances)
        self._instances = json_lines.opened(instances)
        self._predictor = Predictor(self.folder, self._shard)
        self._solutions = json_lines.opened(self.folder / f"solutions-{self._shard}.jsonl")
        return made(Row(f"{path}:", run) for path, own in rows.items() for run in own)

    def resume(self, request: Request, whole: Plan, plan: Plan) -> list[str]:
        """Find the pending runs, and describe this session in the folder; returns sentences for the user.

        whole: the plan of all shards, whose answers must agree.
        plan: the plan of this shard.
        """
        self._installed = Installed(plan.examples)
        usable = [trial.name for trial in confine.tried() if trial.backend]
        self.describe(request.suite, solver.colours(), solvers=solver.versions(), limit_backends=usable)
        self._jobs = request.jobs
        recorded = still_valid(self.recorded, plan.examples)
        self._queue = RunQueue(plan, recorded, self._predictor.begin)
        self._heartbeat = Heartbeat(self.folder, request, whole, plan, self._queue.open)
        # Without rows of former formulations.
        made = self._queue.recorded
        comparing = [recorded[run.run_id] for run in whole.known(recorded)]
        self._resumed = estimate.Remaining(self._queue.left, request.jobs, made.values()), made, comparing
        return [
            *forecast.totals(plan, request.jobs, recorded),
            *forecast.left_out(plan.examples),
            f"recorded in {self.folder}; stop with Ctrl-C, repeat the command to continue",
            f"to follow it from elsewhere: tilings status {shlex.quote(str(self.folder))}",
        ]

    def make(self, backend: confine.Backend, start: str) -> CampaignSummary:
        """Execute and record the runs that `resume` has found, and close the folder; start: as in Session.

        Raises UserError where a solver is upgraded meanwhile.
        """
        session = Session(self.folder / "logs", self.folder / "proofs", self.name, self.machine, backend, start)
        summary = CampaignSummary(self.folder, CrossCheck(manifest.shipped()), *self._resumed)
        outcomes = execute(self._queue, session, self._jobs, watch=self._heartbeat.working)
        try:
            for run, outcome in outcomes:
                if changed := self._installed.changed(run):
                    raise UserError(
                        f"{run.solver} was changed during the campaign ({changed}); this run was discarded. "
                        "Repeat the command to continue"
                    )
                record = summary.cross_check.settled(outcome.record)
                self.keep(run, record, outcome)
                self._queue.done(record)
                summary.add(record)
        finally:
            outcomes.close()
            summary.progress.close()
            self._heartbeat.ended()
            self.close()
        return summary

    def describe(self, suite: str, colours: Mapping[str, str] | None = None, **more: Any) -> None:
        """Record this session in machines/, in machine.json and in a row of the shard's sessions.

        colours: the colours of plug-ins' solvers and paradigms, which are added to those of earlier sessions.
        more: further keys of the machine's description (see runners.record.machine).

        Sessions of other shards may write at the same time.
        """
        description = machine.describe() | more
        self.machine = machine.identity(description)
        session: dict[str, Any] = {"machine": self.machine, "suite": suite, "command": shlex.join(sys.orig_argv)}
        earlier = self._earlier()
        if before := machine.other_processor(earlier, description):
            print(
                f"warning: the last session in {self.folder} ran on another processor ({before}): seconds of the two "
                "do not compare, and a report keeps them apart",
                file=sys.stderr,
            )
        known = earlier.get("colours")
        all_colours = (known if isinstance(known, dict) else {}) | dict(colours or {})
        started = datetime.now(UTC).isoformat(timespec="seconds")
        values = description | session | {"started_at": started, "shard": self._shard}
        values |= {"rows_before": self._found.rows, "chain_before": self._found.chain}
        with lock.writing(self.folder):
            self._put_json(self.folder / "machines" / f"{self.machine}.json", machine.stable(description))
            session |= {"colours": all_colours} if all_colours else {}
            self._put_json(self.folder / "machine.json", description | session)
            sessions = Appender(self._sessions, schema.SESSION_COLUMNS)
            sessions.append([values.get(name) for name in schema.SESSION_COLUMNS])
            sessions.close()
        self._described = True

    def _earlier(self) -> dict[str, Any]:
        """The description of the last session; empty without a readable one."""
        try:
            described = json.loads(files.text(self.folder / "machine.json"))
        except (OSError, ValueError, RecursionError):
            return {}
        return described if isinstance(described, dict) else {}

    def keep(self, run: Run, record: schema.RunRecord, outcome: Outcome) -> None:
        """Write a run to disk, its row last: every recorded run has its instance, solution and trace."""
        with lock.writing(self.folder):
            if not self._runs.in_place:  # the solution would not lie in the folder of its row
                raise UserError(
                    f"{self.folder} was moved during the campaign: repeat the command with its new path as --results"
                )
            self._keep_instance(run)
            if outcome.trace:
                self._traces.append(*[(record.run_id, *row, record.attempt) for row in outcome.trace])
            if outcome.solution is not None or ((record.attempt or 1) > 1 and _lasting(record)):
                self._solutions.write([stored_solutions.line(record, outcome.solution)])
            keep.pack(self.folder, run.run_id, self._shard)
            self._runs.append(record)

    def close(self) -> None:
        """Note the end of the rows in this session's row, close the files, and give up the lock."""
        with contextlib.suppress(OSError, UserError):  # the session then looks killed
            if self._described:
                *earlier, own = csv_log.rows(self._sessions, schema.SESSION_COLUMNS)
                own |= zip(("rows_after", "chain_after"), map(str, self._runs.head), strict=True)
                csv_log.rewrite(self._sessions, schema.SESSION_COLUMNS, [[*row.values()] for row in (*earlier, own)])
        self._opened.close()

    def _keep_instance(self, run: Run) -> None:
        """Keep an instance that no rule makes, to be read without the repository and the user's files."""
        name, sha256 = (run.family, run.instance), run.source.sha256
        if self._kept.get(name) == sha256:
            return
        content = run.source.path.read_bytes()
        if hashlib.sha256(content).hexdigest() != sha256:
            raise UserError(f"{run.source.path} was changed during the campaign; the recorded rows are kept")
        if not manifest.has_rule(*name, sha256):
            self._instances.write([stored_instances.line(*name, sha256, content)])
        self._kept[name] = sha256

    def _put_json(self, path: Path, content: dict[str, Any]) -> None:
        data = json.dumps(content, indent=2).encode() + b"\n"
        appended.replace(path, lambda file: file.write(data), writer=self._shard)


def _lasting(row: schema.RunRecord) -> bool:
    return row.ended not in schema.RETRIED_ENDINGS


def _keep_attempts(path: Path, rows: list[schema.RunRecord]) -> None:
    """Keep the last row of each attempt, and rows without an answer (interrupted, assumed) only of runs that were not
    made later. rows: those of the file."""
    last: dict[tuple[str, int], int] = {}
    for number, row in enumerate(rows):
        last[row.run_id, (row.attempt or 1) if rank(row.ended) > 1 else 0] = number
    made = {run_id for run_id, attempt in last if attempt}
    kept = {number for (run_id, attempt), number in last.items() if attempt or run_id not in made}
    if len(kept) < len(rows):
        csv_log.keep(path, kept)


def _keep_traces(path: Path, runs: set[tuple[str, int]]) -> None:
    """Keep only the traces of these runs and attempts: a kill between a run's trace and its row repeats the run."""

    def wanted(row: list[str]) -> bool:
        try:
            return (row[0], schema.trace_attempt(row[4:])) in runs
        except ValueError:
            raise UserError(
                f"{path}: '{row[4]}' is not an attempt of a run: correct the row, or move the file away"
            ) from None

    if path.exists():
        rows, _ = csv_log.read(path, schema.TRACE_COLUMNS)
        found = list(map(wanted, rows))
        if not all(found):
            csv_log.keep(path, {number for number, kept in enumerate(found) if kept})
