"""Warm starts: the solver's process is forked from one that has imported its library and the formulation."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial

from models import registry
from models.registry import Formulation
from runners.confine.preloaded import Preload
from runners.plan.run import Run
from runners.solvers.interface.child_process import ChildSolver


class WarmStarts:
    """Which runs of a session start warm, and what loads their solvers.

    start: cold: none. warm: all, as each adapter has a parent, which loads its library and all formulations in its
    language when the first run is due. light: those whose solver takes hardly any time to load (ChildSolver.light);
    the run's own worker loads it.
    """

    def __init__(self, start: str) -> None:
        self._start = start
        self._loaded = ""  # in a parent and its workers: what it has loaded

    def preload(self, run: Run, cores: tuple[int, ...]) -> Preload | None:
        """What the parent of a run's worker has to load, on these cores; None: the run starts cold."""
        adapter = run.adapter
        if self._start != "warm" or run.refusal or not run.version or not isinstance(adapter, ChildSolver):
            return None
        return Preload(_kind(run), partial(self._load, _kind(run), adapter, cores))

    def warm(self, run: Run) -> bool:
        """Whether this process, the run's worker, has loaded what the run needs; a light solver is loaded now."""
        adapter = run.adapter
        if self._start == "light" and isinstance(adapter, ChildSolver) and adapter.light and not run.refusal:
            with suppress(Exception):  # a cold start reports what is wrong
                adapter.load([run.formulation])
                return True
        return self._loaded == _kind(run)

    def _load(self, kind: str, adapter: ChildSolver, cores: tuple[int, ...]) -> None:
        """Load, beside other runs, on the cores of the run that waits for it."""
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy's library would start threads, and a parent must have one
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores or allowed)
        known = [found for family in registry.families() for found in registry.formulations(family).values()]
        adapter.load(found for found in known if found.language == adapter.accepts)
        os.sched_setaffinity(0, allowed)
        self._loaded = kind


def _kind(run: Run) -> str:
    return f"{run.solver} {run.formulation.language}"
