"""The numbers of cells of a drawn puzzle, and the error where they do not fit, with the line that is missing."""

from collections.abc import Collection, Sequence
from itertools import product
from math import isqrt, prod

from tilings.models.polycubes.instance import Cell, Piece, empty_cells, excluded, volumes
from tilings.models.terminal.phrases import counted


def cells(box: Cell) -> list[Cell]:
    """All cells of a box."""
    x_range, y_range, z_range = map(range, box)
    return list(product(x_range, y_range, z_range))


def room(box: Cell, blocked: Collection[Cell]) -> int:
    """The number of cells of a box that are not blocked."""
    return prod(box) - len(set(blocked))


def trimmed(box: Cell, blocked: Collection[Cell]) -> tuple[Cell, list[Cell]]:
    """The least box around the cells that are not blocked, which has their symmetries, and its blocked cells."""
    free = set(cells(box)).difference(blocked)
    if not free:
        return box, list(blocked)
    low, high = ([end(axis) for axis in zip(*free, strict=True)] for end in (min, max))
    wide, deep, layers = (last - first + 1 for first, last in zip(low, high, strict=True))
    moved = {(x - low[0], y - low[1], z - low[2]) for x, y, z in free}
    return (wide, deep, layers), [cell for cell in cells((wide, deep, layers)) if cell not in moved]


def rectangle(volume: int) -> str:
    """The size of the rectangle nearest to a square with so many cells; empty if it is one row."""
    deep = next((side for side in range(isqrt(volume), 1, -1) if volume % side == 0), 1)
    return f"{volume // deep}x{deep}" if deep > 1 else ""


def error(pieces: Sequence[Piece], room: int, gaps: tuple[int, int], remarks: Sequence[str]) -> str:
    """The error in the numbers of pieces and gaps that are to fill a room, and the remedy; empty without one.

    remarks: on sentences that name many pieces, for the case that these are too many.
    """
    fewest, most = volumes(pieces)
    few, many = room - gaps[1] - most, fewest + gaps[0] - room
    if few > 0:
        filled = f"{most} and {counted(gaps[1], 'gap')}" if gaps[1] else f"{most}"
        singles = f"{few} monominoes" if few > 1 else "monominoes"
        remedy = (
            f"write '{gaps[1] + few} gaps'" if gaps[1] else f"{_more(pieces, few)}add '{singles}', or 'gaps allowed'"
        )
        return f"{counted(few, 'cell')} too few ({filled} of {room}): {remedy}"
    if many > 0:
        filled = f"{fewest} cells and {counted(gaps[0], 'gap')}" if gaps[0] else f"{fewest} cells"
        what, remedy = _excess(pieces, gaps[0], many)
        return "; ".join([f"{what} too many ({filled} for {room}): {remedy}, or enlarge the box", *remarks])
    possible = empty_cells(pieces, room)
    if not any(gaps[0] <= number <= gaps[1] for number in possible):
        nearest = min(possible, key=lambda number: max(gaps[0] - number, number - gaps[1]))
        return f"{excluded(pieces, room, gaps)}: write '{counted(nearest, 'gap')}' or 'gaps allowed'"
    return ""


def _more(pieces: Sequence[Piece], few: int) -> str:
    """The advice to take more copies of the only piece, or of the only one with several, if they fill the room."""
    several = [piece for piece in pieces if piece.copies > 1] if len(pieces) > 1 else pieces
    if len(several) != 1 or few % len(several[0].cells):
        return ""
    return f"write '{several[0].copies + few // len(several[0].cells)} of {several[0].name}', "


def _excess(pieces: Sequence[Piece], gaps: int, many: int) -> tuple[str, str]:
    """The excess, as a number of copies of the only piece that has several or as a number of cells, and the remedy."""
    several = [piece for piece in pieces if piece.least > 1 and len(piece.cells) * piece.least >= many]
    if len(several) == 1:
        size, name = len(several[0].cells), several[0].name
        copies = -(-many // size)
        left = several[0].least - copies
        return (
            f"{'' if many % size == 0 else 'at least '}{copies} {name}",
            f"write '{left} of {name}'" if left else f"leave out {name}",
        )
    return counted(many, "cell"), f"write '{counted(gaps - many, 'gap')}'" if gaps >= many else "leave out pieces"
