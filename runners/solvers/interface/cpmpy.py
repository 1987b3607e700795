"""The adapters of the solvers that CPMpy reaches: it rewrites the model in the solver's terms and hands it over.

The rewriting, CPMpy's flattening of expressions, is counted as building the model (encode_s) and measured as flatten_s.
Back ends of CPMpy without an adapter file are named ``cpmpy-NAME`` by their names there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from tilings.models.problem import GOALS, Encoding, NotApplicable, UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.command import ROOT
from tilings.runners.install.packages import package_version
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit
from tilings.runners.solvers.interface.events import Found, Measured, OutOfTime, SearchComplete
from tilings.runners.solvers.interface.minizinc import driver, version_of
from tilings.runners.solvers.interface.solver import Job

Columns = dict[str, float | int | str]
PREFIX = "cpmpy-"
_PARADIGMS = {
    "cpo": "CP", "gcs": "CP", "cplex": "MIP", "gurobi": "MIP", "pindakaas": "SAT", "pysat": "SAT",
    "pysdd": "SAT", "rc2": "SAT",
}  # fmt: skip
_LIST = """
import json, sys
from tilings.models.cpmpy_import import cp
listed = dict(cp.SolverLookup.base_solvers())
name, _, part = sys.argv[1].partition(":")
version = None
if name in listed and listed[name].supported() and (not part or part in listed[name].solvernames()):
    version = listed[name].version() or "of unknown version"
print(json.dumps([sorted(listed), version]))
"""
_MINIZINC_COLUMNS = {"nodes": "nodes", "failures": "failures", "propagations": "effort"}


class CpmpySolver(ChildSolver):
    """An adapter for a back end of CPMpy, which a subclass describes. `solver` is CPMpy's object that wraps it.

    back_end: its name in CPMpy, such as ``pysat:glucose42``.
    package: its package on PyPI.
    streams: whether it reports each solution when it finds it.
    shows: whether it reports each better solution when it finds it.
    optimises: whether it takes an objective; else it is called for each better solution.
    incremental: whether it takes constraints after a search.
    """

    install_command = "make extras"
    streams = optimises = incremental = True
    shows = False

    def __init__(
        self, name: str, back_end: str, package: str, paradigm: str, library: str = "", enumerates: bool = True,
        needs: Iterable[str] = (),
    ) -> None:  # fmt: skip
        """library: a module of the solver, which is imported before CPMpy (see models.cpmpy_import)."""
        modules = [library] if library else []  # before the formulation, which imports CPMpy
        super().__init__(
            name, "cpmpy", package, self.search, modules, False, paradigm=paradigm, enumerates=enumerates,
            needs=["cpmpy", *needs],
        )  # fmt: skip
        self.back_end = back_end

    def callers(self) -> str | None:
        """CPMpy's version; None if it is missing."""
        cpmpy = package_version("cpmpy")
        return cpmpy and f"CPMpy {cpmpy}"

    def created(self, job: Job) -> dict[str, Any]:
        """The arguments of CPMpy's object."""
        return {}

    def called(self, job: Job) -> dict[str, Any]:
        """The arguments of its search."""
        return {}

    def prepare(self, solver: Any) -> None:
        """Change CPMpy's object before a search."""

    def exhausted(self, solver: Any) -> bool:
        """Whether the solver's own state is a complete search, if CPMpy's status is unreliable."""
        return True

    def sizes(self, solver: Any) -> Columns:
        """The sizes of the model, as columns of the record."""
        return {}

    def effort(self, solver: Any) -> Columns:
        """The effort of the search, as columns of the record."""
        return {}

    def search(self, task: Task) -> None:
        """Build the model, rewrite it for the back end, and search."""
        warnings.simplefilter("ignore")  # CPMpy warns that it enumerates by adding constraints
        built = task.build()
        from cpmpy.exceptions import CPMpyException

        try:
            self._searched(task, built)
        except (NotImplementedError, CPMpyException) as reason:
            raise NotApplicable(f"{self.back_end} does not take the model: {reason}") from None
        except OverflowError:
            raise NotApplicable(f"numbers as large as some of this model are not supported by {self.name}") from None

    def _searched(self, task: Task, built: Encoding) -> None:
        flattened = time.monotonic()
        search = _Search(self, task, built)
        started = task.encoded(**{name: int(value) for name, value in self.sizes(search.solver).items()})
        emit(Measured({"flatten_s": started - flattened}))
        if task.job.goal == "count":
            search.enumerate()
        elif task.optimum and not self.optimises:
            search.descend()
        else:
            search.once()
        emit(Measured({"solve_s": time.monotonic() - started, **self.effort(search.solver)}))
        if search.complete:
            emit(SearchComplete())
        elif search.out_of_time:
            emit(OutOfTime())


class MiniZincInCpmpy(CpmpySolver):
    """One of MiniZinc's solvers: CPMpy writes a MiniZinc model, which the package ``minizinc`` runs."""

    def __init__(self, name: str) -> None:
        super().__init__(name, f"minizinc:{name}", "minizinc", "CP")

    def own_version(self) -> str | None:
        """The versions of the solver and of MiniZinc."""
        return version_of(self.name)

    def load(self, formulations: Iterable[Formulation]) -> None:
        """As ChildSolver's; and have the package ``minizinc`` call our MiniZinc, not the one on the path."""
        super().load(formulations)
        if ours := driver():
            ours.make_default()

    def called(self, job: Job) -> dict[str, Any]:
        """Its seed."""
        return {"random_seed": job.seed}

    def prepare(self, solver: Any) -> None:
        """Keep CPMpy from excluding each solution, which only takes time, and from failing without measured times.

        MiniZinc measures none if flattening proves that there is no solution.
        """
        seconds = solver.mzn_time_to_seconds
        solver.mzn_time_to_seconds = lambda measured: max(1e-6, seconds(measured))
        solver.add = lambda _: solver

    def sizes(self, solver: Any) -> Columns:
        """The number of CPMpy's variables."""
        return {"variables": len(solver._varmap)}

    def effort(self, solver: Any) -> Columns:
        """MiniZinc's statistics."""
        statistics = getattr(solver.mzn_result, "statistics", {})
        values = {column: statistics[key] for key, column in _MINIZINC_COLUMNS.items() if key in statistics}
        return values | ({"effort_unit": "propagations"} if "effort" in values else {})


class PySatInCpmpy(CpmpySolver):
    """One of PySAT's SAT solvers, none of which takes a seed or an objective.

    limited: whether it takes a time limit; incremental: see CpmpySolver.
    """

    optimises = False

    def __init__(self, name: str, back_end: str, limited: bool, incremental: bool = True) -> None:
        super().__init__(
            name, f"pysat:{back_end}", "python-sat", "SAT", "pysat.solvers", enumerates=incremental,
            needs=["pypblib", "pindakaas"],  # by which CPMpy and PySAT encode sums
        )  # fmt: skip
        self.unlimited = () if limited else GOALS
        self.incremental = incremental

    def own_version(self) -> str | None:
        """The solver's name in PySAT, which has its version, and PySAT's version."""
        package = package_version("python-sat")
        return package and f"{self.back_end.removeprefix('pysat:')} of PySAT {package}"

    def sizes(self, solver: Any) -> Columns:
        """Variables and clauses; Kissat does not report its clauses."""
        native = solver.pysat_solver
        try:
            return {"variables": native.nof_vars(), "constraints": native.nof_clauses()}
        except NotImplementedError:
            return {"variables": solver.pysat_vpool.top}

    def effort(self, solver: Any) -> Columns:
        """Decisions and conflicts, which Kissat does not report."""
        if not self.incremental:
            return {}
        counts = solver.pysat_solver.accum_stats()
        conflicts = counts["conflicts"]
        return {"nodes": counts["decisions"], "failures": conflicts, "effort": conflicts, "effort_unit": "conflicts"}


class ListedBackEnd(CpmpySolver):
    """A back end without a file, with a time limit as its only setting; raises UserError if CPMpy does not list it."""

    def __init__(self, name: str) -> None:
        tag = name.removeprefix(PREFIX)
        known, self._version = _listed(tag) if package_version("cpmpy") else ([tag], None)
        base = tag.partition(":")[0]
        if base not in known:
            raise UserError(f"unknown solver '{name}'; CPMpy has {', '.join(PREFIX + base for base in known)}")
        super().__init__(name, tag, "cpmpy", _PARADIGMS.get(base, "CP"))
        self.install_command = f"the package or the licence of {base} that CPMpy's documentation names"

    def own_version(self) -> str | None:
        """The version that CPMpy names."""
        return self._version


@cache
def _listed(tag: str) -> tuple[list[str], str | None]:
    """The names of CPMpy's solvers, and the version of one of them; None if it cannot run.

    In a separate process: importing CPMpy here, without the libraries that it hides, would affect all forks.
    """
    command = [sys.executable, "-P", "-c", _LIST, tag]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [tag.partition(":")[0]], None
    names, version = json.loads(done.stdout.splitlines()[-1])
    return names, version


class _Search:
    """A search by one back end. complete, out_of_time: whether it ended with a proof, or at its limit."""

    def __init__(self, adapter: CpmpySolver, task: Task, built: Encoding) -> None:
        self.complete = self.out_of_time = False
        self._adapter, self._task, self._built = adapter, task, built
        self._settings = adapter.called(task.job)
        self._objective = built.model.objective_
        if not adapter.optimises:
            built.model.objective_ = None
        self.solver = self._handed_over()

    def once(self) -> None:
        """One call: a solution, or the best one."""
        display = {"display": lambda: self._report()} if self._task.optimum and self._adapter.shows else {}
        solved = self._call(self.solver.solve, **display)
        if solved and not display:
            self._report(late=self._task.optimum)

    def enumerate(self) -> None:
        """All solutions."""
        self._call(self.solver.solveAll, display=lambda: self._report(late=not self._adapter.streams))

    def descend(self) -> None:
        """The best solution, by searches for a better one until there is none."""
        sign = 1 if self._built.model.objective_is_min else -1
        while self._call(self.solver.solve):
            value = self._objective.value()
            self._report()
            better = sign * self._objective < sign * value
            if self._adapter.incremental:
                self.solver.add(better)
            else:
                self._built.model.add(better)
                self.solver = self._handed_over()

    def _handed_over(self) -> Any:
        """CPMpy's object for the back end that holds the model."""
        from tilings.models.cpmpy_import import cp

        solver = cp.SolverLookup.get(self._adapter.back_end, self._built.model, **self._adapter.created(self._task.job))
        solver.user_vars |= set(self._built.variables)
        if not hasattr(solver, "ivarmap"):  # which has the whole numbers that CPMpy encodes, when it needs them
            solver.solver_vars(list(self._built.variables))
        self._adapter.prepare(solver)
        return solver

    def _call(self, search: Callable[..., Any], **display: Any) -> Any:
        """Search within the remaining time; the result, and the ending in `complete` and `out_of_time`."""
        from cpmpy.solvers.solver_interface import ExitStatus

        limit = self._task.remaining_s()
        called = time.monotonic()
        result = search(time_limit=None if self._adapter.unlimited else limit, **display, **self._settings)
        ended = self.solver.status().exitstatus
        proven = ended in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)
        self.complete = proven and self._adapter.exhausted(self.solver)
        self.out_of_time = not self.complete and time.monotonic() - called >= 0.95 * limit
        return result

    def _report(self, late: bool = False) -> None:
        """Send the solution in the variables."""
        value = self._objective.value() if self._task.optimum else None
        atoms = tuple(self._built.atoms(lambda variable: int(variable.value())))
        emit(Found(atoms, None if value is None else int(value), late))
