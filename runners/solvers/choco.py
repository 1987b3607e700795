"""Choco, a CP solver in Java compiled to a library, through CPMpy. Its search does not depend on a seed."""

from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver

CPMPY = CpmpySolver(
    "choco",
    BackEnd(
        "choco",
        streams=False,
        sizes=lambda solver: {"variables": len(solver._varmap)},
        effort=lambda solver: {
            "failures": solver.chc_solver.get_fail_count(),
            "effort": solver.chc_solver.get_fail_count(),
            "effort_unit": "failures",
        },
    ),
    package="pychoco",
    paradigm="CP",
)
