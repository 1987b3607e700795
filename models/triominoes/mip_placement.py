"""MIP: a binary for each layout and position, and labels on the borders between neighbouring cells.

Variables: place[layout, position], whether a tile of that class lies there in that direction; part[position, p, value],
whether the tile there shows the value at its part p; start[position], whether a tile lies there; label[edge, value];
placed, the number of tiles. All but place follow from it and need not be declared integer; start is, to be branched on.
Constraints: a class is used at most as often as it has tiles; a cell is covered at most once; a border between two
cells is crossed by a tile or carries at most one label, and a tile that ends at it shows that label there.
Redundant (option bound): colouring: there are at most as many tiles as each colour of a diagonal colouring has cells.
Objective: maximise placed.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board (option board): mass: see `outweighs` in symmetry.py; piece: see `outside` there.
Preprocessing (option room): trimmed: the board is cut down to a corner: see `trimmed` in placements.py.
Connected boards: a flow from one covered cell, the root, runs through covered cells, each of which consumes a unit.
Source: this project; the labels on borders take the place of pairwise conflicts. They state all rows of mip_clique and
those of every other set of values, of which there are exponentially many (an extended formulation).

Goals: first, optimum
Option room: trimmed | whole
Option bound: colouring | none
Option board: piece | none | mass
"""

from collections import defaultdict

from pulp import LpBinary, LpConstraintEQ, LpMaximize, LpProblem
from pulp import LpVariable as Variable

from tilings.models.problem import Encoding
from tilings.models.triominoes import linear, placements
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.models.triominoes.placements import Position

Part = dict[tuple[Position, int, int], Variable]
Start = dict[Position, Variable]


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "piece"
) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    instance = placements.in_room(instance, room, goal)
    problem = LpProblem("triominoes", LpMaximize)
    place = linear.place(problem, instance)
    part = _parts(problem, place)
    start = _starts(problem, instance, part)
    linear.count(problem, instance, goal, bound, start.values())
    over = linear.cells(problem, start.items())
    _borders(problem, instance, part, start)
    if instance.connected:
        linear.connect(problem, instance, over)
    linear.break_symmetry(problem, instance, place, over, board)
    binaries = {placements.atom(*pair): variable for pair, variable in place.items()}
    return Encoding.of_binaries(problem, binaries, goal == "optimum")


def _parts(problem: LpProblem, place: linear.Placed) -> Part:
    """part[position, p, value] sums up the placements there that show the value at part p."""
    showing = defaultdict(list)
    for (layout, position), variable in place.items():
        for p, value in enumerate(layout.values):
            showing[position, p, value].append(variable)
    part = {}
    for (position, p, value), variables in showing.items():
        name = f"p{p}_{value}{linear.at(position)}"
        part[position, p, value] = Variable(name, 0, 1)
        linear.row(problem, f"is_{name}", variables, [part[position, p, value]], LpConstraintEQ)
    return part


def _starts(problem: LpProblem, instance: TriominoesInstance, part: Part) -> Start:
    """start[position] is the sum over the values of the second part."""
    second = defaultdict(list)
    for (position, p, _), variable in part.items():
        if p == 1:
            second[position].append(variable)
    start = {position: Variable(f"s{linear.at(position)}", cat=LpBinary) for position in placements.positions(instance)}
    for position, variable in start.items():
        linear.row(problem, f"is_s{linear.at(position)}", second[position], [variable], LpConstraintEQ)
    return start


def _borders(problem: LpProblem, instance: TriominoesInstance, part: Part, start: Start) -> None:
    """A border is crossed by a tile or carries one label; tiles that end at it show that label there."""
    showing = ((position, position.cells[p], value, variable) for (position, p, value), variable in part.items())
    ends = placements.ending(instance, showing)
    crossing = placements.crossing(start.items())
    for one, two in placements.edges(instance):
        name = linear.between((one, two))
        labels = []
        for value in placements.values(instance):
            labels.append(Variable(f"l{value}e{name}", 0, 1))
            linear.row(problem, f"to{value}e{name}", ends[one, two][value], labels[-1:])
            linear.row(problem, f"from{value}e{name}", ends[two, one][value], labels[-1:])
        linear.row(problem, f"border{name}", labels + crossing.get((one, two), []), right=1)
