"""A campaign's folder: the CSV files that are the truth, solutions, logs, machines, copies of the instances.

One writer a shard, kept by a lock; everything that an earlier session recorded is read first, so that the same
command again goes on where it stopped.
"""

from __future__ import annotations

import json
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models import files
from models.problem import Solution, UserError
from runners import folder, machine
from runners.record import COLUMNS, SESSION_COLUMNS, TRACE_COLUMNS, Appender, RunRecord, read_runs, to_row

if TYPE_CHECKING:
    from runners.attempt import Outcome
    from runners.plan import Run

AGAIN = ("interrupted", "harness_error")


class Campaign:
    """The open folder of one campaign; ``name`` is that of the folder. Raises UserError where it cannot be written."""

    def __init__(self, home: Path, shard: tuple[int, int] = (1, 1), fresh: bool = False) -> None:
        self.folder = home.resolve()
        self.name = self.folder.name
        self.machine = ""
        self._shard = f"{shard[0]}of{shard[1]}"
        try:
            for part in ("solutions", "logs", "instances"):
                (self.folder / part).mkdir(parents=True, exist_ok=True)
            self._held = folder.lock(self.folder, *shard, alone=fresh)
            if fresh:
                folder.set_aside(self.folder, "runs-*.csv", "trace-*.csv", "sessions-*.csv")
            self._runs = Appender(self.folder / f"runs-{self._shard}.csv", COLUMNS)
            self._traces = Appender(self.folder / f"trace-{self._shard}.csv", TRACE_COLUMNS)
            self.records = self._recorded()
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def _recorded(self) -> list[RunRecord]:
        """The runs that need not be made again: the last row of each, whichever shard wrote it."""
        rows = [record for path in sorted(self.folder.glob("runs-*.csv")) for record in read_runs(path)]
        return list({record.run_id: record for record in rows if record.ended not in AGAIN}.values())

    def describe(self, suite: str, **more: Any) -> None:
        """Say where and how this session is made: in machines/, machine.json and a row of the shard's sessions.

        more: what else describes the machine (see runners.machine). Sessions of other shards may do so at once.
        """
        here = machine.describe() | more
        self.machine = machine.identity(here)
        command = shlex.join(sys.orig_argv)
        session = {"machine": self.machine, "suite": suite, "command": command}
        with folder.writing(self.folder):
            (self.folder / "machines").mkdir(exist_ok=True)
            _write_json(self.folder / "machines" / f"{self.machine}.json", machine.stable(here))
            _write_json(self.folder / "machine.json", here | session)
            sessions = Appender(self.folder / f"sessions-{self._shard}.csv", SESSION_COLUMNS)
            started = datetime.now(UTC).isoformat(timespec="seconds")
            values = here | session | {"started_at": started, "shard": self._shard}
            sessions.append([values[name] for name in SESSION_COLUMNS])
            sessions.close()

    @property
    def logs(self) -> Path:
        """Where the solvers' output goes."""
        return self.folder / "logs"

    def keep(self, run: Run, record: RunRecord, outcome: Outcome) -> None:
        """Put a run on disk; its row goes last, so that every recorded run has its instance, solution and trace."""
        with folder.writing(self.folder):
            self._keep_instance(run)
            if outcome.solution is not None:
                self._keep_solution(run, outcome.solution)
            if outcome.trace:
                self._traces.append(*[(record.run_id, *row) for row in outcome.trace])
            self._runs.append(to_row(record))

    def close(self) -> None:
        """Close the files and give up the lock."""
        self._runs.close()
        self._traces.close()
        self._held.close()

    def _keep_instance(self, run: Run) -> None:
        """Copy an instance's JSON into the folder, so that it can be read without the repository."""
        copy = self.folder / "instances" / run.family / f"{run.instance}.json"
        copy.parent.mkdir(exist_ok=True)
        content = run.path.read_bytes()
        if not copy.exists() or copy.read_bytes() != content:
            copy.write_bytes(content)

    def _keep_solution(self, run: Run, solution: Solution) -> None:
        """Store a run's last solution."""
        content = {"run_id": run.run_id, "family": run.family, "instance": run.instance, "goal": run.goal}
        text = json.dumps(content | {"solution": solution})
        (self.folder / "solutions" / f"{run.run_id}.json").write_text(text + "\n", encoding="utf-8")


def _write_json(path: Path, content: dict[str, Any]) -> None:
    files.replace(path, (json.dumps(content, indent=2) + "\n").encode())
