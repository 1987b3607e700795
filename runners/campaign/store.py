"""A campaign's folder: the CSV files that are the record, solutions, logs, machines, copies of the instances.

Each shard has one writer, ensured by a lock. What earlier sessions recorded is read first, so that the same command
goes on where it stopped.
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
from typing import TYPE_CHECKING, Any

from models import files
from models.problem import Solution, UserError
from runners.campaign import lock, signs
from runners.record import attempts, csv_log, machine
from runners.record.csv_log import Appender
from runners.record.schema import (
    COLUMNS,
    RETRIED_ENDINGS,
    SESSION_COLUMNS,
    TRACE_COLUMNS,
    RunRecord,
    read_runs,
    trace_attempt,
)

if TYPE_CHECKING:
    from runners.execute.attempt import Outcome
    from runners.plan.run import Run

_FOLDERS = ("solutions", "logs", "instances", "machines", "proofs")
# What a fresh start sets aside, in this order, and what is then a campaign of its own, rows and all that they need.
RECORDED = ("runs-*.csv", "trace-*.csv", "sessions-*.csv", "machine.json", *signs.PATTERNS, *_FOLDERS)


class Campaign:
    """The open folder of one campaign; ``name`` is that of the folder. Raises UserError where it cannot be written.

    machine: the short name of this machine in it, once ``describe`` has said what it is. recorded: run_id -> the row
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
                    lock.set_aside(self.folder, *RECORDED)
                for name in _FOLDERS:
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
        return attempts.counting(itertools.chain.from_iterable(rows.values()))

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

    @property
    def logs(self) -> Path:
        """Where the solvers' output goes."""
        return self.folder / "logs"

    @property
    def proofs(self) -> Path:
        """Where proofs are kept, see runners.proofs.keep."""
        return self.folder / "proofs"

    def keep(self, run: Run, record: RunRecord, outcome: Outcome) -> None:
        """Write a run to disk; its row comes last, so that every recorded run has its instance, solution and trace."""
        with lock.writing(self.folder):
            if not self._runs.in_place:  # else a run's solution would lie apart from its row
                raise UserError(
                    f"{self.folder} was moved while the campaign was at work; what is recorded is kept: "
                    "the same command goes on with its new place as --results"
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
            self._put(superseded_copy(copy, hashlib.sha256(earlier).hexdigest()), earlier)
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


def superseded_copy(copy: Path, sha256: str) -> Path:
    """Where the copy of an instance lies after another one of its name came into the campaign."""
    return copy.with_name(f"{copy.stem}-{sha256[:16]}.json")


def _lasting(row: RunRecord) -> bool:
    return row.ended not in RETRIED_ENDINGS


def _keep_attempts(path: Path, rows: list[RunRecord]) -> None:
    """Leave one row for each attempt of a run, the last; that of a run that came to nothing or was given up only where
    it was not made after all. rows: those of the file."""
    last: dict[tuple[str, int], int] = {}
    for place, row in enumerate(rows):
        last[row.run_id, (row.attempt or 1) if attempts.worth(row.ended) > 1 else 0] = place
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
            raise UserError(f"{path}: '{row[4]}' is no attempt of a run: mend the row, or move the file away") from None

    if path.exists():
        _, found = csv_log.read(path, TRACE_COLUMNS)
        if not all(map(wanted, found)):
            header, found = csv_log.read(path, TRACE_COLUMNS)
            csv_log.rewrite(path, tuple(header), (row for row in found if wanted(row)))
