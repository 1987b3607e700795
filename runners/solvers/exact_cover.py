"""exact-cover, D. E. Knuth's Algorithm X in C, with dancing links (https://github.com/jwg4/exact_cover).

It takes a matrix without secondary items: each becomes a primary one with a further option that covers it alone. All
solutions are listed by a second search, after one that counts them. The Python functions of version 1.5.0 are avoided:
they return a solution that consists of all options as an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilings.runners.solvers.interface.exact_cover import CoverSearch, ExtraCoverSolver, Matrix


class DancingLinks(CoverSearch):
    """A search of a matrix of zeros and ones, a row for each option."""

    def __init__(self, matrix: Matrix) -> None:
        import numpy

        primary, self._own = len(matrix.bounds), len(matrix.options)
        rows = [*matrix.options, *((item,) for item in range(primary, primary + matrix.secondary))]
        self._rows = numpy.zeros((len(rows), primary + matrix.secondary), dtype=bool)
        for row, items in zip(self._rows, rows, strict=True):
            row[list(items)] = True

    def covers(self, first: bool) -> Iterator[Sequence[int]]:
        from exact_cover_impl import get_all_solutions

        for rows in get_all_solutions(self._rows, 1 if first else self.count()):
            yield [int(row) for row in rows if 0 <= row < self._own]

    def count(self) -> int:
        from exact_cover_impl import get_solution_count

        return int(get_solution_count(self._rows))


DLX = ExtraCoverSolver("exact_cover", "exact-cover", DancingLinks, ["exact_cover_impl"])
