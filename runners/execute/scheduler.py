"""Makes many runs, several at a time: each in a forked worker that confines, reads and checks it."""

from __future__ import annotations

import errno
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from models.problem import UserError
from runners import confine
from runners.confine.preloaded import Preload
from runners.confine.worker_pool import Workers
from runners.execute.background_load import Counts, LoadMeter
from runners.execute.context import ExecutionContext, initial_record
from runners.execute.core_allocator import CoreAllocator, Slot
from runners.execute.run_once import Observer, Outcome, run_once
from runners.execute.scratch_dirs import Scratch
from runners.execute.warm_start import WarmStarts
from runners.plan.run import Run
from runners.record.schema import GIVEN_UP

if TYPE_CHECKING:
    from runners.execute.queue import RunQueue

_LOOK_S = 1.0
_NO_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)  # each further run would fail as well
_LOAD_S = 5.0  # how far back the load reaches that a run is said to have started under


@dataclass(frozen=True)
class _Assignment:
    """A run, the cores and the context in which it is made, and the kernel's counts when it was started."""

    run: Run
    slot: Slot
    context: ExecutionContext
    before: Counts

    def log(self, folder: Path | None) -> Path | None:
        """The file in a folder for the solver's output, one for each attempt; None without a folder."""
        again = f"-{self.context.attempt}" if (self.context.attempt or 1) > 1 else ""
        return folder and folder / f"{self.run.run_id}{again}.log"


def execute(
    runs: list[Run] | RunQueue,
    logs: Path | None,
    jobs: int,
    observer: Observer | None = None,
    backend: confine.Backend | None = None,
    campaign: str = "",
    machine: str = "",
    start: str = "cold",
    proofs: Path | None = None,
    provenance: bool = True,
    watch: Callable[[Iterable[Run]], None] = lambda _: None,
) -> Generator[tuple[Run, Outcome]]:
    """Make the runs, at most `jobs` at a time, each pinned to a core of its own for each thread (see CoreAllocator).

    runs: those of a list are made once each, in its order; to a queue the caller reports each record (RunQueue.done)
    before it takes the next one, and the runs that it gives up have outcomes as well.
    logs: the folder for the solvers' output (None: it is not kept); observer: watches each run, as a copy of its own
    in the run's worker;
    backend: what holds the limits (None: the best that there is); campaign, machine: their names for the records;
    start: how solvers start that run inside Python (see WarmStarts). proofs: the folder in which proofs are kept.
    provenance: whether the records name the run, the sources and the machine, which takes longer than a small search.
    watch: is told each second at least which runs are under way.
    Yields outcomes as they come. When the caller closes the iterator or Ctrl-C is pressed, the runs under way are
    ended and nothing of them is left.
    """

    def made(task: _Assignment) -> Outcome:
        stop = confine.Stop()
        try:
            context = replace(task.context, warm=starts.warm(task.run))
            return run_once(task.run, task.log(logs), context, stop, observer)
        except OSError as error:
            found = _harness_error(task, f"{error.filename or 'the system'}: {error.strerror}")
            return replace(found, halt=found.record.message) if error.errno in _NO_DISK else found
        except Exception:  # a bug of ours: recorded as such, with its place in the code, and the other runs go on
            return _harness_error(task, traceback.format_exc(limit=-3))

    def preload(task: _Assignment) -> Preload | None:
        return starts.preload(task.run, task.slot.cores)

    confine.sweep()
    backend = backend or confine.choose()  # here and not in each worker: looking takes some time
    starts = WarmStarts(start)
    queue = _InOrder(runs) if isinstance(runs, list) else runs
    with ExitStack() as stack:
        scratch = stack.enter_context(closing(Scratch()))
        allocator = stack.enter_context(closing(CoreAllocator(jobs, queue.threads)))
        workers = stack.enter_context(Workers(jobs, made, _harness_error, preload))
        context = ExecutionContext((), backend, None, scratch.folder, proofs, campaign, machine, provenance=provenance)
        meter = LoadMeter()
        under_way: dict[int, Run] = {}
        if len(queue) > 1:
            meter.look_first()
        while queue.peek() or workers.busy:
            while (ahead := queue.peek()) and (slot := allocator.take(ahead.threads)):
                load = meter.load()
                run, attempt = queue.take()
                own = replace(context, cores=slot.cores, load=load, attempt=attempt)
                workers.give(given := _Assignment(run, slot, own, meter.counts()))
                under_way[id(given)] = run
            watch(under_way.values())
            yield from (_given_up(run, context, reason) for run, reason in queue.given_up())
            meter.load(_LOAD_S)
            for task, outcome in workers.results(_LOOK_S):
                allocator.give_back(task.slot)
                under_way.pop(id(task), None)
                if outcome.halt:
                    raise UserError(f"{outcome.halt}; what is recorded is kept: the same command goes on")
                record = meter.judged(outcome.record, task.slot.cores, task.before)
                yield task.run, replace(outcome, record=record)
        yield from (_given_up(run, context, reason) for run, reason in queue.given_up())


class _InOrder:
    """A list as a queue. It does without the identities of the runs, which take time to compute."""

    def __init__(self, runs: list[Run]) -> None:
        self.threads = max((run.threads for run in runs), default=1)
        self._left = list(reversed(runs))

    def __len__(self) -> int:
        return len(self._left)

    def peek(self) -> Run | None:
        return self._left[-1] if self._left else None

    def take(self) -> tuple[Run, int]:
        return self._left.pop(), 1

    def given_up(self) -> list[tuple[Run, str]]:
        return []


def _given_up(run: Run, context: ExecutionContext, reason: str) -> tuple[Run, Outcome]:
    record = initial_record(run, replace(context, attempt=None))
    return run, Outcome(replace(record, ended=GIVEN_UP, message=reason), [], None)


def _harness_error(task: _Assignment, message: str) -> Outcome:
    record = replace(initial_record(task.run, task.context), ended="harness_error", message=message)
    return Outcome(record, [], None)
