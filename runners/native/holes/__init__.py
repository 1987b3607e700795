"""A first-hole search for packings of flat and thin boxes, guided by the pieces that fill the second half.

Cells are numbered along the shortest side of the box first, and the first open cell is filled next (de Bruijn's order).
The placed pieces cover all cells before the first open one and some of the next cells. The state of the search is a
mask of these few bits, from the first open cell on. A flat box has few states, which different pieces reach repeatedly.
Each is stored once, with the placements that fit and the states that these lead to, so the search follows edges and
tests no masks. A state is a dead end if no pieces add up to the size of one of its regions of open cells.

For the states with at most half of the cells open, the multisets of pieces that fill them are computed backwards. So
the search meets in the middle: it enters the second half only with pieces that fill it, without dead ends there. If the
states exceed their memory, all but those on the path are dropped.

The order is that of J. G. Fletcher ("A program to solve the pentomino problem by the recursive use of macros",
Communications of the ACM 8, 1965) and N. G. de Bruijn ("Programmeren van de pentominopuzzle", Euclides 47, 1971/72).
M. Busche ("Fixed image list algorithm", mattbusche.org) lists the placements by the occupancy of a cell's neighbours;
here they are listed by that of all cells of the mask. Meeting in the middle is due to E. Horowitz and S. Sahni
("Computing partitions with applications to the knapsack problem", Journal of the ACM 21, 1974).

>>> packing = Packing("holes", {}, (2, 2, 1), ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)), ("I",), (2,),
...                   (0, 0, 0, 0), ((0, 1), (2, 3), (0, 2), (1, 3)), ((0, 1, 2, 3),), ())
>>> Holes(packing).advance()
[[0, 1], [2, 3]]
"""

from collections import Counter

from tilings.models.problem import NotApplicable, Packing
from tilings.runners.native import bits
from tilings.runners.native._engine import BitsPuzzle, HolesSearch

__all__ = ["Holes"]


class Holes(HolesSearch):
    """The search for all packings, resumable in slices; see ``Search`` for ``advance`` and the common properties.

    Solutions count once up to the packing's symmetries: of the images that have the constrained piece in one of its
    kept placements, the one whose ascending placements come first counts. Nodes are the root and every placement made;
    updates, the effort, are the placements, stored placements and multisets looked at. ``progress`` is the share of the
    tree that is searched, from 0 to 1, as if all branches of a node were of one size.

    packing: its settings may name the piece to constrain (``constrain``: ``auto``, ``none`` or a name). ``auto`` takes
    the piece that loses most placements.
    memory: the bytes that the stored states may take.
    """

    def __init__(self, packing: Packing, memory: int = 1 << 29) -> None:
        """Raises UserError for invalid settings, NotApplicable if a placement reaches over too many cells."""
        constrained = _constrained(packing)
        try:
            super().__init__(BitsPuzzle(**bits.arguments(packing), constrained=constrained), memory)
        except ValueError as refusal:
            raise NotApplicable(str(refusal)) from None


def _constrained(packing: Packing) -> int:
    """The piece to constrain, or -1 for none."""
    if packing.settings.get("constrain", "auto") != "auto":
        return bits.constrained_piece(packing, {})
    moved = {i for images in packing.symmetries for i, image in enumerate(images) if image < i}
    lost = Counter(packing.piece[i] for i in moved)
    return max(bits.candidates(packing), key=lost.__getitem__, default=-1) if moved else -1
