"""Boards drawn flat: a box as its layers side by side, the bottom one first (M. Busche's slice convention)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import ceil

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import hsv_to_rgb, to_hex, to_rgb

from tilings.models import palette
from tilings.models.palette import BLOCKED, FIXED, TINTS
from tilings.models.polycubes.instance import Cell, PolycubesInstance
from tilings.models.polycubes.screen import owners
from tilings.models.problem import Solution

Colour = tuple[float, float, float]
Point = tuple[float, float]
Line = tuple[Point, Point]

OPEN = (0.96, 0.96, 0.96)
_LEGIBLE = 0.14  # inches: in a cell of this size its name can be read


def colours(instance: PolycubesInstance) -> dict[str, Colour]:
    """The colour of each kind of piece, wherever it is drawn; fixed pieces are grey."""
    found = {piece.name: to_rgb(FIXED) for piece in instance.pieces if piece.fixed}
    for number, name in enumerate(sorted(piece.name for piece in instance.pieces if not piece.fixed)):
        found[name] = to_rgb(TINTS[number]) if number < len(TINTS) else _further(number)
    return found


def placed_colours(instance: PolycubesInstance, solution: Solution) -> list[Colour]:
    """The colour of each placed piece: its kind's colour, or a shade of it where copies touch."""
    kinds = {name: to_hex(colour) for name, colour in colours(instance).items()}
    return [to_rgb(colour) for colour in palette.distinct([(cells, kinds[name]) for name, cells in solution])]


def _further(number: int) -> Colour:
    hue, strength = (number * 0.618034) % 1.0, number % 3
    red, green, blue = hsv_to_rgb((hue, (0.35, 0.55, 0.2)[strength], (0.95, 0.85, 0.78)[strength]))
    return float(red), float(green), float(blue)


def room(box: Cell, across: int) -> tuple[int, int]:
    """The width and height in cells of the layers of a box, `across` side by side, one cell apart."""
    width, depth, layers = box
    return min(across, layers) * (width + 1) - 1, ceil(layers / across) * (depth + 1) - 1


@dataclass
class Layers:
    """Collects the cells of one board or many with colours and names, and the lines between pieces.

    Coordinates are cells, x to the right and y down.
    """

    instance: PolycubesInstance
    squares: list[tuple[Point, Colour, str]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def add(self, board: Solution, corner: Point = (0, 0), across: int | None = None) -> None:
        """Add a board, perhaps filled in part, at its upper left corner, `across` layers side by side (None: all)."""
        box = self.instance.box
        faces, blocked = placed_colours(self.instance, board), set(self.instance.blocked)
        owner = owners(board)
        for x, y, z in product(range(box[0]), range(box[1]), range(box[2])):
            cell = (x, y, z)
            right, down = _place(cell, box, across or box[2])
            at = (corner[0] + right, corner[1] + down)
            if cell in owner:
                self.squares.append((at, faces[owner[cell]], board[owner[cell]][0]))
            else:
                self.squares.append((at, to_rgb(BLOCKED) if cell in blocked else OPEN, ""))
            self.lines += _edges(cell, at, box, owner)

    def paint(self, axes: Axes, size: float, letters: bool = True) -> None:
        """Paint into axes in which a cell is `size` inches wide."""
        corners = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for (x, y), _, _ in self.squares]
        faces = [colour for _, colour, _ in self.squares]
        axes.add_collection(PolyCollection(corners, facecolors=faces, edgecolors=faces, linewidths=0.2))
        width = min(1.0, 5 * size)
        axes.add_collection(LineCollection(self.lines, colors="black", linewidths=width, capstyle="round"))
        for (x, y), _, name in self.squares if letters else ():
            if name:
                points = min(9.0, 40 * size, 60 * size / len(name))
                axes.text(x + 0.5, y + 0.5, name, ha="center", va="center_baseline", fontsize=points)


def _place(cell: Cell, box: Cell, across: int) -> tuple[int, int]:
    """The column and the row, from the top, in which a cell is drawn."""
    down, right = divmod(cell[2], across)
    return right * (box[0] + 1) + cell[0], down * (box[1] + 1) + box[1] - 1 - cell[1]


def _edges(cell: Cell, at: Point, box: Cell, owner: dict[Cell, int]) -> Iterator[Line]:
    """The lines around a cell that are the edge of a piece or of the layer, each line of a board once."""
    (x, y, z), (column, row) = cell, at
    inside = owner.get(cell)
    if x == 0 or owner.get((x - 1, y, z)) != inside:
        yield (column, row), (column, row + 1)
    if y == 0 or owner.get((x, y - 1, z)) != inside:
        yield (column, row + 1), (column + 1, row + 1)
    if x == box[0] - 1:
        yield (column + 1, row), (column + 1, row + 1)
    if y == box[1] - 1:
        yield (column, row), (column + 1, row)


def most_across(box: Cell, wide: float, high: float) -> tuple[int, float]:
    """The number of layers side by side in this room, in inches, and the size of a cell.

    All layers if names can be read then, else the number that makes cells the largest.
    """

    def size(across: int) -> float:
        columns, rows = room(box, across)
        return min(wide / (columns + 0.2), high / (rows + 0.2))

    if size(box[2]) >= _LEGIBLE:
        return box[2], size(box[2])
    best = max(range(box[2], 0, -1), key=size)
    return best, size(best)
