"""Exact, a pseudo-Boolean solver that learns constraints by cutting planes, through CPMpy."""

from typing import Any

from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver


def _effort(solver: Any) -> dict[str, float | int | str]:
    told = dict(solver.xct_solver.getStats())
    return {
        "nodes": told["decisions"],
        "failures": told["conflicts"],
        "effort": told["conflicts"],
        "effort_unit": "conflicts",
    }


def _sizes(solver: Any) -> dict[str, float | int | str]:
    told = dict(solver.xct_solver.getStats())
    constraints = told["input clauses"] + told["input cardinalities"] + told["input general constraints"]
    return {"variables": told["original variables"], "constraints": constraints}


CPMPY = CpmpySolver(
    "exact",
    BackEnd("exact", library="exact", created=lambda job: {"seed": job.seed}, sizes=_sizes, effort=_effort),
    package="Exact",
    paradigm="PB",
)
