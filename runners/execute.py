"""Makes many runs, several at a time: each in a forked worker that confines, reads and checks it.

The harness itself has one thread (so that it may fork) and is the only writer of the campaign's files.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import traceback
from collections.abc import Generator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from models.problem import solution_from_json
from runners import attempt, confine
from runners.attempt import Outcome
from runners.plan import Run
from runners.processes import descendants
from runners.record import RunRecord


def execute(runs: list[Run], logs: Path, jobs: int) -> Generator[tuple[Run, Outcome]]:
    """Make the runs, `jobs` at a time, each pinned to a core of its own where there are enough.

    logs: the folder for the solvers' output. Yields outcomes as they come. When the caller closes the iterator or
    Ctrl-C is pressed, the runs under way are ended and nothing of them is left.
    """
    confine.adopt_orphans()
    on_interrupt = signal.getsignal(signal.SIGINT)
    cores = sorted(os.sched_getaffinity(0))
    free: list[int | None] = list(cores[:jobs]) if jobs <= len(cores) else [None] * jobs
    pending = list(reversed(runs))
    selector = selectors.DefaultSelector()
    try:
        while pending or selector.get_map():
            while pending and free:
                worker = _start(pending.pop(), logs, free.pop())
                selector.register(worker.pipe, selectors.EVENT_READ, worker)
            for key, _ in selector.select():
                worker = key.data
                if worker.read():
                    selector.unregister(worker.pipe)
                    free.append(worker.core)
                    yield worker.run, worker.outcome()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not stop the cleaning up
        left = [key.data for key in selector.get_map().values()]
        for worker in left:
            os.kill(worker.pid, signal.SIGTERM)
        for worker in left:
            while not worker.read():
                continue
            worker.outcome()
        _kill_orphans()
        signal.signal(signal.SIGINT, on_interrupt)


@dataclass
class _Worker:
    """A forked process that makes one run; its outcome arrives through a pipe."""

    run: Run
    core: int | None
    pid: int
    pipe: int
    received: bytearray = field(default_factory=bytearray)

    def read(self) -> bool:
        """Take what came; whether that was all."""
        data = os.read(self.pipe, 1 << 20)
        self.received += data
        return not data

    def outcome(self) -> Outcome:
        """What the worker reports, or that it died without a report. Only after read() has said that it is all."""
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        try:
            fields = json.loads(self.received)
        except ValueError:
            died = f"the worker ended with status {os.waitstatus_to_exitcode(status)} and no report"
            return _harness_error(self.run, died)
        solution = None if fields["solution"] is None else solution_from_json(fields["solution"])
        return Outcome(RunRecord(**fields["record"]), [tuple(row) for row in fields["trace"]], solution)


def _start(run: Run, logs: Path, core: int | None) -> _Worker:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return _Worker(run, core, pid, reading)
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us as the harness's SIGTERM
        os.close(reading)
        confine.adopt_orphans(follow_parent=True)
        outcome = _attempted(run, logs, core)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(json.dumps(asdict(outcome)).encode())
    finally:
        os._exit(0)


def _attempted(run: Run, logs: Path, core: int | None) -> Outcome:
    try:
        return attempt.make(run, logs / f"{run.run_id}.log", core, confine.Stop())
    except OSError as error:
        return _harness_error(run, f"{error.filename or 'the system'}: {error.strerror}")
    except Exception:  # a bug of ours: recorded as such, with the place, and the other runs go on
        return _harness_error(run, traceback.format_exc(limit=-3))


def _harness_error(run: Run, message: str) -> Outcome:
    return Outcome(replace(attempt.blank(run), ended="harness_error", message=message), [], None)


def _kill_orphans() -> None:
    """End what a worker that was killed left behind: it has become ours."""
    for process in descendants(os.getpid()):
        os.kill(process.pid, signal.SIGKILL)
        os.waitpid(process.pid, 0)
