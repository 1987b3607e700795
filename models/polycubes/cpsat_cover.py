"""Exact cover with a Boolean for each placement.

Variables: placed[i], whether placement i is used.
Constraints: exactly one placement over each cell is used; each piece is used as often as it has copies, or less
often by at most its optional copies.
Objective: minimise the number of gaps.
Symmetry breaking: in the data, which keep one placement of each orbit under the box's symmetries, for one piece.
Source: exact cover (D. E. Knuth, "Dancing Links", 2000), as CP-SAT's exactly-one constraints.

Goals: first, count, optimum
"""

from ortools.sat.python import cp_model

from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Encoding


def build(instance: PolycubesInstance, goal: str) -> Encoding:
    options = placements(instance)
    model = cp_model.CpModel()
    placed = [model.new_bool_var(f"placed_{i}") for i in range(len(options.piece))]
    # Each cell is covered exactly once.
    for over in options.over_cell():
        model.add_exactly_one(placed[i] for i in over)
    # Each piece is used as often as it has copies.
    for piece, placements_of_piece in zip(options.pieces, options.of_piece(), strict=True):
        if piece.least == piece.copies == 1:
            model.add_exactly_one(placed[i] for i in placements_of_piece)
        else:
            used = cp_model.LinearExpr.sum([placed[i] for i in placements_of_piece])
            model.add_linear_constraint(used, piece.least, piece.copies)
    if goal == "optimum":
        model.minimize(cp_model.LinearExpr.sum([placed[i] for i in options.gaps]))
    return Encoding.of_binaries(model, {("placement", (i,)): var for i, var in enumerate(placed)}, goal == "optimum")
