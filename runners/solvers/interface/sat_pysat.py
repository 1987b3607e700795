"""SAT solvers of PySAT, in this process: one solver object takes all clauses, also those that bound the objective.

Solutions are enumerated by blocking clauses over the named variables, so that solutions which differ in auxiliary
variables only count once. A refutation leaves a DRAT proof of the formula with all clauses.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from threading import Timer
from typing import Any

from tilings.models.formula import Formula
from tilings.models.registry import Formulation
from tilings.runners.solvers.interface.child_process import Task, emit
from tilings.runners.solvers.interface.events import Measured, OutOfTime, Proof, SearchComplete
from tilings.runners.solvers.interface.sat import PROOF_MB, FormulaSolver, effort, report


class PySatSolver(FormulaSolver):
    """An adapter for a solver of PySAT that writes proofs and can be interrupted. back_end: its name in PySAT."""

    proof_mb = PROOF_MB

    def __init__(self, name: str, back_end: str) -> None:
        super().__init__(name, "python-sat", partial(_solve, back_end), ["pysat.solvers"], enumerates=True)
        self._back_end = back_end

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The solver's name, and the versions of the packages, one of which is PySAT; None if one is missing."""
        callers = self.callers()
        return callers and f"{self._back_end} of {callers}"


def _solve(back_end: str, task: Task) -> None:
    """Build the formula and search until the goal is reached."""
    from pysat.solvers import Solver

    formula, counting = task.build(), task.job.goal == "count"
    with Solver(name=back_end, bootstrap_with=formula.clauses, with_proof=not counting) as solver:
        started = task.encoded(variables=formula.variables, constraints=len(formula.clauses))
        satisfiable: bool | None = True
        while satisfiable:
            satisfiable = _call(solver, task.remaining_s())
            if satisfiable:
                further = _continue(task, formula, set(solver.get_model()), counting)
                if further is None:
                    break
                solver.append_formula(further)
        emit(Measured({"solve_s": time.monotonic() - started, **effort(solver.accum_stats())}))
        if satisfiable is False:
            if not counting:
                emit(_proof(task, formula, solver.get_proof()))
            emit(SearchComplete())
        elif satisfiable is None:
            emit(OutOfTime())


def _call(solver: Any, limit_s: float) -> bool | None:
    """Whether there is a model; None at the time limit."""
    timer = Timer(limit_s, solver.interrupt)
    timer.start()
    satisfiable: bool | None = solver.solve_limited(expect_interrupt=True)
    timer.cancel()
    return satisfiable


def _continue(task: Task, formula: Formula, model: set[int], counting: bool) -> Sequence[Sequence[int]] | None:
    """Send a solution; returns the further clauses for the search, None if the goal is reached."""
    value = report(task, formula, model)
    if counting:
        return [[-variable if variable in model else variable for variable in formula.named.values()]]
    if value is None:
        return None
    before = len(formula.clauses)
    formula.limit(value + (1 if task.job.problem.sense == "max" else -1))
    return formula.clauses[before:]


def _proof(task: Task, formula: Formula, lines: list[str]) -> Proof:
    """Write the formula and its proof into files."""
    path = task.job.work / f"{task.job.path.stem}.cnf"
    path.write_text(formula.dimacs(), encoding="ascii")
    proof, size = path.with_suffix(".drat"), sum(len(line) + 1 for line in lines)
    whole = size <= PROOF_MB * 1_000_000
    proof.write_text("\n".join([*lines, ""]) if whole else "", encoding="ascii")
    return Proof(str(path), str(proof), "drat", size, whole)
