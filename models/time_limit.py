"""A limit of wall seconds on a block of code in the main thread."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_AGAIN_S = 1.0  # code may catch the exception


class TooLong(BaseException):
    """The limit is over; an ``except Exception`` does not catch it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooLong in the block after this many seconds, and again each second.

    Only the main thread can be interrupted. A limit around this one stays in force, after this one.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: object) -> None:
        raise TooLong

    if seconds <= 0:
        raise TooLong
    began, handler = time.monotonic(), signal.signal(signal.SIGALRM, late)
    outer_s, again_s = signal.getitimer(signal.ITIMER_REAL)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN_S)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if outer_s:
            signal.setitimer(signal.ITIMER_REAL, max(outer_s - (time.monotonic() - began), 1e-6), again_s)
