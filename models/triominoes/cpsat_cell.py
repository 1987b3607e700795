"""CP-SAT: one Boolean a (layout, position), and a channel that says which value each cell shows.

Variables: place[layout, position], a tile of that class lies there in that direction; start[position], any tile
does; shows[cell, value]; covered[cell].
Constraints: a class is used as often as it has tiles; a cell is covered at most once; neighbouring cells that
are both covered, and not by one tile, show equal values; at most as many tiles as the diagonal 3-colourings allow.
Objective: the number of tiles placed.
Symmetry: equal tiles are one class and palindromes have one layout, so that a board is one assignment.
Connected boards: every covered cell has its distance from the first covered one within the covered cells.
Source: this project; the report's problem by cells instead of pairs of tiles, channeled.

Goals: first, count, optimum
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from models.problem import Atom, Encoding
from models.triominoes import placements
from models.triominoes.instance import Cell, TriominoesInstance
from models.triominoes.placements import Layout, Position

Literal = cp_model.IntVar
Place = dict[tuple[Layout, Position], Literal]


def build(instance: TriominoesInstance, goal: str) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    model = cp_model.CpModel()
    every = product(placements.layouts(instance), placements.positions(instance))
    place = {pair: model.new_bool_var("place") for pair in every}
    start = _starts(model, instance, place)

    # each class is used as often as it has tiles; outside goal optimum all of them are
    used = defaultdict(list)
    for (layout, _), literal in place.items():
        used[layout.tile].append(literal)
    for first, copies in placements.copies(instance).items():
        model.add_linear_constraint(sum(used[first]), 0 if goal == "optimum" else copies, copies)

    covered = _cells(model, instance, place, start)
    if instance.connected:
        _connect(model, instance, covered)
    # at most as many tiles as the diagonal 3-colourings allow
    model.add(sum(start.values()) <= placements.most_tiles(instance))
    if goal == "optimum":
        model.maximize(sum(start.values()))

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        return [placements.atom(*pair) for pair, literal in place.items() if value(literal)]

    return Encoding(model, atoms, goal == "optimum")


def _starts(model: cp_model.CpModel, instance: TriominoesInstance, place: Place) -> dict[Position, Literal]:
    """start[position]: exactly one layout lies there, or none does."""
    there = defaultdict(list)
    for (_, position), literal in place.items():
        there[position].append(literal)
    start = {position: model.new_bool_var("start") for position in placements.positions(instance)}
    for position, literal in start.items():
        model.add_exactly_one([*there[position], ~literal])
    return start


def _cells(
    model: cp_model.CpModel, instance: TriominoesInstance, place: Place, start: dict[Position, Literal]
) -> dict[Cell, Literal]:
    """covered[cell]; channels placements into values shown by cells, and lets touching tiles agree."""
    showing = defaultdict(list)
    for (layout, position), literal in place.items():
        for cell, value in zip(position.cells, layout.values, strict=True):
            showing[cell, value].append(literal)
    covered = {cell: model.new_bool_var("covered") for cell in placements.cells(instance)}
    values = placements.values(instance)
    shows = {pair: model.new_bool_var("shows") for pair in product(covered, values)}

    # a cell shows a value exactly if one placement lays it there, and shows at most one value
    for pair, literal in shows.items():
        model.add_exactly_one([*showing[pair], ~literal])
    for cell, literal in covered.items():
        model.add_exactly_one([*(shows[cell, value] for value in values), ~literal])

    # neighbouring cells, both covered and not linked by one tile, show equal values
    links = defaultdict(list)
    for position, literal in start.items():
        for link in position.links:
            links[link].append(literal)
    for (one, two), value in product(placements.edges(instance), values):
        for cell, other in ((one, two), (two, one)):
            model.add_bool_or([~shows[cell, value], shows[other, value], ~covered[other], *links[one, two]])
    return covered


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
