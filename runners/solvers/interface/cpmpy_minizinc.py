"""MiniZinc's solvers as back ends of CPMpy, which writes a MiniZinc model and has the package ``minizinc`` run it."""

from __future__ import annotations

from typing import Any

from runners.solvers.interface.cpmpy import BackEnd
from runners.solvers.interface.minizinc import driver

_COLUMNS = {"nodes": "nodes", "failures": "failures", "propagations": "effort"}


def minizinc(tag: str) -> BackEnd:
    """The back end of one of MiniZinc's solvers, by its tag."""
    return BackEnd(
        f"minizinc:{tag}",
        ready=_use_ours,
        prepare=_prepare,
        called=lambda job: {"random_seed": job.seed},
        sizes=lambda solver: {"variables": len(solver._varmap)},
        effort=_effort,
    )


def _use_ours() -> None:
    """Have the package ``minizinc`` call our MiniZinc, and not one that it found on the path when it was imported."""
    if ours := driver():
        ours.make_default()


def _prepare(solver: Any) -> None:
    """Keep CPMpy from excluding each solution that MiniZinc lists, and from refusing an end without measured times.

    The former only takes time, as MiniZinc has the model by then; the latter happens where flattening proves that there
    is no solution.
    """
    seconds = solver.mzn_time_to_seconds
    solver.mzn_time_to_seconds = lambda told: max(1e-6, seconds(told))
    solver.add = lambda _: solver


def _effort(solver: Any) -> dict[str, float | int | str]:
    told = getattr(solver.mzn_result, "statistics", {})
    values = {column: told[key] for key, column in _COLUMNS.items() if key in told}
    return values | ({"effort_unit": "propagations"} if "effort" in values else {})
