"""Symmetry breaking of the board, for formulations that ask for a single board.

Symmetric boards hold the same tiles, so it is enough to find one of them. At least one of the images of each board
satisfies the conditions given here, whatever the blocked cells and the tiles.
"""

from itertools import product

from tilings.models.triominoes import placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position
from tilings.models.triominoes.symmetry import Motion, motions, move


def outweighs(instance: TriominoesInstance) -> list[dict[Cell, int]]:
    """Rows of coefficients of the covered cells, each of which sums up to at least 0 on the heaviest of the images.

    A cell weighs 2 in the right half, -2 in the left one, and 1 more below, 1 less above: on a square board the
    right half holds as much as the left one, the lower as the upper, and the former two differ no less.
    """

    def weight(cell: Cell) -> int:
        row, col = (2 * place - last for place, last in zip(cell, (instance.rows - 1, instance.cols - 1), strict=True))
        return 2 * ((col > 0) - (col < 0)) + (row > 0) - (row < 0)

    rows = []
    for motion in motions(instance)[1:]:
        gains = {cell: weight(cell) - weight(move(instance, motion, cell)) for cell in placements.cells(instance)}
        rows.append({cell: gain for cell, gain in gains.items() if gain})
    return rows


def outside(instance: TriominoesInstance) -> set[tuple[Layout, Position]]:
    """The placements of one tile outside of a fundamental region, those which a motion takes to a lesser placement.

    The tile is the first without an equal; there are no such placements if each has one.
    """
    single = next((first for first, number in placements.copies(instance).items() if number == 1), None)
    layouts = [layout for layout in placements.layouts(instance) if layout.tile == single]
    found = set()
    for pair in product(layouts, placements.positions(instance)):
        laid, *images = (_image(instance, motion, *pair) for motion in motions(instance))
        if images and min(images) < laid:
            found.add(pair)
    return found


def _image(instance: TriominoesInstance, motion: Motion, layout: Layout, position: Position) -> tuple[object, ...]:
    """Where a motion takes a placement: orientation, top or left cell, and the values from there."""
    cells, values = [move(instance, motion, cell) for cell in position.cells], layout.values
    if cells[-1] < cells[0]:
        cells, values = cells[::-1], values[::-1]
    return int(cells[0][1] == cells[-1][1]), cells[0], values
