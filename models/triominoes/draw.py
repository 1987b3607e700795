"""Triomino boards as a figure and as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import BoxStyle, FancyBboxPatch, Rectangle

from models.problem import Solution
from models.triominoes.instance import Cell, Tile, TriominoesInstance

Colour = tuple[float, float, float]
Place = tuple[float, float]  # how far down and right a cell is drawn: a Cell where it lies on the board

# Light tints that stay apart in colour blindness (after P. Tol's "light" scheme); the values are written out, too.
_TINTS = ("#77AADD", "#EE8866", "#EEDD88", "#FFAABB", "#99DDFF", "#44BB99", "#BBCC33", "#AAAA00", "#DDDDDD")
_INSET = 0.08  # of a tile's outline, in cells
_DIGITS = 3  # that fit into a cell at full size
_STEP = 1.2  # from one tile beside the board to the next, in cells


def figure(instance: TriominoesInstance, solution: Solution) -> Figure:
    """The board, each tile a rounded bar with its values, cells tinted by value; blocked cells are dark.

    The tiles that are left out lie in columns at its right.
    """
    rows, cols = instance.rows, instance.cols
    beside = _beside(instance, _left_out(instance, solution))
    right = max((cells[-1][1] + 1 for cells, _ in beside), default=cols)
    scale = min(6 / max(rows, cols), 10 / right)  # inches of a cell
    made = Figure(figsize=(scale * right, scale * rows + 0.4), layout="constrained")
    axes = made.add_subplot(aspect="equal", xlim=(-0.1, right + 0.1), ylim=(rows + 0.1, -0.1))
    axes.set_axis_off()
    title = f"{instance.name}: {len(solution)} of {len(instance.tiles)} tiles on {rows} x {cols}"
    axes.set_title(title, fontsize=11)
    for row, col in product(range(rows), range(cols)):
        face = "#444444" if (row, col) in instance.blocked else "white"
        axes.add_patch(Rectangle((col, row), 1, 1, facecolor=face, edgecolor="#cccccc", linewidth=0.6))
    points = min(20, 72 * scale * 0.42)
    tints = _tints(instance)
    for cells, values in _laid(instance, solution):
        _tile(axes, cells, values, tints, points)
    for places, values in beside:
        _tile(axes, places, values, tints, points)
    return made


def _tints(instance: TriominoesInstance) -> dict[int, Colour]:
    """A colour for each value: once they have all been used, they come again paler."""
    found = {}
    for place, value in enumerate(sorted({value for tile in instance.tiles for value in tile})):
        again, tint = divmod(place, len(_TINTS))
        red, green, blue = (1 - (1 - part) / 2**again for part in to_rgb(_TINTS[tint]))
        found[value] = red, green, blue
    return found


def _beside(instance: TriominoesInstance, left_out: list[Tile]) -> list[tuple[list[Place], Tile]]:
    """Tiles in columns beside the board, from the top."""
    high = max(1, int((instance.rows - 1) / _STEP) + 1)
    found = []
    for number, values in enumerate(left_out):
        column, row = divmod(number, high)
        start = instance.cols + 1 + column * (instance.length + 0.5)
        found.append(([(row * _STEP, start + step) for step in range(instance.length)], values))
    return found


def _tile(axes: Axes, cells: Sequence[Place], values: Tile, tints: dict[int, Colour], points: float) -> None:
    outline = _outline(cells)
    axes.add_patch(outline)
    for (down, right), value in zip(cells, values, strict=True):
        patch = axes.add_patch(Rectangle((right, down), 1, 1, facecolor=tints[value], linewidth=0))
        patch.set_clip_path(outline)
        text = str(value)
        size = points * min(1, _DIGITS / len(text))
        axes.text(right + 0.5, down + 0.5, text, ha="center", va="center_baseline", fontsize=size)


def _outline(cells: Sequence[Place]) -> FancyBboxPatch:
    (top, left), (bottom, right) = cells[0], cells[-1]
    width, height = right - left + 1 - 2 * _INSET, bottom - top + 1 - 2 * _INSET
    corner = (left + _INSET, top + _INSET)
    rounded = BoxStyle("Round", pad=0, rounding_size=0.2)
    return FancyBboxPatch(corner, width, height, rounded, facecolor="none", linewidth=1.4, zorder=2)


def text(instance: TriominoesInstance, solution: Solution) -> str:
    """The board in plain characters: values joined along each tile, '.' for a free cell, '#' for a blocked one.

    A line below names the tiles that are left out.
    """
    width = max(len(str(value)) for tile in instance.tiles for value in tile)
    canvas = [[".".rjust(width), " "] * instance.cols for _ in range(2 * instance.rows)]
    for line in canvas[1::2]:
        line[:] = [" " * width, " "] * instance.cols
    for row, col in instance.blocked:
        canvas[2 * row][2 * col] = "#" * width
    for cells, values in _laid(instance, solution):
        lies = cells[0][0] == cells[-1][0]
        for (row, col), value in zip(cells, values, strict=True):
            canvas[2 * row][2 * col] = str(value).rjust(width, "-" if lies and (row, col) != cells[0] else " ")
        for row, col in cells[:-1]:
            if lies:
                canvas[2 * row][2 * col + 1] = "-"
            else:
                canvas[2 * row + 1][2 * col] = "|".rjust(width)
    lines = ["".join(line).rstrip() for line in canvas[:-1]]
    if left_out := _left_out(instance, solution):
        lines += ["", "left out: " + " ".join("-".join(map(str, tile)) for tile in left_out)]
    return "\n".join(lines)


def _left_out(instance: TriominoesInstance, solution: Solution) -> list[Tile]:
    placed = {item[0] for item in solution}
    return [tile for index, tile in enumerate(instance.tiles) if index not in placed]


def _laid(instance: TriominoesInstance, solution: Solution) -> list[tuple[list[Cell], Tile]]:
    """The cells of each placed tile, from left to right or top to bottom, and the values that they show."""
    laid = []
    for tile, row, col, orientation, mirrored in solution:
        steps = [(0, step) if orientation == "h" else (step, 0) for step in range(instance.length)]
        values = instance.tiles[tile][::-1] if mirrored else instance.tiles[tile]
        laid.append(([(row + down, col + right) for down, right in steps], values))
    return laid
