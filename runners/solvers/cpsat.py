"""OR-Tools CP-SAT, in a child process: by its own interface, through CPMpy, and on formulas, with proofs."""

import math
import time
from typing import Any

from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit, fail
from tilings.runners.solvers.interface.cpmpy import Columns, CpmpySolver
from tilings.runners.solvers.interface.events import Bounded, Found, Measured, OutOfTime, SearchComplete
from tilings.runners.solvers.interface.presets import Preset
from tilings.runners.solvers.interface.sat_cpsat import CpSatOnFormulas
from tilings.runners.solvers.interface.solver import Job


def solve(task: Task) -> None:
    """Build the model and search; for goal count, one worker enumerates."""
    from ortools.sat.python import cp_model

    built = task.build()
    proto = built.model.proto
    started = task.encoded(variables=len(proto.variables), constraints=len(proto.constraints))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = task.job.threads if task.job.goal != "count" else 1
    solver.parameters.random_seed = task.job.seed
    if task.job.instance.presentation:
        solver.parameters.permute_variable_randomly = True
        solver.parameters.permute_presolve_constraint_order = True
    solver.parameters.max_time_in_seconds = task.remaining_s()
    solver.parameters.enumerate_all_solutions = task.job.goal == "count"
    solver.parameters.merge_text_format(" ".join(task.job.settings))

    class Stream(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            objective = whole(self.objective_value) if built.objective else None
            emit(Found(tuple(built.atoms(self.value)), objective))

    if built.objective:
        solver.best_bound_callback = lambda bound: emit(Bounded(bound))
    status = solver.solve(built.model, Stream())
    measured: dict[str, float | int | str] = {
        "solve_s": time.monotonic() - started, "nodes": solver.num_branches, "failures": solver.num_conflicts,
        "effort": solver.response_proto.deterministic_time, "effort_unit": "deterministic time",
    }  # fmt: skip
    emit(Measured(measured))
    if status == cp_model.MODEL_INVALID:
        fail(f"the model is invalid: {built.model.validate()}")
    if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        emit(SearchComplete())
        return
    if status == cp_model.FEASIBLE and built.objective:  # else there may be no bound, reported as 0
        emit(Bounded(solver.best_objective_bound))
    if status in (cp_model.FEASIBLE, cp_model.UNKNOWN):
        emit(OutOfTime())


def whole(objective: float) -> float:
    """An objective without the error of the last bits that CP-SAT leaves in large ones."""
    return round(objective) if math.isclose(objective, round(objective), rel_tol=1e-15) else objective


_PROTO = "ortools/sat/sat_parameters.proto"
PRESETS = {
    "linearization0": Preset("At level zero, no LP relaxation is used", _PROTO, ("linearization_level: 0",)),
    "linearization2": Preset(
        "At level 2, we also add all the Boolean constraints", _PROTO, ("linearization_level: 2",)
    ),
    "symmetry0": Preset(
        "Whether we try to automatically detect the symmetries in a model and exploit them", _PROTO,
        ("symmetry_level: 0",),
    ),
    "fixed": Preset(
        "all decisions taken by the solver are made using a fixed order as specified in the API or in the CpModelProto "
        "search_strategy field", _PROTO, ("search_branching: FIXED_SEARCH",),
    ),
    "probing0": Preset(
        "How much effort do we spend on probing. 0 disables it completely.", _PROTO, ("cp_model_probing_level: 0",)
    ),
}  # fmt: skip
CPSAT = ChildSolver(
    "cpsat", accepts="cpsat", package="ortools", solve=solve, modules=["ortools.sat.python.cp_model"], presets=PRESETS
)
SAT = CpSatOnFormulas()


class CpSatInCpmpy(CpmpySolver):
    """An adapter for CP-SAT in CPMpy, with one worker."""

    shows = True

    def called(self, job: Job) -> dict[str, Any]:
        """Its number of workers and its seed."""
        return {"num_workers": 1, "random_seed": job.seed}

    def sizes(self, solver: Any) -> Columns:
        """Variables and constraints."""
        proto = solver.ort_model.proto
        return {"variables": len(proto.variables), "constraints": len(proto.constraints)}

    def effort(self, solver: Any) -> Columns:
        """Branches, conflicts and deterministic time."""
        search = solver.ort_solver
        work = {"effort": search.response_proto.deterministic_time, "effort_unit": "deterministic time"}
        return {"nodes": search.num_branches, "failures": search.num_conflicts, **work}


CPMPY = CpSatInCpmpy("cpsat", "ortools", package="ortools", paradigm="CP-SAT", library="ortools.sat.python.cp_model")
