"""Many boards drawn small on a page: solutions, or the steps of a search (found by the module's name)."""

from collections.abc import Sequence
from math import ceil

from matplotlib.figure import Figure

from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.layers import Layers
from tilings.models.problem import Solution

WIDTH, HEIGHT = 10.0, 7.5
TITLE = 1.4  # room above a board, in cells
LARGEST_CELL, LETTERED_CELL = 0.3, 0.11


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
    painted = Layers(instance)
    for number, (board, title) in enumerate(zip(boards, titles, strict=True)):
        row, column = divmod(number, columns)
        corner = (column * across, row * down + TITLE)
        axes.text(corner[0], corner[1] - 0.3, title, fontsize=min(9.0, 60 * size))
        painted.add(board, corner)
    painted.paint(axes, size, letters=size >= LETTERED_CELL)
    return made
