"""Sends a signal in the middle of a slice, for the tests of the engines."""

import signal
import threading

import pytest


def interrupt(search, after_s: float) -> None:
    """Sends a signal the given seconds into a slice, and checks that it ends the slice."""
    timer = threading.Timer(after_s, signal.raise_signal, [signal.SIGINT])
    # Where tests run in a shell's background job the signal is ignored, and Python installs no handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            search.advance()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
