"""Tiles with a column and a row in order encoding; of two tiles one is left of the other or below it.

Variables: used(s, k), whether the k-th copy (from 1) of side s is used; x(s, k, v) and y(s, k, v), whether the column
and the row of its lower left cell are at most v, for v from 0; the greatest v, which leaves it on the board, has no
variable, as it is always so. left(s, k, t, l), whether its column plus s is at most the column of copy l of side t;
below, likewise by rows: both hold or not also where a tile is not used. With option cumulative: across(s, k, c) and
upward(s, k, r), whether the tile is used and lies over column c, or row r, of the board.
Constraints: place(s, k): x and y grow with v, and are 0 for a tile that is not used; left(s, k, t, l) and below: the
definition of the variable of that name; apart(s, k, t, l): of two used tiles one is left of the other or below it;
area: the used areas add up to the board's area at least; copies(s): the tiles of a fixed multiset are used.
Redundant (option cumulative): across(s, k) and upward(s, k): the definitions of the variables of that name; column(c)
and row(r): the tiles over it have sides that add up to no more than its length.
Objective: objective(v): no side has more than v copies, for ever smaller v until that is refuted.
Symmetry breaking, copies (option symmetry): see tiles.mzn; used(s): a copy is used only if the one before it is used.
With a value of option symmetry other than all a tiling has several solutions.
Symmetry breaking, board, not for goal count (option board): dihedral: the first copy of the largest side used has its
middle in the lower left quarter of the board, and on a square board on or above the diagonal.
Preprocessing (option strips): strips(s): no used tile of the side lies beside a strip that cannot be filled: see
`reach` in data.py.
Source: T. Soh, K. Inoue, N. Tamura, M. Banbara and H. Nabeshima, "A SAT-based method for solving the two-dimensional
strip packing problem", 2010.

Goals: first, count, optimum
Option symmetry: all | none | x | xy | lower
Option board: dihedral | none
Option cumulative: on | off
Option strips: on | off
Option optimum: levels | model
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from tilings.models.formula import Formula, Ordered, add_clause
from tilings.models.problem import Atom
from tilings.models.squares import clauses
from tilings.models.squares.data import most_copies, places, tiles
from tilings.models.squares.instance import SquaresInstance

Before = dict[tuple[tuple[int, int], tuple[int, int]], int]  # by the names of two tiles


@dataclass(frozen=True)
class Tile:
    """A tile that may be used. name: its side and number."""

    name: tuple[int, int]
    used: int
    x: Ordered
    y: Ordered

    @property
    def side(self) -> int:
        return self.name[0]


def build(
    instance: SquaresInstance,
    goal: str,
    symmetry: str = "all",
    board: str = "dihedral",
    cumulative: str = "on",
    strips: str = "on",
) -> Formula:
    """The formula; with symmetry `all`, one solution for each tiling."""
    formula = Formula()
    of_side: dict[int, list[Tile]] = defaultdict(list)
    for side in tiles(instance):
        of_side[side].append(_tile(formula, instance, side, len(of_side[side]) + 1))
    available = [tile for copies in of_side.values() for tile in copies]
    # Of two used tiles one is left of the other or below it.
    left, below = _before(formula, "left", available), _before(formula, "below", available)
    for one, other in combinations(available, 2):
        formula.constraint("apart", *one.name, *other.name)
        ways = [before[pair] for before in (left, below) for pair in ((one.name, other.name), (other.name, one.name))]
        formula.add(-one.used, -other.used, *ways)
    # The areas add up; a fixed multiset is used whole.
    formula.constraint("area")
    spare = sum(tile.side**2 for tile in available) - instance.width * instance.height
    formula.weights_at_most(spare, [(tile.side**2, -tile.used) for tile in available])
    if instance.sides:
        for side, copies in of_side.items():
            formula.constraint("copies", side)
            formula.at_least(len(copies), [tile.used for tile in copies])
    # Redundant: the capacities of columns and rows.
    if cumulative == "on":
        _cumulate(formula, instance, available)
    # No square leaves a strip that cannot be filled.
    if strips == "on":
        for side, copies in of_side.items():
            formula.constraint("strips", side)
            for tile in copies:
                _avoid_strips(formula, instance, tile)
    # Of the images of a tiling the one is kept whose largest squares have the least columns, then rows.
    largest_first = [of_side[side] for side in sorted(of_side, reverse=True)]
    corners = [axis for copies in largest_first for tile in copies for axis in (tile.x, tile.y)]
    formula.order(-literal for axis in corners for literal in axis.literals)
    for copies in largest_first:
        _break_symmetry(formula, copies, symmetry, below)
    if board == "dihedral" and goal != "count":
        _break_board_symmetry(formula, instance, [copies[0] for copies in largest_first])
    formula.atoms = lambda true: _squares(available, true)
    if goal == "optimum":
        used = {side: [tile.used for tile in copies] for side, copies in of_side.items()}
        clauses.minimise(formula, used, most_copies(instance))
    return formula


def _tile(formula: Formula, instance: SquaresInstance, side: int, number: int) -> Tile:
    """The variables of a tile, whose column and row are 0 where it is not used."""
    used = formula.variable("used", side, number)
    x = Ordered(formula, instance.width - side, "x", side, number)
    y = Ordered(formula, instance.height - side, "y", side, number)
    formula.constraint("place", side, number)
    for axis in (x, y):
        axis.state(formula)
        add_clause(formula, used, axis.at_most(0))
    return Tile((side, number), used, x, y)


def _before(formula: Formula, name: str, available: list[Tile]) -> Before:
    """For each ordered pair of tiles, the variable for: the first is left of, or below, the second."""
    result = {}
    for one, other in permutations(available, 2):
        before = formula.variable(name, *one.name, *other.name)
        formula.constraint(name, *one.name, *other.name)
        first, second = (one.x, other.x) if name == "left" else (one.y, other.y)
        for value in range(min(one.side - 1, second.greatest), second.greatest + 1):
            add_clause(formula, -before, second.above(value), first.at_most(value - one.side))
        for value in range(first.greatest + 1):
            add_clause(formula, before, first.above(value), second.at_most(value + one.side - 1))
        result[one.name, other.name] = before
    return result


def _cumulate(formula: Formula, instance: SquaresInstance, available: list[Tile]) -> None:
    """The tiles over a column, or a row, fit into it."""
    for name, line, length, most in (
        ("across", "column", instance.width, instance.height),
        ("upward", "row", instance.height, instance.width),
    ):
        over: dict[int, list[tuple[int, int]]] = {number: [] for number in range(length)}
        for tile in available:
            axis = tile.x if name == "across" else tile.y
            formula.constraint(name, *tile.name)
            for number in range(length):
                lies = formula.variable(name, *tile.name, number)
                add_clause(formula, -tile.used, axis.above(number), axis.at_most(number - tile.side), lies)
                for needed in (tile.used, axis.at_most(number), axis.above(number - tile.side)):
                    add_clause(formula, -lies, needed)
                over[number].append((tile.side, lies))
        for number, weighted in over.items():
            formula.constraint(line, number)
            formula.weights_at_most(most, weighted)


def _avoid_strips(formula: Formula, instance: SquaresInstance, tile: Tile) -> None:
    """A used tile has a column and a row where it may lie."""
    for axis, length in ((tile.x, instance.width), (tile.y, instance.height)):
        for value in set(range(axis.greatest + 1)).difference(places(instance, tile.side, length)):
            add_clause(formula, -tile.used, axis.above(value), axis.at_most(value - 1))


def _break_symmetry(formula: Formula, copies: list[Tile], symmetry: str, below: Before) -> None:
    """Order the copies of one side: those used first, and the used ones by their corners."""
    if symmetry in ("all", "lower"):
        formula.constraint("used", copies[0].side)
        for before, after in pairwise(copies):
            formula.add(-after.used, before.used)
    if symmetry in ("all", "x", "xy"):
        for before, after in pairwise(copies) if symmetry == "all" else combinations(copies, 2):
            formula.symmetry("swap", before.side, before.name[1], after.name[1])
            both = (-before.used, -after.used)
            for value in range(after.x.greatest + 1):
                add_clause(formula, *both, after.x.above(value), before.x.at_most(value))
                if symmetry != "x":  # of those in one column the second is not below the first
                    above = -below[after.name, before.name]
                    add_clause(formula, *both, after.x.above(value), before.x.at_most(value - 1), above)


def _break_board_symmetry(formula: Formula, instance: SquaresInstance, firsts: list[Tile]) -> None:
    """Require that the first copy of the largest used side has its middle in the lower left quarter of the board.

    firsts: the first copies, the largest side first.
    """
    larger: list[int] = []
    for tile in firsts:
        unless = (-tile.used, *larger)
        for motion, axis in (((-1, 2), tile.x), ((1, -2), tile.y)):
            formula.symmetry("motion", *motion)
            add_clause(formula, *unless, axis.at_most(axis.greatest // 2))
        if instance.width == instance.height:
            formula.symmetry("motion", 2, 1)
            for value in range(tile.x.greatest):
                add_clause(formula, *unless, tile.y.above(value), tile.x.at_most(value))
        larger.append(tile.used)


def _squares(available: list[Tile], true: Collection[int]) -> list[Atom]:
    used = [tile for tile in available if tile.used in true]
    return [("square", (tile.x.value(true), tile.y.value(true), tile.side)) for tile in used]
