"""Makes chapters side by side, a process a core: drawing is what a report takes its time for."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from typing import Any

_tasks: Sequence[Callable[[], Any]] = ()


def made(tasks: Sequence[Callable[[], Any]]) -> list[Any]:
    """What the tasks return, in their order; raises what the first of them raises that fails.

    Each is called in a fork of this process: what it changes here is lost, what it returns is copied, files stay.
    """
    global _tasks
    workers = min(len(os.sched_getaffinity(0)), len(tasks))
    if workers < 2 or multiprocessing.current_process().daemon:
        return [task() for task in tasks]
    _tasks = tasks  # a fork knows them: they need not be such as can be sent
    gc.freeze()  # what there is stays: no fork looks through it, and copies its pages, again and again
    try:
        with multiprocessing.get_context("fork").Pool(workers, _leave_ctrl_c_to_the_parent) as pool:
            return pool.map(_call, range(len(tasks)), chunksize=1)
    finally:
        gc.unfreeze()
        _tasks = ()


def _call(number: int) -> Any:
    return _tasks[number]()


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
