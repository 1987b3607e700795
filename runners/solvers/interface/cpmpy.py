"""The adapter of the solvers that CPMpy reaches: it rewrites the model in the solver's terms and hands it over.

The rewriting, CPMpy's flattening of expressions, is counted as building the model (encode_s) and told as flatten_s.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from models.problem import Encoding, NotApplicable
from models.registry import Formulation
from runners.record.machine import package_version
from runners.solvers.interface.child_process import ChildSolver, Task, emit
from runners.solvers.interface.events import Found, Measured, OutOfTime, SearchComplete
from runners.solvers.interface.solver import Job

Settings = Callable[[Job], dict[str, Any]]
Reading = Callable[[Any], dict[str, float | int | str]]


def _nothing(_: Any) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class BackEnd:
    """One of CPMpy's solvers. What a callable is given as `solver` is the object of CPMpy's that wraps it.

    name: CPMpy's, such as ``pysat:glucose42``. library: a module of the solver, which is imported before CPMpy (see
    models.cpm). ready: what is done once in a process, before it solves.
    created, called: its settings where it is made, and where it is called to search. limited: whether it takes a limit
    of time; else the run's own ends it. streams: whether it shows each of all solutions when it is found. shows:
    whether it shows each better solution when it is found. optimises: whether it takes an objective; else each better
    solution is asked for. incremental: whether it takes constraints after a search. prepare: what is done to the
    object before a search. exhausted: whether the solver says itself that its search is complete, where CPMpy guesses
    it. sizes, effort: columns of the record.
    """

    name: str
    library: str = ""
    ready: Callable[[], object] | None = None
    created: Settings = _nothing
    called: Settings = _nothing
    limited: bool = True
    streams: bool = True
    shows: bool = False
    optimises: bool = True
    incremental: bool = True
    prepare: Callable[[Any], object] = _nothing
    exhausted: Callable[[Any], bool] = lambda _: True
    sizes: Reading = _nothing
    effort: Reading = _nothing


class CpmpySolver(ChildSolver):
    """An adapter for a back end of CPMpy; `package` brings the solver, `own` tells its version if that does not."""

    bring = "make extras"

    def __init__(
        self,
        name: str,
        back_end: BackEnd,
        package: str,
        paradigm: str,
        enumerates: bool = True,
        own: Callable[[], str | None] | None = None,
        needs: Iterable[str] = (),
    ) -> None:
        modules = [back_end.library] if back_end.library else []  # before the formulation, which imports CPMpy
        super().__init__(
            name, "cpmpy", package, partial(solve, back_end), modules, False, paradigm=paradigm, enumerates=enumerates,
            needs=["cpmpy", *needs],
        )  # fmt: skip
        self.back_end = back_end
        self._own = own or partial(package_version, package)

    def load(self, formulations: Iterable[Formulation]) -> None:
        """As ChildSolver's, and the back end is made ready."""
        super().load(formulations)
        if self.back_end.ready:
            self.back_end.ready()

    def version(self, formulation: Formulation | None = None) -> str | None:
        """The versions of the solver and of CPMpy, for any formulation; None where one of them is missing."""
        own, caller = self._own(), package_version("cpmpy")
        return f"{own} (CPMpy {caller})" if own and caller else None


def solve(back_end: BackEnd, task: Task) -> None:
    """Build the model, rewrite it for the back end, and search."""
    warnings.simplefilter("ignore")  # CPMpy's, that it lists solutions by adding constraints
    built = task.build()
    flattened = time.monotonic()
    search = _Search(back_end, task, built)
    started = task.encoded(**_whole(back_end.sizes(search.solver)))
    emit(Measured({"flatten_s": started - flattened}))
    if task.job.goal == "count":
        search.enumerate()
    elif task.optimum and not back_end.optimises:
        search.descend()
    else:
        search.once()
    emit(Measured({"solve_s": time.monotonic() - started, **back_end.effort(search.solver)}))
    if search.complete:
        emit(SearchComplete())
    elif search.out_of_time:
        emit(OutOfTime())


class _Search:
    """A search by one back end. complete, out_of_time: how it ended."""

    def __init__(self, back_end: BackEnd, task: Task, built: Encoding) -> None:
        self.complete = self.out_of_time = False
        self._back_end, self._task, self._built = back_end, task, built
        self._settings = back_end.called(task.job)
        self._objective = built.model.objective_
        if not back_end.optimises:
            built.model.objective_ = None
        self.solver = self._handed_over()

    def once(self) -> None:
        """One call: a solution, or the best one."""
        shown = {"display": lambda: self._report()} if self._task.optimum and self._back_end.shows else {}
        found = self._call(self.solver.solve, **shown)
        if found and not shown:
            self._report(late=self._task.optimum)

    def enumerate(self) -> None:
        """All solutions."""
        self._call(self.solver.solveAll, display=lambda: self._report(late=not self._back_end.streams))

    def descend(self) -> None:
        """The best solution, by asking for a better one until there is none."""
        sign = 1 if self._built.model.objective_is_min else -1
        while self._call(self.solver.solve):
            value = self._objective.value()
            self._report()
            better = sign * self._objective < sign * value
            if self._back_end.incremental:
                self.solver.add(better)
            else:
                self._built.model.add(better)
                self.solver = self._handed_over()

    def _handed_over(self) -> Any:
        """CPMpy's object for the back end that holds the model."""
        from models.cpm import cp

        try:
            found = cp.SolverLookup.get(
                self._back_end.name, self._built.model, **self._back_end.created(self._task.job)
            )
        except NotImplementedError as reason:  # CPMpy's NotSupportedError is one as well
            raise NotApplicable(f"{self._back_end.name} does not take the model: {reason}") from None
        self._back_end.prepare(found)
        return found

    def _call(self, search: Callable[..., Any], **shown: Any) -> Any:
        """Search within the remaining time, and say how it ended."""
        from cpmpy.solvers.solver_interface import ExitStatus

        limit = self._task.remaining_s()
        called = time.monotonic()
        found = search(time_limit=limit if self._back_end.limited else None, **shown, **self._settings)
        ended = self.solver.status().exitstatus
        proven = ended in (ExitStatus.OPTIMAL, ExitStatus.UNSATISFIABLE)
        self.complete = proven and self._back_end.exhausted(self.solver)
        self.out_of_time = not self.complete and time.monotonic() - called >= 0.95 * limit
        return found

    def _report(self, late: bool = False) -> None:
        """Send out the solution that the variables hold."""
        value = self._objective.value() if self._task.optimum else None
        atoms = tuple(self._built.atoms(lambda variable: int(variable.value())))
        emit(Found(atoms, None if value is None else int(value), late))


def _whole(sizes: dict[str, float | int | str]) -> dict[str, int]:
    return {name: int(value) for name, value in sizes.items()}
