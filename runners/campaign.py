"""A campaign's folder: the CSV files that are the truth, solutions, logs, the machine, copies of the instances.

One writer a shard, kept by a lock; everything that an earlier session recorded is read first, so that the same
command again goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import shutil
import signal
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.problem import Solution, UserError
from runners import machine
from runners.confine import STOPPING
from runners.record import COLUMNS, TRACE_COLUMNS, Appender, RunRecord, read_runs, to_row

if TYPE_CHECKING:
    from runners.attempt import Outcome
    from runners.plan import Run

AGAIN = ("interrupted", "harness_error")


class Campaign:
    """The open folder of one campaign; ``name`` is that of the folder. Raises UserError where it cannot be written."""

    def __init__(self, folder: Path, shard: tuple[int, int] = (1, 1), fresh: bool = False) -> None:
        self.folder = folder.resolve()
        self.name = self.folder.name
        try:
            for part in ("solutions", "logs", "instances"):
                (self.folder / part).mkdir(parents=True, exist_ok=True)
            self._lock(*shard, alone=fresh)
            if fresh:
                self._set_aside()
            self._runs = Appender(self.folder / f"runs-{shard[0]}of{shard[1]}.csv", COLUMNS)
            self._traces = Appender(self.folder / f"trace-{shard[0]}of{shard[1]}.csv", TRACE_COLUMNS)
            self.records = self._recorded()
        except OSError as error:
            raise UserError(f"the results folder {folder} cannot be written: {error.strerror}") from None

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
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
        try:
            self._keep_instance(run)
            if outcome.solution is not None:
                self._keep_solution(run, outcome.solution)
            if outcome.trace:
                self._traces.append(*[(record.run_id, *row) for row in outcome.trace])
            self._runs.append(to_row(record))
        except OSError as error:
            raise UserError(f"cannot write into {self.folder}: {error.strerror}; what is recorded is kept") from None
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)

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

    def _lock(self, number: int, count: int, alone: bool) -> None:
        """Hold this shard's lock. Others may run beside it if they are other parts of the same division.

        alone: nobody else may, because a fresh start moves all files away.
        """
        self._held = (self.folder / f".lock-{number}of{count}").open("w")
        own = Path(self._held.name)
        others = [path for path in self.folder.glob(".lock-*") if alone or not path.name.endswith(f"of{count}")]
        with contextlib.ExitStack() as stack:
            try:
                for file in [self._held, *(stack.enter_context(path.open("w")) for path in others if path != own)]:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                advice = "wait for it, or give another --results"
                raise UserError(f"another run is writing to {self.folder}; {advice}") from None

    def _set_aside(self) -> None:
        """Move what is recorded out of the way: a fresh start loses nothing."""
        recorded = [*self.folder.glob("runs-*.csv"), *self.folder.glob("trace-*.csv")]
        if recorded:
            aside = Path(tempfile.mkdtemp(prefix=time.strftime("superseded-%Y%m%d-%H%M%S-"), dir=self.folder))
            for path in recorded:
                shutil.move(path, aside / path.name)
