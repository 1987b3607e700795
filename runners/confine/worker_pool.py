"""Worker processes that do one task at a time; the process that holds them is the only one that writes."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Generic, TypeVar

from models.problem import UserError
from runners.confine import STOPPING, adopt_orphans, deferred_signals

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass
class _Worker(Generic[Task]):
    process: ForkProcess
    pipe: Connection
    task: Task | None = None


class Workers(Generic[Task, Result]):
    """So many processes, forked when they are needed; ``work`` is called in them, with a task, for its result.

    Use as a context: at its end nothing of them is left, whatever they were doing. While it lasts, all signals that
    ask the program to stop raise KeyboardInterrupt.
    """

    def __init__(self, jobs: int, work: Callable[[Task], Result]) -> None:
        self._jobs, self._work = jobs, work
        self._context = multiprocessing.get_context("fork")
        self._workers: list[_Worker[Task]] = []

    def __enter__(self) -> Workers[Task, Result]:
        self._handlers = {number: signal.signal(number, signal.default_int_handler) for number in STOPPING}
        return self

    def __exit__(self, *_: object) -> None:
        for number in STOPPING:  # a second Ctrl-C must not stop the cleaning up
            signal.signal(number, signal.SIG_IGN)
        for worker in list(self._workers):
            self._end(worker)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    @property
    def busy(self) -> int:
        """How many tasks are under way."""
        return sum(worker.task is not None for worker in self._workers)

    @property
    def free(self) -> bool:
        """Whether a task can be given."""
        return self.busy < self._jobs

    def give(self, task: Task) -> None:
        """Start a task."""
        worker = next((worker for worker in self._workers if worker.task is None), None) or self._start()
        worker.task = task
        try:
            worker.pipe.send(task)
        except OSError:
            raise _ended(worker) from None

    def results(self, timeout_s: float | None = None) -> list[tuple[Task, Result]]:
        """Wait for results; empty if none came in time, or nothing is under way.

        Raises UserError where a task failed or its process died.
        """
        if not self.busy:
            return []  # else the wait would have no end
        ready = wait([worker.pipe for worker in self._workers if worker.task is not None], timeout_s)
        found = []
        for worker in [worker for worker in self._workers if worker.pipe in ready]:
            try:
                result = worker.pipe.recv()
            except (EOFError, OSError):
                raise _ended(worker) from None
            task, worker.task = worker.task, None
            assert task is not None
            if isinstance(result, Exception):
                raise UserError(f"{task} failed: {result!r}; {_AGAIN}")
            found.append((task, result))
        return found

    def each(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """All tasks with their results, as they come."""
        left = deque(tasks)
        while left or self.busy:
            while left and self.free:
                self.give(left.popleft())
            yield from self.results()

    def drop(self, unwanted: Callable[[Task], bool]) -> list[Task]:
        """End the tasks under way that are unwanted, and say which they were."""
        dropped = [worker for worker in self._workers if worker.task is not None and unwanted(worker.task)]
        for worker in dropped:
            self._end(worker)
        return [worker.task for worker in dropped if worker.task is not None]

    def _start(self) -> _Worker[Task]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        worker: _Worker[Task] = _Worker(process, ours)
        with deferred_signals():  # until the process is one that will be ended
            process.start()
            self._workers.append(worker)
            theirs.close()  # so that the end of the process is the end of what can be read
        return worker

    def _end(self, worker: _Worker[Task]) -> None:
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)


_AGAIN = "what is recorded is kept: run the same command again"


def _ended(worker: _Worker[Task]) -> UserError:
    """What to say of a process that is not there any more."""
    worker.process.join()
    return UserError(f"the process for {worker.task} ended with status {worker.process.exitcode}; {_AGAIN}")


def _serve(pipe: Connection, work: Callable[[Task], Result]) -> None:
    """A worker's life: tasks in, results or exceptions out, until it is ended."""
    for number in STOPPING:  # Ctrl-C reaches the whole group, but ending us is for the parent to do
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    adopt_orphans(follow_parent=True)
    while True:
        task = pipe.recv()
        try:
            pipe.send(work(task))
        except Exception as error:  # told by the parent, in one line
            pipe.send(error)
