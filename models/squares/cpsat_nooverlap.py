"""Optional intervals: each tile is a box that may be absent, and the boxes that are present do not overlap.

Variables: for each tile, whether it is used and its lower left corner (x, y), which is fixed for a tile that is not
used; for goal optimum the largest number of copies of one side.
Constraints: no two used tiles overlap (NoOverlap2D over optional intervals); the used areas add up to the board's area,
so that every cell is covered.
Redundant (option cumulative): no column holds more than the height, no row more than the width.
Objective: minimise the largest number of copies of one side.
Symmetry breaking (options symmetry and board): see tiles.mzn. With a value of option symmetry other than all a tiling
has several solutions.
Preprocessing (option strips): a square may not lie beside a strip that cannot be filled: see `reach` in data.py.
Source: E. Kalvelagen, "MSF CSP: Tiling Squares", 2009, with a global constraint for its disjunctions.

Goals: first, count, optimum
Option symmetry: all | none | x | xy | lower
Option board: dihedral | none
Option cumulative: on | off
Option strips: on | off
Option optimum: model | levels
"""

from collections import defaultdict
from itertools import combinations, pairwise

from ortools.sat.python import cp_model

from tilings.models.problem import Encoding
from tilings.models.squares.data import Tile, encoding, most_copies, places, tiles
from tilings.models.squares.instance import SquaresInstance


def build(
    instance: SquaresInstance,
    goal: str,
    symmetry: str = "all",
    board: str = "dihedral",
    cumulative: str = "on",
    strips: str = "on",
) -> Encoding:
    """The model and its atoms; with symmetry `all`, one solution for each tiling."""
    model = cp_model.CpModel()
    available = _tiles(model, instance, strips == "on")
    # Used tiles do not overlap.
    across = [model.new_optional_fixed_size_interval_var(t.x, t.side, t.used, "") for t in available]
    upward = [model.new_optional_fixed_size_interval_var(t.y, t.side, t.used, "") for t in available]
    model.add_no_overlap_2d(across, upward)
    # Redundant: the capacities of columns and rows.
    if cumulative == "on":
        model.add_cumulative(across, [tile.side for tile in available], instance.height)
        model.add_cumulative(upward, [tile.side for tile in available], instance.width)
    # The areas add up; a fixed multiset is used whole.
    model.add(sum(tile.side**2 * tile.used for tile in available) == instance.width * instance.height)
    if instance.sides:
        model.add_bool_and([tile.used for tile in available])
    of_side = defaultdict(list)
    for tile in available:
        of_side[tile.side].append(tile)
    for copies in of_side.values():
        _break_symmetry(model, instance, copies, symmetry)
    if board == "dihedral" and goal != "count":
        _break_board_symmetry(model, instance, available)
    # The objective is the largest number of copies.
    if goal == "optimum":
        most = model.new_int_var(1, most_copies(instance), "most")
        for copies in of_side.values():
            model.add(sum(tile.used for tile in copies) <= most)
        model.minimize(most)

    return encoding(model, available, goal)


def _tiles(model: cp_model.CpModel, instance: SquaresInstance, strips: bool) -> list[Tile]:
    """The tiles that have a place within the board; each is parked at its first place where it is not used."""
    available = []
    for side in tiles(instance):
        columns, rows = (places(instance, side, length, strips) for length in (instance.width, instance.height))
        if columns and rows:
            used = model.new_bool_var("")
            x, y = (
                model.new_int_var_from_domain(cp_model.Domain.from_values(values), "") for values in (columns, rows)
            )
            model.add(x == columns[0]).only_enforce_if(~used)
            model.add(y == rows[0]).only_enforce_if(~used)
            available.append(Tile(side, used, x, y))
    return available


def _break_symmetry(model: cp_model.CpModel, instance: SquaresInstance, copies: list[Tile], symmetry: str) -> None:
    """Order the copies of one side: those used first, and the used ones by their corners."""
    if symmetry in ("all", "lower"):
        for before, after in pairwise(copies):
            model.add_implication(after.used, before.used)
    for before, after in pairwise(copies) if symmetry == "all" else combinations(copies, 2):
        both = [before.used, after.used]
        if symmetry == "x":
            model.add(before.x <= after.x).only_enforce_if(both)
        elif symmetry in ("all", "xy"):
            high = instance.height
            model.add(high * before.x + before.y < high * after.x + after.y).only_enforce_if(both)


def _break_board_symmetry(model: cp_model.CpModel, instance: SquaresInstance, available: list[Tile]) -> None:
    """Require that some copy of the largest used side has its middle in the lower left quarter of the board."""
    home = [model.new_bool_var("") for _ in available]
    for tile, at_home in zip(available, home, strict=True):
        model.add_implication(at_home, tile.used)
        model.add(2 * tile.x <= instance.width - tile.side).only_enforce_if(at_home)
        model.add(2 * tile.y <= instance.height - tile.side).only_enforce_if(at_home)
        if instance.width == instance.height:
            model.add(tile.y <= tile.x).only_enforce_if(at_home)
    for tile in available:
        larger = [other.used for other in available if other.side > tile.side]
        same = [at_home for other, at_home in zip(available, home, strict=True) if other.side == tile.side]
        model.add_bool_or([*larger, *same]).only_enforce_if(tile.used)
