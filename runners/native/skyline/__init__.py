"""A search for tilings of a board by squares, along the skyline: the engine that certifies h(n).

The squares placed form a skyline over the board's width, and a node branches on the square in a corner of the
narrowest gap. Squares and nodes with a well that the sides left cannot fill are pruned; the depth to which a narrow
well can be filled is known exactly for every set of small squares left. ``skyline/engine.hpp`` describes the pruning,
and why it is sound.

Source: A. J. W. Duijvestijn (1962) and I. Gambini ("A method for cutting squares into distinct squares", Discrete
Applied Mathematics 98, 1999) searched for squared rectangles by filling the lowest or narrowest gap. Gambini proved in
this way that no perfect squared square is smaller than 110. The tables of wells are ours.

The least perfect rectangle has four orientations, of which symmetry breaking keeps one:

>>> search = Skyline(33, 32, [1] * 32)
>>> tilings = search.advance()
>>> search.finished, len(tilings), sorted(tilings[0][2::3])
(True, 1, [1, 4, 7, 8, 9, 10, 14, 15, 18])
"""

from collections.abc import Sequence

from tilings.models.problem import NotApplicable, SquareTilingModel
from tilings.runners.native._engine import SkylineSearch

__all__ = ["MOST_SIDE", "VERSION", "Skyline", "Tilings", "squares"]

VERSION = "skyline 1"  # must be raised with every change of the search tree, since nodes and digests are compared
MOST_SIDE = 127


class Skyline(SkylineSearch):
    """The search for all tilings, resumable in slices; see ``Search`` for ``advance`` and the common properties.

    A solution is flat: x, y and side of each square, in cells from the lower left corner, in the order placed.
    Nodes are the root and every square placed; updates, the effort, are the segments of skyline looked at and the
    sides tested one by one. ``digest`` is the sum, modulo 2**64, of a hash of each node, so that the digests of the
    parts add up to the whole search's digest. Two searches with equal nodes and digests visited the same tree.

    width, height: the size of the board, 1 to MOST_SIDE cells.
    copies: the number of squares of each side, from side 1 on. To exclude the board as a whole, leave its side out.
    symmetry: whether to find only tilings whose square at the origin is the largest of the four corner squares; on a
        square board, the lower right square is also no smaller than the upper left one. Each tiling has such an image.
    part, parts: search the part-th (from 0) of so many disjoint parts, which together are the whole tree for any seeds.
        Solutions, nodes and updates add up: the tree is split at the second square, and part 0 counts what is above.
    seed: 0 to try the largest squares first; otherwise squares are tried in a random order, to find a tiling sooner.

    Raises ValueError if the size, copies or the part is out of range.
    """

    def __init__(
        self,
        width: int,
        height: int,
        copies: Sequence[int],
        *,
        symmetry: bool = True,
        part: int = 0,
        parts: int = 1,
        seed: int = 0,
    ) -> None:
        super().__init__(width, height, copies, symmetry, part, parts, seed)


class Tilings(Skyline):
    """The search of a formulation's model; a solution is the ascending options of its squares."""

    def __init__(self, model: SquareTilingModel, part: int = 0, parts: int = 1) -> None:
        """Raises NotApplicable for a board that is too large."""
        if max(model.width, model.height) > MOST_SIDE:
            raise NotApplicable(f"the skyline search takes boards of up to {MOST_SIDE} x {MOST_SIDE} cells")
        super().__init__(model.width, model.height, model.copies, symmetry=model.symmetry, part=part, parts=parts)
        self._option = model.option

    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]:
        return [self._options(tiling) for tiling in super().advance(max_solutions, max_nodes, collect)]

    @property
    def path(self) -> list[int]:
        """The options of the squares placed so far."""
        return self._options(super().path)

    def _options(self, tiling: Sequence[int]) -> list[int]:
        return sorted(self._option(*square) for square in squares(tiling))


def squares(tiling: Sequence[int]) -> list[tuple[int, int, int]]:
    """The (x, y, side) of a flat solution."""
    return list(zip(tiling[::3], tiling[1::3], tiling[2::3], strict=True))
