"""Searches in slices, and a signal in the middle of one, for the tests of the engines."""

import signal
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

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


def check_slices(make: Callable[[], Any], step: int) -> None:
    """Checks that slices of so many solutions or nodes give a whole search's sequence, and that progress only grows.

    make: a new search of one packing.
    """
    whole = make().advance(max_solutions=500)
    by_solutions, by_nodes = make(), make()
    sequence: list[list[int]] = []
    while not by_solutions.finished and len(sequence) < 500:
        some = by_solutions.advance(max_solutions=min(step, 500 - len(sequence)))
        assert len(some) <= step
        sequence += some
    assert sequence == whole
    sequence, progress = [], [0.0]
    while not by_nodes.finished and len(sequence) < 500:
        sequence += by_nodes.advance(max_nodes=step)
        progress.append(by_nodes.progress)
    assert sequence[:500] == whole
    assert all(before <= after + 1e-9 for before, after in pairwise(progress))
    assert 0 <= progress[-1] <= 1
