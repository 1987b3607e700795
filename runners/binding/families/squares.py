"""The rules of tilings by squares.

square(x,y,side): the tiling has the square of this side whose lower left cell is (x, y).

Other variables are about tiles: the squares of a side, numbered from 1 in any order. A tile beyond their number is
unused, and lies at (0, 0).
used(s,k): the tiling has at least k squares of side s.
x(s,k,v), y(s,k,v): the column, the row of the tile's lower left cell is v or less.
left(s,k,t,l): the first tile's column plus s is at most the second's; below(s,k,t,l): the same of rows.
across(s,k,c), upward(s,k,r): the tile is used and lies over the column c, the row r.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import partial
from itertools import accumulate, combinations, product
from typing import Any

from tilings.runners.binding.counting import Inequality, Rule, exactly_one, within
from tilings.runners.binding.dimacs import Name
from tilings.runners.binding.symmetry import Image, before, is_motion
from tilings.runners.binding.tiles import ARGUMENTS, Coordinates

Square = tuple[int, int, int]
Cell = tuple[int, int]


class SquaresRules:
    """The rules of each tiling, with at most `value` squares of a side if that is claimed."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal  # all goals ask for a tiling
        self.width, self.height = int(data["width"]), int(data["height"])
        self.value = value
        self.largest = min(self.width, self.height) - (self.width == self.height)
        self.copies = self._copies(data)
        areas = (side * side * self.copies[side] for side in range(1, self.largest + 1))
        self.narrow = [0, *accumulate(areas)]  # the area of all squares that are at most so wide, by width
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
        self.uses: dict[int, dict[int, int]] = defaultdict(dict)
        for (name, arguments), number in variables.items():
            if name == "used" and len(arguments) == 2:
                self.uses[arguments[0]][arguments[1]] = number
        needed = [(side, copy) for side, copies in self.copies.items() for copy in range(1, copies + 1)]
        tiles.missing |= {tile[0] for tile in needed if ("used", tile) not in variables}
        self.counts = (placed, tiles)
        self.coordinates = Coordinates((self.width, self.height), self.largest, self._fits, variables)

    def _place(self, named: Mapping[tuple[int, ...], int], placed: _Count) -> None:
        """Collect the squares on the board that have a variable."""
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
        """The rule of a constraint; None for one without a rule."""
        match constraint:
            case "cover", (x, y):
                return Rule(list(exactly_one(self.over[x, y], (x, y) in self.cells_known)))
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
            case "column", (at,):  # the squares over it have at most the height of the board together
                return Rule([Inequality(self.coordinates.over["across", at], self.height)])
            case "row", (at,):
                return Rule([Inequality(self.coordinates.over["upward", at], self.width)])
            case (("place" | "used" | "left" | "below" | "apart" | "across" | "upward" | "strips"), _):
                return Rule(excludes=self.coordinates.excludes)
        return None

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no tiling makes all of the literals true."""
        return self._overlap(literals) or self.coordinates.excludes(literals)

    def automorphism(self, name: Name) -> Image | None:
        """A motion of the board, motion(a,b), as `is_motion` describes it; or swap(s,k,l), which exchanges the numbers
        of two tiles of one side if both are used."""
        match name:
            case "motion", motion if is_motion(motion, (self.width, self.height)):
                return partial(self._moved, motion)
            case "swap", (side, one, other) if one != other and min(one, other) >= 1:
                return partial(self._swapped, side, {one: other, other: one})
        return None

    def _moved(self, motion: tuple[int, ...], name: Name, true: Set[int]) -> tuple[Name, bool] | None:
        """The image of a variable under a motion; a tile that is not used stays where it is."""
        match name:
            case "square", (x, y, side):
                return ("square", (*before(motion, (x, y), (self.width - side, self.height - side)), side)), True
            case "used", _:
                return name, True
            case ("x" | "y") as axis, (side, number, value):
                source = motion["xy".index(axis)]
                if self._used(side, number, true):
                    last = (self.width, self.height)[abs(source) - 1] - side
                    at = value if source > 0 else last - value - 1
                    return ("xy"[abs(source) - 1], (side, number, at)), source > 0
                if self._used(side, number, true) is False:
                    return name, True
        return None

    def _swapped(self, side: int, numbers: Mapping[int, int], name: Name, true: Set[int]) -> tuple[Name, bool] | None:
        """The image of a variable if the numbers of two tiles are exchanged."""
        kind, arguments = name
        if kind not in ARGUMENTS or len(arguments) != ARGUMENTS[kind]:
            return (name, True) if kind == "square" else None
        tiles = 2 if kind in ("left", "below") else 1
        swapped = list(arguments)
        for at in range(0, 2 * tiles, 2):
            if arguments[at] == side:
                swapped[at + 1] = numbers.get(arguments[at + 1], arguments[at + 1])
        if tuple(swapped) != arguments and not all(self._used(side, number, true) for number in numbers):
            return None
        return (name if kind == "used" else (kind, tuple(swapped))), True

    def _used(self, side: int, number: int, true: Set[int]) -> bool | None:
        """Whether a tile is used, given literals that hold; None if that is open."""
        uses = self.uses[side]
        if any(uses[other] in true for other in uses if other >= number):
            return True
        return False if any(-uses[other] in true for other in uses if other <= number) else None

    def _copies_of(self, side: int) -> Iterator[Inequality]:
        """No side is used more often than allowed; a side of a fixed multiset is used exactly that often."""
        for count in self.counts:
            used, copies = dict.fromkeys(count.of_side[side], 1), self.copies[side]
            yield from within(used, copies, copies, self.fixed and side not in count.missing)

    def _area(self) -> Iterator[Inequality]:
        """The areas of the squares add up to the area of the board."""
        for count in self.counts:
            area = {number: side * side for side, used in count.of_side.items() for number in used}
            yield from within(area, self.width * self.height, self.width * self.height, not count.missing)

    def _overlap(self, literals: Set[int]) -> bool:
        """Whether two of the squares cover the same cell."""
        squares = [self.meaning[literal] for literal in literals if literal in self.meaning]
        return any(
            max(x, a) < min(x + side, a + other) and max(y, b) < min(y + side, b + other)
            for (x, y, side), (a, b, other) in combinations(squares, 2)
        )

    def _copies(self, data: Mapping[str, Any]) -> Counter[int]:
        """The most squares of each side, by the instance, the claim, and their disjointness.

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
    """Variables by side: as many of them are true as squares of the side are used, unless the side is missing."""

    def __init__(self) -> None:
        self.of_side: dict[int, list[int]] = defaultdict(list)
        self.missing: set[int] = set()


def _cells(square: Square) -> Iterator[Cell]:
    x, y, side = square
    return product(range(x, x + side), range(y, y + side))
