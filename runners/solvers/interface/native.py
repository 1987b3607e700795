"""Time limit and telemetry of a native search, and the choice of the solutions of a part that count."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from tilings.models.classes import Classes, Generators, digest
from tilings.models.problem import Atom, Problem
from tilings.runners.native import engines
from tilings.runners.solvers.interface.child_process import emit
from tilings.runners.solvers.interface.events import Telemetry
from tilings.runners.solvers.interface.solver import OutputRequests

FIRST_NODES, MOST_NODES = 1_000, 20_000_000
REPORT_S = 0.25  # the time between two reports
_CHECK_S = 0.05  # the time between two checks of the clock
_GROWTH = 4  # the first slices grow by this factor: they are too short to measure the rate


class Clock:
    """The time limit of a search, which reads no clock itself. nodes: the number of nodes until the next check."""

    def __init__(self, search: Any, seconds: float) -> None:
        self.nodes = FIRST_NODES
        self._search = search
        self._checked_at, self._nodes = time.monotonic(), search.nodes
        self._end = self._checked_at + seconds

    def over(self) -> bool:
        """Whether the time limit has passed; to be called after each slice of the search."""
        now = time.monotonic()
        if now > self._checked_at:
            rate = (self._search.nodes - self._nodes) / (now - self._checked_at)
            self.nodes = max(1, min(int(rate * _CHECK_S), _GROWTH * self.nodes, MOST_NODES))
        self._checked_at, self._nodes = now, self._search.nodes
        return now >= self._end


class TelemetryReporter:
    """Sends the telemetry that is requested several times a second.

    nodes: the number of nodes to search until the next report; MOST_NODES where nothing is requested.
    """

    def __init__(self, requests: OutputRequests, search: Any, listed: bool) -> None:
        self.nodes = FIRST_NODES if requests != OutputRequests() else MOST_NODES
        self._requests, self._search = requests, search
        self._begun = self._reported_at = time.monotonic()
        self._seen_nodes = 0
        if listed and requests != OutputRequests():
            emit(Telemetry("listed", True))

    def report_if_due(self) -> None:
        """Send the telemetry if REPORT_S has passed since the last time."""
        passed = time.monotonic() - self._reported_at
        if self._requests != OutputRequests() and passed >= REPORT_S:
            rate = (self._search.nodes - self._seen_nodes) / passed
            self.nodes = max(1, min(MOST_NODES, int(rate * REPORT_S)))
            self.report()

    def report(self) -> None:
        """Send the telemetry."""
        self._reported_at, self._seen_nodes = time.monotonic(), self._search.nodes
        search = self._search
        counts = {"nodes": search.nodes, "solutions": search.solutions}
        if self._requests.progress:
            emit(Telemetry("progress", counts | {"share": getattr(search, "progress", None)}))  # some engines have none
        if self._requests.statistics:
            emit(
                Telemetry(
                    "statistics", counts | {"seconds": self._reported_at - self._begun, "updates": search.updates}
                )
            )


class Unique:
    """Decides which solutions of a part of a search count: the least of each class of symmetric ones.

    The search must find every solution that consists of the model's options, as exact covers do. If the model breaks
    symmetries by omitting options, these are some solutions of each class.
    """

    def __init__(self, problem: Problem, instance: Any, model: engines.EngineModel) -> None:
        self._decoded = lambda atoms: problem.decode(instance, atoms)
        self._symmetries = problem.symmetries(instance)
        self._classes = Classes(self._symmetries)
        atoms = getattr(model, "atoms", None)  # not of an engine's own model of squares or edges
        self._options = atoms and self._items(atoms)

    def counts(self, atoms: Iterable[Atom]) -> bool:
        """Whether the solution of these atoms is the one of its class that counts."""
        solution = self._decoded(atoms)
        if isinstance(self._symmetries, Generators):
            return self._classes.of(solution) == digest(tuple(sorted(solution)))
        itself, *images = (sorted(map(image, solution)) for image in self._symmetries)
        return all(itself <= image for image in images if self._options is None or self._options.issuperset(image))

    def _items(self, atoms: Iterable[Atom]) -> frozenset[Any]:
        identity = self._symmetries[0]
        return frozenset(identity(item) for atom in atoms for item in self._decoded([atom]))
