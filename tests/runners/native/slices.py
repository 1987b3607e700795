"""Searches in slices, and a signal in the middle of one, for the tests of the engines."""

import faulthandler
import signal
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

SLICE = 1 << 21  # updates, as in resumable.hpp: about ten milliseconds


def interrupt(search: Any, effort: str = "updates", meanwhile: Callable[[], None] = lambda: None) -> None:
    """Sends a signal during an endless search, and checks that the search ends within some 50 slices.

    effort: the property that counts the effort; meanwhile: called in another thread once the search is under way.
    """
    begun, over, sent = getattr(search, effort), threading.Event(), []

    def send() -> None:
        while getattr(search, effort) == begun:
            if over.wait(0.001):
                return
        meanwhile()
        signal.raise_signal(signal.SIGINT)
        sent.append(getattr(search, effort))

    sender = threading.Thread(target=send)
    # Where tests run in a shell's background job the signal is ignored, and Python installs no handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    faulthandler.dump_traceback_later(300, exit=True)  # a search that ignores the signal would ignore other limits
    try:
        with pytest.raises(KeyboardInterrupt):
            sender.start()
            search.advance()
    finally:
        over.set()
        sender.join()
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGINT, before)
    assert getattr(search, effort) - sent[0] < 50 * SLICE


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


def check_nodes(make: Callable[[], Any], max_solutions: int, max_nodes: int) -> None:
    """Checks that slices within limits (0: none) find the solutions of a whole search and visit its nodes.

    make: a new search of one problem.
    """
    whole, sliced = make(), make()
    expected, found = whole.advance(), []
    while not sliced.finished:
        solutions, nodes = sliced.solutions, sliced.nodes
        found += sliced.advance(max_solutions, max_nodes)
        assert max_solutions == 0 or sliced.solutions - solutions <= max_solutions
        assert max_nodes == 0 or sliced.nodes - nodes <= max_nodes
    assert found == expected
    assert (sliced.solutions, sliced.nodes, sliced.updates) == (whole.solutions, whole.nodes, whole.updates)
    assert sliced.advance() == []
