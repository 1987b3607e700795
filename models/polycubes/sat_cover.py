"""Exact cover in clauses, with a variable for each placement.

Variables: lies(piece, cell, cell, …): a copy of the piece covers exactly these cells, in ascending order. Pieces are
numbered from 0 in the instance, fixed ones as well, and a gap after them; cells in a box of X x Y x Z are:
(x, y, z) is x + X * (y + Y * z).
Constraints: cover(cell): of the placements over a cell that must be filled exactly one is used, by the encoding that
option conflicts names (pairs: without auxiliary variables); copies(piece): as many placements of a piece are used as it
has copies, or fewer by at most its optional copies.
Objective: objective(v): at most v cells stay empty, for ever smaller v until that is refuted.
Symmetry breaking, orbits: for one piece the data keep one placement of each orbit under the box's symmetries; the
others are not used.
Source: exact cover (D. E. Knuth, "Dancing Links", 2000).

Goals: first, count, optimum
Option conflicts: seqcounter | pairs
"""

from collections import defaultdict

from tilings.models.formula import Formula
from tilings.models.polycubes import clauses
from tilings.models.polycubes.instance import PolycubesInstance


def build(instance: PolycubesInstance, goal: str, conflicts: str = "seqcounter") -> Formula:
    """The formula; for goal optimum, with the hooks for the number of gaps."""
    formula = Formula()
    every = clauses.every_placement(instance)
    lies = {(piece, cells): formula.variable("lies", piece, *cells) for piece, cells in every}
    formula.atoms = lambda true: [("image", (number,)) for number, one in enumerate(every) if lies[one] in true]
    of_piece, over = defaultdict(list), defaultdict(list)
    for (piece, cells), variable in lies.items():
        of_piece[piece].append(variable)
        for cell in cells:
            over[cell].append(variable)
    # Each cell is covered exactly once.
    for cell in clauses.numbered(instance, instance.cells):
        formula.constraint("cover", cell)
        formula.within(1, 1, over[cell], conflicts)
    # Each piece is used as often as it has copies.
    for number, owner in enumerate(instance.tiles):
        if not owner.fixed:
            formula.constraint("copies", number)
            formula.within(owner.least, owner.copies, of_piece[number], conflicts)
    # One piece lies in one placement of each orbit.
    left_out = clauses.left_out(instance)
    formula.order(lies[placement] for placements in left_out.values() for placement in placements)
    for motion, placements in left_out.items():
        formula.symmetry("motion", *clauses.axes(motion))
        for placement in placements:
            formula.add(-lies[placement])
    if goal == "optimum":
        gaps = of_piece[len(instance.pieces)]

        def limit(most: int) -> None:
            formula.constraint("objective", most)
            formula.at_most(most, gaps)

        formula.limit, formula.costs = limit, lambda: [(1, gap) for gap in gaps]
    return formula
