"""Choco, a CP solver in Java compiled to a library, through CPMpy. Its search does not depend on a seed.

If Choco stops at its limit and CPMpy's clock shows a little less, CPMpy 1.1.1 reports the incumbent as optimal, or the
model as infeasible. So the state of Choco's search is read. (On triominoes/board5-d83-v4-s4, whose optimum is 6, an
incumbent of 5 was reported as optimal after 4.5 s of 5.)
"""

from typing import Any

from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver


class Choco(CpmpySolver):
    """An adapter for Choco."""

    streams = False

    def exhausted(self, solver: Any) -> bool:
        """Whether Choco's search ended without reaching a limit."""
        return bool(solver.chc_solver.get_search_state() == "TERMINATED")

    def sizes(self, solver: Any) -> Columns:
        """The number of CPMpy's variables."""
        return {"variables": len(solver._varmap)}

    def effort(self, solver: Any) -> Columns:
        """Failures."""
        failures = solver.chc_solver.get_fail_count()
        return {"failures": failures, "effort": failures, "effort_unit": "failures"}


CPMPY = Choco("choco", "choco", package="pychoco", paradigm="CP")
