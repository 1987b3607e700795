"""pyxcc, D. E. Knuth's Algorithm C in Rust, with dancing cells (https://github.com/1Juhler-jdj/pyxcc).

It returns all covers at once, as the labels of their options, and cannot be interrupted: a count needs the memory for
all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from tilings.models.problem import GOALS
from tilings.runners.solvers.interface.exact_cover import COLOURS, CoverSearch, CoverSolver, Matrix


class DancingCells(CoverSearch):
    """A search without the secondary items that no option covers, on which the package panics."""

    def __init__(self, matrix: Matrix) -> None:
        pyxcc: Any = import_module("pyxcc")  # its stubs are wrong: they lack `self`
        primary = len(matrix.bounds)
        used = sorted({item for option in matrix.options for item in option if item >= primary})
        options = [
            pyxcc.Option(
                str(at),
                [str(item) for item in option if item < primary],
                [(str(item), str(colours.get(item, ""))) for item in option if item >= primary],
            )
            for at, (option, colours) in enumerate(zip(matrix.options, matrix.colours, strict=True))
        ]
        problem = pyxcc.Problem([str(item) for item in range(primary)], [str(item) for item in used], options)
        self._solved = lambda every: pyxcc.solve(problem, every).all()

    def covers(self, first: bool) -> Iterator[Sequence[int]]:
        for labels in self._solved(not first):
            yield [int(label) for label in labels]


class PyxccSolver(CoverSolver):
    """An adapter whose package is never interrupted."""

    unlimited = GOALS


DLX = PyxccSolver("pyxcc", "pyxcc", DancingCells, ["pyxcc"], [COLOURS])
