"""E. Kalvelagen's model as a MIP: big-M constraints keep each pair of used tiles apart on one of four sides.

Variables: for each tile, whether it is used and its lower left corner (x, y), integer; for each pair of tiles four
binaries, each of which puts one tile before the other on one axis; for goal optimum the integer `most`.
Constraints: tiles lie within the board; two used tiles are apart on a side whose binary is 1; the used areas add up to
the board's area, so that every cell is covered.
Objective: minimise `most`, the largest number of copies of one side.
Symmetry breaking (options symmetry and board): see tiles.mzn.
Source: the big-M form that E. Kalvelagen, "MSF CSP: Tiling Squares", 2009, calls inconvenient in a MIP.

Goals: first, optimum
Option symmetry: all | none | x | xy | lower
Option board: dihedral | none
Option optimum: model | levels
"""

from itertools import combinations

import pulp

from tilings.models.problem import Encoding
from tilings.models.squares.data import Tile, encoding, most_copies, tiles
from tilings.models.squares.instance import SquaresInstance

Variables = list[pulp.LpVariable]
Axes = list[tuple[Variables, int]]  # the places of the tiles on each axis, and its length


def build(instance: SquaresInstance, goal: str, symmetry: str = "all", board: str = "dihedral") -> Encoding:
    width, height, sides = instance.width, instance.height, tiles(instance)
    numbers = range(len(sides))
    model = pulp.LpProblem(instance.name, pulp.LpMinimize)
    used = [pulp.LpVariable(f"used_{i}", cat="Binary") for i in numbers]
    x = [pulp.LpVariable(f"x_{i}", 0, width - sides[i], "Integer") for i in numbers]
    y = [pulp.LpVariable(f"y_{i}", 0, height - sides[i], "Integer") for i in numbers]
    most = pulp.LpVariable("most", 1, most_copies(instance), "Integer") if goal == "optimum" else None
    model += pulp.lpSum([] if most is None else [most])
    # The areas add up; a fixed multiset is used whole.
    model += pulp.LpAffineExpression([(used[i], sides[i] ** 2) for i in numbers]) == width * height, "area"
    if instance.sides:
        model += pulp.lpSum(used) == len(sides), "forced"
    # No side has more copies than the objective.
    for side in sorted(set(sides)) if most is not None else []:
        copies = [(used[i], 1) for i in numbers if sides[i] == side]
        model += pulp.LpAffineExpression([*copies, (most, -1)]) <= 0, f"most_{side}"
    for i, j in combinations(numbers, 2):
        _apart(model, (i, j), [(x, width), (y, height)], used, sides)
    for i, j in combinations(numbers, 2):
        if sides[i] == sides[j]:
            _break_symmetry(model, (i, j), [(x, width), (y, height)], used, symmetry)
    if board == "dihedral":
        _break_board_symmetry(model, [(x, width), (y, height)], used, sides)

    return encoding(model, list(map(Tile, sides, used, x, y)), goal)


def _apart(model: pulp.LpProblem, pair: tuple[int, int], axes: Axes, used: Variables, sides: list[int]) -> None:
    """Two used tiles: on one of both axes, one of them ends where the other starts, or before."""
    i, j = pair
    ways = []
    for axis, (position, length) in enumerate(axes):
        for first, second in ((i, j), (j, i)):
            way = pulp.LpVariable(f"before_{axis}_{first}_{second}", cat="Binary")
            ways.append((way, 1))
            # position[first] + side <= position[second] if the way is taken; else it says nothing, as no
            # tile ends beyond the board.
            terms = [(position[first], 1), (position[second], -1), (way, length)]
            model += pulp.LpAffineExpression(terms) <= length - sides[first], f"apart_{axis}_{first}_{second}"
    model += pulp.LpAffineExpression([*ways, (used[i], -1), (used[j], -1)]) >= -1, f"ways_{i}_{j}"


def _break_symmetry(model: pulp.LpProblem, pair: tuple[int, int], axes: Axes, used: Variables, symmetry: str) -> None:
    """Order two copies of one side: the lower-numbered is used first, and stands further left, or below."""
    i, j = pair
    (x, width), (y, height) = axes
    neighbours = j == i + 1
    if symmetry in ("all", "lower") and neighbours:
        model += used[j] - used[i] <= 0, f"lower_{i}_{j}"
    if symmetry == "x":
        place, least, most = [(x[i], 1), (x[j], -1)], 0, width
    elif symmetry == "xy" or (symmetry == "all" and neighbours):
        place, least, most = [(x[i], height), (y[i], 1), (x[j], -height), (y[j], -1)], 1, width * height
    else:
        return
    # The place of i is less than that of j by `least` if both are used; else it says nothing.
    terms = [*place, (used[i], most), (used[j], most)]
    model += pulp.LpAffineExpression(terms) <= 2 * most - least, f"order_{i}_{j}"


def _break_board_symmetry(model: pulp.LpProblem, axes: Axes, used: Variables, sides: list[int]) -> None:
    """Require that some copy of the largest used side has its middle in the lower left quarter of the board."""
    numbers = range(len(sides))
    home = [pulp.LpVariable(f"home_{i}", cat="Binary") for i in numbers]
    (x, width), (y, height) = axes
    for i in numbers:
        for axis, (position, length) in enumerate(axes):
            # Twice the position is at most `room`, or without the binary twice that.
            room = length - sides[i]
            model += 2 * position[i] + room * home[i] <= 2 * room, f"home_{axis}_{i}"
        if width == height:
            model += y[i] - x[i] + width * home[i] <= width, f"diagonal_{i}"
        model += home[i] - used[i] <= 0, f"home_used_{i}"
        larger = [(used[j], 1) for j in numbers if sides[j] > sides[i]]
        same = [(home[j], 1) for j in numbers if sides[j] == sides[i]]
        model += pulp.LpAffineExpression([*larger, *same, (used[i], -1)]) >= 0, f"largest_{i}"
