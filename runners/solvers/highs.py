"""HiGHS, through PuLP's in-process interface in a child process, and as MiniZinc's library."""

import math
import re
from typing import Any

from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.events import Event, Measured
from tilings.runners.solvers.interface.minizinc import MiniZincLibrary
from tilings.runners.solvers.interface.mip import Ending, MipSolver
from tilings.runners.solvers.interface.presets import Preset, parameters
from tilings.runners.solvers.interface.solver import Job


class MiniZincHighs(MiniZincLibrary):
    """An adapter for MiniZinc with the library of the Python package, the same version as for PuLP."""

    package, library = "highspy", "libhighs.so.*"

    def settings(self, job: Job) -> list[str]:
        """Its seed and its library."""
        return [*super().settings(job), "--highs-dll", str(self.file(self.library))]


_PRESOLVED = re.compile(r"\s+([\d.]+) \(Presolve\)")


class HighsSolver(MipSolver):
    """An adapter for HiGHS, which prints the time of its presolving."""

    def parse(self, line: str) -> list[Event]:
        """An event of the child, or HiGHS's own line on presolving."""
        presolved = _PRESOLVED.fullmatch(line)
        return [Measured({"presolve_s": float(presolved[1])})] if presolved else super().parse(line)


def run(task: Task, model: Any) -> Ending:
    """Run HiGHS, and read its own status: PuLP reports a time limit without an incumbent as feasible.

    Its symmetry detection is off: with it, version 1.15.1 reports squares/h13k3 (board=none, seed 1) as infeasible,
    although a tiling satisfies every row of the file; without it, or with other seeds, it finds tilings.
    """
    import highspy
    import pulp

    model.solve(
        pulp.HiGHS(
            msg=True, timeLimit=task.remaining_s(), threads=task.job.threads, gapRel=0.0,
            random_seed=task.job.seed, mip_detect_symmetry=False, parallel="on" if task.job.threads > 1 else "off",
            **parameters(task.job.settings),
        )
    )  # fmt: skip
    highs = model.solverModel
    status, info = highs.getModelStatus(), highs.getInfo()
    statuses = highspy.HighsModelStatus
    if status == statuses.kSolveError:  # as of 1.15.1 on polycubes/uneven3x3x2-s2: an optimum with infeasible rows
        raise RuntimeError(f"HiGHS ended with the status '{highs.modelStatusToString(status)}'")
    infeasible = status == statuses.kUnboundedOrInfeasible and not any(model.objective.values())
    sign = -1 if model.sense == pulp.LpMaximize else 1
    return Ending(
        proven=infeasible or status in (statuses.kOptimal, statuses.kInfeasible, statuses.kModelEmpty),
        solution=info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible,
        objective=sign * info.objective_function_value,
        # For a model without integers this bound is always 0.
        bound=sign * info.mip_dual_bound if model.isMIP() and math.isfinite(info.mip_dual_bound) else None,
        nodes=max(0, info.mip_node_count),
        iterations=max(0, info.simplex_iteration_count),
        unbounded=status in (statuses.kUnbounded, statuses.kUnboundedOrInfeasible),
    )


class HighsInCpmpy(CpmpySolver):
    """An adapter for HiGHS in CPMpy, with one thread."""

    shows = True

    def called(self, job: Job) -> dict[str, Any]:
        """Its seed, and the settings of ``run``."""
        return {"random_seed": job.seed, "threads": 1, "mip_rel_gap": 0.0, "mip_detect_symmetry": False}

    def sizes(self, solver: Any) -> Columns:
        """Variables, constraints and coefficients."""
        model = solver.highs
        return {"variables": model.numVariables, "constraints": model.numConstrs, "nonzeros": model.getNumNz()}

    def effort(self, solver: Any) -> Columns:
        """Nodes and simplex iterations."""
        info = solver.highs.getInfo()
        work: Columns = {"effort": max(0, info.simplex_iteration_count), "effort_unit": "simplex iterations"}
        return {"nodes": max(0, info.mip_node_count), **work}


_OPTIONS = "https://ergo-code.github.io/HiGHS/stable/options/definitions/"
PRESETS = {
    "no-presolve": Preset('Presolve option: "off", "choose" or "on"', _OPTIONS, ("presolve=off",)),
    "no-cuts": Preset(
        "Whether cut separation at nodes other than the root node is permitted", _OPTIONS,
        ("mip_allow_cut_separation_at_nodes=false",),
    ),
    "no-heuristics": Preset("Effort spent for MIP heuristics", _OPTIONS, ("mip_heuristic_effort=0",)),
    "more-heuristics": Preset("Effort spent for MIP heuristics", _OPTIONS, ("mip_heuristic_effort=0.3",)),
}  # fmt: skip
MIP = HighsSolver("highs", package="highspy", run=run, modules=["highspy"], presets=PRESETS)
CP = MiniZincHighs("highs")
CPMPY = HighsInCpmpy("highs", "highs", package="highspy", paradigm="MIP", library="highspy", enumerates=False)
