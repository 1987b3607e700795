"""Pumpkin, a CP solver that learns clauses, through CPMpy."""

from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver

CPMPY = CpmpySolver(
    "pumpkin",
    BackEnd(
        "pumpkin",
        library="pumpkin_solver",
        created=lambda job: {"seed": job.seed},
        sizes=lambda solver: {"variables": len(solver._varmap)},
    ),
    package="pumpkin-solver",
    paradigm="CP",
)
