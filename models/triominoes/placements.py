"""The positions of tiles on the board, from which every formulation written in Python starts.

Tiles that are equal up to mirroring form a *class* and are interchangeable; a class is named by its first tile. A
*layout* is one way of laying a class's tile down along an axis, a *position* a place on the board for any tile.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from math import gcd
from typing import TypeVar

from tilings.models.problem import Atom
from tilings.models.triominoes.instance import Cell, Tile, TriominoesInstance

Edge = tuple[Cell, Cell]
Key = TypeVar("Key")
T = TypeVar("T")  # a variable or literal of a formulation


@dataclass(frozen=True)
class Layout:
    """The first tile of a class, laid mirrored or not, and the values from left to right or top to bottom."""

    tile: int
    mirror: int
    values: Tile


@dataclass(frozen=True)
class Position:
    """A position: its orientation (0 horizontal, 1 vertical), its top or left cell, and its number of cells."""

    orientation: int
    row: int
    col: int
    length: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells covered, from left to right or top to bottom."""
        if self.orientation:
            return tuple((self.row + step, self.col) for step in range(self.length))
        return tuple((self.row, self.col + step) for step in range(self.length))

    @property
    def links(self) -> tuple[Edge, ...]:
        """The borders between neighbouring cells that a tile lying here crosses."""
        return tuple(pairwise(self.cells))


Shown = tuple[Position, Cell, int, T]


def class_of(instance: TriominoesInstance) -> list[int]:
    """The first tile that equals each tile up to mirroring."""
    return [
        next(first for first, other in enumerate(instance.tiles) if other in (tile, tile[::-1]))
        for tile in instance.tiles
    ]


def copies(instance: TriominoesInstance) -> dict[int, int]:
    """The number of tiles of each class, by the class's first tile, ascending."""
    return dict(Counter(class_of(instance)))


def layouts(instance: TriominoesInstance) -> list[Layout]:
    """All layouts of all classes: two of each class, but one of a palindrome."""
    result = []
    for first in copies(instance):
        tile = instance.tiles[first]
        directions = enumerate(dict.fromkeys((tile, tile[::-1])))
        result += [Layout(first, mirror, values) for mirror, values in directions]
    return result


def values(instance: TriominoesInstance) -> list[int]:
    """The values on the tiles, ascending."""
    return sorted({value for tile in instance.tiles for value in tile})


def cells(instance: TriominoesInstance) -> list[Cell]:
    """The cells that are not blocked, in reading order."""
    blocked = set(instance.blocked)
    return [cell for cell in product(range(instance.rows), range(instance.cols)) if cell not in blocked]


def positions(instance: TriominoesInstance) -> list[Position]:
    """All positions on the board without a blocked cell; empty if the board is too small."""
    free = set(cells(instance))
    every = (Position(orientation, *cell, instance.length) for orientation in (0, 1) for cell in cells(instance))
    return [position for position in every if free.issuperset(position.cells)]


def edges(instance: TriominoesInstance) -> list[Edge]:
    """The pairs of adjacent cells that are not blocked, left before right, upper before lower."""
    free = set(cells(instance))
    pairs = ((cell, other) for cell in free for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1])))
    return sorted(pair for pair in pairs if pair[1] in free)


def borders(instance: TriominoesInstance) -> dict[Cell, list[tuple[Edge, Cell]]]:
    """The edges of each cell, each with the cell beyond."""
    result: dict[Cell, list[tuple[Edge, Cell]]] = {cell: [] for cell in cells(instance)}
    for one, two in edges(instance):
        result[one].append(((one, two), two))
        result[two].append(((one, two), one))
    return result


def over_cells(laid: Iterable[tuple[Position, T]]) -> dict[Cell, list[T]]:
    """The variables that cover each cell, given their positions."""
    return _grouped((cell, variable) for position, variable in laid for cell in position.cells)


def crossing(laid: Iterable[tuple[Position, T]]) -> dict[Edge, list[T]]:
    """The variables that cross each edge, given their positions."""
    return _grouped((link, variable) for position, variable in laid for link in position.links)


def by_class(laid: Iterable[tuple[Layout, T]]) -> dict[int, list[T]]:
    """The variables of each class, given their layouts."""
    return _grouped((layout.tile, variable) for layout, variable in laid)


def shown(laid: Iterable[tuple[tuple[Layout, Position], T]]) -> Iterator[Shown[T]]:
    """What each cell of a placement shows: its position, the cell, the value, and the variable of the placement."""
    for (layout, position), variable in laid:
        for cell, value in zip(position.cells, layout.values, strict=True):
            yield position, cell, value, variable


def ending(instance: TriominoesInstance, showing: Iterable[Shown[T]]) -> dict[Edge, dict[int, list[T]]]:
    """The variables of the tiles that end at a border: by its cells, the tile's own first, and by the value there."""
    beyond = borders(instance)
    ends: dict[Edge, dict[int, list[T]]] = defaultdict(lambda: defaultdict(list))
    for position, cell, value, variable in showing:
        for _, other in beyond[cell]:
            if other not in position.cells:
                ends[cell, other][value].append(variable)
    return ends


def _grouped(pairs: Iterable[tuple[Key, T]]) -> dict[Key, list[T]]:
    """The values of each key, in their order; an empty list for a key without values."""
    groups: dict[Key, list[T]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return groups


def atom(layout: Layout, position: Position) -> Atom:
    """The atom of a tile of the layout's class lying at a position."""
    return "tile", (layout.tile, position.row, position.col, position.orientation, layout.mirror)


def most_tiles(instance: TriominoesInstance) -> int:
    """An upper bound on the tiles placed: the number of tiles, and the cells of each colour, as a tile covers one."""
    return min(len(instance.tiles), *map(len, colours(instance)))


def colours(instance: TriominoesInstance) -> list[list[Cell]]:
    """The cells of each colour of each diagonal colouring: every tile covers exactly one of each of these sets.

    Cell (row, col) has the colour row + slope * col modulo the tiles' length, for a slope prime to the length.
    """
    result = []
    for slope in slopes(instance):
        classes: list[list[Cell]] = [[] for _ in range(instance.length)]
        for row, col in cells(instance):
            classes[(row + slope * col) % instance.length].append((row, col))
        result += classes
    return result


def slopes(instance: TriominoesInstance) -> list[int]:
    """The slopes of the diagonal colourings: the numbers below the tiles' length that are prime to it."""
    return [slope for slope in range(1, instance.length) if gcd(slope, instance.length) == 1]


def in_room(instance: TriominoesInstance, room: str, goal: str) -> TriominoesInstance:
    """The instance of a formulation with the option room; goal count needs all boards of the whole."""
    return trimmed(instance) if room == "trimmed" and goal != "count" else instance


def trimmed(instance: TriominoesInstance) -> TriominoesInstance:
    """The instance on the smallest corner of the board in which all tiles have room without touching each other.

    As all tiles can be placed there, a best board of the corner is a best board of the whole. If tiles lie alike in
    every other line, a tile and the gaps beside it take 2 x (length + 1) cells of a corner that is larger by a line in
    both directions. The instance is unchanged without such a corner, with blocked cells, and if boards must be
    connected.
    """
    if instance.blocked or instance.connected:
        return instance
    corners = product(range(1, instance.rows + 1), range(1, instance.cols + 1))
    roomy = [corner for corner in corners if _room(instance, *corner) >= len(instance.tiles)]
    rows, cols = min(roomy, key=lambda corner: (corner[0] * corner[1], corner), default=(instance.rows, instance.cols))
    return instance._replace(rows=rows, cols=cols)


def _room(instance: TriominoesInstance, rows: int, cols: int) -> int:
    """The number of tiles that can lie apart on a board if all have one orientation."""
    period = instance.length + 1
    return max((rows + 1) // 2 * ((cols + 1) // period), (cols + 1) // 2 * ((rows + 1) // period))
