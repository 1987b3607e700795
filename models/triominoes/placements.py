"""Where tiles can lie: what every formulation written in Python starts from.

Tiles that are equal up to mirroring form a *class* and are interchangeable; a class is named by its first tile. A
*layout* is one way of laying a class's tile down along an axis, a *position* a place on the board for any tile.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

from models.problem import Atom
from models.triominoes.instance import Cell, Tile, TriominoesInstance

Edge = tuple[Cell, Cell]


@dataclass(frozen=True)
class Layout:
    """The first tile of a class, laid mirrored or not, and the values from left to right or top to bottom."""

    tile: int
    mirror: int
    values: Tile


@dataclass(frozen=True)
class Position:
    """Orientation (0 horizontal, 1 vertical) and the top or left cell."""

    orientation: int
    row: int
    col: int

    @property
    def cells(self) -> tuple[Cell, Cell, Cell]:
        """The cells covered, from left to right or top to bottom."""
        if self.orientation:
            return (self.row, self.col), (self.row + 1, self.col), (self.row + 2, self.col)
        return (self.row, self.col), (self.row, self.col + 1), (self.row, self.col + 2)


def class_of(instance: TriominoesInstance) -> list[int]:
    """For each tile the first tile that equals it up to mirroring."""
    return [
        next(first for first, other in enumerate(instance.tiles) if other in (tile, tile[::-1]))
        for tile in instance.tiles
    ]


def copies(instance: TriominoesInstance) -> dict[int, int]:
    """The number of tiles of each class, by the class's first tile, ascending."""
    return dict(Counter(class_of(instance)))


def layouts(instance: TriominoesInstance) -> list[Layout]:
    """All layouts of all classes: two of each, but one of a palindrome."""
    found = []
    for first in copies(instance):
        tile = instance.tiles[first]
        directions = enumerate(dict.fromkeys((tile, tile[::-1])))
        found += [Layout(first, mirror, values) for mirror, values in directions]
    return found


def values(instance: TriominoesInstance) -> list[int]:
    """The values on the tiles, ascending."""
    return sorted({value for tile in instance.tiles for value in tile})


def cells(instance: TriominoesInstance) -> list[Cell]:
    """The cells that are not blocked, in reading order."""
    blocked = set(instance.blocked)
    return [cell for cell in product(range(instance.rows), range(instance.cols)) if cell not in blocked]


def positions(instance: TriominoesInstance) -> list[Position]:
    """All positions on the board that cover no blocked cell; none where the board is too small."""
    free = set(cells(instance))
    every = (Position(orientation, *cell) for orientation in (0, 1) for cell in cells(instance))
    return [position for position in every if free.issuperset(position.cells)]


def edges(instance: TriominoesInstance) -> list[Edge]:
    """The pairs of adjacent cells that are not blocked, left before right, upper before lower."""
    free = set(cells(instance))
    pairs = ((cell, other) for cell in free for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1])))
    return sorted(pair for pair in pairs if pair[1] in free)


def atom(layout: Layout, position: Position) -> Atom:
    """The atom of a tile of the layout's class lying at a position."""
    return "tile", (layout.tile, position.row, position.col, position.orientation, layout.mirror)


def most_tiles(instance: TriominoesInstance) -> int:
    """An upper bound on the tiles placed: a tile covers each colour of either diagonal 3-colouring once."""
    bound = len(instance.tiles)
    for slope in (1, -1):
        colours = Counter((row + slope * col) % 3 for row, col in cells(instance))
        bound = min(bound, *(colours[colour] for colour in range(3)))
    return bound
