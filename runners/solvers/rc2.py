"""RC2, PySAT's MaxSAT solver, which relaxes unsatisfiable cores and so approaches the optimum from the bound.

Its stratification adds the costs in descending order; without it, very different costs take very long. It shows one
solution, the best, and writes no proof. Source: A. Ignatiev, A. Morgado and J. Marques-Silva, "RC2: an
efficient MaxSAT solver", 2019.
"""

from __future__ import annotations

import time

from tilings.models.formulation import Formulation
from tilings.models.problem import GOALS
from tilings.runners.solvers.interface.child_process import Task, emit
from tilings.runners.solvers.interface.events import Bounded, Measured, SearchComplete
from tilings.runners.solvers.interface.presets import Preset, parameters
from tilings.runners.solvers.interface.sat import FormulaSolver, effort, report


def solve(task: Task) -> None:
    """Build the formula with its costs as soft clauses, and search."""
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF

    formula, hard = task.build(), WCNF()
    costs = formula.costs() if task.optimum else []
    hard.extend(formula.clauses)
    for weight, literal in costs:
        hard.append([-literal], weight=weight)
    started = task.encoded(variables=formula.variables, constraints=len(formula.clauses) + len(costs))
    with RC2Stratified(hard, **parameters(task.job.settings)) as search:
        model = None
        if search.oracle.solve():  # else the computation fails, as it does without costs
            model = search.compute() if costs else search.oracle.get_model()
        emit(Measured({"solve_s": time.monotonic() - started, **effort(search.oracle.accum_stats())}))
    if model is not None:
        value = report(task, formula, set(model))
        if value is None:
            return
        emit(Bounded(value))
    emit(SearchComplete())


class MaxSatSolver(FormulaSolver):
    """The adapter."""

    unlimited = GOALS

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The versions of the packages that write formulas; RC2 is part of PySAT, one of them."""
        return self.callers()


_DOCS = "https://pysathq.github.io/docs/html/api/examples/rc2.html"
PRESETS = {
    "adapt": Preset("detect and adapt intrinsic AtMost1 constraints", _DOCS, ("adapt=true",)),
    "exhaust": Preset("do core exhaustion", _DOCS, ("exhaust=true",)),
    "minimize": Preset("do heuristic core reduction", _DOCS, ("minz=true",)),
    "trim": Preset("do core trimming at most this number of times", _DOCS, ("trim=5",)),
}
SAT = MaxSatSolver("rc2", "python-sat", solve, ["pysat.examples.rc2"], presets=PRESETS)
