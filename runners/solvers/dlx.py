"""The native exact-cover engines (runners/native), in a child process; they are deterministic and ignore the seed."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable
from typing import Any

from tilings.models.classes import Generators
from tilings.models.problem import Choice, ColouredCover, EdgeMatchingModel, Packing
from tilings.models.registry import Formulation
from tilings.runners.native import engines
from tilings.runners.native.engines import EngineModel, EngineSearch
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit
from tilings.runners.solvers.interface.events import Bounded, Found, Measured, OutOfTime, SearchComplete
from tilings.runners.solvers.interface.native import Clock, TelemetryReporter, Unique

STREAMED = 1_000
SLICE = 1_000
STATES = "dlx_states"


class NativeSolver(ChildSolver):
    """An adapter for our own extension module, which has no package of its own."""

    light = True

    def load(self, formulations: Iterable[Formulation]) -> None:
        """Import the engines of these formulations, and the formulations."""
        formulations = list(formulations)
        for engine in sorted({engine for formulation in formulations for engine in formulation.engines}):
            importlib.import_module(f"tilings.runners.native.{engine}")
        super().load(formulations)

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The digests of the engines' sources; None if the extension is not built."""
        try:
            from tilings.runners.native._engine import digests
        except ImportError:
            return None
        used = digests if formulation is None else formulation.engines
        return ", ".join(f"{engine} {digests[engine][:8]}" for engine in sorted(digests) if engine in used)

    def offers(self, formulation: Formulation) -> frozenset[str]:
        """The optional output of the formulation's engine; see ``offers`` in interface/solver.py."""
        if formulation.name == STATES:
            return frozenset({"statistics"})
        return frozenset({"statistics", "solutions", "film"})


def solve(task: Task) -> None:
    """Search for the goal: one cover, all covers, or the cheapest."""
    cover = task.build()
    requests = task.job.requests
    search: Any = engines.opened(
        cover, task.job.threads, listing=requests.film or requests.solutions is not None, part=task.job.part
    )
    started = task.encoded(**engines.size(cover))
    if task.optimum:
        emit(Bounded(cover.objective(search.bound) if isinstance(cover, ColouredCover) else search.bound))
    count = _stream(task, search, cover)
    effort = {"nodes": search.nodes, "effort": search.updates, "effort_unit": "updates"}
    emit(Measured({"solve_s": time.monotonic() - started, **effort}))
    if search.solutions and task.job.goal == "first":
        return
    if not search.finished:
        emit(OutOfTime(count))
        return
    emit(SearchComplete(count, computed=engines.computes(search)))


def _stream(task: Task, search: EngineSearch, cover: EngineModel) -> int | None:
    """Search to the goal or the limit, and send solutions; returns the count unless all solutions were sent.

    All solutions are sent if symmetric ones count once and the engine ignores symmetries; a part of the search sends
    those that count there. Else a sample is sent for the check. For goal optimum every solution is better than the one
    before.
    """
    goal = task.job.goal
    cover = cover.search if isinstance(cover, Choice) else cover
    aware = isinstance(cover, Packing) or (isinstance(cover, ColouredCover) and len(cover.symmetries) > 0)
    symmetries = task.job.problem.symmetries(task.job.instance)
    symmetric = isinstance(symmetries, Generators) or (len(symmetries) > 1 and not aware)
    unique = Unique(task.job.problem, task.job.instance, cover) if symmetric and not task.job.part.whole else None
    requested = task.job.requests.solutions
    streamed = float("inf") if symmetric or goal == "optimum" or requested == 0 else max(STREAMED, requested or 0)
    reporter = TelemetryReporter(task.job.requests, search, listed=not symmetric)
    camera = None
    if task.job.requests.film:
        from tilings.runners.solvers.interface.camera import Camera

        camera = Camera(search, cover, ends=goal != "optimum")
    clock = Clock(search, task.remaining_s())
    while not search.finished and not (search.solutions and goal == "first") and not clock.over():
        sample = search.solutions < streamed
        most = SLICE if goal == "count" else 1
        nodes = 1 if camera and camera.rolling else min(clock.nodes, reporter.nodes)
        covers = search.advance(max_solutions=most if sample else 0, max_nodes=nodes, collect=sample)
        if camera:
            camera.halted(covers)
        solutions = [Found(engines.atoms(cover, options), _objective(cover, options)) for options in covers]
        emit(*(solution for solution in solutions if unique is None or unique.counts(solution.atoms)))
        if not sample:
            emit(Measured({"nodes": search.nodes}))
        reporter.report_if_due()
    reporter.report()
    if camera:
        camera.close()
    return None if symmetric or goal != "count" else search.solutions


def _objective(cover: EngineModel, options: list[int]) -> int | None:
    """The objective of a solution, if the engine has one: from its cost or its number of tiles."""
    if isinstance(cover, ColouredCover) and cover.costs:
        return cover.objective(sum(cover.costs[option] for option in options))
    if isinstance(cover, EdgeMatchingModel):
        return len(options)
    return None


DLX = NativeSolver("dlx", accepts="dlx", package="tilings", solve=solve)
