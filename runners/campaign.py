"""A campaign's folder: the CSV files that are the truth, solutions, logs, the machine, copies of the instances.

One writer a shard, kept by a lock; everything that an earlier session recorded is read first, so that the same
command again goes on where it stopped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.problem import Solution, UserError
from runners import folder, machine
from runners.record import COLUMNS, TRACE_COLUMNS, Appender, RunRecord, read_runs, to_row

if TYPE_CHECKING:
    from runners.attempt import Outcome
    from runners.plan import Run

AGAIN = ("interrupted", "harness_error")


class Campaign:
    """The open folder of one campaign; ``name`` is that of the folder. Raises UserError where it cannot be written."""

    def __init__(self, home: Path, shard: tuple[int, int] = (1, 1), fresh: bool = False) -> None:
        self.folder = home.resolve()
        self.name = self.folder.name
        try:
            for part in ("solutions", "logs", "instances"):
                (self.folder / part).mkdir(parents=True, exist_ok=True)
            self._held = folder.lock(self.folder, *shard, alone=fresh)
            if fresh:
                folder.set_aside(self.folder, "runs-*.csv", "trace-*.csv")
            self._runs = Appender(self.folder / f"runs-{shard[0]}of{shard[1]}.csv", COLUMNS)
            self._traces = Appender(self.folder / f"trace-{shard[0]}of{shard[1]}.csv", TRACE_COLUMNS)
            self.records = self._recorded()
        except OSError as error:
            raise UserError(f"the results folder {home} cannot be written: {error.strerror}") from None

    def _recorded(self) -> list[RunRecord]:
        """The runs that need not be made again: the last row of each, whichever shard wrote it."""
        rows = [record for path in sorted(self.folder.glob("runs-*.csv")) for record in read_runs(path)]
        return list({record.run_id: record for record in rows if record.ended not in AGAIN}.values())

    def describe(self, **more: Any) -> None:
        """Write machine.json."""
        text = json.dumps(machine.describe() | more, indent=2)
        (self.folder / "machine.json").write_text(text + "\n", encoding="utf-8")

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
