"""Solves small cases by one solver in one process: ``python cpmpy_jobs.py SOLVER FOLDER few|all``.

Prints a line with a case before the events of its search. One process for all of them, as imports take most of the
time.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tilings.models import problem as vocabulary
from tilings.models import registry
from tilings.models.registry import Formulation
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import Task, emit
from tilings.runners.solvers.interface.cpmpy import CpmpySolver
from tilings.runners.solvers.interface.events import NotApplicable
from tilings.runners.solvers.interface.solver import Job

CASES = {
    ("squares", "h03"): ("optimum",),
    ("squares", "h04k4"): ("first", "count"),
    ("squares", "h05"): ("optimum",),
    ("squares", "h05k3"): ("first", "count"),
    ("polycubes", "dominoes4x4"): ("first", "count"),
    ("polycubes", "tetrominoes4x5"): ("first", "count"),
    ("covers", "knuth-dlx3"): ("first", "count"),
    ("covers", "de-bruijn16"): ("count",),
    ("covers", "matrices4x2"): ("count",),
    ("covers", "assignment7"): ("optimum",),
    ("triominoes", "b0-2-easy"): ("first",),
    ("triominoes", "b1-4-easy"): ("first", "optimum"),
}
FEW = ("h05", "h05k3", "dominoes4x4", "knuth-dlx3", "b1-4-easy")


def cases(which: str) -> Iterator[tuple[Formulation, str, str]]:
    """Formulation, instance and goal of few cases, or of all."""
    for (family, instance), goals in CASES.items():
        if which == "few" and instance not in FEW:
            continue
        for formulation in registry.formulations(family).values():
            if formulation.language == "cpmpy":
                yield from ((formulation, instance, goal) for goal in goals)


def run(name: str, work: Path, which: str) -> None:
    """Solve the cases that the solver takes."""
    adapter = solver.find(name, "cpmpy")
    assert isinstance(adapter, CpmpySolver)
    adapter.load([])
    path = {(entry.family, entry.name): entry.path for entry in manifest.shipped()}
    for formulation, instance, goal in cases(which):
        if solver.refusal(adapter, goal, 1):
            continue
        file = path[formulation.family, instance]
        settings = formulation.own(formulation.settings({}))
        job = Job(file, *registry.load_instance(file), formulation, settings, goal, 1, 1, 600.0, 4000, work)
        print(json.dumps([formulation.name, instance, goal]), flush=True)
        try:
            adapter.solve(Task(job, time.monotonic()))
        except vocabulary.NotApplicable as reason:
            emit(NotApplicable(str(reason)))


if __name__ == "__main__":
    run(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
