"""Filling the skyline: a search made for squares, as a reference. It is not an exact cover.

The squares placed so far form a skyline; the next square goes into a corner of its narrowest gap.
Variables: the side of each next square, one that is left and fits.
Constraints: the skyline leaves no overlap and no gap; each side is used at most as often as it may have copies. A gap
that no set of the remaining sides can fill is cut off (see runners.native.skyline).
Objective: none; the least number of copies k is found by a decision for each k = 1, 2, ... in turn.
Symmetry breaking, board, not for goal count (option board): dihedral: see `corner_order` in symmetry.py.
Source: A. J. W. Duijvestijn 1962 and I. Gambini 1999, who searched for squared squares in this way; the cuts are ours.

Goals: first, count, optimum
Engines: skyline
Paradigm: native search
Option board: dihedral | none
Option optimum: levels
Option part: 1/1 | <k/n>        (to count: only this part of the search)
"""

from tilings.models.problem import SquareTilingModel
from tilings.models.squares.data import copies
from tilings.models.squares.instance import SquaresInstance


def build(instance: SquaresInstance, goal: str, board: str = "dihedral") -> SquareTilingModel:
    """The board and the copies of each side; by its area, a fixed multiset is used up."""
    available = copies(instance)
    counts = tuple(available.get(side, 0) for side in range(1, instance.largest + 1))
    return SquareTilingModel(instance.width, instance.height, counts, board == "dihedral" and goal != "count")
