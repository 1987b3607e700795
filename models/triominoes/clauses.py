"""Shared by the SAT formulations of triominoes: the tiles of a class, the objective, symmetry breaking of the board.

On a board that was cut down to a corner (option room), requiring tiles means requiring them in the corner. That is not
a consequence of the problem but a choice among its best boards, so it belongs to the symmetry breaking `room`.
"""

from collections.abc import Collection, Mapping

from tilings.models.formula import Formula
from tilings.models.triominoes import placements, symmetry
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position
from tilings.models.triominoes.symmetry import motions, move

Covered = Mapping[Cell, int]
At = Mapping[tuple[Layout, Position], list[int]]  # the literals whose conjunction states a placement


def equal_any(formula: Formula, literal: int, literals: Collection[int]) -> None:
    """The literal holds exactly if one of the others does."""
    formula.add(-literal, *literals)
    for one in literals:
        formula.add(-one, literal)


def use(
    formula: Formula, instance: TriominoesInstance, goal: str, used: Mapping[int, list[int]], encoding: str, cut: bool
) -> list[int]:
    """Use each class as often as it has tiles; for goal optimum at most so often, with a variable for each tile placed.

    used: the placements of each class. encoding: the encoding of at most one placement. cut: whether the board was cut
    down to a corner with room for all tiles, so that all are required. Returns the variables placed(tile, number) for
    goal optimum.
    """
    placed = []
    for first, copies in placements.copies(instance).items():
        literals = used.get(first, [])
        formula.constraint("copies", first)
        formula.at_most(copies, literals, encoding if copies == 1 else "seqcounter")
        if cut:
            formula.symmetry("room")
        if cut or goal != "optimum":
            formula.at_least(copies, literals)
        for number in range(1, copies + 1) if goal == "optimum" else ():
            placed.append(formula.variable("placed", first, number))
            if not cut:
                formula.constraint("placed", first, number)
                formula.at_least(number, literals, unless=-placed[-1])
    return placed


def bound_and_break(
    formula: Formula,
    instance: TriominoesInstance,
    goal: str,
    covered: Covered,
    placed: list[int],
    at: At,
    options: Mapping[str, str],
    cut: bool,
) -> None:
    """At least as many cells of each colour are covered as tiles are wanted; symmetry breaking; the objective.

    placed: as `use` returns them. options: bound and board. cut: whether the board was cut down to a corner.
    """
    colours = []
    if options["bound"] == "colouring" and not cut:
        colours = [[covered[cell] for cell in cells] for cells in placements.colours(instance)]
    if colours and goal != "optimum":
        formula.constraint("colouring")
        for cells in colours:
            formula.at_least(len(instance.tiles), cells)
    if goal != "count":
        _break_board_symmetry(formula, instance, covered, at, options["board"], cut)
    if goal == "optimum":
        formula.limit = lambda least: _objective(formula, least, placed, colours)
        formula.costs = lambda: [(1, -variable) for variable in placed]


def _objective(formula: Formula, least: int, placed: list[int], colours: list[list[int]]) -> None:
    """At least `least` tiles are placed, and `least` cells of each colour are covered."""
    formula.constraint("objective", least)
    formula.at_least(least, placed)
    for covered in colours:
        formula.at_least(least, covered)


def _break_board_symmetry(
    formula: Formula, instance: TriominoesInstance, covered: Covered, at: At, board: str, cut: bool
) -> None:
    """The board is the first or the heaviest of its images, or one tile of it lies in a fundamental region."""
    if board == "lex":
        _lex(formula, instance, covered, cut)
    elif board == "mass":
        formula.symmetry("board")
        for row in symmetry.outweighs(instance):
            # The sum of the gains is at least 0: the losses, and the gains that are missed, are at most all gains.
            losses = [(abs(gain), covered[cell] if gain < 0 else -covered[cell]) for cell, gain in row.items()]
            if losses:
                formula.weights_at_most(sum(gain for gain in row.values() if gain > 0), losses)
    elif board == "piece":
        formula.symmetry("board")
        for pair in symmetry.outside(instance):
            formula.add(*(-literal for literal in at[pair]))


def _lex(formula: Formula, instance: TriominoesInstance, covered: Covered, cut: bool) -> None:
    """No image covers the first cell, in reading order, at which it differs from the board."""
    formula.order(-variable for variable in covered.values())
    for motion in motions(instance)[1:]:
        before = {move(instance, motion, cell): cell for cell in covered}
        if cut:
            formula.symmetry("room")
        else:
            formula.symmetry("motion", *symmetry.axes(motion))
        alike: list[int] = []  # whether all cells before this one are covered as their images are
        compared = set()
        for cell, own_cell in covered.items():
            image_cell = covered[before[cell]]
            if own_cell != image_cell and (image_cell, own_cell) not in compared:
                compared.add((own_cell, image_cell))
                formula.add(*(-literal for literal in alike), own_cell, -image_cell)
                both = formula.auxiliary()
                formula.add(*(-literal for literal in alike), -own_cell, -image_cell, both)
                formula.add(*(-literal for literal in alike), own_cell, image_cell, both)
                alike = [both]


def connect(formula: Formula, instance: TriominoesInstance, covered: Covered) -> None:
    """Each covered cell is near the first one: within as many steps as the tiles have cells."""
    farthest = max(0, min(len(covered), instance.length * len(instance.tiles)) - 1)
    near = {cell: [formula.variable("near", *cell, steps) for steps in range(farthest + 1)] for cell in covered}
    borders = placements.borders(instance)
    before: list[int] = []  # whether the cell before is covered, and whether one before that is
    for cell, covers in covered.items():
        earlier = formula.variable("earlier", *cell)
        formula.constraint("earlier", *cell)
        equal_any(formula, earlier, before)
        before = [covers, earlier]
        formula.constraint("near", *cell)
        equal_any(formula, -near[cell][0], [-covers, earlier])
        for steps, variable in enumerate(near[cell][1:], start=1):
            nearer = [near[other][steps - 1] for other in (cell, *(beyond for _, beyond in borders[cell]))]
            formula.add(-variable, covers)
            formula.add(-variable, *nearer)
            for literal in nearer:
                formula.add(-covers, -literal, variable)
        formula.constraint("connected", *cell)
        formula.add(-covers, near[cell][-1])
