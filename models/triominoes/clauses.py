"""Shared by the SAT formulations of triominoes: the tiles of a class, the objective, symmetry breaking of the board.

On a board that was cut down to a corner (option room), to ask for tiles is to ask that they lie in the corner. That is
no consequence of the problem but a choice among its best boards, so it belongs to the symmetry breaking `room`.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from tilings.models.formula import Formula
from tilings.models.triominoes import breaking, placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position
from tilings.models.triominoes.symmetry import motions, move


def equal_any(formula: Formula, literal: int, literals: Collection[int]) -> None:
    """The literal holds exactly if one of the others does."""
    formula.add(-literal, *literals)
    for one in literals:
        formula.add(-one, literal)


def use(
    formula: Formula, instance: TriominoesInstance, goal: str, used: Mapping[int, list[int]], encoding: str, cut: bool
) -> list[int]:
    """Use each class as often as it has tiles; for goal optimum at most so often, with a variable for each tile placed.

    used: the placements of each class. encoding: for at most one of them. cut: whether all tiles have room in the
    board that is left of the whole one, so that all are asked for.
    Returns the variables, placed(tile, number), for goal optimum.
    """
    placed = []
    for first, copies in placements.copies(instance).items():
        own = used.get(first, [])
        formula.constraint("copies", first)
        formula.at_most(copies, own, encoding if copies == 1 else "seqcounter")
        if cut:
            formula.symmetry("room")
        if cut or goal != "optimum":
            formula.at_least(copies, own)
        for number in range(1, copies + 1) if goal == "optimum" else ():
            placed.append(formula.variable("placed", first, number))
            if not cut:
                formula.constraint("placed", first, number)
                formula.at_least(number, own, unless=-placed[-1])
    return placed


def objective(formula: Formula, least: int, placed: list[int], colours: list[list[int]]) -> None:
    """At least so many tiles are placed, and so many cells of each colour are covered."""
    formula.constraint("objective", least)
    formula.at_least(least, placed)
    for covered in colours:
        formula.at_least(least, covered)


def colours(formula: Formula, instance: TriominoesInstance, covered: Mapping[Cell, int], goal: str) -> list[list[int]]:
    """The cells of each colour of the diagonal colourings; where all tiles are wanted, so many of them are covered."""
    found = [[covered[cell] for cell in cells] for cells in placements.colours(instance)]
    if goal != "optimum":
        formula.constraint("colouring")
        for cells in found:
            formula.at_least(len(instance.tiles), cells)
    return found


def break_board_symmetry(
    formula: Formula,
    instance: TriominoesInstance,
    covered: Mapping[Cell, int],
    placed: Mapping[tuple[Layout, Position], list[int]],
    board: str,
) -> None:
    """The board is the first or the heaviest of its images, or one tile of it lies in a fundamental region.

    placed: the literals that together say that a placement is made.
    """
    if board == "lex":
        _lex(formula, instance, covered)
    elif board == "mass":
        formula.symmetry("board")
        for row in breaking.outweighs(instance):
            # The sum of the gains is at least 0: the losses, and the gains that are missed, are at most all gains.
            losses = [(abs(gain), covered[cell] if gain < 0 else -covered[cell]) for cell, gain in row.items()]
            if losses:
                formula.weights_at_most(sum(gain for gain in row.values() if gain > 0), losses)
    elif board == "piece":
        formula.symmetry("board")
        for pair in breaking.outside(instance):
            formula.add(*(-literal for literal in placed[pair]))


def _lex(formula: Formula, instance: TriominoesInstance, covered: Mapping[Cell, int]) -> None:
    """No image covers the first cell, in reading order, at which it differs from the board."""
    formula.symmetry("board")
    for number, motion in enumerate(motions(instance)[1:], start=1):
        alike: list[int] = []  # whether all cells before this one are covered as their images are
        for cell, here in covered.items():
            there = covered[move(instance, motion, cell)]
            if here != there:
                formula.add(*(-literal for literal in alike), here, -there)
                both = formula.variable("alike", number, *cell)
                formula.add(*(-literal for literal in alike), -here, -there, both)
                formula.add(*(-literal for literal in alike), here, there, both)
                alike = [both]


def connect(formula: Formula, instance: TriominoesInstance, covered: Mapping[Cell, int]) -> None:
    """Each covered cell is near the first one: no more steps away than the tiles have cells to pass."""
    farthest = max(0, min(len(covered), instance.length * len(instance.tiles)) - 1)
    near = {cell: [formula.variable("near", *cell, steps) for steps in range(farthest + 1)] for cell in covered}
    beside = defaultdict(list)
    for edge in placements.edges(instance):
        for cell, other in (edge, edge[::-1]):
            beside[cell].append(other)
    before: list[int] = []  # whether the cell before is covered, and whether one before that is
    for cell, here in covered.items():
        earlier = formula.variable("earlier", *cell)
        formula.constraint("earlier", *cell)
        equal_any(formula, earlier, before)
        before = [here, earlier]
        formula.constraint("near", *cell)
        equal_any(formula, -near[cell][0], [-here, earlier])
        for steps, variable in enumerate(near[cell][1:], start=1):
            nearer = [near[other][steps - 1] for other in (cell, *beside[cell])]
            formula.add(-variable, here)
            formula.add(-variable, *nearer)
            for literal in nearer:
                formula.add(-here, -literal, variable)
        formula.constraint("connected", *cell)
        formula.add(-here, near[cell][-1])
