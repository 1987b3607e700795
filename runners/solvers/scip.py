"""SCIP, as MiniZinc's library, and through CPMpy."""

from typing import Any

from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.minizinc import MiniZincLibrary
from tilings.runners.solvers.interface.solver import Job


class MiniZincScip(MiniZincLibrary):
    """An adapter for MiniZinc with the library of the Python package PySCIPOpt, which must be SCIP 9.

    MiniZinc 2.9 reads SCIP's states by their numbers, which SCIP 10 has changed: it would report an end by a signal as
    a proof of optimality.
    """

    install_command = "make extras"
    package, library = "pyscipopt", "libscip*.so.9*"

    def command(self, job: Job) -> list[str]:
        """As for any solver, with the libraries that SCIP's needs and does not find."""
        needed = [str(self.file(pattern)) for pattern in ("libquadmath*", "libgfortran*")]
        return ["env", f"LD_PRELOAD={' '.join(needed)}", *super().command(job)]

    def settings(self, job: Job) -> list[str]:
        """Its seed, in a file of parameters, and its library."""
        parameters = job.work / "scip.set"
        parameters.write_text(f"randomization/randomseedshift = {job.seed}\n", encoding="utf-8")
        return ["--readParam", str(parameters), "--scip-dll", str(self.file(self.library))]


class ScipInCpmpy(CpmpySolver):
    """An adapter for SCIP in CPMpy, which frees SCIP's transformed problem and with it the statistics of the search."""

    def called(self, job: Job) -> dict[str, Any]:
        """Its seed."""
        return {"randomization/randomseedshift": job.seed}

    def sizes(self, solver: Any) -> Columns:
        """Variables and constraints."""
        return {"variables": solver.scip_model.getNVars(), "constraints": solver.scip_model.getNConss()}


CP = MiniZincScip("scip")
CPMPY = ScipInCpmpy("scip", "scip", package="pyscipopt", paradigm="MIP", library="pyscipopt", enumerates=False)
