"""The rules of boxes that are filled with pieces.

lies(piece,cell,...): a copy of this piece, counted from 0 in the instance, covers exactly these cells, ascending. The
number after the last piece stands for a gap, a cell that stays empty.
The cell (x, y, z) of a box of extents X, Y, Z has the number x + X * (y + Y * z).

Other variables are about single copies, which are numbered from 0 in any order:
turned(piece,copy,cell,...): moved to the origin, the copy covers exactly these cells, ascending.
x(piece,copy,v), y(…), z(…): the least x, y or z of its cells is v or less.
occupies(piece,copy,cell): the copy covers the cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from tilings.runners.binding.counting import Inequality, Rule
from tilings.runners.binding.dimacs import Name

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Placement:
    """A placement of a copy: its cells, their least coordinates, and its cells when moved to the origin."""

    cells: frozenset[int]
    corner: tuple[int, int, int]
    turned: tuple[int, ...]


class Orientations:
    """Sets of literals about the copies of pieces that exclude each other.

    box: its extents. placements: for each piece that is not fixed, the cells of its placements, ascending.
    copies: the number of copies of each piece.
    """

    def __init__(
        self,
        box: tuple[int, ...],
        placements: Mapping[int, Iterable[tuple[int, ...]]],
        copies: Mapping[int, int],
        variables: Mapping[Name, int],
    ) -> None:
        about_copies = (
            (name, number) for name, number in variables.items() if name[0] in ("turned", "occupies", *AXES)
        )
        self.names = {
            number: (name, arguments)
            for (name, arguments), number in about_copies
            if len(arguments) >= 3 and arguments[0] in placements and 0 <= arguments[1] < copies[arguments[0]]
        }
        self.placements: dict[int, list[Placement]] = {}
        self.over: dict[tuple[int, int], list[Placement]] = defaultdict(list)
        self.at: dict[tuple[int, tuple[int, ...]], list[Placement]] = defaultdict(list)
        for piece, all_cells in placements.items() if self.names else ():
            self.placements[piece] = [_placement(box, cells) for cells in all_cells]
            for placement in self.placements[piece]:
                self.at[piece, placement.turned].append(placement)
                for cell in placement.cells:
                    self.over[piece, cell].append(placement)

    def turned(self, piece: int) -> set[tuple[int, ...]]:
        """The orientations in which a piece has a placement, as the cells that it covers if moved to the origin."""
        return {placement.turned for placement in self.placements.get(piece, [])}

    def excludes(self, literals: Set[int]) -> bool:
        """Whether some copy has no placement consistent with all literals."""
        stated: dict[tuple[int, ...], list[tuple[str, tuple[int, ...], bool]]] = defaultdict(list)
        for literal in literals:
            if abs(literal) in self.names:
                name, arguments = self.names[abs(literal)]
                stated[arguments[:2]].append((name, arguments[2:], literal > 0))
        return any(self._has_no_placement(piece, about) for (piece, _), about in stated.items())

    def _has_no_placement(self, piece: int, about: list[tuple[str, tuple[int, ...], bool]]) -> bool:
        candidates = self.placements[piece]
        for name, rest, holds in about:
            if holds and name in ("occupies", "turned"):
                fewer = self.over[piece, rest[0]] if name == "occupies" else self.at[piece, rest]
                candidates = min(candidates, fewer, key=len)
        return not any(
            all(_holds(name, rest, placement) == holds for name, rest, holds in about) for placement in candidates
        )


def _holds(name: str, rest: tuple[int, ...], placement: Placement) -> bool:
    """Whether a statement is true of a copy with this placement."""
    if name == "turned":
        return placement.turned == rest
    if name == "occupies":
        return rest[0] in placement.cells
    return placement.corner[AXES.index(name)] <= rest[0]


def _placement(box: tuple[int, ...], cells: tuple[int, ...]) -> Placement:
    width, depth, _ = box
    points = [(cell % width, cell // width % depth, cell // width // depth) for cell in cells]
    x, y, z = (min(point[axis] for point in points) for axis in range(3))
    return Placement(frozenset(cells), (x, y, z), tuple(cell - x - width * (y + depth * z) for cell in cells))


Cell = tuple[int, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]


class Rules:
    """The rules of each packing."""

    def __init__(self, data: Mapping[str, Any], goal: str, value: int | None, variables: Mapping[Name, int]) -> None:
        self.most_gaps = value if goal == "optimum" else None
        self.box = tuple(map(int, data["box"]))
        self.reflect = bool(data.get("reflect", False))
        pieces = list(data["pieces"])
        taken = {tuple(cell) for cell in data.get("blocked", [])}
        for piece in pieces:
            if piece.get("fixed"):
                taken.update(map(tuple, piece["cells"]))
        self.free = set(product(*map(range, self.box))) - taken
        self.open_cells = set(map(self._number, self.free))
        self.gap = len(pieces)
        pieces += _gap(pieces, data.get("gaps", (0, 0)), len(self.free))
        self.copies = {number: int(piece.get("copies", 1)) for number, piece in enumerate(pieces)}
        optional = (int(piece.get("optional", 0)) for piece in pieces)
        self.least = {number: self.copies[number] - unused for number, unused in enumerate(optional)}
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
        """The rule of a constraint; None for one without a rule."""
        match constraint:
            case "cover", (cell,) if cell in self.open_cells:
                return Rule([*_exactly(1, self.over[cell], cell not in self.incomplete_cells), *self._occupied(cell)])
            case "copies", (piece,) if piece in self.placements:
                complete = piece not in self.incomplete_pieces
                return Rule(list(_within(self.least[piece], self.copies[piece], self.of_piece[piece], complete)))
            case "objective", (value,) if self.most_gaps is not None and value >= self.most_gaps:
                return Rule([Inequality(dict.fromkeys(self.of_piece[self.gap], 1), value)])
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
        orientations = self.orientations.turned(piece)
        known = [self.variables.get(("turned", (piece, copy, *cells))) for cells in orientations]
        return _exactly(1, (number for number in known if number is not None), None not in known)

    def _placements(self, piece: list[Cell]) -> set[tuple[int, ...]]:
        """The cells of all placements of a piece on free cells."""
        placements = set()
        for axes, signs in self._turns():
            turned = [tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)) for cell in piece]
            lowest = [min(cell[axis] for cell in turned) for axis in range(3)]
            extent = [max(cell[axis] for cell in turned) - lowest[axis] + 1 for axis in range(3)]
            rooms = (range(size - length + 1) for size, length in zip(self.box, extent, strict=True))
            for shift in product(*rooms):
                moved = [tuple(cell[axis] - lowest[axis] + shift[axis] for axis in range(3)) for cell in turned]
                if self.free.issuperset(moved):
                    placements.add(tuple(sorted(map(self._number, moved))))
        return placements

    def _turns(self) -> Iterator[Turn]:
        """The rotations, and if allowed the reflections, as axes and their signs.

        In a box that is one cell thick in one direction, those within its plane: turning a piece over mirrors it there.
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


def _gap(pieces: list[Mapping[str, Any]], gaps: Sequence[int], room: int) -> list[Mapping[str, Any]]:
    """The piece of one cell that stands for a gap, as often as the volumes of the pieces allow; none without gaps."""
    filled = {0}
    for piece in pieces:
        if not piece.get("fixed"):
            copies, cells = piece.get("copies", 1), len(piece["cells"])
            times = range(copies - piece.get("optional", 0), copies + 1)
            filled = {some + cells * more for some in filled for more in times if some + cells * more <= room}
    possible = [room - some for some in filled if gaps[0] <= room - some <= gaps[1]]
    least, most = min(possible, default=0), max(possible, default=0)
    return [{"cells": [[0, 0, 0]], "copies": most, "optional": most - least}] if most else []


def _is_rotation(axes: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    swaps = sum(axes[one] > axes[other] for one in range(3) for other in range(one + 1, 3))
    return (swaps + signs.count(-1)) % 2 == 0


def _exactly(number: int, literals: Iterable[int], complete: bool) -> Iterator[Inequality]:
    return _within(number, number, literals, complete)


def _within(least: int, most: int, literals: Iterable[int], complete: bool) -> Iterator[Inequality]:
    """At least and at most so many literals are true; only at most, if the formula lacks variables (not `complete`)."""
    weights = dict.fromkeys(literals, 1)
    yield Inequality(weights, most)
    if complete:
        yield Inequality.at_least(weights, least)
