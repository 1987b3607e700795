"""Choco, a CP solver in Java compiled to a library, through CPMpy. Its search does not depend on a seed.

CPMpy 1.1.1 calls an incumbent optimal, or a model without a solution, where its own clock shows a little less than the
limit when Choco has stopped at it. So Choco is asked for the state of its search. (Met on triominoes/board5-d83-v4-s4:
optimum 6, an incumbent of 5 called optimal after 4.5 s of 5.)
"""

from typing import Any

from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver


class Choco(CpmpySolver):
    """An adapter for Choco."""

    streams = False

    def exhausted(self, solver: Any) -> bool:
        """Whether the state of Choco's search is that of an end without a limit."""
        return bool(solver.chc_solver.get_search_state() == "TERMINATED")

    def sizes(self, solver: Any) -> Columns:
        """The number of CPMpy's variables."""
        return {"variables": len(solver._varmap)}

    def effort(self, solver: Any) -> Columns:
        """Failures."""
        failures = solver.chc_solver.get_fail_count()
        return {"failures": failures, "effort": failures, "effort_unit": "failures"}


CPMPY = Choco("choco", "choco", package="pychoco", paradigm="CP")
