"""Exact-cover packages of other authors: they get the items and options of a ``dlx_*`` formulation, unchanged.

A package searches for all covers and leaves symmetries alone. If symmetric solutions count as one, every cover is sent,
and the harness counts the classes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from tilings.models.formulation import Formulation
from tilings.models.problem import ColouredCover, Cover, NotApplicable
from tilings.runners.native import engines
from tilings.runners.solvers.interface.child_process import ChildSolver, Task, emit
from tilings.runners.solvers.interface.events import Found, Measured, OutOfTime, SearchComplete

STREAMED = 1_000
MULTIPLICITIES, COLOURS = "multiplicities", "colours"


@dataclass(frozen=True)
class Matrix:
    """The items and options of a cover.

    bounds: for each primary item, numbered from 0, the least and the largest number of options that cover it.
    secondary: the number of further items; each is covered at most once, or by options that give it one colour.
    options: the items of each option.
    colours: for each option, the colours (from 1) that it gives to items.
    """

    bounds: tuple[tuple[int, int], ...]
    secondary: int
    options: tuple[tuple[int, ...], ...]
    colours: tuple[Mapping[int, int], ...]

    @property
    def coverable(self) -> bool:
        """Whether every item that must be covered has an option."""
        covered = {item for option in self.options for item in option}
        return all(item in covered for item, (least, _) in enumerate(self.bounds) if least)


class CoverSearch:
    """A search by a package; its construction passes the matrix to the package."""

    def covers(self, first: bool) -> Iterator[Sequence[int]]:
        """The options of one cover if `first`, else of each cover."""
        raise NotImplementedError

    def count(self) -> int | None:
        """The number of covers, if the package counts without listing them; else None."""
        return None


class Uncoverable(CoverSearch):
    """The search of a matrix in which an item has no option, which some packages refuse."""

    def covers(self, first: bool) -> Iterator[Sequence[int]]:
        return iter(())


class CoverSolver(ChildSolver):
    """An adapter for a package that solves exact covers with secondary items.

    supports: MULTIPLICITIES, COLOURS or both, if the package has them.
    """

    light = True
    optimises = False
    unlimited: Collection[str] = ("first",)  # between two covers of a count the clock is read

    def __init__(
        self,
        name: str,
        package: str,
        search: Callable[[Matrix], CoverSearch],
        modules: Iterable[str],
        supports: Iterable[str] = (),
    ) -> None:
        self.search, self.supports = search, frozenset(supports)
        super().__init__(name, "dlx", package, partial(_solve, search, self.supports), modules, parallel=False)

    def takes(self, formulation: Formulation) -> bool:
        """Whether a formulation states covers, and needs only what the package supports."""
        return set(formulation.engines) <= {"dlx", "general"} and self.supports.issuperset(formulation.needs)


class ExtraCoverSolver(CoverSolver):
    """An adapter for a package of the extra ``solvers``, which imports NumPy."""

    install_command = "make extras"
    light = False


def matrix(model: Any, supports: frozenset[str]) -> Matrix:
    """The items and options of a formulation's model; raises NotApplicable for what the package does not support.

    Where a secondary item may be covered several times, all secondary items become primary ones that need no option.
    """
    if isinstance(model, Cover):
        once = all(most == 1 for most in model.capacities)
        bounds = ((1, 1),) * model.primary + (() if once else tuple((0, most) for most in model.capacities))
        found = Matrix(bounds, len(model.capacities) if once else 0, model.options, ({},) * len(model.options))
    elif isinstance(model, ColouredCover):
        if model.costs:
            raise NotApplicable("this solver takes no costs")
        found = Matrix(model.bounds, model.secondary, model.options, model.colours)
    else:
        raise NotApplicable("this solver takes exact covers, not the model of a native search")
    if MULTIPLICITIES not in supports and any(bounds != (1, 1) for bounds in found.bounds):
        raise NotApplicable("this solver takes no items that are covered several times")
    if COLOURS not in supports and any(found.colours):
        raise NotApplicable("this solver takes no colours")
    if found.coverable and not found.options:
        raise NotApplicable("this solver takes no cover without options")
    return found


def _solve(search: Callable[[Matrix], CoverSearch], supports: frozenset[str], task: Task) -> None:
    """Search for one cover or for all."""
    if not task.job.part.whole:
        raise NotApplicable(f"this solver's search cannot be divided, so there is no part {task.job.part}")
    model, counting = task.build(), task.job.goal == "count"
    rows = matrix(model, supports)
    running: CoverSearch = search(rows) if rows.coverable else Uncoverable()
    started = task.encoded(**engines.size(model))
    told = len(task.job.problem.symmetries(task.job.instance)) == 1  # else the harness counts classes
    requested = task.job.requests.solutions
    if counting and told and requested is None and (total := running.count()) is not None:
        emit(Measured({"solve_s": time.monotonic() - started}))
        emit(*(Found(engines.atoms(model, options)) for options in islice(running.covers(first=True), 1)))
        emit(SearchComplete(total))
        return
    sent = max(STREAMED, requested or 0) if told and requested != 0 else float("inf")
    count, over, end = 0, False, started + task.remaining_s()
    for options in running.covers(first=not counting):
        count += 1
        if count <= sent:
            emit(Found(engines.atoms(model, options)))
        if over := not counting or time.monotonic() >= end:
            break
    emit(Measured({"solve_s": time.monotonic() - started}))
    if not over:
        emit(SearchComplete(count if told and counting else None))
    elif counting:
        emit(OutOfTime(count if told else None))
