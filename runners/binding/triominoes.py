"""The rules of boards of tiles that show equal values where they touch.

tile(tile,row,col,orientation,mirror): a tile equal to this one up to mirroring, the first such tile of the instance,
lies with its left or upper cell here, across (0) or down (1), its values as they stand or mirrored (1). A palindrome is
never mirrored.
covered(row,col): one of these tiles covers the cell. shows(row,col,row2,col2,value): one of them covers one of the two
neighbouring cells but not the other, and shows the value there.
placed(tile,n): at least n tiles equal to this one are placed.

The last three speak of those tiles that the formula has a variable for, so they are defined for any board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import gcd
from typing import Any

from runners.binding.counting import Inequality, Rule
from runners.binding.dimacs import Name

Cell = tuple[int, int]
Laid = tuple[int, int, int, int, int]


class Rules:
    """What holds on each board with at least `value` tiles; for goals first and count with all."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        self.tiles = [tuple(map(int, tile)) for tile in data["tiles"]]
        self.values = {value for tile in self.tiles for value in tile}
        self.length = int(data.get("length", 3))
        blocked = {(int(row), int(col)) for row, col in data.get("blocked", [])}
        board = product(range(int(data["rows"])), range(int(data["cols"])))
        self.free = {cell for cell in board if cell not in blocked}
        self.value = value
        self.wanted = (value or 0) if goal == "optimum" else len(self.tiles)
        self.copies: dict[int, int] = defaultdict(int)
        for tile in self.tiles:
            self.copies[next(i for i, other in enumerate(self.tiles) if other in (tile, tile[::-1]))] += 1
        self.variables = variables
        self.of_tile: dict[int, list[int]] = defaultdict(list)
        self.over: dict[Cell, list[tuple[int, Laid]]] = defaultdict(list)
        self.complete = True
        for laid in self._possible():
            number = variables.get(("tile", laid))
            if number is None:
                self.complete = False
                continue
            self.of_tile[laid[0]].append(number)
            for cell in self._cells(laid):
                self.over[cell].append((number, laid))

    def rule(self, constraint: Name) -> Rule | None:
        """What a constraint says of each board; None for one without a rule."""
        match constraint:
            case "cover", (row, col):
                return Rule([_at_most_one(number for number, _ in self.over[row, col])])
            case "copies", (tile,):
                return Rule(list(self._copies_of(tile)))
            case "covered", (row, col) if constraint in self.variables:
                return Rule(list(_defined(self.variables[constraint], [number for number, _ in self.over[row, col]])))
            case "label", (row, col, row2, col2):
                return Rule(list(self._labels((row, col), (row2, col2))))
            case "agree", (row, col, row2, col2):
                return Rule([_at_most_one(self._shown((row, col), (row2, col2)).values())])
            case "placed", (tile, number) if constraint in self.variables and self.complete:
                own = dict.fromkeys(self.of_tile[tile], 1)
                return Rule([Inequality.at_least(own, number)], unless=-self.variables[constraint])
            case "colouring", ():
                return Rule(list(self._colouring()))
            case "objective", (value,) if self.value is not None and value <= self.value:
                return Rule([self._enough(value), *self._colouring()])
        return None

    def _copies_of(self, tile: int) -> Iterator[Inequality]:
        """A tile is placed as often as there are equal ones at most; where all tiles are wanted, just so often."""
        own = dict.fromkeys(self.of_tile[tile], 1)
        yield Inequality(own, self.copies.get(tile, 0))
        if self.complete and self.wanted == len(self.tiles):
            yield Inequality.at_least(own, self.copies.get(tile, 0))

    def _labels(self, cell: Cell, other: Cell) -> Iterator[Inequality]:
        """A border shows the values of the tiles that end there, and no others."""
        for value, label in self._shown(cell, other).items():
            ends = [self._ending(cell, other, value), self._ending(other, cell, value)]
            for ending in ends:
                yield _at_most_one([*ending, -label])
            yield Inequality.at_least(dict.fromkeys([*ends[0], *ends[1], -label], 1), 1)

    def _shown(self, cell: Cell, other: Cell) -> dict[int, int]:
        """The variables of the values that a border may show."""
        if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) != 1:
            return {}
        found = {value: self.variables.get(("shows", (*cell, *other, value))) for value in self.values}
        return {value: number for value, number in found.items() if number is not None}

    def _ending(self, cell: Cell, other: Cell, value: int) -> list[int]:
        """The tiles that cover the cell with this value and do not cover the other."""
        found = []
        for number, laid in self.over[cell]:
            cells = self._cells(laid)
            if other not in cells and self._values(laid)[cells.index(cell)] == value:
                found.append(number)
        return found

    def _enough(self, value: int) -> Inequality:
        """So many tiles are placed, so that as many of the statements `placed` are true."""
        stated = [("placed", (tile, n)) for tile, copies in self.copies.items() for n in range(1, copies + 1)]
        known = {self.variables[name]: 1 for name in stated if name in self.variables}
        return Inequality.at_least(known, value - (len(stated) - len(known)))

    def _colouring(self) -> Iterator[Inequality]:
        """Of each colour at least as many cells are covered as tiles are wanted.

        Cell (row, col) has the colour row + slope * col modulo the tiles' length. If the slope is prime to the length,
        a tile covers one cell of each colour.
        """
        if not self.complete:
            return
        for slope in range(1, self.length):
            if gcd(slope, self.length) == 1:
                for colour in range(self.length):
                    cells = [cell for cell in self.free if (cell[0] + slope * cell[1]) % self.length == colour]
                    found = [self.variables.get(("covered", cell)) for cell in cells]
                    known = {number: 1 for number in found if number is not None}
                    yield Inequality.at_least(known, self.wanted - (len(cells) - len(known)))

    def _possible(self) -> Iterator[Laid]:
        """All ways of laying a tile on the free cells."""
        for tile in self.copies:
            mirrors = (0,) if self.tiles[tile] == self.tiles[tile][::-1] else (0, 1)
            for (row, col), orientation, mirror in product(self.free, (0, 1), mirrors):
                laid = (tile, row, col, orientation, mirror)
                if self.free.issuperset(self._cells(laid)):
                    yield laid

    def _cells(self, laid: Laid) -> list[Cell]:
        _, row, col, down, _ = laid
        return [(row + step, col) if down else (row, col + step) for step in range(self.length)]

    def _values(self, laid: Laid) -> tuple[int, ...]:
        values = self.tiles[laid[0]]
        return values[::-1] if laid[4] else values


def _at_most_one(literals: Iterable[int]) -> Inequality:
    return Inequality(dict.fromkeys(literals, 1), 1)


def _defined(variable: int, exclusive: list[int]) -> Iterator[Inequality]:
    """The variable is true exactly if one of these literals is, of which no two are true together."""
    yield _at_most_one([*exclusive, -variable])
    yield Inequality.at_least(dict.fromkeys([*exclusive, -variable], 1), 1)
