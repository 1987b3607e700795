"""Executes many runs, several at a time: each attempt in a forked worker that confines, reads and checks it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import TYPE_CHECKING

from tilings.models import registry
from tilings.models.problem import UserError
from tilings.runners import confine
from tilings.runners.confine.scratch_dirs import Scratch
from tilings.runners.confine.worker_pool import Workers
from tilings.runners.execute.attempt import Attempt, Observer, Outcome, Session
from tilings.runners.execute.cores import CoreAllocator, LoadMeter
from tilings.runners.plan.run import Run
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import ChildSolver

if TYPE_CHECKING:
    from tilings.runners.confine.preloaded import Preload
    from tilings.runners.execute.queue import RunQueue
    from tilings.runners.record.assumed import Assumed

_LOOK_S = 1.0
_NO_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)  # further runs would fail as well
_LOAD_S = 5.0  # the longest interval before a run over which its load is measured


def execute(
    runs: list[Run] | RunQueue,
    session: Session,
    jobs: int = 1,
    observer: Observer | None = None,
    watch: Callable[[Iterable[Run]], None] = lambda _: None,
) -> Generator[tuple[Run, Outcome]]:
    """Make the runs, at most `jobs` at a time, each pinned to a core of its own for each thread (see CoreAllocator).

    runs: a list is made in its order, each run once; for a queue the caller reports each record (RunQueue.done) before
    it takes the next one, and the runs that it assumes have outcomes as well. observer: watches each run, as a copy in
    the run's worker. watch: called at least each second with the running runs.
    Yields outcomes as they come. When the caller closes the iterator, or at Ctrl-C, the running runs are ended with all
    their processes.
    """

    def made(attempt: Attempt) -> Outcome:
        stop = confine.Stop()
        try:
            attempt.warm = starts.warm(attempt.run)
            return attempt.make(stop, observer)
        except OSError as error:
            outcome = _harness_error(attempt, f"{error.filename or 'the system'}: {error.strerror}")
            return outcome._replace(halt=outcome.record.message) if error.errno in _NO_DISK else outcome
        except Exception:  # a bug of ours: recorded with its place in the code, and the other runs go on
            import traceback

            return _harness_error(attempt, traceback.format_exc(limit=-3))

    def assumed() -> Iterable[tuple[Run, Outcome]]:
        for run, (ended, reason) in queue.assumed():
            record = Attempt(run, session, number=None).record()
            yield run, Outcome(record._replace(ended=ended, message=reason))

    confine.sweep()
    session = session._replace(backend=session.backend or confine.choose())  # once, as it takes some time
    starts = WarmStarts(session)
    queue = _InOrder(runs) if isinstance(runs, list) else runs
    with ExitStack() as stack:
        scratch = stack.enter_context(Scratch())
        allocator = stack.enter_context(closing(CoreAllocator(jobs, queue.threads)))
        workers = stack.enter_context(Workers(jobs, made, _harness_error, starts.preload))
        meter = LoadMeter()
        under_way: dict[int, Run] = {}
        if len(queue) > 1:
            meter.look_first()
        while queue.peek() or workers.busy:
            while (ahead := queue.peek()) and (slot := allocator.take(ahead.threads)):
                load = meter.load()
                run, number = queue.take()
                attempt = Attempt(run, session, number, slot, load, meter.counts(), scratch)
                workers.give(attempt)
                under_way[id(attempt)] = run
            watch(under_way.values())
            yield from assumed()
            meter.load(_LOAD_S)
            for attempt, outcome in workers.results(_LOOK_S):
                allocator.give_back(attempt.slot)
                under_way.pop(id(attempt), None)
                if outcome.halt:
                    raise UserError(f"{outcome.halt}; the recorded rows are kept: repeat the command to continue")
                assert attempt.before is not None
                record = meter.judged(outcome.record, attempt.slot.cores, attempt.before)
                yield attempt.run, outcome._replace(record=record)
        yield from assumed()


class _InOrder:
    """A list as a queue, without the identities of the runs, which take time to compute."""

    def __init__(self, runs: list[Run]) -> None:
        self.threads = max((run.threads for run in runs), default=1)
        self._left = list(reversed(runs))

    def __len__(self) -> int:
        return len(self._left)

    def peek(self) -> Run | None:
        return self._left[-1] if self._left else None

    def take(self) -> tuple[Run, int]:
        return self._left.pop(), 1

    def assumed(self) -> list[tuple[Run, Assumed]]:
        return []


def _harness_error(attempt: Attempt, message: str) -> Outcome:
    return Outcome(attempt.record()._replace(ended="harness_error", message=message))


class WarmStarts:
    """Loads solvers for runs that start warm: forked from a process that has imported the solver's library and the
    formulation.

    Session.start selects the runs:

    - cold: none.
    - warm: all. Each adapter has a parent, which loads its library and all formulations in its language for the first
      run.
    - light: runs of solvers that load in hardly any time (ChildSolver.light), in the run's own worker.
    """

    def __init__(self, session: Session) -> None:
        self._start = session.start
        self._loaded = ""  # in a parent and its workers: the loaded kind

    def preload(self, attempt: Attempt) -> Preload | None:
        """The preload of an attempt's worker, on the attempt's cores; None: it starts cold."""
        run, adapter = attempt.run, attempt.run.adapter
        if self._start != "warm" or run.refusal or not run.version or not isinstance(adapter, ChildSolver):
            return None
        from tilings.runners.confine.preloaded import Preload

        return Preload(_kind(run), partial(self._load, _kind(run), adapter, attempt.slot.cores))

    def warm(self, run: Run) -> bool:
        """Whether this process, the run's worker, has loaded the run's solver; a light solver is loaded now."""
        adapter = run.adapter
        if self._start == "light" and isinstance(adapter, ChildSolver) and adapter.light and not run.refusal:
            with suppress(Exception):  # a cold start reports the error
                adapter.load([run.formulation])
                return True
        return self._loaded == _kind(run)

    def _load(self, kind: str, adapter: ChildSolver, cores: tuple[int, ...]) -> None:
        """Load on the cores of the waiting run, to leave other runs undisturbed."""
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a parent must have one thread, and NumPy's library starts more
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores or allowed)
        known = [entry for family in registry.families() for entry in registry.formulations(family).values()]
        adapter.load(entry for entry in known if solver.takes(adapter, entry))
        os.sched_setaffinity(0, allowed)
        self._loaded = kind


def _kind(run: Run) -> str:
    return f"{run.solver} {run.formulation.language}"
