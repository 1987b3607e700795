"""Parents of workers: processes that have loaded the library for one kind of task, and fork workers that can start.

A parent is forked from the harness, and inherits the data that tasks share. It must have one thread when it forks. A
worker is forked twice: the process in between ends, and the harness, as the subreaper, becomes the worker's parent. So
the harness can end the worker and wait for it as for a child that it has forked itself.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NoReturn, TypeVar

from tilings.runners.confine.stopping import STOPPING, follow_parent

Task = TypeVar("Task")
_LARGEST_TASK = 100_000  # bytes, pickled
_LONGEST_LOAD_S = 120.0
_READY = b"ready"
_ADOPTED_S = 0.0002


@dataclass(frozen=True)
class Preload:
    """The library of a task's worker; tasks of one kind share a parent, which has called `load`."""

    kind: str
    load: Callable[[], None]


class Parent(Generic[Task]):
    """A process that has loaded the library of its workers, and forks them on demand."""

    def __init__(self, pid: int, orders: socket.socket) -> None:
        self.pid, self._socket = pid, orders

    @classmethod
    def started(cls, load: Callable[[], None], work: Callable[[Task, int], object]) -> Parent[Task] | None:
        """Start a parent and wait until it has loaded; None where loading failed.

        work: called in a worker with its task and its pipe.
        """
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(_LONGEST_LOAD_S)
        maker = os.getpid()
        pid = os.fork()
        if not pid:
            ours.close()
            _run_parent(theirs, maker, load, work)
        theirs.close()
        parent = cls(pid, ours)
        with suppress(OSError):
            if ours.recv(len(_READY)) == _READY:
                return parent
        parent.close()
        return None

    def fork(self, task: Task) -> tuple[int, int]:
        """A new worker's process id and the reading end of its pipe; raises OSError where the parent has died."""
        reading, writing = os.pipe()  # made after the parent, which would inherit it and keep it open
        try:
            socket.send_fds(self._socket, [pickle.dumps(task)], [writing])
            answer = self._socket.recv(20)
            if not answer:
                raise OSError("the parent has died")
        except OSError:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        return int(answer), reading

    def close(self) -> None:
        """Kill the parent; its workers go on."""
        self._socket.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def _run_parent(
    orders: socket.socket, maker: int, load: Callable[[], None], work: Callable[[Task, int], object]
) -> NoReturn:
    """The main function of a parent, and of the workers that it forks."""
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # pending until a worker can handle it
        for number in STOPPING:  # the maker handles them, and ends its parents
            signal.signal(number, lambda *_: None)
        follow_parent()
        if os.getppid() == maker:  # else the maker died before follow_parent
            load()
            _fork_on_demand(orders, work)
    finally:
        os._exit(1)


def _fork_on_demand(orders: socket.socket, work: Callable[[Task, int], object]) -> None:
    """Fork a worker for each order. Not with several threads: a fork copies one of them, and the locks of all."""
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        return
    gc.collect()
    gc.freeze()  # a collection in a worker would write to these objects and copy their pages
    orders.send(_READY)
    while True:
        order, pipes, _, _ = socket.recv_fds(orders, _LARGEST_TASK, 1, socket.MSG_CMSG_CLOEXEC)
        if not order:
            return
        between = os.fork()
        if not between:
            _fork_again(orders)
            work(pickle.loads(order), pipes[0])
        os.waitpid(between, 0)
        os.close(pipes[0])


def _fork_again(orders: socket.socket) -> None:
    """Fork the worker, send its process id, and end; returns in the worker once the harness is its parent."""
    between = os.getpid()
    worker = os.fork()
    if worker:
        orders.send(b"%d" % worker)
        os._exit(0)
    orders.close()
    while os.getppid() == between:
        time.sleep(_ADOPTED_S)
