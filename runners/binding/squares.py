"""The rules of tilings by squares.

square(x,y,side): the tiling has the square of this side whose lower left cell is (x, y).
more(j): the tiling has more than j squares of some side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from itertools import accumulate, combinations, product
from typing import Any

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
        self.squares: dict[Square, int] = {}
        self.more: dict[int, int] = {}
        for (name, arguments), number in variables.items():
            if name == "square" and len(arguments) == 3:
                self.squares[arguments] = number
            elif name == "more" and len(arguments) == 1:
                self.more[arguments[0]] = number
        self.meaning = {number: square for square, number in self.squares.items()}
        self.of_side: dict[int, list[int]] = defaultdict(list)
        self.over: dict[Cell, list[int]] = defaultdict(list)
        for square, number in self.squares.items():
            self.of_side[square[2]].append(number)
            for cell in _cells(square):
                self.over[cell].append(number)
        missing = [square for square in self._possible() if square not in self.squares]
        self.sides_missing = {side for _, _, side in missing}
        self.cells_missing = {cell for square in missing for cell in _cells(square)}

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
                return Rule([Inequality({self.squares[one]: 1 for one in self.squares if not self._fits(one)}, 0)])
            case "area", ():
                return Rule(list(self._area()))
            case "most", (times,) if times in self.more:
                return Rule(self._at_most(times), unless=self.more[times])
            case "objective", (value,) if self.value is not None and value >= self.value:
                more = {number: 1 for times, number in self.more.items() if times >= value}
                return Rule([*self._at_most(value), Inequality(more, 0)])
        return None

    def _cover(self, x: int, y: int) -> Iterator[Inequality]:
        """Exactly one square covers a cell."""
        over = dict.fromkeys(self.over[x, y], 1)
        yield Inequality(over, 1)
        if 0 <= x < self.width and 0 <= y < self.height and (x, y) not in self.cells_missing:
            yield Inequality.at_least(over, 1)

    def _copies_of(self, side: int) -> Iterator[Inequality]:
        """No side is used more often than allowed; one of a fixed multiset is used just so often."""
        used = dict.fromkeys(self.of_side[side], 1)
        yield Inequality(used, self.copies[side])
        if self.fixed and side not in self.sides_missing:
            yield Inequality.at_least(used, self.copies[side])

    def _area(self) -> Iterator[Inequality]:
        """The squares have the area of the board together."""
        area = {number: side * side for (_, _, side), number in self.squares.items() if side > 0}
        yield Inequality(area, self.width * self.height)
        if not self.sides_missing:
            yield Inequality.at_least(area, self.width * self.height)

    def _at_most(self, times: int) -> list[Inequality]:
        """No side is used more often."""
        return [Inequality(dict.fromkeys(used, 1), times) for used in self.of_side.values()]

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

    def _possible(self) -> Iterator[Square]:
        """The squares that a tiling may have."""
        for side in range(1, self.largest + 1):
            if self.copies[side] > 0:
                for x, y in product(range(self.width - side + 1), range(self.height - side + 1)):
                    if self._fits((x, y, side)):
                        yield x, y, side

    def _fits(self, square: Square) -> bool:
        """Whether a square lies on the board, and all strips between it and the edges can be filled.

        A strip of width g has the length of the square, and the squares that meet it have a side of at most g.
        """
        x, y, side = square
        gaps = (x, y, self.width - x - side, self.height - y - side)
        if side < 1 or side > self.largest or min(gaps) < 0:
            return False
        return all(gap * side <= self.narrow[min(gap, self.largest)] for gap in gaps)


def _cells(square: Square) -> Iterator[Cell]:
    x, y, side = square
    return product(range(x, x + side), range(y, y + side))
