"""Choco, a CP solver in Java compiled to a library, through CPMpy. Its search does not depend on a seed.

CPMpy 1.1.1 calls an incumbent optimal, or a model without a solution, where its own clock shows a little less than the
limit when Choco has stopped at it. So Choco is asked for the state of its search. (Met on triominoes/board5-d83-v4-s4:
optimum 6, an incumbent of 5 called optimal after 4.5 s of 5.)
"""

from runners.solvers.interface.cpmpy import BackEnd, CpmpySolver

CPMPY = CpmpySolver(
    "choco",
    BackEnd(
        "choco",
        streams=False,
        exhausted=lambda solver: solver.chc_solver.get_search_state() == "TERMINATED",
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
