"""What the SAT solvers of PySAT share. None of them takes a seed or an objective."""

from __future__ import annotations

from typing import Any

from runners.record.machine import package_version
from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver


def sat(name: str, back_end: str, limited: bool, incremental: bool = True) -> CpmpySolver:
    """The adapter of one of PySAT's solvers; limited, incremental: see BackEnd."""
    return CpmpySolver(
        name,
        BackEnd(
            f"pysat:{back_end}", library="pysat.solvers", limited=limited, optimises=False, incremental=incremental,
            sizes=_sizes, effort=_effort if incremental else lambda _: {},
        ),
        package="python-sat",
        paradigm="SAT",
        enumerates=incremental,
        own=lambda: (package := package_version("python-sat")) and f"{back_end} of PySAT {package}",
        needs=["pypblib", "pindakaas"],  # by which CPMpy and PySAT encode sums
    )  # fmt: skip


def _sizes(solver: Any) -> dict[str, float | int | str]:
    """Variables and clauses; Kissat does not tell its clauses."""
    native = solver.pysat_solver
    try:
        return {"variables": native.nof_vars(), "constraints": native.nof_clauses()}
    except NotImplementedError:
        return {"variables": solver.pysat_vpool.top}


def _effort(solver: Any) -> dict[str, float | int | str]:
    told = solver.pysat_solver.accum_stats()
    conflicts = told["conflicts"]
    return {"nodes": told["decisions"], "failures": conflicts, "effort": conflicts, "effort_unit": "conflicts"}
