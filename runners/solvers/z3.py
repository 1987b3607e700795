"""Z3, an SMT solver, through CPMpy: linear arithmetic over whole numbers."""

from typing import Any

from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.solver import Job


class Z3(CpmpySolver):
    """An adapter for Z3."""

    def called(self, job: Job) -> dict[str, Any]:
        """Its seed."""
        return {"random_seed": job.seed}

    def sizes(self, solver: Any) -> Columns:
        """The number of CPMpy's variables, and of Z3's assertions."""
        return {"variables": len(solver._varmap), "constraints": len(solver.z3_solver.assertions())}

    def effort(self, solver: Any) -> Columns:
        """Conflicts."""
        counts = {entry[0]: entry[1] for entry in solver.z3_solver.statistics()}
        conflicts = counts.get("conflicts", 0) + counts.get("sat conflicts", 0)
        return {"failures": conflicts, "effort": conflicts, "effort_unit": "conflicts"}


CPMPY = Z3("z3", "z3", package="z3-solver", paradigm="SMT", library="z3")
