"""Tiles with coordinates: each tile is a box that may be absent, and the boxes that are present do not overlap.

Variables: for each tile, whether it is used and its lower left corner (x, y), which is fixed for a tile that is not
used; for goal optimum the largest number of copies of one side.
Constraints: of two used tiles one lies left of the other or below it; the used areas add up to the board's area, so
that every cell is covered.
Redundant (option cumulative): no column holds more than the height, no row more than the width.
Objective: minimise the largest number of copies of one side.
Symmetry breaking (options symmetry and board): see tiles.mzn. With a value of option symmetry other than all a tiling
has several solutions.
Preprocessing (option strips): a square may not lie beside a strip that cannot be filled: see `reach` in data.py.
Source: E. Kalvelagen, "MSF CSP: Tiling Squares", 2009; A. Aggoun and N. Beldiceanu, "Extending CHIP in order to solve
complex scheduling and placement problems", 1993, for cumulative on perfect squares.

Goals: first, count, optimum
Option symmetry: all | none | x | xy | lower
Option board: dihedral | none
Option cumulative: on | off
Option strips: on | off
Option optimum: model | levels
"""

from collections import defaultdict
from itertools import combinations, pairwise
from typing import Any

from tilings.models.cpmpy_import import cp
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
    model = cp.Model()
    available = _tiles(model, instance, strips == "on")
    # Of two used tiles one lies left of the other or below it.
    for one, two in combinations(available, 2):
        apart = [one.x + one.side <= two.x, two.x + two.side <= one.x]
        apart += [one.y + one.side <= two.y, two.y + two.side <= one.y]
        model += cp.any([~one.used, ~two.used, *apart])
    # Redundant: the capacities of columns and rows.
    if cumulative == "on":
        sides, used = [tile.side for tile in available], [tile.used for tile in available]
        for starts, capacity in (
            ([tile.x for tile in available], instance.height),
            ([tile.y for tile in available], instance.width),
        ):
            model += cp.CumulativeOptional(starts, sides, demand=sides, capacity=capacity, is_present=used)
    # The areas add up; a fixed multiset is used whole.
    model += cp.sum([tile.side**2 * tile.used for tile in available]) == instance.width * instance.height
    if instance.sides:
        model += [tile.used for tile in available]
    of_side = defaultdict(list)
    for tile in available:
        of_side[tile.side].append(tile)
    for copies in of_side.values():
        _break_symmetry(model, copies, symmetry)
    if board == "dihedral" and goal != "count":
        _break_board_symmetry(model, instance, available)
    # The objective is the largest number of copies.
    if goal == "optimum":
        most = cp.intvar(1, most_copies(instance))
        for copies in of_side.values():
            model += cp.sum([tile.used for tile in copies]) <= most
        model.minimize(most)

    return encoding(model, available, goal)


def _tiles(model: Any, instance: SquaresInstance, strips: bool) -> list[Tile]:
    """The tiles that have a place within the board; each is parked at its first place where it is not used."""
    available = []
    for side in tiles(instance):
        columns, rows = (places(instance, side, length, strips) for length in (instance.width, instance.height))
        if columns and rows:
            tile = Tile(side, cp.boolvar(), cp.intvar(columns[0], columns[-1]), cp.intvar(rows[0], rows[-1]))
            model += [cp.InDomain(tile.x, columns), cp.InDomain(tile.y, rows)]
            model += [tile.used | (tile.x == columns[0]), tile.used | (tile.y == rows[0])]
            available.append(tile)
    return available


def _break_symmetry(model: Any, copies: list[Tile], symmetry: str) -> None:
    """Order the copies of one side: those used first, and the used ones by their corners."""
    if symmetry in ("all", "lower"):
        for before, after in pairwise(copies):
            model += after.used.implies(before.used)
    for before, after in pairwise(copies) if symmetry == "all" else combinations(copies, 2):
        both = before.used & after.used
        if symmetry in ("all", "x", "xy"):
            model += both.implies(before.x <= after.x)
        if symmetry in ("all", "xy"):  # clauses, as SAT solvers take a comparison of weighted sums only at a great cost
            model += both.implies((before.x < after.x) | (before.y < after.y))


def _break_board_symmetry(model: Any, instance: SquaresInstance, available: list[Tile]) -> None:
    """Require that some copy of the largest used side has its middle in the lower left quarter of the board."""
    home = [cp.boolvar() for _ in available]
    for tile, at_home in zip(available, home, strict=True):
        model += at_home.implies(tile.used)
        model += at_home.implies(2 * tile.x <= instance.width - tile.side)
        model += at_home.implies(2 * tile.y <= instance.height - tile.side)
        if instance.width == instance.height:
            model += at_home.implies(tile.y <= tile.x)
    for tile in available:
        larger = [other.used for other in available if other.side > tile.side]
        same = [at_home for other, at_home in zip(available, home, strict=True) if other.side == tile.side]
        model += tile.used.implies(cp.any([*larger, *same]))
