"""SCIP, as MiniZinc's library, and through CPMpy."""

from pathlib import Path
from typing import Any

from tilings.models.registry import Formulation
from tilings.runners.record.machine import package_version
from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.minizinc import MiniZincMip, minizinc_version, shared_library
from tilings.runners.solvers.interface.solver import Job


class MiniZincScip(MiniZincMip):
    """An adapter for MiniZinc with the library of the Python package PySCIPOpt, which must be SCIP 9.

    MiniZinc 2.9 takes SCIP's states by their numbers, which SCIP 10 has changed: it would take an end by a signal for a
    proof of optimality.
    """

    bring = "make extras"
    package = "pyscipopt"

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The versions of the package and of MiniZinc; None where one of them or the library is missing."""
        own, caller = package_version("pyscipopt"), minizinc_version()
        return f"{own} (MiniZinc {caller})" if own and caller and _library("libscip*.so.9*") else None

    def command(self, job: Job) -> list[str]:
        """As of any solver, with the libraries beside SCIP's, which it does not find by itself."""
        beside = [str(_library(name)) for name in ("libquadmath*", "libgfortran*")]
        return ["env", f"LD_PRELOAD={' '.join(beside)}", *super().command(job)]

    def settings(self, job: Job) -> list[str]:
        """Its seed, in a file of its own parameters, and its library."""
        parameters = job.work / "scip.set"
        parameters.write_text(f"randomization/randomseedshift = {job.seed}\n", encoding="utf-8")
        return ["--readParam", str(parameters), "--scip-dll", str(_library("libscip*.so.9*"))]


def _library(name: str) -> Path | None:
    return shared_library("pyscipopt", name)


class ScipInCpmpy(CpmpySolver):
    """An adapter for SCIP in CPMpy, which frees what SCIP has transformed, and with it the statistics of the search."""

    def called(self, job: Job) -> dict[str, Any]:
        """Its seed."""
        return {"randomization/randomseedshift": job.seed}

    def sizes(self, solver: Any) -> Columns:
        """Variables and constraints."""
        return {"variables": solver.scip_model.getNVars(), "constraints": solver.scip_model.getNConss()}


CP = MiniZincScip("scip")
CPMPY = ScipInCpmpy("scip", "scip", package="pyscipopt", paradigm="MIP", library="pyscipopt", enumerates=False)
