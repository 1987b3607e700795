"""A board of tiles for the rules of triominoes, and the variables of a formula about it.

tile(tile,row,col,orientation,mirror): a tile equal to this one up to mirroring, the first such tile of the instance,
lies with its left or upper cell here, across (0) or down (1), its values as they stand or mirrored (1). A palindrome is
never mirrored. A formula without such variables has two kinds instead:
start(row,col,orientation): a tile lies with its left or upper cell here, across or down;
laid(tile,row,col,mirror): that tile is this one, or equal to it, as it stands or mirrored.

A *known* tile of a solution is one with variables in the formula. All other variables are about known tiles only, so
that they are defined for any solution: covered(row,col): one of them covers the cell.
earlier(row,col): a cell before this one in reading order is covered.
near(row,col,d): the cell is covered, and d steps or fewer through covered cells lead to it from the first covered one.
value(row,col,v): the cell shows the value v or less, or no known tile covers it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import pairwise, product
from math import inf
from typing import Any

from tilings.models.problem import UserError
from tilings.runners.binding.dimacs import Name

# The numbers of arguments of the variables whose meanings exclude each other.
ARGUMENTS = {"covered": 2, "earlier": 2, "near": 3, "start": 3, "laid": 4, "value": 3, "contact": 4}
MOST_CELLS = 100_000  # a larger formula has millions of variables

Cell = tuple[int, int]
Laid = tuple[int, int, int, int, int]


class Board:
    """The instance, and the variables for the placements of known tiles.

    copies: the number of equal tiles, by the first of them.
    of_tile: variables for each of these first tiles. As many of them are true as known tiles are equal to it.
    over: variables for each cell, each with a placement; one of them is true if a known tile covers the cell, or none
    placements: the placements of known tiles.
    complete: whether each tile of a solution is known.

    Raises UserError for a board of more than MOST_CELLS.
    """

    def __init__(self, data: Mapping[str, Any], variables: Mapping[Name, int]) -> None:
        self.tiles = [tuple(map(int, tile)) for tile in data["tiles"]]
        self.values = {value for tile in self.tiles for value in tile}
        self.length = int(data.get("length", 3))
        self.connected = bool(data.get("connected", False))
        blocked = {(int(row), int(col)) for row, col in data.get("blocked", [])}
        self.rows, self.cols = rows, cols = int(data["rows"]), int(data["cols"])
        if rows * cols > MOST_CELLS:
            raise UserError(f"a board of {rows} x {cols} has more cells than the {MOST_CELLS:,} that are checked")
        board = product(range(rows), range(cols))
        self.free = [cell for cell in board if cell not in blocked]
        self.copies: dict[int, int] = defaultdict(int)
        for tile in self.tiles:
            self.copies[next(i for i, other in enumerate(self.tiles) if other in (tile, tile[::-1]))] += 1
        self.variables = variables
        self.names = {n: name for name, n in variables.items() if ARGUMENTS.get(name[0]) == len(name[1])}
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
        """The variables of this name, by their arguments."""
        return {key: self.variables[name, key] for key in arguments if (name, key) in self.variables}

    def cells(self, laid: Laid) -> list[Cell]:
        """The cells that a tile covers, from left to right or top to bottom."""
        _, row, col, down, _ = laid
        return [(row + step, col) if down else (row, col + step) for step in range(self.length)]

    def shown(self, laid: Laid) -> dict[Cell, int]:
        """The values that a tile shows on its cells."""
        values = self.tiles[laid[0]]
        return dict(zip(self.cells(laid), values[::-1] if laid[4] else values, strict=True))

    def _possible(self) -> Iterator[Laid]:
        """All placements of tiles on the free cells."""
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


class Connection:
    """Sets of literals that exclude each other on a board whose covered cells are connected."""

    def __init__(self, board: Board) -> None:
        self.names = board.names
        self.before: dict[Cell, Cell] = {later: cell for cell, later in pairwise(board.free)}
        self.free = set(board.free)
        most = min(len(board.free), board.length * len(board.tiles))  # of covered cells
        self.farthest = most - 1 if board.connected and board.complete else inf

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no board makes all of the literals true."""
        true = {self.names[literal] for literal in literals if literal in self.names}
        false = {self.names[-literal] for literal in literals if -literal in self.names}
        return any(self._never(name, true, false) for name in true) or any(
            self._always(name, true, false) for name in false
        )

    def _never(self, name: Name, true: Set[Name], false: Set[Name]) -> bool:
        """Whether a statement cannot be true with the others."""
        match name:
            case "earlier", (row, col) if (row, col) in self.free:
                before = self.before.get((row, col))
                return before is None or {("covered", before), ("earlier", before)} <= false
            case "near", (row, col, 0):
                return ("covered", (row, col)) in false or ("earlier", (row, col)) in true
            case "near", (row, col, steps) if steps > 0:
                nearer = {("near", (*cell, steps - 1)) for cell in self._around((row, col))}
                return ("covered", (row, col)) in false or nearer <= false
        return False

    def _always(self, name: Name, true: Set[Name], false: Set[Name]) -> bool:
        """Whether a statement cannot be false with the others."""
        match name:
            case "earlier", (row, col) if (row, col) in self.before:
                before = self.before[row, col]
                return ("covered", before) in true or ("earlier", before) in true
            case "near", (row, col, steps) if steps >= 0 and ("covered", (row, col)) in true:
                nearer = {("near", (*cell, steps - 1)) for cell in self._around((row, col)) if steps > 0}
                return steps >= self.farthest or ("earlier", (row, col)) in false or not true.isdisjoint(nearer)
        return False

    def _around(self, cell: Cell) -> list[Cell]:
        """The cell and its neighbours that can be covered."""
        row, col = cell
        return [
            one for one in (cell, (row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)) if one in self.free
        ]


class Shown:
    """Sets of literals about the values of cells that exclude each other."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.names = board.names

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no board makes all of the literals true, because some cell has no value left."""
        least: dict[Cell, float] = defaultdict(lambda: -inf)
        most: dict[Cell, float] = defaultdict(lambda: inf)
        starts, laid, contacts = [], [], []
        for literal in literals:
            match (*self.names.get(abs(literal), ("", ())), literal > 0):
                case "value", (row, col, value), True:
                    most[row, col] = min(most[row, col], value)
                case "value", (row, col, value), False:
                    least[row, col] = max(least[row, col], value + 1)
                case "covered", (row, col), False:
                    most[row, col] = -inf  # it shows no value, and all its variables `value` are true
                case "start", start, True:
                    starts.append(start)
                case "laid", layout, True:
                    laid.append(layout)
                case "contact", (row, col, row2, col2), True if neighbours((row, col), (row2, col2)):
                    contacts.append(((row, col), (row2, col2)))
        for row, col, down in starts:
            for tile, row2, col2, mirror in laid:
                if (row, col) == (row2, col2) and (tile, row, col, down, mirror) in self.board.placements:
                    for cell, value in self.board.shown((tile, row, col, down, mirror)).items():
                        least[cell], most[cell] = max(least[cell], value), min(most[cell], value)
        for cells in contacts:
            low, high = max(least[cell] for cell in cells), min(most[cell] for cell in cells)
            for cell in cells:
                least[cell], most[cell] = low, high
        return any(low > most[cell] for cell, low in list(least.items()))
