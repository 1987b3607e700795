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
from runners import confine
from runners.confine.process_table import descendants
from runners.execute.background_load import LoadMeter
from runners.execute.core_allocator import CoreAllocator, Slot
from runners.execute.run_once import ExecutionContext, Observer, Outcome, initial_record, run_once
from runners.execute.scratch_dirs import Scratch
from runners.plan.matrix import Run
from runners.record.schema import RunRecord

_LOOK_S = 1.0
_LOAD_S = 5.0  # how far back the load reaches that a run is said to have started under


def execute(
    runs: list[Run],
    logs: Path,
    jobs: int,
    observer: Observer | None = None,
    backend: confine.Backend | None = None,
) -> Generator[tuple[Run, Outcome]]:
    """Make the runs, at most `jobs` at a time, each pinned to a core of its own for each thread (see CoreAllocator).

    logs: the folder for the solvers' output; observer: watches each run, as a copy of its own in the run's worker;
    backend: what holds the limits (None: the best that there is).
    Yields outcomes as they come. When the caller closes the iterator or Ctrl-C is pressed, the runs under way are
    ended and nothing of them is left.
    """
    confine.adopt_orphans()
    confine.sweep()
    interruption = confine.Interruption()
    handlers = {number: signal.signal(number, interruption) for number in confine.STOPPING}
    backend = backend or confine.choose()  # here and not in each worker: looking takes some time
    scratch = Scratch()
    allocator = CoreAllocator(jobs, max((run.threads for run in runs), default=1))
    meter = LoadMeter()
    pending = list(reversed(runs))
    selector = selectors.DefaultSelector()
    try:
        if len(runs) > 1:
            meter.look_first()
        while pending or selector.get_map():
            while pending and (slot := allocator.take(pending[-1].threads)):
                context = ExecutionContext(slot.cores, backend, meter.load(), scratch.folder)
                with confine.deferred_signals():  # until it is a worker that will be ended
                    worker = _start(pending.pop(), logs, slot, context, observer)
                    selector.register(worker.pipe, selectors.EVENT_READ, worker)
            interruption.again()
            ended = selector.select(_LOOK_S)
            meter.load(_LOAD_S)
            for key, _ in ended:
                worker = key.data
                if worker.read():
                    selector.unregister(worker.pipe)
                    allocator.give_back(worker.slot)
                    outcome = worker.outcome()
                    if outcome.record.ended == "harness_error":  # a worker that reports has left nothing
                        confine.sweep()
                        _kill_orphans({key.data.pid for key in selector.get_map().values()})
                    yield worker.run, outcome
    finally:
        for number in confine.STOPPING:  # a second Ctrl-C must not stop the cleaning up
            signal.signal(number, signal.SIG_IGN)
        _end([key.data for key in selector.get_map().values()])
        for number, handler in handlers.items():
            signal.signal(number, handler)
        allocator.close()
        scratch.close()


@dataclass
class _Worker:
    """A forked process that makes one run; its outcome arrives through a pipe."""

    run: Run
    slot: Slot
    context: ExecutionContext
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
            return _harness_error(self.run, self.context, died)
        solution = None if fields["solution"] is None else solution_from_json(fields["solution"])
        return Outcome(RunRecord(**fields["record"]), [tuple(row) for row in fields["trace"]], solution)


def _start(run: Run, logs: Path, slot: Slot, context: ExecutionContext, observer: Observer | None) -> _Worker:
    reading, writing = os.pipe()
    harness = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # it waits until the worker can take it
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        os.close(writing)
        return _Worker(run, slot, context, pid, reading)
    try:
        for number in confine.STOPPING:  # they reach us as the harness's SIGTERM; a solver would inherit SIG_IGN
            if number != signal.SIGTERM:
                signal.signal(number, lambda *_: None)
        stop = confine.Stop()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        os.close(reading)
        confine.adopt_orphans(follow_parent=True)
        if os.getppid() == harness:  # else it died before it could be followed
            outcome = _attempted(run, logs, context, observer, stop)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(json.dumps(asdict(outcome)).encode())
    finally:
        os._exit(0)


def _attempted(
    run: Run, logs: Path, context: ExecutionContext, observer: Observer | None, stop: confine.Stop
) -> Outcome:
    try:
        return run_once(run, logs / f"{run.run_id}.log", context, stop, observer)
    except OSError as error:
        return _harness_error(run, context, f"{error.filename or 'the system'}: {error.strerror}")
    except Exception:  # a bug of ours: recorded as such, with its place in the code, and the other runs go on
        return _harness_error(run, context, traceback.format_exc(limit=-3))


def _harness_error(run: Run, context: ExecutionContext, message: str) -> Outcome:
    return Outcome(replace(initial_record(run, context), ended="harness_error", message=message), [], None)


def _end(workers: list[_Worker]) -> None:
    """End the runs that are under way; nobody waits for their outcomes."""
    for worker in workers:
        os.kill(worker.pid, signal.SIGTERM)
    for worker in workers:
        while not worker.read():
            continue
        worker.outcome()
    _kill_orphans(set())


def _kill_orphans(workers: set[int]) -> None:
    """End what a worker that was killed left behind: it has become ours, and would run beside the next run."""
    while orphans := [child for child in descendants(os.getpid()) if child.parent == os.getpid()]:
        strays = [child.pid for child in orphans if child.pid not in workers]
        if not strays:
            return
        confine.sweep()  # all that carries the worker's mark, so that no fork gets away
        for pid in strays:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
