"""The native exact-cover engines (runners/native), in a child process."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from models.problem import ColouredCover, Packing
from runners.events import Bounded, Exhausted, Found, Measured
from runners.solvers._child import ChildSolver, Task, emit, serve

if TYPE_CHECKING:
    from runners.native.engines import Search, Stated

STREAMED = 10_000
SLICE = 1_000
MOST_NODES = 20_000_000


class NativeSolver(ChildSolver):
    """An adapter for our own extension module, which has no package of its own."""

    def version(self) -> str | None:
        """The project's version, where the extension is built."""
        try:
            importlib.import_module("runners.native")
        except ImportError:
            return None
        return super().version()


SOLVER = NativeSolver("dlx", accepts="dlx", package="tilings")


def solve(task: Task) -> None:
    """Search for the goal: one cover, all covers, the cheapest, or the first satisfiable of the optimum's levels."""
    from runners.native import engines

    sizes: dict[str, float] = {}
    spent = {"encode_s": 0.0, "solve_s": 0.0, "nodes": 0, "effort": 0}
    begun = task.started
    for value, goal, instance in _steps(task):
        cover = task.job.formulation.module().build(instance, goal, **task.job.options)
        search: Any = engines.opened(cover, task.job.threads)
        built = time.monotonic()
        spent["encode_s"] += built - begun
        sizes = {**engines.size(cover)}
        emit(Measured({**sizes, **spent, "effort_unit": "updates"}))
        if goal == "optimum":
            emit(Bounded(search.bound))
        if value is not None:
            emit(Bounded(value))
        count = _stream(task, search, cover, goal, value)
        begun = time.monotonic()
        spent["solve_s"] += begun - built
        spent["nodes"] += search.nodes
        spent["effort"] += search.updates
        emit(Measured({**sizes, **spent, "effort_unit": "updates"}))
        if search.solutions and goal == "first":
            if task.optimum:
                emit(Exhausted())
            return
    emit(Exhausted(count))


def _steps(task: Task) -> Iterator[tuple[int | None, str, Any]]:
    """(objective, goal, instance) of the searches to make: one, or a decision for each value of the objective."""
    levels = getattr(task.job.formulation.module(), "levels", None)
    if not task.optimum or levels is None:
        yield None, task.job.goal, task.instance
        return
    for value, instance in levels(task.instance):
        yield value, "first", instance


def _stream(task: Task, search: Search, cover: Stated, goal: str, value: int | None) -> int | None:
    """Search to the goal's end, sending out solutions. Returns the count where not all solutions were sent out.

    Where symmetric solutions count once and the engine does not see to that, the runner must see them all; else a
    sample is enough for it to check. For goal optimum every solution is better than the one before.
    """
    symmetric = not isinstance(cover, Packing) and len(task.problem.symmetries(task.instance)) > 1
    while not search.finished and not (search.solutions and goal == "first"):
        sample = symmetric or goal == "optimum" or search.solutions < STREAMED
        wanted = SLICE if goal == "count" else 1
        for options in search.advance(max_solutions=wanted if sample else 0, max_nodes=MOST_NODES, collect=sample):
            emit(Found(tuple(cover.atoms[option] for option in options), _objective(cover, options, value)))
        if not sample:
            emit(Measured({"nodes": search.nodes}))
    return None if symmetric or goal != "count" else search.solutions


def _objective(cover: Stated, options: list[int], value: int | None) -> int | None:
    """The cost of a solution; of one without costs, the value of the objective that was decided on."""
    if isinstance(cover, ColouredCover) and cover.costs:
        return sum(cover.costs[option] for option in options)
    return value


if __name__ == "__main__":
    serve(solve)
