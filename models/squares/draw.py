"""Draws square tilings as figures."""

from textwrap import wrap
from typing import Any

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from tilings.models.problem import Solution
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.screen import most_used, multiplicities, size
from tilings.models.squares.screen import words as words

WIDTH = 3.3  # inches of a figure: two stand side by side on a page
_DOTS = 220  # per inch
_LINE, _LINE_HEIGHT = 62, 0.14  # characters and inches of a line of the legend
_LEAST_POINTS, _MOST_POINTS = 3.5, 13  # the size of a label; smaller labels are left out


def figure(instance: SquaresInstance, solution: Solution, bare: bool = False) -> Figure:
    """The tiling; below it how often each side is used. bare: the tiling alone."""
    high = WIDTH * instance.height / instance.width
    legend = [] if bare else [line for part in multiplicities(solution).split("; ") for line in wrap(part, _LINE)]
    above, below = (0.0, 0.0) if bare else (0.22, 0.06 + _LINE_HEIGHT * len(legend))
    picture = Figure(figsize=(WIDTH, high + above + below), dpi=_DOTS)
    axes = picture.add_axes((0, below / (high + above + below), 1, high / (high + above + below)))
    board(axes, instance, solution)
    if not bare:
        title = f"{instance.name}: {size(instance, solution)}"
        picture.text(0.5, 1 - 0.11 / picture.get_figheight(), title, ha="center", va="center", fontsize=9)
        for number, line in enumerate(reversed(legend)):
            down = (number + 0.5) * _LINE_HEIGHT / picture.get_figheight()
            picture.text(0.5, down, line, ha="center", va="center", fontsize=7)
    return picture


def board(axes: Axes, instance: SquaresInstance, solution: Solution) -> None:
    """A tiling, or a part of one, in axes: each square with its side in it, if there is room."""
    width, height = instance.width, instance.height
    axes.set(aspect="equal", xlim=(-0.005 * width, 1.005 * width), ylim=(-0.005 * height, 1.005 * height))
    axes.set_axis_off()
    axes.add_collection(
        PolyCollection([_square(0, 0, width, height)], facecolors="#f4f4f4", edgecolors="#999999", linewidths=0.6)
    )
    colour_of = colours(solution)
    faces = [colour_of[side] for _, _, side in solution]
    corners = [_square(x, y, side, side) for x, y, side in solution]
    axes.add_collection(PolyCollection(corners, facecolors=faces, edgecolors="black", linewidths=0.8, clip_on=False))
    cell = 72 * axes.get_position().width * axes.get_figure().get_figwidth() / width  # type: ignore[union-attr]
    for x, y, side in solution:
        points = min(_MOST_POINTS, 0.6 * cell * side, 1.3 * cell * side / len(str(side)))
        if points >= _LEAST_POINTS:
            middle = (x + side / 2, y + side / 2)
            axes.text(*middle, str(side), ha="center", va="center_baseline", fontsize=points)


def colours(solution: Solution) -> dict[int, tuple[float, float, float, float]]:
    """A colour for each side, lighter for larger sides. The sides that are used most often are orange, the others blue;
    if no side is used twice, all are blue."""
    usual, _ = most_used(solution)
    largest = max((side for _, _, side in solution), default=1)
    return {
        side: colormaps["Oranges" if side in usual else "Blues"](0.62 - 0.5 * side / largest) for _, _, side in solution
    }


def _square(x: int, y: int, width: int, height: int) -> list[tuple[int, int]]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def shapes(instance: SquaresInstance, solution: Solution) -> dict[str, Any]:
    """The tiling as plain values, for programs that draw it themselves."""
    size, tints = [instance.width, instance.height], sorted(colours(solution).items())
    return {
        "kind": "blocks", "size": size, "blocks": solution, "colours": {side: to_hex(tint) for side, tint in tints},
    }  # fmt: skip
