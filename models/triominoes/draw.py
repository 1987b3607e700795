"""Draws triomino boards as figures."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.path import Path

from tilings.models.palette import BLOCKED, TINTS
from tilings.models.problem import Solution
from tilings.models.triominoes.instance import Cell, Tile, TriominoesInstance
from tilings.models.triominoes.screen import placed, unplaced, words

Colour = tuple[float, float, float]
Corner = tuple[float, float]  # the corner at which a cell is drawn, down and right; on the board that of a Cell
Line = list[tuple[float, float]]

_INSET, _ROUND = 0.08, 0.22  # of a tile's outline, and its rounded corners, in cells
_BOND = 0.16  # half the length of the bar across a contact, in cells
_DIGITS, _LEAST_POINTS = 3, 1.8  # digits that fit into a cell at full size, and the least legible size
_STEP = 1.2  # from one tile beside the board to the next, in cells
_LARGEST, _WIDEST, _HIGHEST = 0.36, 8.0, 6.0  # the sizes of a cell and of a board, in inches
_DOTS = 150  # per inch


def figure(instance: TriominoesInstance, solution: Solution, bare: bool = False) -> Figure:
    """The board, and at its right the tiles that are left out. bare: without a title."""
    beside = _beside(instance, unplaced(instance, solution))
    right = max((cells[-1][1] + 1 for cells, _ in beside), default=instance.cols)
    scale = min(_LARGEST, _HIGHEST / instance.rows, _WIDEST / right)  # inches of a cell
    above = 0.0 if bare else 0.3
    picture = Figure(figsize=(scale * (right + 0.2), scale * (instance.rows + 0.2) + above), dpi=_DOTS)
    high = picture.get_figheight()
    axes = picture.add_axes((0, 0, 1, (high - above) / high))
    board(axes, instance, solution)
    axes.set_xlim(-0.1, right + 0.1)
    _paint(axes, beside, colours(instance), scale)
    if not bare:
        picture.text(0, 1 - 0.12 / high, f" {instance.name}: {words(instance, solution)}", va="center", fontsize=9)
    return picture


def board(axes: Axes, instance: TriominoesInstance, solution: Solution) -> None:
    """A board in axes: each tile a rounded bar with its values, cells tinted by value; blocked cells are dark.

    A black bar joins equal values of different tiles wherever they touch.
    """
    rows, cols = instance.rows, instance.cols
    axes.set(aspect="equal", xlim=(-0.1, cols + 0.1), ylim=(rows + 0.1, -0.1))
    axes.set_axis_off()
    places = list(product(range(rows), range(cols)))
    figure_width = axes.get_figure().get_figwidth()  # type: ignore[union-attr]
    scale = min(_LARGEST, axes.get_position().width * figure_width / (cols + 0.2))
    faces = [BLOCKED if place in instance.blocked else "white" for place in places]
    squares = [_square(place) for place in places]
    axes.add_collection(
        PolyCollection(squares, facecolors=faces, edgecolors="#cccccc", linewidths=min(0.5, 2.5 * scale))
    )
    laid = placed(instance, solution)
    _paint(axes, laid, colours(instance), scale)
    bonds = LineCollection(list(contacts(laid)), colors="black", linewidths=4.5 * scale, capstyle="round", zorder=3)
    axes.add_collection(bonds)


def contacts(laid: Sequence[tuple[Sequence[Corner], Tile]]) -> Iterator[Line]:
    """A bar across each border between two cells of different tiles, in x and y."""
    owner = {cell: tile for tile, (cells, _) in enumerate(laid) for cell in cells}
    for (row, col), tile in owner.items():
        if owner.get((row, col + 1), tile) != tile:
            yield [(col + 1 - _BOND, row + 0.5), (col + 1 + _BOND, row + 0.5)]
        if owner.get((row + 1, col), tile) != tile:
            yield [(col + 0.5, row + 1 - _BOND), (col + 0.5, row + 1 + _BOND)]


def colours(instance: TriominoesInstance) -> dict[int, Colour]:
    """A colour for each value; if there are more values than colours, these are used again, paler."""
    colour_of = {}
    for place, value in enumerate(sorted({value for tile in instance.tiles for value in tile})):
        again, tint = divmod(place, len(TINTS))
        red, green, blue = (1 - (1 - part) / 2**again for part in to_rgb(TINTS[tint]))
        colour_of[value] = red, green, blue
    return colour_of


def _beside(instance: TriominoesInstance, left_out: list[Tile]) -> list[tuple[list[Corner], Tile]]:
    """Tiles in columns beside the board, from the top."""
    high = max(1, int((instance.rows - 1) / _STEP) + 1)
    placed = []
    for number, values in enumerate(left_out):
        column, row = divmod(number, high)
        start = instance.cols + 1 + column * (instance.length + 0.5)
        placed.append(([(row * _STEP, start + step) for step in range(instance.length)], values))
    return placed


def _paint(axes: Axes, tiles: Sequence[tuple[Sequence[Corner], Tile]], tints: dict[int, Colour], scale: float) -> None:
    """Tiles with their values, if legible: cells of `scale` inches, then the outlines over them."""
    points = min(20, 72 * scale * 0.45)
    cells, faces, outlines = [], [], []
    for places, values in tiles:
        lies = places[0][0] == places[-1][0]
        for number, (place, value) in enumerate(zip(places, values, strict=True)):
            cells.append(_rounded(place, place, lies, number == 0, number == len(places) - 1))
            faces.append(tints[value])
            size = points * min(1, _DIGITS / len(str(value)))
            middle = (place[1] + 0.5, place[0] + 0.5)
            if size >= _LEAST_POINTS:
                axes.text(*middle, str(value), ha="center", va="center_baseline", fontsize=size, zorder=4)
        outlines.append(_rounded(places[0], places[-1], lies, True, True))
    axes.add_collection(PathCollection(cells, facecolors=faces, linewidths=0))
    axes.add_collection(
        PathCollection(outlines, facecolors="none", edgecolors="black", linewidths=min(1.0, 5 * scale), zorder=2)
    )


def _rounded(first: Corner, last: Corner, lies: bool, begins: bool, ends: bool) -> Path:
    """The outline of cells in a row (lies) or in a column, rounded where the tile begins and where it ends."""
    (top, left), (bottom, right) = first, last
    along = (left if lies else top, (right if lies else bottom) + 1)
    across = (top if lies else left) + _INSET, (top if lies else left) + 1 - _INSET
    low, high = along[0] + begins * _INSET, along[1] - ends * _INSET
    from_low, to_high = low + begins * _ROUND, high - ends * _ROUND
    near, far = across
    points = [(from_low, near), (to_high, near), (high, near), (high, near + _ROUND), (high, far - _ROUND), (high, far),
              (to_high, far), (from_low, far), (low, far), (low, far - _ROUND), (low, near + _ROUND), (low, near),
              (from_low, near), (from_low, near)]  # fmt: skip
    line, curve = [Path.LINETO], [Path.CURVE3, Path.CURVE3]
    codes = [Path.MOVETO, *line, *curve, *line, *curve, *line, *curve, *line, *curve, Path.CLOSEPOLY]
    return Path(points if lies else [(y, x) for x, y in points], codes)


def _square(place: Cell) -> Line:
    row, col = place
    return [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]


def shapes(instance: TriominoesInstance, solution: Solution) -> dict[str, Any]:
    """The board, and the tiles that are left out, as plain values, for programs that draw them themselves."""
    return {
        "kind": "tiles", "size": [instance.cols, instance.rows], "blocked": instance.blocked,
        "tiles": placed(instance, solution), "left_out": unplaced(instance, solution),
        "colours": {value: to_hex(tint) for value, tint in colours(instance).items()},
    }  # fmt: skip
