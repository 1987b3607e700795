"""Runs tasks in forked processes, which may confine commands and can be ended at any time.

Each task has a worker, a process of its own, which inherits the data of its task and reports through a pipe. The
process that gives the tasks must have one thread, and alone writes their common files.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Generic, NamedTuple, NoReturn, TypeVar

from tilings.models.problem import UserError
from tilings.runners.confine.choice import sweep
from tilings.runners.confine.process_table import descendants, has_children
from tilings.runners.confine.stopping import STOPPING, Interruption, adopt_orphans, deferred_signals, follow_parent

if TYPE_CHECKING:
    from tilings.runners.confine.preloaded import Parent, Preload

Task = TypeVar("Task")
Result = TypeVar("Result")


class _Worker(NamedTuple, Generic[Task]):
    task: Task
    pid: int
    pipe: IO[bytes]  # for its report, which it writes just before its end


def _raise(task: object, reason: str) -> NoReturn:
    raise UserError(f"{task} failed: {reason}; the recorded rows are kept: repeat the command to continue")


class Workers(Generic[Task, Result]):
    """Forks at most `jobs` workers at a time, each of which calls ``work`` with a task for its result.

    failed: makes the result of a task that raised an exception, or whose worker died, from the reason (default: raises
        UserError).
    preload: returns the library of a task's worker (None: no library). The worker starts without a library that cannot
        be loaded. A task with a preload is pickled; its worker inherits the variables of `work`.

    Use as a context: inside, the signals in STOPPING raise KeyboardInterrupt; at its end the workers get SIGTERM, and
    no process of theirs is left.
    """

    def __init__(
        self,
        jobs: int,
        work: Callable[[Task], Result],
        failed: Callable[[Task, str], Result] = _raise,
        preload: Callable[[Task], Preload | None] = lambda _: None,
    ) -> None:
        self._jobs, self._work, self._failed, self._preload = jobs, work, failed, preload
        self._maker = os.getpid()
        self._parents: dict[str, Parent[Task] | None] = {}  # by kind; None: it failed to load
        self._selector = selectors.DefaultSelector()
        self._interruption = Interruption()

    def __enter__(self) -> Workers[Task, Result]:
        adopt_orphans()
        self._handlers = {number: signal.signal(number, self._interruption) for number in STOPPING}
        return self

    def __exit__(self, *_: object) -> None:
        for number in STOPPING:  # a second Ctrl-C must not stop the clean-up
            signal.signal(number, signal.SIG_IGN)
        self.drop(lambda _: True)
        for parent in filter(None, self._parents.values()):
            parent.close()
        self._parents.clear()
        self._end_strays()
        self._selector.close()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    @property
    def busy(self) -> int:
        return len(self._under_way())

    @property
    def free(self) -> bool:
        return self.busy < self._jobs

    def give(self, task: Task) -> None:
        with deferred_signals():  # until the process is registered, and ended at exit
            pid, reading = self._fork_preloaded(task) or self._fork(task)
            worker = _Worker(task, pid, os.fdopen(reading, "rb"))
            self._selector.register(worker.pipe, selectors.EVENT_READ, worker)

    def results(self, timeout_s: float | None = None) -> list[tuple[Task, Result]]:
        """Wait for results; empty after the timeout, or without a running task."""
        self._interruption.again()
        ready = self._selector.select(timeout_s) if self.busy else []
        return [(key.data.task, self._result(key.data)) for key, _ in ready]

    def each(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """All tasks with their results, in the order of completion."""
        left = deque(tasks)
        while left or self.busy:
            while left and self.free:
                self.give(left.popleft())
            yield from self.results()

    def drop(self, unwanted: Callable[[Task], bool]) -> list[Task]:
        """End the running tasks that are unwanted; returns them."""
        dropped = [worker for worker in self._under_way() if unwanted(worker.task)]
        for worker in dropped:
            os.kill(worker.pid, signal.SIGTERM)
        for worker in dropped:
            worker.pipe.read()
            self._reap(worker)
        return [worker.task for worker in dropped]

    def _under_way(self) -> list[_Worker[Task]]:
        return [key.data for key in self._selector.get_map().values()]

    def _fork(self, task: Task) -> tuple[int, int]:
        """A new worker's process id, and the reading end of its pipe."""
        reading, writing = os.pipe()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # pending until the process can handle it
        pid = os.fork()
        if not pid:
            self._run_worker(task, writing)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        os.close(writing)
        return pid, reading

    def _fork_preloaded(self, task: Task) -> tuple[int, int] | None:
        """As _fork, from the parent of the task's kind; None without a preload, or where it cannot be loaded."""
        preload = self._preload(task)
        if preload is None:
            return None
        from tilings.runners.confine.preloaded import Parent

        for _ in range(2):  # a parent that has died is replaced once
            if preload.kind not in self._parents:
                self._parents[preload.kind] = Parent.started(preload.load, self._run_worker)
            parent = self._parents[preload.kind]
            if parent is None:
                return None
            with suppress(OSError):
                return parent.fork(task)
            del self._parents[preload.kind]
            parent.close()
        return None

    def _run_worker(self, task: Task, pipe: int) -> NoReturn:
        """The main function of a worker."""
        try:
            for number in STOPPING:  # the parent sends SIGTERM for them; no SIG_IGN, which a solver would inherit
                signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else lambda *_: None)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
            adopt_orphans()
            follow_parent(signal.SIGTERM)
            if os.getppid() == self._maker:  # else the maker died before follow_parent
                self._report(task, pipe)
        finally:
            os._exit(0)

    def _report(self, task: Task, pipe: int) -> None:
        report: tuple[Result | None, str]
        try:
            report = self._work(task), ""
        except Exception as error:  # reported in one line by the process that gave the task
            report = None, repr(error)
        with os.fdopen(pipe, "wb") as file:
            pickle.dump(report, file)

    def _result(self, worker: _Worker[Task]) -> Result:
        """The report of a worker, or a failure without one."""
        report = worker.pipe.read()
        status = self._reap(worker)
        try:
            result, reason = pickle.loads(report)
        except (EOFError, pickle.UnpicklingError):
            sweep()  # all processes with the worker's mark, also those forked meanwhile
            self._end_strays()
            result, reason = None, f"its process ended with status {status} and no report"
        return self._failed(worker.task, reason) if reason else result

    def _reap(self, worker: _Worker[Task]) -> int:
        self._selector.unregister(worker.pipe)
        worker.pipe.close()
        return os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1])

    def _end_strays(self) -> None:
        """End the processes that a killed worker left, now our children: they would run beside the next task."""
        own = os.getpid()
        known = {worker.pid for worker in self._under_way()}
        known |= {parent.pid for parent in self._parents.values() if parent}
        while has_children() and (
            strays := [child.pid for child in descendants(own) if child.parent == own and child.pid not in known]
        ):
            sweep()
            for pid in strays:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
