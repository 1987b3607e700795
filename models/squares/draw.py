"""Square tilings as a figure and as text."""

from __future__ import annotations

from matplotlib import colormaps
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from models.problem import Solution
from models.squares.instance import SquaresInstance


def figure(instance: SquaresInstance, solution: Solution) -> Figure:
    """The tiling, each square labelled with its side and coloured by it: the larger, the lighter."""
    made = Figure(figsize=(6, 6 * instance.height / instance.width + 0.4), layout="constrained")
    axes = made.add_subplot(aspect="equal", xlim=(0, instance.width), ylim=(0, instance.height))
    axes.set_axis_off()
    board = f"{instance.width} x {instance.height}"
    axes.set_title(f"{instance.name}: {board} in {len(solution)} squares", fontsize=11)
    largest = max((side for _, _, side in solution), default=1)
    size_of_a_cell = 72 * 5.5 / max(instance.width, instance.height)  # in points
    for x, y, side in solution:
        shade = 0.2 + 0.8 * side / largest
        colour = colormaps["cividis"](shade)
        style = {"facecolor": colour, "edgecolor": "black", "linewidth": 1.2, "clip_on": False}
        axes.add_patch(Rectangle((x, y), side, side, **style))  # type: ignore[arg-type]
        middle = (x + side / 2, y + side / 2)
        ink = "white" if shade < 0.55 else "black"
        points = min(22, 0.6 * size_of_a_cell * side)
        axes.text(*middle, str(side), ha="center", va="center_baseline", color=ink, fontsize=points)
    return made


def text(instance: SquaresInstance, solution: Solution) -> str:
    """The tiling in plain characters, three columns and two lines a cell, with each square's side in it."""
    grid = [[" "] * (3 * instance.width + 1) for _ in range(2 * instance.height + 1)]
    for x, y, side in solution:
        left, right = 3 * x, 3 * (x + side)
        top, bottom = 2 * (instance.height - y - side), 2 * (instance.height - y)
        for row in (top, bottom):
            grid[row][left : right + 1] = "-" * (right - left + 1)
        for row in range(top + 1, bottom):
            grid[row][left] = grid[row][right] = "|"
        label = str(side)
        grid[top + 1][left + 1 : left + 1 + len(label)] = label
    for x, y, side in solution:  # corners last: they stand over the lines of neighbours
        for column in (x, x + side):
            for row in (y, y + side):
                grid[2 * (instance.height - row)][3 * column] = "+"
    return "\n".join("".join(line).rstrip() for line in grid)
