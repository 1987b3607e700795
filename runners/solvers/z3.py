"""Z3, an SMT solver, through CPMpy: linear arithmetic over whole numbers."""

from typing import Any

from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver


def _effort(solver: Any) -> dict[str, float | int | str]:
    told = {entry[0]: entry[1] for entry in solver.z3_solver.statistics()}
    conflicts = told.get("conflicts", 0) + told.get("sat conflicts", 0)
    return {"failures": conflicts, "effort": conflicts, "effort_unit": "conflicts"}


CPMPY = CpmpySolver(
    "z3",
    BackEnd(
        "z3",
        library="z3",
        called=lambda job: {"random_seed": job.seed},
        sizes=lambda solver: {"variables": len(solver._varmap), "constraints": len(solver.z3_solver.assertions())},
        effort=_effort,
    ),
    package="z3-solver",
    paradigm="SMT",
)
