"""Makes chapters in parallel, one process per core, as drawing takes most of the time of a report."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

_tasks: Sequence[Callable[[], Any]] = ()


def results(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """The results of the tasks, in their order; raises the exception of the first task that fails.

    Each is called in a fork of this process: changes to this process's state are lost, the result is copied.
    Workers of this pool end when this process is killed; those of ProcessPoolExecutor would wait forever.
    """
    global _tasks
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1  # a fork is not safe on macOS
    workers = min(cores, len(tasks))
    if workers < 2 or multiprocessing.current_process().daemon:
        return [task() for task in tasks]
    _tasks = tasks  # a fork inherits them, so that they need not be pickled
    try:
        with multiprocessing.get_context("fork").Pool(workers, _leave_ctrl_c_to_the_parent) as pool:
            return pool.map(_call, range(len(tasks)), chunksize=1)
    finally:
        _tasks = ()


def _call(number: int) -> Any:
    return _tasks[number]()


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
