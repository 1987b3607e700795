"""Exact, a pseudo-Boolean solver that learns constraints by cutting planes, through CPMpy."""

from typing import Any

from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.solver import Job


class Exact(CpmpySolver):
    """An adapter for Exact."""

    def created(self, job: Job) -> dict[str, Any]:
        """Its seed."""
        return {"seed": job.seed}

    def sizes(self, solver: Any) -> Columns:
        """Variables, and constraints of all kinds."""
        counts = dict(solver.xct_solver.getStats())
        constraints = counts["input clauses"] + counts["input cardinalities"] + counts["input general constraints"]
        return {"variables": counts["original variables"], "constraints": constraints}

    def effort(self, solver: Any) -> Columns:
        """Decisions and conflicts."""
        counts = dict(solver.xct_solver.getStats())
        conflicts = counts["conflicts"]
        return {"nodes": counts["decisions"], "failures": conflicts, "effort": conflicts, "effort_unit": "conflicts"}


CPMPY = Exact("exact", "exact", package="Exact", paradigm="PB", library="exact")
