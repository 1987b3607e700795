"""Exact cover in clauses, with a variable for each placement: each cell lies in exactly one chosen square.

Variables: square(x, y, side), whether the square is there.
Constraints: cover(x, y): of the squares over a cell at least one is there, and at most one, by the encoding that option
conflicts names; or apart: of two squares that overlap one is not there (option conflicts: pairs, which has no auxiliary
variables); copies(side): no side has more copies than it may have, by the encoding that option sums names, and a fixed
multiset is used whole.
Objective: objective(v): no side has more than v copies, for ever smaller v until that is refuted.
Symmetry breaking, board, not for goal count (option board): dihedral: see `corner_order` in symmetry.py.
Preprocessing (option strips): strips: no square lies beside a strip that cannot be filled: see `reach` in data.py.
Source: set partitioning, as in exact cover (D. E. Knuth, "Dancing links", 2000).

Goals: first, count, optimum
Option board: dihedral | none
Option strips: on | off
Option conflicts: seqcounter | pairs
Option sums: seqcounter | totalizer
Option optimum: model | levels
"""

from itertools import combinations, product

from tilings.models.formula import Formula
from tilings.models.squares import clauses
from tilings.models.squares.data import copies, cover, most_copies, placements
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import CORNER_MOTIONS, Square, corner_order


def build(
    instance: SquaresInstance,
    goal: str,
    board: str = "dihedral",
    strips: str = "on",
    conflicts: str = "seqcounter",
    sums: str = "seqcounter",
) -> Formula:
    formula = Formula()
    squares = placements(instance, strips=False)
    placed = {square: formula.variable("square", *square) for square in squares}
    # Of the squares over a cell at least one is there, and at most one.
    for cell, over in cover(instance, squares).items():
        formula.constraint("cover", *cell)
        formula.add(*(placed[square] for square in over))
        if conflicts != "pairs":
            formula.at_most(1, [placed[square] for square in over], conflicts)
    if conflicts == "pairs":
        formula.constraint("apart")
        for one, other in combinations(squares, 2):
            if _overlap(one, other):
                formula.add(-placed[one], -placed[other])
    # No side has too many copies; a fixed multiset is used whole.
    of_side = {side: [placed[square] for square in squares if square[2] == side] for side in copies(instance)}
    for side, most in copies(instance).items():
        formula.constraint("copies", side)
        formula.at_most(most, of_side[side], sums)
        if instance.sides:
            formula.at_least(most, of_side[side], sums)
    # No square leaves a strip that cannot be filled.
    if strips == "on":
        formula.constraint("strips")
        for square in sorted(set(squares) - set(placements(instance))):
            formula.add(-placed[square])
    # The squares in the corners are in order.
    if board == "dihedral" and goal != "count":
        corners = corner_order(instance, placed)
        formula.order(placed[square] for square in dict.fromkeys(square for larger, _ in corners for square in larger))
        for motion, (larger, smaller) in zip(CORNER_MOTIONS, corners, strict=False):
            formula.symmetry("motion", *motion)
            for one, other in product(larger, smaller):
                if one[2] < other[2]:
                    formula.add(-placed[one], -placed[other])
    formula.atoms = lambda true: [("square", square) for square, variable in placed.items() if variable in true]
    if goal == "optimum":
        clauses.minimise(formula, of_side, most_copies(instance), sums)
    return formula


def _overlap(one: Square, other: Square) -> bool:
    return all(max(one[axis], other[axis]) < min(one[axis] + one[2], other[axis] + other[2]) for axis in (0, 1))
