"""Shared by the MIP formulations of triominoes: rows, placements, objective, symmetry breaking, connected boards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from pulp import LpAffineExpression as Sum
from pulp import LpBinary, LpConstraint, LpConstraintEQ, LpConstraintGE, LpConstraintLE, LpProblem
from pulp import LpVariable as Variable

from tilings.models.triominoes import placements, symmetry
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Edge, Layout, Position

Placed = dict[tuple[Layout, Position], Variable]
Over = Mapping[Cell, list[Variable]]


def row(
    problem: LpProblem,
    name: str,
    plus: Iterable[Variable],
    minus: Iterable[Variable] = (),
    sense: int = LpConstraintLE,
    right: int = 0,
    weight: int = 1,
) -> None:
    """Add the row sum(plus) - weight * sum(minus) <= right, or = right; the variables are distinct."""
    terms = [(variable, 1) for variable in plus] + [(variable, -weight) for variable in minus]
    problem.addConstraint(LpConstraint(Sum(terms), sense, name, right))


def at(position: Position) -> str:
    """A position in the name of a variable or row."""
    return f"{'hv'[position.orientation]}{position.row}_{position.col}"


def between(edge: Edge) -> str:
    """An edge in the name of a variable or row."""
    return "_".join(f"{row}_{col}" for row, col in edge)


def place(problem: LpProblem, instance: TriominoesInstance) -> Placed:
    """place[layout, position], binary; each class is used at most as often as it has tiles."""
    places = {
        (layout, position): Variable(f"t{layout.tile}_{layout.mirror}{at(position)}", cat=LpBinary)
        for layout, position in product(placements.layouts(instance), placements.positions(instance))
    }
    used = placements.by_class((layout, variable) for (layout, _), variable in places.items())
    for first, variables in used.items():
        row(problem, f"class{first}", variables, right=placements.copies(instance)[first])
    return places


def cells(problem: LpProblem, laid: Iterable[tuple[Position, Variable]]) -> Over:
    """A cell is covered at most once; returns the variables that cover each cell, given their positions."""
    over = placements.over_cells(laid)
    for (r, c), variables in over.items():
        row(problem, f"cell{r}_{c}", variables, right=1)
    return over


def count(problem: LpProblem, instance: TriominoesInstance, goal: str, bound: str, laid: Iterable[Variable]) -> None:
    """Add the variable placed, the number of tiles, bounded by the colourings: the objective, or all tiles."""
    tiles = len(instance.tiles)
    placed = Variable("placed", 0, placements.most_tiles(instance) if bound == "colouring" else tiles)
    problem.setObjective(Sum([(placed, 1)] if goal == "optimum" else []))
    row(problem, "count", laid, [placed], LpConstraintEQ)
    if goal != "optimum":
        row(problem, "all", [placed], sense=LpConstraintEQ, right=tiles)


def break_symmetry(problem: LpProblem, instance: TriominoesInstance, placed: Placed, over: Over, board: str) -> None:
    """The board is the heaviest of its images (mass), or one tile of it lies in a fundamental region (piece)."""
    if board == "mass":
        for number, gains in enumerate(symmetry.outweighs(instance)):
            terms: Counter[Any] = Counter()
            for cell, gain in gains.items():
                terms.update(dict.fromkeys(over.get(cell, ()), gain))
            if terms:
                problem.addConstraint(LpConstraint(Sum(list(terms.items())), LpConstraintGE, f"mass{number}", 0))
    elif board == "piece":
        for pair in symmetry.outside(instance):
            placed[pair].upBound = 0


def connect(problem: LpProblem, instance: TriominoesInstance, over: Over) -> None:
    """Add a flow that enters one covered cell and leaves a unit at each, so that the covered cells are connected."""
    most = instance.length * placements.most_tiles(instance)
    into, out_of = defaultdict(list), defaultdict(list)
    for edge in placements.edges(instance):
        for one, two in (edge, edge[::-1]):
            flow = Variable(f"f{between((one, two))}", 0, most)
            into[two].append(flow)
            out_of[one].append(flow)
    roots = []
    for cell in placements.cells(instance):
        name, covers = f"{cell[0]}_{cell[1]}", over.get(cell, [])
        roots.append(Variable(f"root{name}", cat=LpBinary))
        source = Variable(f"source{name}", 0, most)
        # inflow equals outflow plus the unit consumed if the cell is covered
        row(problem, f"flow{name}", [source, *into[cell]], out_of[cell] + covers, LpConstraintEQ)
        # only the root has a source, and only covered cells have an inflow
        row(problem, f"source{name}", [source], roots[-1:], weight=most)
        row(problem, f"dry{name}", [source, *into[cell]], covers, weight=most)
    row(problem, "root", roots, right=1)
