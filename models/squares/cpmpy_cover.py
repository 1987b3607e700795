"""Exact cover with a Boolean for each placement: each cell lies in exactly one chosen square.

Variables: placed[x, y, side], whether the square is there; number[side], its copies; for goal optimum the largest
number of copies of one side.
Constraints: exactly one square lies over each cell; no side has more copies than it may have.
Redundant (option area): the areas of the copies of each side add up to the board's area.
Objective: minimise the largest number of copies of one side.
Symmetry breaking, board, not for goal count (option board): dihedral: see `corner_order` in symmetry.py.
Preprocessing (option strips): a square may not lie beside a strip that cannot be filled: see `reach` in data.py.
Source: set partitioning, as in exact cover (D. E. Knuth, "Dancing links", 2000).

Goals: first, count, optimum
Option board: dihedral | none
Option strips: on | off
Option area: on | off
Option optimum: model | levels
"""

from tilings.models.cpmpy_import import cp
from tilings.models.problem import Encoding
from tilings.models.squares.data import copies, cover, most_copies, placements
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import corner_order


def build(
    instance: SquaresInstance, goal: str, board: str = "dihedral", strips: str = "on", area: str = "on"
) -> Encoding:
    """The model and its atoms; one solution for each tiling with goal count."""
    model = cp.Model()
    squares = placements(instance, strips == "on")
    placed = {square: cp.boolvar() for square in squares}
    # Each cell lies in exactly one square.
    for over in cover(instance, squares).values():
        model += cp.sum([placed[square] for square in over]) == 1
    # No side has too many copies, nor more than the objective.
    most = cp.intvar(1, most_copies(instance)) if goal == "optimum" else None
    number = {side: cp.intvar(0, limit) for side, limit in copies(instance).items()}
    for side, count in number.items():
        model += cp.sum([variable for square, variable in placed.items() if square[2] == side]) == count
        if most is not None:
            model += count <= most
    # The areas add up.
    if area == "on":
        model += cp.sum([side**2 * count for side, count in number.items()]) == instance.width * instance.height
    if most is not None:
        model.minimize(most)
    # The squares in the corners are in order.
    if board == "dihedral" and goal != "count":
        for larger, smaller in corner_order(instance, placed):
            one, other = (cp.sum([square[2] * placed[square] for square in corner]) for corner in (larger, smaller))
            model += one >= other
    return Encoding.of_binaries(model, {("square", square): var for square, var in placed.items()}, most is not None)
