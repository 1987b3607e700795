"""Holds the time limit of a native search, which looks at no clock itself."""

import time
from typing import Any

from runners.solvers.interface.native_telemetry import FIRST_NODES, MOST_NODES

_INTERVAL_S = 0.05
_GROWTH = 4  # of the first slices, which are too short to tell the rate


class Clock:
    """Says when a search is over its seconds. nodes: how many nodes to search until it is asked again."""

    def __init__(self, search: Any, seconds: float) -> None:
        self.nodes = FIRST_NODES
        self._search = search
        self._looked_at, self._seen = time.monotonic(), search.nodes
        self._end = self._looked_at + seconds

    def over(self) -> bool:
        """Whether the seconds have passed; to be asked after each slice of the search."""
        now = time.monotonic()
        if now > self._looked_at:
            rate = (self._search.nodes - self._seen) / (now - self._looked_at)
            self.nodes = max(1, min(int(rate * _INTERVAL_S), _GROWTH * self.nodes, MOST_NODES))
        self._looked_at, self._seen = now, self._search.nodes
        return now >= self._end
