"""What asks a harness to stop, and how a program waits with it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

# It ends its runs in order, and finishes a row that it is writing.
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class StopRequest(Protocol):
    """Something that may ask a run to stop."""

    @property
    def requested(self) -> bool:
        """Whether it does."""


class Stop:
    """Whether this process was asked to stop (SIGTERM)."""

    def __init__(self) -> None:
        self.requested = False
        signal.signal(signal.SIGTERM, self._request)

    def _request(self, *_: object) -> None:
        self.requested = True


class Interruption:
    """A handler that raises KeyboardInterrupt, and remembers it.

    Python swallows what is raised in a destructor or in a hook that runs at a fork: `again` raises it once more.
    """

    def __init__(self) -> None:
        self._came = False

    def __call__(self, *_: object) -> None:
        self._came = True
        raise KeyboardInterrupt

    def again(self) -> None:
        """Raise KeyboardInterrupt if it was ever raised."""
        if self._came:
            raise KeyboardInterrupt


@contextmanager
def deferred_signals() -> Iterator[None]:
    """What asks to stop waits until the end of this context, and takes effect then. For the main thread.

    By handlers and not by a mask of signals, which is one thread's: another thread of the program would take them.
    """
    came: list[int] = []
    handlers = {}
    try:
        for number in STOPPING:
            handlers[number] = signal.signal(number, lambda asked, _: came.append(asked))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for asked in came:
            signal.raise_signal(asked)
