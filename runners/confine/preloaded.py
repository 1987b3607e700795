"""Parents of workers: processes that have loaded what tasks of one kind need, so that their workers are ready at once.

A parent is forked from the process that gives the tasks, so it has inherited what they share. It must have one thread
when it forks. A worker is forked twice: the process in between ends, so that the worker becomes a child of the process
that gives the tasks, which can end it and wait for it as if it had forked it itself.
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
    """What a task's worker is to have loaded; tasks of one kind share a parent, which has called `load`."""

    kind: str
    load: Callable[[], None]


class Parent(Generic[Task]):
    """A process that has loaded what its workers need, and forks them on demand."""

    def __init__(self, pid: int, orders: socket.socket) -> None:
        self.pid, self._socket = pid, orders

    @classmethod
    def started(cls, load: Callable[[], None], work: Callable[[Task, int], object]) -> Parent[Task] | None:
        """A parent that has loaded; None where that failed. work: called in a worker with its task and its pipe."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(_LONGEST_LOAD_S)
        maker = os.getpid()
        pid = os.fork()
        if not pid:
            ours.close()
            _live(theirs, maker, load, work)
        theirs.close()
        parent = cls(pid, ours)
        with suppress(OSError):
            if ours.recv(len(_READY)) == _READY:
                return parent
        parent.close()
        return None

    def fork(self, task: Task) -> tuple[int, int]:
        """A new worker's process id, and the end of its pipe to read from; raises OSError where the parent has died."""
        reading, writing = os.pipe()  # not before there is the parent, which would keep it open
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
        """End it; its workers go on. It holds nothing that has to be put in order."""
        self._socket.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def _live(orders: socket.socket, maker: int, load: Callable[[], None], work: Callable[[Task, int], object]) -> NoReturn:
    """The life of a parent, and of the workers that it forks."""
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # it waits until a worker can take it
        for number in STOPPING:  # they come to the maker, which ends its parents
            signal.signal(number, lambda *_: None)
        follow_parent()
        if os.getppid() == maker:  # else it died before it could be followed
            load()
            _obey(orders, work)
    finally:
        os._exit(1)


def _obey(orders: socket.socket, work: Callable[[Task, int], object]) -> None:
    """Fork a worker for each order. A process with several threads cannot: a fork has one, and the locks of all."""
    if len(list(Path("/proc/self/task").iterdir())) > 1:
        return
    gc.collect()
    gc.freeze()  # a collection in a worker would write to these objects, and so copy their pages
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
    """Fork the worker, send its process id, and end; return in the worker, as soon as it has been adopted."""
    between = os.getpid()
    worker = os.fork()
    if worker:
        orders.send(b"%d" % worker)
        os._exit(0)
    orders.close()
    while os.getppid() == between:
        time.sleep(_ADOPTED_S)
