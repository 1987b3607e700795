"""miniexact, D. E. Knuth's Algorithms X, C and M in C, with dancing links (https://github.com/miniexact/miniexact)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilings.models.problem import NotApplicable
from tilings.runners.solvers.interface.exact_cover import COLOURS, MULTIPLICITIES, CoverSearch, CoverSolver, Matrix

_FOUND, _NO_MORE = 10, 20


class DancingLinks(CoverSearch):
    """A search by Algorithm M if there are multiplicities, else C if there are colours, else X."""

    def __init__(self, matrix: Matrix) -> None:
        import miniexact

        if any(most == 0 for _, most in matrix.bounds):
            raise NotApplicable("miniexact takes no item that must not be covered")
        several = any(bounds != (1, 1) for bounds in matrix.bounds)
        coloured = any(matrix.colours)
        algorithm = "miniexacts_m" if several else "miniexacts_c" if coloured else "miniexacts_x"
        self._search = getattr(miniexact, algorithm)()
        items = [self._search.primary(f"p{item}", *bounds) for item, bounds in enumerate(matrix.bounds)]
        items += [self._search.secondary(f"s{item}") for item in range(matrix.secondary)]
        shades = sorted({colour for colours in matrix.colours for colour in colours.values()})
        named = {colour: self._search.color(f"c{colour}") for colour in shades}
        for option, colours in zip(matrix.options, matrix.colours, strict=True):
            if not colours:
                self._search.add([items[item] for item in option])
                continue
            for item in option:
                self._search.add(items[item], *([named[colours[item]]] if item in colours else []))
            self._search.add(0)  # the end of the option

    def covers(self, first: bool) -> Iterator[Sequence[int]]:
        while (result := self._search.solve()) == _FOUND:
            yield [number - 1 for number in self._search.selected_options()]
        if result != _NO_MORE:  # errors, too, are only results
            raise RuntimeError(f"miniexact ends with the result {result}")


DLX = CoverSolver("miniexact", "miniexact", DancingLinks, ["miniexact"], [COLOURS, MULTIPLICITIES])
