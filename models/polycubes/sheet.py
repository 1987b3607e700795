"""Many boards drawn small on a page: solutions, or the steps of a search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from models.polycubes.draw import colours, owners
from models.polycubes.instance import Cell, PolycubesInstance
from models.problem import Solution

WIDTH, HEIGHT = 10.0, 7.5
TITLE = 1.4  # room above a board, in cells
LARGEST_CELL, LETTERED_CELL = 0.3, 0.11
OPEN, FIXED, BLOCKED = (0.96, 0.96, 0.96), (0.6, 0.6, 0.6), (0.25, 0.25, 0.25)


def sheet(instance: PolycubesInstance, boards: Sequence[Solution], titles: Sequence[str]) -> Figure:
    """Boards that may be filled in part, row by row, each with its title; a box as its layers, the bottom one first.

    A page is ten inches wide and at most seven and a half high; the more boards, the smaller they are.
    """
    width, depth, layers = instance.box
    across, down = layers * (width + 1) + (layers > 1), depth + TITLE

    def cell_size(columns: int) -> float:
        return min(WIDTH / (columns * across), HEIGHT / (ceil(len(boards) / columns) * down), LARGEST_CELL)

    columns = max(range(1, len(boards) + 1), key=cell_size)
    rows, cell = ceil(len(boards) / columns), cell_size(columns)
    made = Figure(figsize=(columns * across * cell, rows * down * cell))
    every = colours(tuple((piece.name, piece.cells) for piece in instance.movable))
    every |= {piece.name: FIXED for piece in instance.pieces if piece.fixed}
    for number, (board, title) in enumerate(zip(boards, titles, strict=True)):
        row, column = divmod(number, columns)
        place = ((column + 0.5 / across) / columns, 1 - (row + 1) / rows, 1 / columns, depth / down / rows)
        axes = made.add_axes(place, xlim=(0, across), ylim=(depth + 0.15, -0.15), autoscale_on=False)
        axes.set_axis_off()
        axes.set_title(title, fontsize=min(9.0, 60 * cell), loc="left", pad=1.0)
        _draw(axes, instance, board, every, cell)
    return made


def _draw(axes: Any, instance: PolycubesInstance, board: Solution, every: dict[str, Any], size: float) -> None:
    """A board: faces as an image, and a line wherever two pieces meet. Rows with the largest y are at the top."""
    width, depth, layers = instance.box
    owner = owners(board)
    blocked = set(instance.blocked)
    image = np.ones((depth, layers * (width + 1), 3))
    lines = []
    for cell in product(range(width), range(depth), range(layers)):
        x, y, z = cell
        column, row = z * (width + 1) + x, depth - 1 - y
        name = board[owner[cell]][0] if cell in owner else ""
        image[row, column] = every[name] if name else BLOCKED if cell in blocked else OPEN
        if name and size >= LETTERED_CELL:
            axes.text(column + 0.5, row + 0.5, name, ha="center", va="center", fontsize=40 * size)
        lines += _edges(cell, owner, instance.box, column, row)
    axes.imshow(image, extent=(0, image.shape[1], depth, 0), interpolation="nearest", aspect="auto")
    axes.add_collection(LineCollection(lines, colors="black", linewidths=min(1.0, 5 * size), capstyle="round"))


def _edges(cell: Cell, owner: dict[Cell, int], box: Cell, column: int, row: int) -> list[list[tuple[int, int]]]:
    """The lines around a cell: towards whatever is not of the same piece, and at the box's sides."""
    x, y, z = cell
    own = owner.get(cell)
    found = []
    if x == 0 or owner.get((x - 1, y, z)) != own:
        found.append([(column, row), (column, row + 1)])
    if y == 0 or owner.get((x, y - 1, z)) != own:
        found.append([(column, row + 1), (column + 1, row + 1)])
    if x == box[0] - 1:
        found.append([(column + 1, row), (column + 1, row + 1)])
    if y == box[1] - 1:
        found.append([(column, row), (column + 1, row)])
    return found
