"""The rules of boxes that are filled with pieces.

lies(piece,cell,...): a copy of this piece, counted from 0 in the instance, covers just these cells, in ascending order.
The cell (x, y, z) of a box of extents X, Y, Z has the number x + X * (y + Y * z). `orientations` has the meaning of the
variables that speak of single copies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product
from typing import Any

from runners.binding.counting import Inequality, Rule
from runners.binding.dimacs import Name
from runners.binding.orientations import Orientations

Cell = tuple[int, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]


class Rules:
    """What holds in each packing."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        del goal, value  # each goal asks for a packing
        self.box = tuple(map(int, data["box"]))
        self.reflect = bool(data.get("reflect", False))
        pieces = list(data["pieces"])
        taken = {tuple(cell) for cell in data.get("blocked", [])}
        for piece in pieces:
            if piece.get("fixed"):
                taken.update(map(tuple, piece["cells"]))
        self.free = set(product(*map(range, self.box))) - taken
        self.open_cells = set(map(self._number, self.free))
        self.copies = {number: int(piece.get("copies", 1)) for number, piece in enumerate(pieces)}
        self.over: dict[int, list[int]] = defaultdict(list)
        self.of_piece: dict[int, list[int]] = defaultdict(list)
        self.incomplete_pieces: set[int] = set()
        self.incomplete_cells: set[int] = set()
        self.variables = variables
        movable = [number for number, piece in enumerate(pieces) if not piece.get("fixed")]
        self.placements = {
            number: self._placements([tuple(cell) for cell in pieces[number]["cells"]]) for number in movable
        }
        self.orientations = Orientations(self.box, self.placements, self.copies, variables)
        for number, placements in self.placements.items():
            for cells in placements:
                variable = variables.get(("lies", (number, *cells)))
                if variable is None:
                    self.incomplete_pieces.add(number)
                    self.incomplete_cells.update(cells)
                    continue
                self.of_piece[number].append(variable)
                for cell in cells:
                    self.over[cell].append(variable)

    def rule(self, constraint: Name) -> Rule | None:
        """What a constraint says of each packing; None for one without a rule."""
        match constraint:
            case "cover", (cell,) if cell in self.open_cells:
                return Rule([*_exactly(1, self.over[cell], cell not in self.incomplete_cells), *self._occupied(cell)])
            case "copies", (piece,) if piece in self.placements:
                complete = piece not in self.incomplete_pieces
                return Rule(list(_exactly(self.copies[piece], self.of_piece[piece], complete)))
            case "turned", (piece, copy) if piece in self.placements and 0 <= copy < self.copies[piece]:
                return Rule(list(self._turned(piece, copy)))
            case (("order" | "lies" | "reach"), (_, _)):
                return Rule(excludes=self.orientations.excludes)
        return None

    def _occupied(self, cell: int) -> Iterator[Inequality]:
        """One copy of a piece covers a cell."""
        copies = [(piece, copy) for piece in self.placements for copy in range(self.copies[piece])]
        known = [self.variables.get(("occupies", (*copy, cell))) for copy in copies]
        return _exactly(1, (number for number in known if number is not None), None not in known)

    def _turned(self, piece: int, copy: int) -> Iterator[Inequality]:
        """A copy has one orientation."""
        every = self.orientations.turned(piece)
        known = [self.variables.get(("turned", (piece, copy, *turned))) for turned in every]
        return _exactly(1, (number for number in known if number is not None), None not in known)

    def _placements(self, piece: list[Cell]) -> set[tuple[int, ...]]:
        """The cells of all ways of placing a piece on free cells."""
        found = set()
        for axes, signs in self._turns():
            turned = [tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)) for cell in piece]
            lowest = [min(cell[axis] for cell in turned) for axis in range(3)]
            extent = [max(cell[axis] for cell in turned) - lowest[axis] + 1 for axis in range(3)]
            rooms = (range(size - length + 1) for size, length in zip(self.box, extent, strict=True))
            for shift in product(*rooms):
                moved = [tuple(cell[axis] - lowest[axis] + shift[axis] for axis in range(3)) for cell in turned]
                if self.free.issuperset(moved):
                    found.add(tuple(sorted(map(self._number, moved))))
        return found

    def _turns(self) -> Iterator[Turn]:
        """The ways of turning a piece, and of mirroring it where that is allowed: axes and their signs.

        In a box that is one cell thick in one direction these are the ways within its plane; a piece that is turned
        over looks mirrored there.
        """
        thin = self.box.index(1) if self.box.count(1) == 1 else None
        for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
            if thin is not None and (axes[thin] != thin or signs[thin] < 0):
                continue
            if self.reflect or _is_rotation(axes, signs):
                yield axes, signs

    def _number(self, cell: Cell) -> int:
        x, y, z = cell
        return x + self.box[0] * (y + self.box[1] * z)


def _is_rotation(axes: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    swaps = sum(axes[one] > axes[other] for one in range(3) for other in range(one + 1, 3))
    return (swaps + signs.count(-1)) % 2 == 0


def _exactly(number: int, literals: Iterable[int], complete: bool) -> Iterator[Inequality]:
    """So many of the literals are true; only at most, if there are literals of the kind that the formula lacks."""
    weights = dict.fromkeys(literals, 1)
    yield Inequality(weights, number)
    if complete:
        yield Inequality.at_least(weights, number)
