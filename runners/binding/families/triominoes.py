"""The rules of boards of tiles with equal values where they touch. `board` defines tiles and cells.

placed(tile,n): at least n known tiles equal to this one are placed.
shows(row,col,row2,col2,value): a known tile covers one of the two neighbouring cells but not the other, and shows the
value there.
contact(row,col,row2,col2): two known tiles cover the two neighbouring cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from math import gcd
from typing import Any

from tilings.runners.binding.board import Board, Cell, Connection, Shown, neighbours
from tilings.runners.binding.counting import Inequality, Rule, at_most_one, exactly_one, within
from tilings.runners.binding.dimacs import Name
from tilings.runners.binding.symmetry import Image, before, is_motion


class TriominoesRules:
    """The rules of each board with at least `value` tiles; for goals first and count with all."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        self.board = Board(data, variables)
        self.variables = variables
        self.value = value
        self.wanted = (value or 0) if goal == "optimum" else len(self.board.tiles)
        self.connection = Connection(self.board)
        self.shown = Shown(self.board)

    def rule(self, constraint: Name) -> Rule | None:
        """The rule of a constraint; None for one without a rule."""
        match constraint:
            case "cover", (row, col):
                return Rule([at_most_one(self.board.over[row, col])])
            case "covered", (row, col) if constraint in self.variables:
                return Rule(list(exactly_one([*self.board.over[row, col], -self.variables[constraint]])))
            case "laid", (row, col):
                return Rule(list(self._laid((row, col))))
            case "copies", (tile,):
                return Rule(list(self._copies(tile)))
            case "placed", (tile, number) if constraint in self.variables and self.board.complete:
                of_tile = dict.fromkeys(self.board.of_tile[tile], 1)
                return Rule([Inequality.at_least(of_tile, number)], unless=-self.variables[constraint])
            case "label", (row, col, row2, col2):
                return Rule(list(self._labels((row, col), (row2, col2))))
            case "contact", (row, col, row2, col2):
                return Rule(list(self._contact((row, col), (row2, col2))))
            case "agree", (row, col, row2, col2):
                borders = self._borders((row, col), (row2, col2))
                return Rule([at_most_one(borders.values())], self.shown.excludes)
            case (("order" | "show"), (_, _)):
                return Rule(excludes=self.shown.excludes)
            case (("earlier" | "near" | "connected"), (row, col)):
                return Rule(excludes=self.connection.excludes)
            case "colouring", ():
                return Rule(list(self._colouring()))
            case "objective", (value,) if self.value is not None and value <= self.value:
                return Rule([self._enough(value), *self._colouring()])
        return None

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no board makes all of the literals true; not known, as orders of covered cells do not need it."""
        return False

    def automorphism(self, name: Name) -> Image | None:
        """A motion of the board that keeps its blocked cells; tiles may lie in all ways. None if some tiles have no
        variables: then it is not known which cells the known tiles cover."""
        kind, motion = name
        sizes = (self.board.rows, self.board.cols)
        if kind != "motion" or not is_motion(motion, sizes) or not self.board.complete:
            return None
        last = [size - 1 for size in sizes]
        old = {cell: before(motion, cell, last) for cell in self.board.free}
        if set(old) != set(old.values()):
            return None
        return lambda name, _: (("covered", old[name[1]]), True) if name[0] == "covered" and name[1] in old else None

    def _laid(self, cell: Cell) -> Iterator[Inequality]:
        """One tile is laid in a cell if a tile starts there, else none."""
        starts = self.board.known("start", [(*cell, 0), (*cell, 1)]).values()
        layouts = [(tile, *cell, mirror) for tile in self.board.copies for mirror in (0, 1)]
        laid = self.board.known("laid", layouts).values()
        yield at_most_one(laid)
        yield Inequality(dict.fromkeys([*laid, *(-start for start in starts)], 1), len(starts))
        yield Inequality(dict.fromkeys([*starts, *(-lies for lies in laid)], 1), len(laid))

    def _copies(self, tile: int) -> Iterator[Inequality]:
        """At most all equal tiles are placed; if all tiles are wanted, exactly all."""
        of_tile, copies = dict.fromkeys(self.board.of_tile[tile], 1), self.board.copies.get(tile, 0)
        return within(of_tile, copies, copies, self.board.complete and self.wanted == len(self.board.tiles))

    def _labels(self, cell: Cell, other: Cell) -> Iterator[Inequality]:
        """A border shows the values of the tiles that end there, and no others."""
        for value, label in self._borders(cell, other).items():
            ends = [self._ending(cell, other, value), self._ending(other, cell, value)]
            for ending in ends:
                yield at_most_one([*ending, -label])
            yield Inequality.at_least(dict.fromkeys([*ends[0], *ends[1], -label], 1), 1)

    def _borders(self, cell: Cell, other: Cell) -> dict[int, int]:
        """The variables of the values that a border may show."""
        if not neighbours(cell, other):
            return {}
        labels = self.board.known("shows", [(*cell, *other, value) for value in self.board.values])
        return {value: number for (*_, value), number in labels.items()}

    def _ending(self, cell: Cell, other: Cell, value: int) -> list[int]:
        """The tiles that cover the cell with this value and do not cover the other."""
        over = ((number, self.board.shown(laid)) for number, laid in self.board.over[cell].items())
        return [number for number, values in over if other not in values and values[cell] == value]

    def _contact(self, cell: Cell, other: Cell) -> Iterator[Inequality]:
        """Two neighbouring cells are in contact exactly if both are covered, and no tile covers both."""
        contact = self.variables.get(("contact", (*cell, *other)))
        covered = self.board.known("covered", [cell, other]).values()
        if contact is None or len(covered) < 2 or not neighbours(cell, other):
            return
        crossing = [n for n, laid in self.board.over[cell].items() if other in self.board.cells(laid)]
        yield at_most_one([contact, *crossing])
        for one in covered:
            yield at_most_one([contact, -one])
        yield Inequality.at_least(dict.fromkeys([contact, *crossing, *(-one for one in covered)], 1), 1)

    def _enough(self, value: int) -> Inequality:
        """At least `value` tiles are placed, so at least `value` of the variables `placed` are true."""
        stated = [(tile, n) for tile, copies in self.board.copies.items() for n in range(1, copies + 1)]
        known = dict.fromkeys(self.board.known("placed", stated).values(), 1)
        return Inequality.at_least(known, value - (len(stated) - len(known)))

    def _colouring(self) -> Iterator[Inequality]:
        """At least as many cells of each colour are covered as tiles are wanted.

        Cell (row, col) has the colour row + slope * col modulo the tiles' length. If the slope is prime to the length,
        a tile covers one cell of each colour.
        """
        length = self.board.length
        for slope in (slope for slope in range(1, length) if gcd(slope, length) == 1 and self.board.complete):
            for colour in range(length):
                cells = [cell for cell in self.board.free if (cell[0] + slope * cell[1]) % length == colour]
                known = dict.fromkeys(self.board.known("covered", cells).values(), 1)
                yield Inequality.at_least(known, self.wanted - (len(cells) - len(known)))
