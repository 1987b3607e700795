"""The signals that ask a harness to stop, and how they are noted or deferred."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

# On each of these a harness ends its runs in order, and finishes the row that it is writing.
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class StopRequest(Protocol):
    """A source of requests to stop a run."""

    @property
    def requested(self) -> bool:
        """Whether the run is to stop."""


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
    """Defers the signals that ask to stop to the end of this context. For the main thread.

    By handlers and not by a signal mask, which holds for one thread: another thread of the program would take them.
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
