"""Set partitioning with a binary for each placement.

Variables: placed[i], whether placement i is used.
Constraints: the placements over each cell add up to 1; those of each piece add up to its number of copies, or
to less by at most its optional copies.
Objective: minimise the number of gaps.
Symmetry breaking: in the data, which keep one placement of each orbit under the box's symmetries, for one piece.
Source: set partitioning (E. Balas and M. W. Padberg, "Set Partitioning: A Survey", 1976).

Goals: first, optimum
"""

import pulp

from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Encoding


def build(instance: PolycubesInstance, goal: str) -> Encoding:
    options = placements(instance)
    model = pulp.LpProblem(instance.name, pulp.LpMinimize)
    placed = [pulp.LpVariable(f"placed_{i}", cat="Binary") for i in range(len(options.piece))]
    model += pulp.LpAffineExpression([(placed[i], 1) for i in options.gaps] if goal == "optimum" else [])
    # Each cell is covered exactly once.
    for cell, over in enumerate(options.over_cell()):
        model += pulp.LpAffineExpression([(placed[i], 1) for i in over]) == 1, f"cell_{cell}"
    # Each piece is used as often as it has copies.
    for number, (piece, placements_of_piece) in enumerate(zip(options.pieces, options.of_piece(), strict=True)):
        used = pulp.LpAffineExpression([(placed[i], 1) for i in placements_of_piece])
        if piece.optional:
            model += used >= piece.least, f"least_{number}"
            model += used <= piece.copies, f"most_{number}"
        else:
            model += used == piece.copies, f"piece_{number}"
    return Encoding.of_binaries(model, {("placement", (i,)): var for i, var in enumerate(placed)}, goal == "optimum")
