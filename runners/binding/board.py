"""A board of tiles as the rules of triominoes see it, and the literals of a formula that speak of it.

tile(tile,row,col,orientation,mirror): a tile equal to this one up to mirroring, the first such tile of the instance,
lies with its left or upper cell here, across (0) or down (1), its values as they stand or mirrored (1). A palindrome is
never mirrored. A formula without such variables says the same by two:
start(row,col,orientation): a tile lies with its left or upper cell here, across or down;
laid(tile,row,col,mirror): it is this one, or equal to it, as it stands or mirrored.

A *known* tile of a solution is one that the formula has the variables for. All other variables speak of known tiles
only, so that they are defined for any solution: covered(row,col): one of them covers the cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from models.problem import UserError
from runners.binding.dimacs import Name

MOST_CELLS = 100_000  # a formula about more has millions of variables

Cell = tuple[int, int]
Laid = tuple[int, int, int, int, int]


class Board:
    """The instance, and which variables say that a known tile lies where.

    copies: the number of equal tiles, by the first of them. of_tile: for each of these, variables of which as many are
    true as there are known tiles equal to it. over: for each cell, variables of which one is true if a known tile
    covers it, else none; with each a way of laying a tile there. placements: the ways of laying known tiles.
    complete: whether each tile of a solution is known. Raises UserError for a board of more than MOST_CELLS.
    """

    def __init__(self, data: Mapping[str, Any], variables: Mapping[Name, int]) -> None:
        self.tiles = [tuple(map(int, tile)) for tile in data["tiles"]]
        self.values = {value for tile in self.tiles for value in tile}
        self.length = int(data.get("length", 3))
        self.connected = bool(data.get("connected", False))
        blocked = {(int(row), int(col)) for row, col in data.get("blocked", [])}
        rows, cols = int(data["rows"]), int(data["cols"])
        if rows * cols > MOST_CELLS:
            raise UserError(f"a board of {rows} x {cols} has more cells than the {MOST_CELLS:,} that are checked")
        board = product(range(rows), range(cols))
        self.free = [cell for cell in board if cell not in blocked]
        self.copies: dict[int, int] = defaultdict(int)
        for tile in self.tiles:
            self.copies[next(i for i, other in enumerate(self.tiles) if other in (tile, tile[::-1]))] += 1
        self.variables = variables
        self.names = {number: name for name, number in variables.items()}
        by_tile = any(name == "tile" for name, _ in variables)
        self.of_tile: dict[int, dict[int, None]] = defaultdict(dict)
        self.over: dict[Cell, dict[int, Laid]] = defaultdict(dict)
        self.placements: set[Laid] = set()
        self.complete = True
        for laid in self._possible():
            number, row, col, down, mirror = laid
            lies = start = variables.get(("tile", laid))
            if not by_tile:
                lies = variables.get(("laid", (number, row, col, mirror)))
                start = variables.get(("start", (row, col, down)))
            if lies is None or start is None:
                self.complete = False
                continue
            self.placements.add(laid)
            self.of_tile[number][lies] = None
            for cell in self.cells(laid):
                self.over[cell].setdefault(start, laid)

    def known(self, name: str, arguments: Iterable[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
        """The variables of this name, by those of the arguments that they have."""
        found = {each: self.variables.get((name, each)) for each in arguments}
        return {each: number for each, number in found.items() if number is not None}

    def cells(self, laid: Laid) -> list[Cell]:
        """The cells that a tile covers, from left to right or top to bottom."""
        _, row, col, down, _ = laid
        return [(row + step, col) if down else (row, col + step) for step in range(self.length)]

    def shown(self, laid: Laid) -> dict[Cell, int]:
        """The values that a tile shows on its cells."""
        values = self.tiles[laid[0]]
        return dict(zip(self.cells(laid), values[::-1] if laid[4] else values, strict=True))

    def _possible(self) -> Iterator[Laid]:
        """All ways of laying a tile on the free cells."""
        free = set(self.free)
        for tile in self.copies:
            mirrors = (0,) if self.tiles[tile] == self.tiles[tile][::-1] else (0, 1)
            for (row, col), down, mirror in product(self.free, (0, 1), mirrors):
                laid = (tile, row, col, down, mirror)
                if free.issuperset(self.cells(laid)):
                    yield laid


def neighbours(cell: Cell, other: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1
