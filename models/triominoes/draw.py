"""Triomino boards as a figure and as text."""

from __future__ import annotations

from itertools import product

from matplotlib.figure import Figure
from matplotlib.patches import BoxStyle, FancyBboxPatch, Rectangle

from models.problem import Solution
from models.triominoes.instance import Cell, Tile, TriominoesInstance

# Light tints that stay apart in colour blindness (after P. Tol's "light" scheme); the values are written out, too.
_TINTS = ("#77AADD", "#EE8866", "#EEDD88", "#FFAABB", "#99DDFF", "#44BB99", "#BBCC33", "#AAAA00", "#DDDDDD")
_INSET = 0.08  # of a tile's outline, in cells


def figure(instance: TriominoesInstance, solution: Solution) -> Figure:
    """The board, each tile a rounded bar with its values, cells tinted by value; blocked cells are dark."""
    rows, cols = instance.rows, instance.cols
    made = Figure(figsize=(6, 6 * rows / cols + 0.4), layout="constrained")
    axes = made.add_subplot(aspect="equal", xlim=(-0.1, cols + 0.1), ylim=(rows + 0.1, -0.1))
    axes.set_axis_off()
    title = f"{instance.name}: {len(solution)} of {len(instance.tiles)} tiles on {rows} x {cols}"
    axes.set_title(title, fontsize=11)
    for row, col in product(range(rows), range(cols)):
        face = "#444444" if (row, col) in instance.blocked else "white"
        axes.add_patch(Rectangle((col, row), 1, 1, facecolor=face, edgecolor="#cccccc", linewidth=0.6))
    points = min(20, 72 * 5.6 / max(rows, cols) * 0.45)
    order = sorted({value for tile in instance.tiles for value in tile})
    for cells, values in _laid(instance, solution):
        outline = _outline(cells)
        axes.add_patch(outline)
        for (row, col), value in zip(cells, values, strict=True):
            tint = _TINTS[order.index(value) % len(_TINTS)]
            patch = axes.add_patch(Rectangle((col, row), 1, 1, facecolor=tint, linewidth=0))
            patch.set_clip_path(outline)
            axes.text(col + 0.5, row + 0.5, str(value), ha="center", va="center_baseline", fontsize=points)
    return made


def _outline(cells: list[Cell]) -> FancyBboxPatch:
    (top, left), (bottom, right) = cells[0], cells[-1]
    width, height = right - left + 1 - 2 * _INSET, bottom - top + 1 - 2 * _INSET
    corner = (left + _INSET, top + _INSET)
    rounded = BoxStyle("Round", pad=0, rounding_size=0.2)
    return FancyBboxPatch(corner, width, height, rounded, facecolor="none", linewidth=1.4, zorder=2)


def text(instance: TriominoesInstance, solution: Solution) -> str:
    """The board in plain characters: values joined along each tile, '.' for a free cell, '#' for a blocked one."""
    width = max(len(str(value)) for tile in instance.tiles for value in tile)
    canvas = [[".".rjust(width), " "] * instance.cols for _ in range(2 * instance.rows)]
    for line in canvas[1::2]:
        line[:] = [" " * width, " "] * instance.cols
    for row, col in instance.blocked:
        canvas[2 * row][2 * col] = "#" * width
    for cells, values in _laid(instance, solution):
        for (row, col), value in zip(cells, values, strict=True):
            canvas[2 * row][2 * col] = str(value).rjust(width)
        for row, col in cells[:-1]:
            if cells[0][0] == cells[-1][0]:
                canvas[2 * row][2 * col + 1] = "-"
            else:
                canvas[2 * row + 1][2 * col] = "|".rjust(width)
    return "\n".join("".join(line).rstrip() for line in canvas[:-1])


def _laid(instance: TriominoesInstance, solution: Solution) -> list[tuple[list[Cell], Tile]]:
    """The cells of each placed tile, from left to right or top to bottom, and the values that they show."""
    laid = []
    for tile, row, col, orientation, mirrored in solution:
        steps = [(0, step) if orientation == "h" else (step, 0) for step in range(instance.length)]
        values = instance.tiles[tile][::-1] if mirrored else instance.tiles[tile]
        laid.append(([(row + down, col + right) for down, right in steps], values))
    return laid
