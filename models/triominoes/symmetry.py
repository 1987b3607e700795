"""The symmetries of the board: the motions that keep it, and the maps under which ``count`` counts boards as one."""

from collections.abc import Sequence

from tilings.models.problem import Item, Symmetry
from tilings.models.triominoes.instance import Cell, TriominoesInstance

Motion = tuple[int, int, int]  # transpose, flip the rows, flip the columns: 0 or 1 each

_CONVENTIONS: dict[str, tuple[Motion, ...]] = {
    "raw": ((0, 0, 0),),
    "rotations": ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)),
    "reflections": tuple((a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)),
}


def symmetries(instance: TriominoesInstance) -> Sequence[Symmetry]:
    """The maps on items, identity first, that keep the board and its blocked cells.

    A rotated board may hand interchangeable tiles out in another order, so that no map of one item can name the
    right tile: an image shows the values laid instead, (value, …, row, column, "h" | "v").
    """
    return [_symmetry(instance, motion) for motion in motions(instance, instance.convention)]


def motions(instance: TriominoesInstance, convention: str = "reflections") -> list[Motion]:
    """The motions of a convention, identity first, that keep the board's sides and its blocked cells."""
    return [motion for motion in _CONVENTIONS[convention] if _keeps_board(instance, motion)]


def move(instance: TriominoesInstance, motion: Motion, cell: Cell) -> Cell:
    """Where a motion takes a cell."""
    transpose, flip_rows, flip_cols = motion
    row, col = cell[::-1] if transpose else cell
    return (instance.rows - 1 - row if flip_rows else row, instance.cols - 1 - col if flip_cols else col)


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
