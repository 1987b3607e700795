"""MIP solvers through PuLP, which builds the model; a function of the solver runs it and reads its bound."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tilings.runners.install.packages import package_version
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit
from tilings.runners.solvers.interface.events import Bounded, Found, Measured, OutOfTime, SearchComplete, Unbounded
from tilings.runners.solvers.interface.presets import Preset


@dataclass(frozen=True)
class Ending:
    """The ending of a MIP search."""

    proven: bool  # whether the answer is proved
    solution: bool  # whether there is a solution
    objective: float | None = None  # without the constant of the model's objective, as is the bound
    bound: float | None = None
    nodes: int | None = None
    iterations: float | None = None
    out_of_time: bool = False  # whether the solver reports its time limit, which CBC may foresee long before
    unbounded: bool = False  # whether the solver reports that the objective is unbounded, or this or no solution


class MipSolver(ChildSolver):
    """An adapter for a MIP solver of a package, called by PuLP, whose version counts as well.

    run: runs the solver on PuLP's model. modules: the further modules that it imports.
    """

    def __init__(
        self,
        name: str,
        package: str,
        run: Callable[[Task, Any], Ending],
        modules: Iterable[str] = (),
        presets: Mapping[str, Preset] | None = None,
    ) -> None:
        modules = ["pulp", *modules]
        solve = partial(solve_mip, run=run)
        super().__init__(name, "mip", package, solve, modules, enumerates=False, needs=["PuLP"], presets=presets)

    def callers(self) -> str | None:
        """PuLP's version; None if it is missing."""
        pulp = package_version("PuLP")
        return pulp and f"PuLP {pulp}"


def solve_mip(task: Task, run: Callable[[Task, Any], Ending]) -> None:
    """Build the model, run the solver, and report its result. Solving includes handing the model over."""
    built = task.build()
    model = built.model
    started = task.encoded(
        variables=model.numVariables(),
        constraints=model.numConstraints(),
        nonzeros=sum(len(row) for row in model.constraints.values()),
    )
    constant = model.objective.constant if built.objective else 0
    ending = run(task, model)
    if unbounded := ending.unbounded and built.objective:
        ending = _feasible(task, model, run)
    values: dict[str, float | int | str] = {"solve_s": time.monotonic() - started}
    if ending.nodes is not None:
        values["nodes"] = ending.nodes
    if ending.iterations is not None:
        values |= {"effort": ending.iterations, "effort_unit": "simplex iterations"}
    emit(Measured(values))
    if ending.solution:
        stated = None if unbounded or ending.objective is None else ending.objective + constant
        emit(Found(tuple(built.atoms(lambda variable: variable.varValue or 0.0)), stated, late=True))
    if ending.bound is not None and built.objective and not unbounded:
        emit(Bounded(ending.bound + constant))
    if unbounded and ending.solution:
        emit(Unbounded())
    elif ending.proven:
        emit(SearchComplete())
    elif ending.out_of_time:
        emit(OutOfTime())


def _feasible(task: Task, model: Any, run: Callable[[Task, Any], Ending]) -> Ending:
    """The ending of a search without the objective, after one that found it unbounded or the model infeasible.

    A model with rational coefficients and a solution is unbounded if its relaxation is: the convex hull of its
    solutions has the relaxation's recession cone (R. R. Meyer, Mathematical Programming 7, 1974).
    """
    model.setObjective(model.objective * 0)
    return replace(run(task, model), unbounded=False)
