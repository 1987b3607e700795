"""The rules of tilings by squares.

square(x,y,side): the tiling has the square of this side whose lower left cell is (x, y). `coordinates` has the meaning
of the variables that speak of tiles.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from itertools import accumulate, combinations, product
from typing import Any

from runners.binding.coordinates import Coordinates
from runners.binding.counting import Inequality, Rule
from runners.binding.dimacs import Name

Square = tuple[int, int, int]
Cell = tuple[int, int]


class Rules:
    """What holds in each tiling of the instance, with at most `value` squares of a side where that is claimed."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal  # all goals ask for a tiling
        self.width, self.height = int(data["width"]), int(data["height"])
        self.value = value
        self.largest = min(self.width, self.height) - (self.width == self.height)
        self.copies = self._copies(data)
        areas = (side * side * self.copies[side] for side in range(1, self.largest + 1))
        self.narrow = [0, *accumulate(areas)]  # for each width, the area of all squares that are no wider
        self.fixed = bool(data.get("sides"))
        named = {arguments: number for (name, arguments), number in variables.items() if name == "square"}
        self.squares: dict[Square, int] = {}
        self.over: dict[Cell, list[int]] = defaultdict(list)
        self.cells_known: set[Cell] = set()  # those with a variable for each square that a tiling may have there
        placed, tiles = _Count(), _Count()
        if named:
            self._place(named, placed)
        else:
            placed.missing |= self.copies.keys()
        self.meaning = {number: square for square, number in self.squares.items()}
        for (name, arguments), number in variables.items():
            if name == "used" and len(arguments) == 2 and arguments[0] in self.copies and arguments[1] > 0:
                tiles.of_side[arguments[0]].append(number)
        needed = [(side, copy) for side, copies in self.copies.items() for copy in range(1, copies + 1)]
        tiles.missing |= {tile[0] for tile in needed if ("used", tile) not in variables}
        self.counts = (placed, tiles)
        self.coordinates = Coordinates((self.width, self.height), self.largest, self._fits, variables)

    def _place(self, named: Mapping[tuple[int, ...], int], placed: _Count) -> None:
        """Note which of the squares on the board have a variable."""
        self.cells_known.update(product(range(self.width), range(self.height)))
        for side in range(1, self.largest + 1):
            for x, y in product(range(self.width - side + 1), range(self.height - side + 1)):
                square = x, y, side
                if square in named:
                    self.squares[square] = named[square]
                    placed.of_side[side].append(named[square])
                    for cell in _cells(square):
                        self.over[cell].append(named[square])
                elif self._possible(square):
                    placed.missing.add(side)
                    self.cells_known.difference_update(_cells(square))

    def rule(self, constraint: Name) -> Rule | None:
        """What a constraint says of each tiling; None for one without a rule."""
        match constraint:
            case "cover", (x, y):
                return Rule(list(self._cover(x, y)))
            case "copies", (side,):
                return Rule(list(self._copies_of(side)))
            case "apart", ():
                return Rule(excludes=self._overlap)
            case "strips", ():
                return Rule([Inequality({self.squares[one]: 1 for one in self.squares if not self._possible(one)}, 0)])
            case "area", ():
                return Rule(list(self._area()))
            case "objective", (value,) if self.value is not None and value >= self.value:
                sides = (used for count in self.counts for used in count.of_side.values())
                return Rule([Inequality(dict.fromkeys(used, 1), value) for used in sides])
            case "column", (at,):  # the squares over it are no higher together than the board
                return Rule([Inequality(self.coordinates.over["across", at], self.height)])
            case "row", (at,):
                return Rule([Inequality(self.coordinates.over["upward", at], self.width)])
            case (("place" | "left" | "below" | "apart" | "across" | "upward" | "strips"), _):
                return Rule(excludes=self.coordinates.excludes)
        return None

    def _cover(self, x: int, y: int) -> Iterator[Inequality]:
        """Exactly one square covers a cell."""
        over = dict.fromkeys(self.over[x, y], 1)
        yield Inequality(over, 1)
        if (x, y) in self.cells_known:
            yield Inequality.at_least(over, 1)

    def _copies_of(self, side: int) -> Iterator[Inequality]:
        """No side is used more often than allowed; one of a fixed multiset is used just so often."""
        for count in self.counts:
            used = dict.fromkeys(count.of_side[side], 1)
            yield Inequality(used, self.copies[side])
            if self.fixed and side not in count.missing:
                yield Inequality.at_least(used, self.copies[side])

    def _area(self) -> Iterator[Inequality]:
        """The squares have the area of the board together."""
        for count in self.counts:
            area = {number: side * side for side, used in count.of_side.items() for number in used}
            yield Inequality(area, self.width * self.height)
            if not count.missing:
                yield Inequality.at_least(area, self.width * self.height)

    def _overlap(self, literals: Set[int]) -> bool:
        """Whether two of the squares cover the same cell."""
        squares = [self.meaning[literal] for literal in literals if literal in self.meaning]
        return any(
            max(x, a) < min(x + side, a + other) and max(y, b) < min(y + side, b + other)
            for (x, y, side), (a, b, other) in combinations(squares, 2)
        )

    def _copies(self, data: Mapping[str, Any]) -> Counter[int]:
        """How often a side can be used: as the instance and the claim allow, and as squares of the side are disjoint.

        Of the cells (i * side - 1, j * side - 1) with i, j >= 1 each square of a side covers one.
        """
        if data.get("sides"):
            return Counter(int(side) for side in data["sides"])
        limits = [int(limit) for limit in (data["max_copies"], self.value) if limit is not None]
        return Counter(
            {side: min([*limits, (self.width // side) * (self.height // side)]) for side in range(1, self.largest + 1)}
        )

    def _possible(self, square: Square) -> bool:
        """Whether a tiling may have a square."""
        return self.copies[square[2]] > 0 and all(self._fits(square[2], axis, square[axis]) for axis in (0, 1))

    def _fits(self, side: int, axis: int, at: int) -> bool:
        """Whether the strips that a square leaves between itself and two edges of the board can be filled.

        A strip of width g has the length of the square, and the squares that meet it have a side of at most g.
        """
        gaps = (at, (self.width, self.height)[axis] - at - side)
        return all(gap * side <= self.narrow[min(gap, self.largest)] for gap in gaps)


class _Count:
    """For each side, variables of which as many are true as squares of it are used, unless it is among the missing."""

    def __init__(self) -> None:
        self.of_side: dict[int, list[int]] = defaultdict(list)
        self.missing: set[int] = set()


def _cells(square: Square) -> Iterator[Cell]:
    x, y, side = square
    return product(range(x, x + side), range(y, y + side))
