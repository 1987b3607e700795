"""Pumpkin, a CP solver that learns clauses, through CPMpy."""

from typing import Any

from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.solver import Job


class Pumpkin(CpmpySolver):
    """An adapter for Pumpkin."""

    def created(self, job: Job) -> dict[str, Any]:
        """Its seed."""
        return {"seed": job.seed}

    def sizes(self, solver: Any) -> Columns:
        """The number of CPMpy's variables."""
        return {"variables": len(solver._varmap)}


CPMPY = Pumpkin("pumpkin", "pumpkin", package="pumpkin-solver", paradigm="CP", library="pumpkin_solver")
