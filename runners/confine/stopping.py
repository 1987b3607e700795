"""How a harness and its processes are stopped: by signals, and when their parent dies."""

import ctypes
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

# On each of these a harness ends its runs, and finishes the row that it is writing.
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_LIBC = ctypes.CDLL(None, use_errno=True)


class StopRequest(Protocol):
    """A source of requests to stop a run."""

    @property
    def requested(self) -> bool: ...


class Stop:
    """Records SIGTERM as a request to stop."""

    def __init__(self) -> None:
        self.requested = False
        signal.signal(signal.SIGTERM, self._request)

    def _request(self, *_: object) -> None:
        self.requested = True


class Interruption:
    """A handler that raises KeyboardInterrupt. Python drops an exception that is raised in a destructor or in a hook of
    a fork; therefore `again` raises it once more."""

    def __init__(self) -> None:
        self._raised = False

    def __call__(self, *_: object) -> None:
        self._raised = True
        raise KeyboardInterrupt

    def again(self) -> None:
        if self._raised:
            raise KeyboardInterrupt


@contextmanager
def deferred_signals() -> Iterator[None]:
    """Defers the signals in STOPPING to the end of this context. For the main thread.

    By handlers, because a signal mask holds for one thread, and another thread would receive the signal.
    """
    received: list[int] = []
    handlers = {}
    try:
        for number in STOPPING:
            handlers[number] = signal.signal(number, lambda signum, _: received.append(signum))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for signum in received:
            signal.raise_signal(signum)


def adopt_orphans() -> None:
    """Make this process the child subreaper: a descendant whose parent dies becomes its child. Raises OSError."""
    if _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl refused: the process tree cannot be confined")


def follow_parent(number: int = signal.SIGKILL) -> None:
    """Have the kernel send this process a signal when its parent dies. Raises OSError.

    Compare os.getppid afterwards: the parent may have died before.
    """
    if _LIBC.prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl refused: the process would outlive its parent")
