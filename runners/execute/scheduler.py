"""Makes many runs, several at a time: each in a forked worker that confines, reads and checks it."""

import traceback
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path

from runners import confine
from runners.confine.worker_pool import Workers
from runners.execute.background_load import LoadMeter
from runners.execute.core_allocator import CoreAllocator, Slot
from runners.execute.run_once import ExecutionContext, Observer, Outcome, initial_record, run_once
from runners.execute.scratch_dirs import Scratch
from runners.plan.matrix import Run

_LOOK_S = 1.0
_LOAD_S = 5.0  # how far back the load reaches that a run is said to have started under


@dataclass(frozen=True)
class _Assignment:
    """A run, and the cores and the context in which it is made."""

    run: Run
    slot: Slot
    context: ExecutionContext


def execute(
    runs: list[Run],
    logs: Path,
    jobs: int,
    observer: Observer | None = None,
    backend: confine.Backend | None = None,
    campaign: str = "",
    machine: str = "",
) -> Generator[tuple[Run, Outcome]]:
    """Make the runs, at most `jobs` at a time, each pinned to a core of its own for each thread (see CoreAllocator).

    logs: the folder for the solvers' output; observer: watches each run, as a copy of its own in the run's worker;
    backend: what holds the limits (None: the best that there is); campaign, machine: their names for the records.
    Yields outcomes as they come. When the caller closes the iterator or Ctrl-C is pressed, the runs under way are
    ended and nothing of them is left.
    """

    def made(task: _Assignment) -> Outcome:
        stop = confine.Stop()
        try:
            return run_once(task.run, logs / f"{task.run.run_id}.log", task.context, stop, observer)
        except OSError as error:
            return _harness_error(task, f"{error.filename or 'the system'}: {error.strerror}")
        except Exception:  # a bug of ours: recorded as such, with its place in the code, and the other runs go on
            return _harness_error(task, traceback.format_exc(limit=-3))

    confine.sweep()
    pending = list(reversed(runs))
    with ExitStack() as stack:
        scratch = stack.enter_context(closing(Scratch()))
        allocator = stack.enter_context(closing(CoreAllocator(jobs, max((run.threads for run in runs), default=1))))
        workers = stack.enter_context(Workers(jobs, made, _harness_error))
        backend = backend or confine.choose()  # here and not in each worker: looking takes some time
        context = ExecutionContext((), backend, None, scratch.folder, campaign, machine)
        meter = LoadMeter()
        if len(runs) > 1:
            meter.look_first()
        while pending or workers.busy:
            while pending and (slot := allocator.take(pending[-1].threads)):
                load = meter.load()
                workers.give(_Assignment(pending.pop(), slot, replace(context, cores=slot.cores, load=load)))
            meter.load(_LOAD_S)
            for task, outcome in workers.results(_LOOK_S):
                allocator.give_back(task.slot)
                yield task.run, outcome


def _harness_error(task: _Assignment, message: str) -> Outcome:
    record = replace(initial_record(task.run, task.context), ended="harness_error", message=message)
    return Outcome(record, [], None)
