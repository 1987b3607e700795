"""Solvers that MiniZinc lists (``minizinc --solvers``), each named ``mzn-TAG`` by the last word of its id there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.problem import UserError
from runners.solvers.interface.minizinc import LINEAR, MiniZincSolver, flat_sizes, listed, minizinc_version
from runners.solvers.interface.solver import Job

if TYPE_CHECKING:
    from minizinc import Solver

PREFIX = "mzn-"
_PARADIGMS = {"cp-sat": "CP-SAT", "mip": "MIP", "sat": "SAT", "pb": "PB", "smt": "SMT"}  # by MiniZinc's own tags


class ListedSolver(MiniZincSolver):
    """An adapter for one of them. What its configuration tells decides on the options that it gets.

    Raises UserError where MiniZinc is there and does not list it.
    """

    def __init__(self, name: str) -> None:
        tag = name.removeprefix(PREFIX)
        known = listed_solvers()
        if minizinc_version() and tag not in known:
            names = ", ".join(PREFIX + each for each in sorted(known))
            raise UserError(f"unknown solver '{name}'; MiniZinc lists {names}")
        found = known.get(tag)
        flags, tags = (found.stdFlags, found.tags) if found else ([], [])
        paradigm = next((paradigm for word, paradigm in _PARADIGMS.items() if word in tags), "CP")
        super().__init__(name, "-p" in flags, paradigm, tag)
        self.enumerates = "-a" in flags
        self._seeded = "-r" in flags
        self.flags = LINEAR if found and found.mznlib == "-Glinear" else ()
        if found:
            self.bring = f"the program or library that 'minizinc --help {tag}' names"

    def settings(self, job: Job) -> list[str]:
        """Its seed, where it takes one."""
        return super().settings(job) if self._seeded else []

    def measured(self, statistics: dict[str, Any]) -> dict[str, Any]:
        """As of any solver, with the flattened model's sizes where it does not tell its own."""
        return flat_sizes(statistics) | super().measured(statistics)


def listed_solvers() -> dict[str, Solver]:
    """The solvers that MiniZinc lists, by tag: the first of each, and none with a window of its own."""
    found: dict[str, Solver] = {}
    for each in (each for alike in listed().values() for each in alike):
        if not each.isGUIApplication:
            found.setdefault(each.id.rpartition(".")[2], each)
    return found
