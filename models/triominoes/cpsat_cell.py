"""CP-SAT: a Boolean for each layout and position, channeled to the values of the cells and to labels on the borders.

Variables: place[layout, position], whether a tile of that class lies there in that direction; start[position], whether
any tile does; shows[cell, value]; covered[cell]; label[edge, value], whether a cell beside the border shows the value
towards it.
Constraints: a class is used at most as often as it has tiles; a cell is covered at most once and shows one value if it
is; a border between neighbouring cells is crossed by a tile or carries at most one label.
Redundant (option bound): colouring: there are at most as many tiles as each colour of a diagonal colouring has cells.
Objective: maximise the number of tiles placed.
Symmetry breaking, tiles: classes of equal tiles and their layouts, see placements.py: each board is found once.
Symmetry breaking, board, not for goal count (option board): mass: see `outweighs` in symmetry.py; piece: see `outside`
there.
Preprocessing, not for goal count (option room): trimmed: the board is cut to a corner: see `trimmed` in placements.py.
Connected boards: every covered cell has its distance from the first covered one within the covered cells.
Source: this project; the report's problem by cells and borders instead of pairs of tiles.

Goals: first, count, optimum
Option room: trimmed | whole
Option bound: colouring | none
Option board: mass | none | piece
"""

from collections import defaultdict
from itertools import product

from ortools.sat.python import cp_model

from tilings.models.problem import Encoding
from tilings.models.triominoes import placements, symmetry
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position

Literal = cp_model.IntVar
Placed = dict[tuple[Layout, Position], Literal]
Start = dict[Position, Literal]
Shows = dict[tuple[Cell, int], Literal]


def build(
    instance: TriominoesInstance, goal: str, room: str = "trimmed", bound: str = "colouring", board: str = "mass"
) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    instance = placements.in_room(instance, room, goal)
    model = cp_model.CpModel()
    every = product(placements.layouts(instance), placements.positions(instance))
    place = {pair: model.new_bool_var("place") for pair in every}
    start = _starts(model, instance, place)

    # each class is used as often as it has tiles; outside goal optimum all of them are
    used = placements.by_class((layout, literal) for (layout, _), literal in place.items())
    for first, copies in placements.copies(instance).items():
        model.add_linear_constraint(sum(used[first]), 0 if goal == "optimum" else copies, copies)

    shows = _values(model, instance, place)
    covered = _cells(model, instance, start, shows)
    _borders(model, instance, start, shows, exact=goal == "count")
    if instance.connected:
        _connect(model, instance, covered)
    # redundant: at most as many tiles as the diagonal colourings allow
    if bound == "colouring":
        model.add(sum(start.values()) <= placements.most_tiles(instance))
    # the board is the heaviest of its images, or one tile of it lies in a fundamental region
    if goal != "count" and board == "mass":
        for row in symmetry.outweighs(instance):
            model.add(sum(gain * covered[cell] for cell, gain in row.items()) >= 0)
    elif goal != "count" and board == "piece":
        for pair in symmetry.outside(instance):
            model.add(place[pair] == 0)
    if goal == "optimum":
        model.maximize(sum(start.values()))
    binaries = {placements.atom(*pair): literal for pair, literal in place.items()}
    return Encoding.of_binaries(model, binaries, goal == "optimum")


def _starts(model: cp_model.CpModel, instance: TriominoesInstance, place: Placed) -> Start:
    """start[position]: exactly one layout lies there, or none does."""
    there = defaultdict(list)
    for (_, position), literal in place.items():
        there[position].append(literal)
    start = {position: model.new_bool_var("start") for position in placements.positions(instance)}
    for position, literal in start.items():
        model.add_exactly_one([*there[position], ~literal])
    return start


def _values(model: cp_model.CpModel, instance: TriominoesInstance, place: Placed) -> Shows:
    """shows[cell, value]: exactly one placement lays the value there, or none does."""
    showing = defaultdict(list)
    for _, cell, value, literal in placements.shown(place.items()):
        showing[cell, value].append(literal)
    every = product(placements.cells(instance), placements.values(instance))
    shows = {pair: model.new_bool_var("shows") for pair in every}
    for pair, literal in shows.items():
        model.add_exactly_one([*showing[pair], ~literal])
    return shows


def _cells(model: cp_model.CpModel, instance: TriominoesInstance, start: Start, shows: Shows) -> dict[Cell, Literal]:
    """covered[cell]: one tile lies over the cell, and it shows one value; or none does."""
    over = placements.over_cells(start.items())
    covered = {cell: model.new_bool_var("covered") for cell in placements.cells(instance)}
    for cell, literal in covered.items():
        model.add_exactly_one([*over[cell], ~literal])
        model.add_exactly_one([*(shows[cell, value] for value in placements.values(instance)), ~literal])
    return covered


def _borders(model: cp_model.CpModel, instance: TriominoesInstance, start: Start, shows: Shows, exact: bool) -> None:
    """A border is crossed by a tile or carries at most one label, the value shown on either side.

    exact: whether a border of two free cells may carry no label, so that a board is one assignment.
    """
    crossing = placements.crossing(start.items())
    for edge in placements.edges(instance):
        label = {value: model.new_bool_var("label") for value in placements.values(instance)}
        model.add_at_most_one([*label.values(), *crossing[edge]])
        for value, literal in label.items():
            beside = [shows[cell, value] for cell in edge]
            # a border that is not crossed carries the values shown beside it
            for shown in beside:
                model.add_bool_or([~shown, literal, *crossing[edge]])
            if exact:
                model.add_bool_or([*beside, ~literal])


def _connect(model: cp_model.CpModel, instance: TriominoesInstance, covered: dict[Cell, Literal]) -> None:
    """Distances within the covered cells from the first of them: they exist if the cells are connected."""
    farthest = max(len(covered) - 1, 0)
    distance = {cell: model.new_int_var(0, farthest, "distance") for cell in covered}
    nearer = defaultdict(list)
    for one, two in placements.edges(instance):
        both = [covered[one], covered[two]]
        model.add(distance[one] - distance[two] <= 1).only_enforce_if(both)
        model.add(distance[two] - distance[one] <= 1).only_enforce_if(both)
        for cell, other in ((one, two), (two, one)):
            step = model.new_bool_var("nearer")
            model.add(distance[other] + 1 == distance[cell]).only_enforce_if(step)
            model.add(distance[other] + 1 != distance[cell]).only_enforce_if([~step, *both])
            model.add_implication(step, covered[one])
            model.add_implication(step, covered[two])
            nearer[cell].append(step)
    earlier: list[Literal] = []
    for cell, literal in covered.items():
        root = model.new_bool_var("root")
        model.add_bool_and([literal, *(~other for other in earlier)]).only_enforce_if(root)
        model.add_bool_or([root, ~literal, *earlier])
        model.add(distance[cell] == 0).only_enforce_if(root)
        model.add(distance[cell] == 0).only_enforce_if(~literal)
        model.add_bool_or([*nearer[cell], root, ~literal])
        model.add(distance[cell] >= 1).only_enforce_if([literal, ~root])
        earlier.append(literal)
