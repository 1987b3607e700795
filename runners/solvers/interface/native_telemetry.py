"""What a native search tells while it runs, beside its solutions."""

from __future__ import annotations

import time
from typing import Any

from runners.native import insight
from runners.solvers.interface.child_process import emit
from runners.solvers.interface.events import Told
from runners.solvers.interface.solver import Wishes

FIRST_NODES, MOST_NODES = 1_000, 20_000_000
TOLD_S = 0.25


class Telling:
    """Tells of a search what is wished for, several times a second; `nodes` is how far to search until the next time.

    Where nothing is wished for, that is as far as suits the search.
    """

    def __init__(self, wishes: Wishes, search: Any, listed: bool) -> None:
        self.nodes = FIRST_NODES if wishes != Wishes() else MOST_NODES
        self._wishes, self._search = wishes, search
        self._steps = 0
        self._begun = self._told = time.monotonic()
        self._seen_nodes = 0
        if wishes.trace is not None:
            search.record(*wishes.trace)
        if listed and wishes != Wishes():
            emit(Told("listed", True))

    def now_and_then(self) -> None:
        """Tell, if it is time to."""
        passed = time.monotonic() - self._told
        if self._wishes != Wishes() and passed >= TOLD_S:
            rate = (self._search.nodes - self._seen_nodes) / passed
            self.nodes = max(1, min(MOST_NODES, int(rate * TOLD_S)))
            self.now()

    def now(self) -> None:
        """Tell, in any case."""
        self._told, self._seen_nodes = time.monotonic(), self._search.nodes
        if self._wishes.progress:
            emit(Told("progress", insight.progress(self._search)))
        if self._wishes.statistics:
            emit(Told("statistics", insight.statistics(self._search, self._told - self._begun)))
        if self._wishes.trace is not None:
            lines = insight.steps(self._search, self._steps)
            self._steps += len(lines)
            if lines:
                emit(Told("trace", lines))
