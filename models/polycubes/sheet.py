"""Many boards drawn small on a page: solutions, or the steps of a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil

from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from models.polycubes.draw import Colour, colours, owners
from models.polycubes.instance import Cell, PolycubesInstance
from models.problem import Solution

WIDTH, HEIGHT = 10.0, 7.5
TITLE = 1.4  # room above a board, in cells
LARGEST_CELL, LETTERED_CELL = 0.3, 0.11
OPEN, FIXED, BLOCKED = (0.96, 0.96, 0.96), (0.6, 0.6, 0.6), (0.25, 0.25, 0.25)

Point = tuple[float, float]
Line = tuple[Point, Point]
Square = tuple[Point, Colour, str]


def sheet(instance: PolycubesInstance, boards: Sequence[Solution], titles: Sequence[str]) -> Figure:
    """Boards that may be filled in part, row by row, each with its title; a box as its layers, the bottom one first.

    A page is ten inches wide and at most seven and a half high; the more boards, the smaller they are.
    """
    width, depth, layers = instance.box
    across, down = layers * (width + 1) + (layers > 1), depth + TITLE

    def cell_size(columns: int) -> float:
        return min(WIDTH / (columns * across), HEIGHT / (ceil(len(boards) / columns) * down), LARGEST_CELL)

    columns = max(range(1, len(boards) + 1), key=cell_size)
    rows, size = ceil(len(boards) / columns), cell_size(columns)
    made = Figure(figsize=(columns * across * size, rows * down * size))
    axes = made.add_axes((0, 0, 1, 1), xlim=(-0.2, columns * across), ylim=(rows * down + 0.2, 0), autoscale_on=False)
    axes.set_axis_off()
    faces = colours(tuple((piece.name, piece.cells) for piece in instance.movable))
    faces |= {piece.name: FIXED for piece in instance.pieces if piece.fixed}
    squares: list[Square] = []
    lines: list[Line] = []
    for number, (board, title) in enumerate(zip(boards, titles, strict=True)):
        row, column = divmod(number, columns)
        corner = (column * across, row * down + TITLE)
        axes.text(corner[0], corner[1] - 0.3, title, fontsize=min(9.0, 60 * size))
        squares += _squares(instance, board, corner, faces)
        lines += [_moved(line, corner) for line in _edges(instance.box, owners(board))]
    corners, colour = zip(*((_around(at), colour) for at, colour, _ in squares), strict=True)
    axes.add_collection(PolyCollection(corners, facecolors=colour, edgecolors=colour, linewidths=0.2))
    axes.add_collection(LineCollection(lines, colors="black", linewidths=min(1.0, 5 * size), capstyle="round"))
    if size >= LETTERED_CELL:
        for (x, y), _, name in squares:
            axes.text(x + 0.5, y + 0.5, name, ha="center", va="center", fontsize=min(9.0, 40 * size))
    return made


def _squares(instance: PolycubesInstance, board: Solution, corner: Point, faces: dict[str, Colour]) -> Iterator[Square]:
    """The cells of a board: where the upper left corner is drawn, the colour, and the name of what lies there."""
    name_of = {cell: board[position][0] for cell, position in owners(board).items()}
    blocked = set(instance.blocked)
    width, depth, layers = instance.box
    for cell in product(range(width), range(depth), range(layers)):
        column, row = _place(cell, instance.box)
        name = name_of.get(cell, "")
        yield (corner[0] + column, corner[1] + row), faces.get(name, BLOCKED if cell in blocked else OPEN), name


def _around(at: Point) -> list[Point]:
    x, y = at
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def _place(cell: Cell, box: Cell) -> tuple[int, int]:
    """The column and the row, from the top, in which a cell is drawn."""
    return cell[2] * (box[0] + 1) + cell[0], box[1] - 1 - cell[1]


def _edges(box: Cell, owner: dict[Cell, int]) -> Iterator[Line]:
    """The lines around the pieces of a board, and around its layers."""
    for cell in product(range(box[0]), range(box[1]), range(box[2])):
        x, y, z = cell
        column, row = _place(cell, box)
        own = owner.get(cell)
        if x == 0 or owner.get((x - 1, y, z)) != own:
            yield (column, row), (column, row + 1)
        if y == 0 or owner.get((x, y - 1, z)) != own:
            yield (column, row + 1), (column + 1, row + 1)
        if x == box[0] - 1:
            yield (column + 1, row), (column + 1, row + 1)
        if y == box[1] - 1:
            yield (column, row), (column + 1, row)


def _moved(line: Line, by: Point) -> Line:
    (x1, y1), (x2, y2) = line
    return (x1 + by[0], y1 + by[1]), (x2 + by[0], y2 + by[1])
