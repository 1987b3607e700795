"""Makes many runs, several at a time: each in a forked worker that confines, reads and checks it.

The harness itself has one thread (so that it may fork) and is the only writer of the campaign's files.
"""

from __future__ import annotations

import fcntl
import json
import os
import selectors
import signal
import tempfile
import traceback
from collections.abc import Generator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO

from models.problem import solution_from_json
from runners import attempt, confine
from runners.attempt import Outcome
from runners.plan import Run
from runners.processes import descendants
from runners.record import RunRecord


def execute(
    runs: list[Run], logs: Path, jobs: int, observer: attempt.Observer | None = None
) -> Generator[tuple[Run, Outcome]]:
    """Make the runs, `jobs` at a time, each of one thread pinned to a core of its own where there are enough.

    logs: the folder for the solvers' output; observer: watches each run, as a copy of its own in the run's worker.
    Yields outcomes as they come. When the caller closes the iterator or Ctrl-C is pressed, the runs under way are
    ended and nothing of them is left.
    """
    confine.adopt_orphans()
    handlers = {number: signal.signal(number, signal.default_int_handler) for number in confine.STOPPING}
    held, free = _cores(jobs)
    pending = list(reversed(runs))
    selector = selectors.DefaultSelector()
    try:
        while pending or selector.get_map():
            while pending and free:
                worker = _start(pending.pop(), logs, free.pop(), observer)
                selector.register(worker.pipe, selectors.EVENT_READ, worker)
            for key, _ in selector.select():
                worker = key.data
                if worker.read():
                    selector.unregister(worker.pipe)
                    free.append(worker.core)
                    outcome = worker.outcome()
                    if outcome.record.ended == "harness_error":  # a worker that reports has left nothing
                        _kill_orphans({key.data.pid for key in selector.get_map().values()})
                    yield worker.run, outcome
    finally:
        for number in confine.STOPPING:  # a second Ctrl-C must not stop the cleaning up
            signal.signal(number, signal.SIG_IGN)
        left = [key.data for key in selector.get_map().values()]
        for worker in left:
            os.kill(worker.pid, signal.SIGTERM)
        for worker in left:
            while not worker.read():
                continue
            worker.outcome()
        _kill_orphans(set())
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for lock in held:
            lock.close()


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


def _start(run: Run, logs: Path, core: int | None, observer: attempt.Observer | None) -> _Worker:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return _Worker(run, core, pid, reading)
    try:
        for number in confine.STOPPING:  # they reach us as the harness's SIGTERM; a solver would inherit SIG_IGN
            signal.signal(number, lambda *_: None)
        os.close(reading)
        confine.adopt_orphans(follow_parent=True)
        outcome = _attempted(run, logs, core, observer)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(json.dumps(asdict(outcome)).encode())
    finally:
        os._exit(0)


def _attempted(run: Run, logs: Path, core: int | None, observer: attempt.Observer | None) -> Outcome:
    try:
        return attempt.make(run, logs / f"{run.run_id}.log", core, confine.Stop(), observer)
    except OSError as error:
        return _harness_error(run, f"{error.filename or 'the system'}: {error.strerror}")
    except Exception:  # a bug of ours: recorded as such, with the place, and the other runs go on
        return _harness_error(run, traceback.format_exc(limit=-3))


def _harness_error(run: Run, message: str) -> Outcome:
    return Outcome(replace(attempt.blank(run), ended="harness_error", message=message), [], None)


def _kill_orphans(workers: set[int]) -> None:
    """End what a worker that was killed left behind: it has become ours, and would run beside the next run."""
    while orphans := [child for child in descendants(os.getpid()) if child.parent == os.getpid()]:
        strays = [child.pid for child in orphans if child.pid not in workers]
        if not strays:
            return
        for pid in strays:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _cores(jobs: int) -> tuple[list[IO[bytes]], list[int | None]]:
    """A core for each of the jobs that no other harness on this machine has taken, with the locks that say so.

    Where there are too few, runs are not pinned.
    """
    locks: list[IO[bytes]] = []
    cores: list[int | None] = []
    for core in sorted(os.sched_getaffinity(0)):
        if len(cores) < jobs:
            lock = (Path(tempfile.gettempdir()) / f"tilings-{os.getuid()}-core-{core}.lock").open("ab")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.close()
                continue
            locks.append(lock)
            cores.append(core)
    return locks, cores if len(cores) == jobs else [None] * jobs
