"""Telemetry of a native search while it runs: progress, statistics and trace."""

import time
from typing import Any

from runners.solvers.interface.child_process import emit
from runners.solvers.interface.events import Telemetry
from runners.solvers.interface.solver import OutputRequests

FIRST_NODES, MOST_NODES = 1_000, 20_000_000
INTERVAL_S = 0.25


class TelemetryReporter:
    """Sends the telemetry that is requested several times a second.

    nodes: how many nodes to search until the next report; MOST_NODES where nothing is requested.
    """

    def __init__(self, requests: OutputRequests, search: Any, listed: bool) -> None:
        self.nodes = FIRST_NODES if requests != OutputRequests() else MOST_NODES
        self._requests, self._search = requests, search
        self._steps = 0
        self._begun = self._reported_at = time.monotonic()
        self._seen_nodes = 0
        if requests.trace is not None:
            search.record(*requests.trace)
        if listed and requests != OutputRequests():
            emit(Telemetry("listed", True))

    def report_if_due(self) -> None:
        """Send the telemetry if INTERVAL_S has passed since the last time."""
        passed = time.monotonic() - self._reported_at
        if self._requests != OutputRequests() and passed >= INTERVAL_S:
            rate = (self._search.nodes - self._seen_nodes) / passed
            self.nodes = max(1, min(MOST_NODES, int(rate * INTERVAL_S)))
            self.report()

    def report(self) -> None:
        """Send the telemetry."""
        from runners.native import insight  # it imports the extension, which may not be built where adapters are found

        self._reported_at, self._seen_nodes = time.monotonic(), self._search.nodes
        if self._requests.progress:
            emit(Telemetry("progress", insight.progress(self._search)))
        if self._requests.statistics:
            emit(Telemetry("statistics", insight.statistics(self._search, self._reported_at - self._begun)))
        if self._requests.trace is not None:
            lines = insight.steps(self._search, self._steps)
            self._steps += len(lines)
            if lines:
                emit(Telemetry("trace", lines))
