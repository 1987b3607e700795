"""A second search for tilings by squares, written from the specification alone to check the refutations of the first.

The first empty cell in reading order is the lower left corner of some square, so each side that is left and fits there
is tried. Nothing is cut off, symmetric branches are kept, and no code is shared with the engine.

>>> search = PlainSearch(2, 2, [4])
>>> list(search.tilings()), search.nodes
([((0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1))], 5)
"""

from collections.abc import Iterator, Sequence

from tilings.models.problem import Solution


class PlainSearch:
    """The search for all tilings of a board.

    width, height: cells of the board. copies: the number of squares of each side, from side 1 on. To exclude the board
    as a whole, leave its side out. nodes: the ways to place squares met so far, of which the first has none.
    """

    def __init__(self, width: int, height: int, copies: Sequence[int]) -> None:
        self.nodes = 0
        self._width, self._height = width, height
        self._left = [0, *copies]
        # A set of cells is an integer with the bit y * width + x for the cell (x, y).
        self._board = (1 << width * height) - 1
        self._squares = [sum(((1 << side) - 1) << y * width for y in range(side)) for side in range(len(self._left))]

    def tilings(self) -> Iterator[Solution]:
        """Each tiling once, as squares (x, y, side) in reading order."""
        return self._fill(0, ())

    def _fill(self, covered: int, placed: Solution) -> Iterator[Solution]:
        self.nodes += 1
        if covered == self._board:
            yield placed
            return
        cell = (~covered & covered + 1).bit_length() - 1  # the lowest bit that is not set
        y, x = divmod(cell, self._width)
        for side in range(1, min(self._width - x, self._height - y, len(self._left) - 1) + 1):
            square = self._squares[side] << cell
            if self._left[side] and not covered & square:
                self._left[side] -= 1
                yield from self._fill(covered | square, (*placed, (x, y, side)))
                self._left[side] += 1
