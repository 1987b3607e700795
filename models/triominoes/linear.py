"""Shared by the MIP formulations of triominoes: rows, placements, objective, symmetry breaking, connected boards."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from pulp import LpAffineExpression as Sum
from pulp import LpBinary, LpConstraint, LpConstraintEQ, LpConstraintGE, LpConstraintLE, LpProblem
from pulp import LpVariable as Variable

from tilings.models.triominoes import breaking, placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Edge, Layout, Position

Place = dict[tuple[Layout, Position], Variable]
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


def place(problem: LpProblem, instance: TriominoesInstance) -> Place:
    """place[layout, position], binary; each class is used at most as often as it has tiles."""
    found = {
        (layout, position): Variable(f"t{layout.tile}_{layout.mirror}{at(position)}", cat=LpBinary)
        for layout, position in product(placements.layouts(instance), placements.positions(instance))
    }
    used = defaultdict(list)
    for (layout, _), variable in found.items():
        used[layout.tile].append(variable)
    for first, variables in used.items():
        row(problem, f"class{first}", variables, right=placements.copies(instance)[first])
    return found


def cells(problem: LpProblem, laid: Iterable[tuple[Position, Variable]]) -> Over:
    """A cell is covered at most once; returns the variables that cover each cell, given where each one lies."""
    over = defaultdict(list)
    for position, variable in laid:
        for cell in position.cells:
            over[cell].append(variable)
    for (r, c), variables in over.items():
        row(problem, f"cell{r}_{c}", variables, right=1)
    return over


def crossing(laid: Iterable[tuple[Position, Variable]]) -> Mapping[Edge, list[Variable]]:
    """The variables that cross each edge, given where each one lies."""
    found = defaultdict(list)
    for position, variable in laid:
        for link in position.links:
            found[link].append(variable)
    return found


def count(problem: LpProblem, instance: TriominoesInstance, goal: str, bound: str, laid: Iterable[Variable]) -> None:
    """Add the variable placed, the number of tiles, bounded by the colourings: the objective, or all tiles."""
    tiles = len(instance.tiles)
    placed = Variable("placed", 0, placements.most_tiles(instance) if bound == "colouring" else tiles)
    problem.setObjective(Sum([(placed, 1)] if goal == "optimum" else []))
    row(problem, "count", laid, [placed], LpConstraintEQ)
    if goal != "optimum":
        row(problem, "all", [placed], sense=LpConstraintEQ, right=tiles)


def break_symmetry(problem: LpProblem, instance: TriominoesInstance, placed: Place, over: Over, board: str) -> None:
    """The board is the heaviest of its images (mass), or one tile of it lies in a fundamental region (piece)."""
    if board == "mass":
        for number, gains in enumerate(breaking.outweighs(instance)):
            terms: Counter[Any] = Counter()
            for cell, gain in gains.items():
                terms.update(dict.fromkeys(over.get(cell, ()), gain))
            if terms:
                problem.addConstraint(LpConstraint(Sum(list(terms.items())), LpConstraintGE, f"mass{number}", 0))
    elif board == "piece":
        for pair in breaking.outside(instance):
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
        here, covers = f"{cell[0]}_{cell[1]}", over.get(cell, [])
        roots.append(Variable(f"root{here}", cat=LpBinary))
        source = Variable(f"source{here}", 0, most)
        # what enters leaves, but for the unit consumed where the cell is covered
        row(problem, f"flow{here}", [source, *into[cell]], out_of[cell] + covers, LpConstraintEQ)
        # the source flows at the root only, and nothing flows into a cell that is not covered
        row(problem, f"source{here}", [source], roots[-1:], weight=most)
        row(problem, f"dry{here}", [source, *into[cell]], covers, weight=most)
    row(problem, "root", roots, right=1)
