"""MIP: one binary a (layout, position), and labels on the borders between neighbouring cells.

Variables: place[layout, position], a tile of that class lies there in that direction; part[position, p, value],
what lies there shows the value at its part p; start[position], anything lies there; label[edge, value]; placed,
the number of tiles. All but place follow from it, and need not be declared integer.
Constraints: a class is used at most as often as it has tiles; a cell is covered at most once; a border between
two cells is crossed by a tile or carries at most one label, and a tile that ends at it shows that label there.
Objective: placed, which is at most what the diagonal 3-colourings allow.
Symmetry: equal tiles are one class and palindromes have one layout.
Connected boards: a flow from one covered cell, the root, through covered cells, each of which consumes a unit.
Source: this project; the labels on borders take the place of pairwise conflicts.

Goals: first, optimum
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from pulp import LpAffineExpression as Sum
from pulp import LpBinary, LpConstraint, LpConstraintEQ, LpConstraintLE, LpMaximize, LpProblem
from pulp import LpVariable as Variable

from models.problem import Atom, Encoding
from models.triominoes import placements
from models.triominoes.instance import Cell, TriominoesInstance
from models.triominoes.placements import Layout, Position

Place = dict[tuple[Layout, Position], Variable]
Part = dict[tuple[Position, int, int], Variable]


def build(instance: TriominoesInstance, goal: str) -> Encoding:
    """The model; its atoms name a class by its first tile."""
    problem = LpProblem("triominoes", LpMaximize)
    placed = Variable("placed", 0, placements.most_tiles(instance))
    problem.setObjective(Sum([(placed, 1)] if goal == "optimum" else []))

    place = _placements(problem, instance)
    part = _parts(problem, instance, place)
    start = _starts(problem, instance, part)
    over = _cells(problem, start)
    _borders(problem, instance, part, start)
    if instance.connected:
        _connect(problem, instance, over)

    # placed counts the starts; outside goal optimum all tiles are placed
    _row(problem, "count", start.values(), [placed], LpConstraintEQ)
    if goal != "optimum":
        problem.addConstraint(LpConstraint(Sum([(placed, 1)]), 0, "all", len(instance.tiles)))

    def atoms(value: Callable[[Any], float]) -> list[Atom]:
        return [placements.atom(*pair) for pair, variable in place.items() if round(value(variable))]

    return Encoding(problem, atoms, goal == "optimum")


def _row(
    problem: LpProblem,
    name: str,
    plus: Iterable[Variable],
    minus: Iterable[Variable] = (),
    sense: int = LpConstraintLE,
    right: int = 0,
    weight: int = 1,
) -> None:
    """Add the row sum(plus) - weight * sum(minus) <= right, or = right."""
    terms = [(variable, 1) for variable in plus] + [(variable, -weight) for variable in minus]
    problem.addConstraint(LpConstraint(Sum(terms), sense, name, right))


def _at(position: Position) -> str:
    return f"{'hv'[position.orientation]}{position.row}_{position.col}"


def _placements(problem: LpProblem, instance: TriominoesInstance) -> Place:
    """place[layout, position]; each class is used at most as often as it has tiles."""
    every = product(placements.layouts(instance), placements.positions(instance))
    place = {
        (layout, position): Variable(f"t{layout.tile}_{layout.mirror}{_at(position)}", cat=LpBinary)
        for layout, position in every
    }
    used = defaultdict(list)
    for (layout, _), variable in place.items():
        used[layout.tile].append(variable)
    for first, variables in used.items():
        _row(problem, f"class{first}", variables, right=placements.copies(instance)[first])
    return place


def _parts(problem: LpProblem, instance: TriominoesInstance, place: Place) -> Part:
    """part[position, p, value] sums up the placements there that show the value at part p."""
    showing = defaultdict(list)
    for (layout, position), variable in place.items():
        for p, value in enumerate(layout.values):
            showing[position, p, value].append(variable)
    part = {}
    for (position, p, value), variables in showing.items():
        name = f"p{p}_{value}{_at(position)}"
        part[position, p, value] = Variable(name, 0, 1)
        _row(problem, f"is_{name}", variables, [part[position, p, value]], LpConstraintEQ)
    return part


def _starts(problem: LpProblem, instance: TriominoesInstance, part: Part) -> dict[Position, Variable]:
    """start[position] sums up what the second part shows."""
    second = defaultdict(list)
    for (position, p, _), variable in part.items():
        if p == 1:
            second[position].append(variable)
    start = {position: Variable(f"s{_at(position)}", 0, 1) for position in placements.positions(instance)}
    for position, variable in start.items():
        _row(problem, f"is_s{_at(position)}", second[position], [variable], LpConstraintEQ)
    return start


def _cells(problem: LpProblem, start: dict[Position, Variable]) -> dict[Cell, list[Variable]]:
    """A cell is covered at most once; returns the starts that cover each cell."""
    over = defaultdict(list)
    for position, variable in start.items():
        for cell in position.cells:
            over[cell].append(variable)
    for (row, col), variables in over.items():
        _row(problem, f"cell{row}_{col}", variables, right=1)
    return over


def _borders(problem: LpProblem, instance: TriominoesInstance, part: Part, start: dict[Position, Variable]) -> None:
    """A border is crossed by a tile or carries one label; tiles that end at it show that label there."""
    showing = defaultdict(list)
    for (position, p, value), variable in part.items():
        showing[position.cells[p], value].append((position, variable))

    def ending(cell: Cell, other: Cell, value: int) -> list[Variable]:
        return [variable for position, variable in showing[cell, value] if other not in position.cells]

    crossing = defaultdict(list)
    for position, variable in start.items():
        for link in position.links:
            crossing[link].append(variable)
    for one, two in placements.edges(instance):
        name = f"{one[0]}_{one[1]}_{two[0]}_{two[1]}"
        labels = []
        for value in placements.values(instance):
            labels.append(Variable(f"l{value}e{name}", 0, 1))
            _row(problem, f"to{value}e{name}", ending(one, two, value), labels[-1:])
            _row(problem, f"from{value}e{name}", ending(two, one, value), labels[-1:])
        _row(problem, f"border{name}", labels + crossing[one, two], right=1)


def _connect(problem: LpProblem, instance: TriominoesInstance, over: dict[Cell, list[Variable]]) -> None:
    """A flow enters the covered cells at one of them and leaves a unit at each: they are connected."""
    most = instance.length * placements.most_tiles(instance)
    into, out_of = defaultdict(list), defaultdict(list)
    for edge in placements.edges(instance):
        for one, two in (edge, edge[::-1]):
            flow = Variable(f"f{one[0]}_{one[1]}_{two[0]}_{two[1]}", 0, most)
            into[two].append(flow)
            out_of[one].append(flow)
    roots = []
    for cell in placements.cells(instance):
        at = f"{cell[0]}_{cell[1]}"
        roots.append(Variable(f"root{at}", cat=LpBinary))
        source = Variable(f"source{at}", 0, most)
        # what enters leaves, but for the unit consumed where the cell is covered
        _row(problem, f"flow{at}", [source, *into[cell]], out_of[cell] + over[cell], LpConstraintEQ)
        # the source flows at the root only, and nothing flows into a cell that is not covered
        _row(problem, f"source{at}", [source], roots[-1:], weight=most)
        _row(problem, f"dry{at}", [source, *into[cell]], over[cell], weight=most)
    _row(problem, "root", roots, right=1)
