"""The symmetries of the board: its motions, the maps under which ``count`` counts boards as one, and symmetry breaking.

Symmetric boards hold the same tiles, so formulations that ask for a single board may exclude all but one image of each.
At least one image of each board satisfies the conditions given here, for all blocked cells and tiles.
"""

from collections.abc import Sequence
from itertools import product

from tilings.models.problem import Item, Symmetry
from tilings.models.triominoes import placements
from tilings.models.triominoes.instance import Cell, TriominoesInstance
from tilings.models.triominoes.placements import Layout, Position

Motion = tuple[int, int, int]  # transpose, flip the rows, flip the columns: 0 or 1 each

_CONVENTIONS: dict[str, tuple[Motion, ...]] = {
    "raw": ((0, 0, 0),),
    "rotations": ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)),
    "reflections": tuple((a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)),
}


def symmetries(instance: TriominoesInstance) -> Sequence[Symmetry]:
    """The maps on items, identity first, that keep the board and its blocked cells.

    A rotated board may assign interchangeable tiles in another order, so a map of one item cannot name the tile: an
    image has the values laid instead, (value, …, row, column, "h" | "v").
    """
    return [_symmetry(instance, motion) for motion in motions(instance, instance.convention)]


def motions(instance: TriominoesInstance, convention: str = "reflections") -> list[Motion]:
    """The motions of a convention, identity first, that keep the board's sides and its blocked cells."""
    return [motion for motion in _CONVENTIONS[convention] if _keeps_board(instance, motion)]


def move(instance: TriominoesInstance, motion: Motion, cell: Cell) -> Cell:
    """The image of a cell under a motion."""
    transpose, flip_rows, flip_cols = motion
    row, col = cell[::-1] if transpose else cell
    return (instance.rows - 1 - row if flip_rows else row, instance.cols - 1 - col if flip_cols else col)


def axes(motion: Motion) -> tuple[int, int]:
    """The old axis of the new rows and of the new columns: 1 for rows, 2 for columns, negative where it is reversed."""
    transpose, flip_rows, flip_cols = motion
    rows, cols = (2, 1) if transpose else (1, 2)
    return (-rows if flip_rows else rows, -cols if flip_cols else cols)


def outweighs(instance: TriominoesInstance) -> list[dict[Cell, int]]:
    """Rows of coefficients of the covered cells; on the heaviest image each row sums up to at least 0.

    A cell weighs 2 in the right half and -2 in the left half, and 1 more in the lower half, 1 less in the upper half.
    So the right half has at least as many covered cells as the left half, and the lower half as many as the upper half;
    on a square board the left and right halves differ at least as much as the upper and lower halves.
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
    """The placements of one tile outside a fundamental region: a motion takes them to a lesser placement.

    The tile is the first without an equal; the set is empty if every tile has one.
    """
    single = next((first for first, number in placements.copies(instance).items() if number == 1), None)
    layouts = [layout for layout in placements.layouts(instance) if layout.tile == single]
    excluded = set()
    for pair in product(layouts, placements.positions(instance)):
        laid, *images = (_image(instance, motion, *pair) for motion in motions(instance))
        if images and min(images) < laid:
            excluded.add(pair)
    return excluded


def _image(instance: TriominoesInstance, motion: Motion, layout: Layout, position: Position) -> tuple[object, ...]:
    """The image of a placement: orientation, top or left cell, and the values from there."""
    cells, values = [move(instance, motion, cell) for cell in position.cells], layout.values
    if cells[-1] < cells[0]:
        cells, values = cells[::-1], values[::-1]
    return int(cells[0][1] == cells[-1][1]), cells[0], values


def _keeps_board(instance: TriominoesInstance, motion: Motion) -> bool:
    if motion[0] and instance.rows != instance.cols:
        return False
    return {move(instance, motion, cell) for cell in instance.blocked} == set(instance.blocked)


def _symmetry(instance: TriominoesInstance, motion: Motion) -> Symmetry:
    def image(item: Item) -> Item:
        tile, row, col, orientation, mirrored = item
        values = instance.tiles[tile][::-1] if mirrored else instance.tiles[tile]
        reach = instance.length - 1
        step = (0, reach) if orientation == "h" else (reach, 0)
        ends = [move(instance, motion, cell) for cell in ((row, col), (row + step[0], col + step[1]))]
        if ends[1] < ends[0]:
            ends, values = ends[::-1], values[::-1]
        return (*values, *ends[0], "h" if ends[0][0] == ends[1][0] else "v")

    return image
