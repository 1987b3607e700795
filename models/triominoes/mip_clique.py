"""MIP: a binary for each layout and position, and clique rows for placements that conflict.

Variables: place[layout, position], whether a tile of that class lies there in that direction; placed, the number of
tiles, which follows.
Constraints: a class is used at most as often as it has tiles; a cell is covered at most once; and for each border
between two neighbouring cells, from either side, and each value, at most one placement is used of these: those that
cover the cell on this side, not that on the other, and show the value there; those that cover the cell on the other
side only and show another value; those that cover both.

Each such row is a clique of the conflict graph: two placements over one cell overlap, and two that lie on either side
of the border show different values there. Every pair that breaks the contact rule is in one of them: it touches at some
border, where one shows a value v and the other another value. So all rows together state the rule.

Redundant (option bound): colouring: there are at most as many tiles as each colour of a diagonal colouring has cells.
Objective: maximise placed.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board (option board): mass: see `outweighs` in symmetry.py; piece: see `outside` there.
Preprocessing (option room): trimmed: the board is cut down to a corner: see `trimmed` in placements.py.
Connected boards: a flow from one covered cell, the root, runs through covered cells, each of which consumes a unit.
Source: this project; pairwise conflicts lifted to cliques (M. W. Padberg, "On the facial structure of set packing
polyhedra", 1973). A set of values on one side and the others opposite make such a clique as well; a set of none or all
values makes the row of a cell.

Goals: first, optimum
Option room: trimmed | whole
Option bound: colouring | none
Option board: piece | none | mass
"""

from pulp import LpMaximize, LpProblem

from tilings.models.problem import Encoding
from tilings.models.triominoes import linear, placements
from tilings.models.triominoes.instance import TriominoesInstance


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "piece"
) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    instance = placements.in_room(instance, room, goal)
    problem = LpProblem("triominoes", LpMaximize)
    place = linear.place(problem, instance)
    linear.count(problem, instance, goal, bound, place.values())
    over = linear.cells(problem, ((position, variable) for (_, position), variable in place.items()))
    _cliques(problem, instance, place)
    if instance.connected:
        linear.connect(problem, instance, over)
    linear.break_symmetry(problem, instance, place, over, board)
    binaries = {placements.atom(*pair): variable for pair, variable in place.items()}
    return Encoding.of_binaries(problem, binaries, goal == "optimum")


def _cliques(problem: LpProblem, instance: TriominoesInstance, place: linear.Placed) -> None:
    """At most one placement: one that ends at a border with a value, ends opposite with another value, or crosses."""
    ends = placements.ending(instance, placements.shown(place.items()))
    crossing = placements.crossing((position, variable) for (_, position), variable in place.items())
    for edge in placements.edges(instance):
        for one, two in (edge, edge[::-1]):
            near, far = ends[one, two], ends[two, one]
            for value in near:
                others = [variable for other, opposite in far.items() if other != value for variable in opposite]
                clique = near[value] + others + crossing.get(edge, [])
                linear.row(problem, f"clique{value}e{linear.between((one, two))}", clique, right=1)
