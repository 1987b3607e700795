"""Set partitioning with a binary for each placement: each cell lies in exactly one chosen square.

Variables: placed[x, y, side], whether the square is there; for goal optimum the integer `most`.
Constraints: the squares over each cell add up to 1; those of one side to no more than it may have copies, and to no
more than `most`.
Redundant (option area): the areas of the copies of each side add up to the board's area.
Objective: minimise `most`, the largest number of copies of one side.
Symmetry breaking, board (option board): dihedral: see `corner_order` in symmetry.py.
Preprocessing (option strips): a square may not lie beside a strip that cannot be filled: see `reach` in data.py.
Source: set partitioning, as in exact cover (D. E. Knuth, "Dancing links", 2000).

Goals: first, optimum
Option board: dihedral | none
Option strips: on | off
Option area: on | off
Option optimum: model | levels
"""

import pulp

from tilings.models.problem import Encoding
from tilings.models.squares.data import copies, cover, most_copies, placements
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import corner_order


def build(
    instance: SquaresInstance, goal: str, board: str = "dihedral", strips: str = "on", area: str = "on"
) -> Encoding:
    model = pulp.LpProblem(instance.name, pulp.LpMinimize)
    squares = placements(instance, strips == "on")
    placed = {(x, y, side): pulp.LpVariable(f"p_{x}_{y}_{side}", cat="Binary") for x, y, side in squares}
    most = pulp.LpVariable("most", 1, most_copies(instance), "Integer") if goal == "optimum" else None
    model += pulp.lpSum([] if most is None else [most])
    # Each cell lies in exactly one square.
    for (x, y), over in cover(instance, squares).items():
        model += pulp.LpAffineExpression([(placed[square], 1) for square in over]) == 1, f"cell_{x}_{y}"
    # No side has too many copies, nor more than the objective.
    counts = {side: pulp.LpVariable(f"number_{side}", 0, limit, "Integer") for side, limit in copies(instance).items()}
    for side, count in counts.items():
        squares_of_side = [(placed[square], 1) for square in placed if square[2] == side]
        model += pulp.LpAffineExpression([*squares_of_side, (count, -1)]) == 0, f"copies_{side}"
        if most is not None:
            model += count - most <= 0, f"most_{side}"
    # The areas add up.
    if area == "on":
        areas = [(count, side**2) for side, count in counts.items()]
        model += pulp.LpAffineExpression(areas) == instance.width * instance.height, "area"
    # The squares in the corners are in order.
    if board == "dihedral":
        for number, (larger, smaller) in enumerate(corner_order(instance, placed)):
            one, other = (
                pulp.LpAffineExpression([(placed[square], square[2]) for square in corner])
                for corner in (larger, smaller)
            )
            model += one - other >= 0, f"corner_{number}"
    return Encoding.of_binaries(model, {("square", square): var for square, var in placed.items()}, most is not None)
