"""xcover, D. E. Knuth's Algorithm C in Python compiled by Numba, with dancing cells (https://github.com/johnrudge/xcover).

Numba compiles it when it is imported, which takes seconds and belongs to loading: once for all forks of a process, and
anew in each cold start, since nothing is cached on the disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from tempfile import TemporaryDirectory

from tilings.models.formulation import Formulation
from tilings.models.problem import NotApplicable
from tilings.runners.install.packages import package_version
from tilings.runners.solvers.interface.exact_cover import COLOURS, CoverSearch, ExtraCoverSolver, Matrix


class DancingCells(CoverSearch):
    """A search of a matrix in sparse rows."""

    def __init__(self, matrix: Matrix) -> None:
        import numpy

        rows = list(zip(matrix.options, matrix.colours, strict=True))
        starts = numpy.cumsum([0, *map(len, matrix.options)])
        items = [item for option in matrix.options for item in option]
        if len(set(items)) == 1:  # version 0.2.6 takes this for a solved cover, and then raises an IndexError
            raise NotApplicable("xcover fails where all options have the same single item")
        shades = [colours.get(item, 0) for option, colours in rows for item in option]
        self._input = [numpy.array(column, dtype=numpy.uint32) for column in (items, starts, shades)]
        self._sizes = [numpy.uint32(size) for size in (len(matrix.bounds) + matrix.secondary, matrix.secondary)]

    def covers(self, first: bool) -> Iterator[Sequence[int]]:
        from xcover import algorithm_c

        for options in algorithm_c(*self._input, *self._sizes):
            yield [int(option) for option in options]


class XcoverSolver(ExtraCoverSolver):
    """An adapter whose package is compiled while it loads."""

    def callers(self) -> str | None:
        """The compiler's version; None if it is missing."""
        compiler = package_version("numba")
        return compiler and f"Numba {compiler}"

    def load(self, formulations: Iterable[Formulation]) -> None:
        """As ChildSolver's; Numba, which insists on a folder for its cache, gets one that is removed."""
        with TemporaryDirectory() as folder:
            os.environ["NUMBA_CACHE_DIR"] = folder
            super().load(formulations)


DLX = XcoverSolver("xcover", "xcover", DancingCells, ["xcover"], [COLOURS])
