"""The rules of boxes that are filled with pieces.

lies(piece,cell,...): a copy of this piece, counted from 0 in the instance, covers exactly these cells, ascending. The
number after the last piece stands for a gap, a cell that stays empty.
The cell (x, y, z) of a box of extents X, Y, Z has the number x + X * (y + Y * z).

Other variables are about single copies, which are numbered from 0 in any order:
turned(piece,copy,cell,...): moved to the origin, the copy covers exactly these cells, ascending.
x(piece,copy,v), y(…), z(…): the least x, y or z of its cells is v or less.
occupies(piece,copy,cell): the copy covers the cell.
first(piece,copy,cell): the copy covers the cell or one of a lesser number.
They are defined for copies that each solution uses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

from tilings.runners.binding.copies import AXES, OF_COPIES, Orientations, placed
from tilings.runners.binding.counting import Inequality, Rule, exactly_one, within
from tilings.runners.binding.dimacs import Name
from tilings.runners.binding.symmetry import Image, before, is_motion

Cell = tuple[int, ...]
Turn = tuple[tuple[int, ...], tuple[int, ...]]


class PolycubesRules:
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
        self.placements = {number: self._placements(pieces[number]) for number in movable}
        self.orientations = Orientations(self.box, self.placements, self.least, variables)
        self.meaning: dict[int, tuple[int, set[int]]] = {}  # of the variables `lies`: the piece and its cells
        for number, placements in self.placements.items():
            for cells in placements:
                variable = variables.get(("lies", (number, *cells)))
                if variable is None:
                    self.incomplete_pieces.add(number)
                    self.incomplete_cells.update(cells)
                    continue
                self.of_piece[number].append(variable)
                self.meaning[variable] = number, set(cells)
                for cell in cells:
                    self.over[cell].append(variable)

    def rule(self, constraint: Name) -> Rule | None:
        """The rule of a constraint; None for one without a rule."""
        match constraint:
            case "cover", (cell,) if cell in self.open_cells:
                complete = cell not in self.incomplete_cells
                return Rule([*exactly_one(self.over[cell], complete), *self._occupied(cell)])
            case "copies", (piece,) if piece in self.placements:
                complete = piece not in self.incomplete_pieces
                lying = dict.fromkeys(self.of_piece[piece], 1)
                return Rule(list(within(lying, self.least[piece], self.copies[piece], complete)))
            case "objective", (value,) if self.most_gaps is not None and value >= self.most_gaps:
                return Rule([Inequality(dict.fromkeys(self.of_piece[self.gap], 1), value)])
            case "turned", (piece, copy) if piece in self.placements and 0 <= copy < self.least[piece]:
                return Rule(list(self._turned(piece, copy)))
            case (("order" | "lies" | "reach" | "first"), (_, _)):
                return Rule(excludes=self.orientations.excludes)
        return None

    def excludes(self, literals: Set[int]) -> bool:
        """Whether no packing makes all of the literals true."""
        lying = [self.meaning[literal] for literal in literals if literal in self.meaning]
        return self.orientations.excludes(literals) or any(
            not cells.isdisjoint(others) or (piece == other and self.copies[piece] == 1)
            for (piece, cells), (other, others) in combinations(lying, 2)
        )

    def automorphism(self, name: Name) -> Image | None:
        """A motion of the box, motion(a,b,c), which takes the placements of each piece to the placements of some piece;
        or swap(piece,k,l), which exchanges the numbers of two copies."""
        match name:
            case "motion", motion if is_motion(motion, self.box):
                return self._motion(motion)
            case "swap", (piece, one, other) if piece in self.placements and one != other:
                if 0 <= min(one, other) <= max(one, other) < self.least[piece]:
                    return partial(_swapped, piece, {one: other, other: one})
        return None

    def _motion(self, motion: tuple[int, ...]) -> Image | None:
        """The images of variables under a motion; None if a piece has no partner with the images of its placements.

        The partner, mostly the piece itself, has as many copies.
        """
        last = [size - 1 for size in self.box]
        old = {self._number(cell): self._number(before(motion, cell, last)) for cell in product(*map(range, self.box))}
        partner: dict[int, int] = {}
        for piece, placements in self.placements.items():
            images = {tuple(sorted(map(old.__getitem__, cells))) for cells in placements}
            alike = [
                other
                for other in (piece, *self.placements)
                if other not in partner.values()
                and (self.least[other], self.copies[other]) == (self.least[piece], self.copies[piece])
                and self.placements[other] == images
            ]
            if not alike:
                return None
            partner[piece] = alike[0]

        def ascending(cells: list[int]) -> bool:
            return old.keys() >= set(cells) and cells == sorted(cells)

        def image(name: Name, true: Set[int]) -> tuple[Name, bool] | None:
            match name:
                case "lies", (piece, *cells) if piece in partner and ascending(cells):
                    return ("lies", (partner[piece], *sorted(map(old.__getitem__, cells)))), True
                case "occupies", (piece, copy, cell) if piece in partner and cell in old:
                    return ("occupies", (partner[piece], copy, old[cell])), True
                case "turned", (piece, copy, *cells) if piece in partner and cells and ascending(cells):
                    before_it = placed(self.box, tuple(sorted(map(old.__getitem__, cells))))
                    return ("turned", (partner[piece], copy, *before_it.turned)), True
                case ("x" | "y" | "z") as axis, (piece, copy, value) if piece in partner:
                    source, owner = motion[AXES.index(axis)], (partner[piece], copy)
                    turned, greatest = self.orientations.oriented(*owner, abs(source) - 1, true)
                    if turned and value >= greatest:  # it always holds, as does the orientation that is known
                        return turned, True
                    if turned or source > 0:
                        at = value if source > 0 else greatest - value - 1
                        return (AXES[abs(source) - 1], (*owner, at)), source > 0
            return None

        return image

    def _occupied(self, cell: int) -> Iterator[Inequality]:
        """One copy of a piece covers a cell."""
        copies = [(piece, copy) for piece in self.placements for copy in range(self.copies[piece])]
        known = [self.variables.get(("occupies", (*copy, cell))) for copy in copies]
        return exactly_one((number for number in known if number is not None), None not in known)

    def _turned(self, piece: int, copy: int) -> Iterator[Inequality]:
        """A copy has one orientation, of those in which the piece has a placement."""
        names = self.orientations.names.items()
        known = [number for number, (name, about) in names if name == "turned" and about[:2] == (piece, copy)]
        possible = (("turned", (piece, copy, *cells)) for cells in self.orientations.turned(piece))
        return exactly_one(known, all(name in self.variables for name in possible))

    def _placements(self, piece: Mapping[str, Any]) -> set[tuple[int, ...]]:
        """The cells of all placements of a piece on free cells."""
        placements = set()
        for axes, signs in self._turns(self.reflect and not piece.get("one_sided")):
            turned = [
                tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)) for cell in piece["cells"]
            ]
            lowest = [min(cell[axis] for cell in turned) for axis in range(3)]
            extent = [max(cell[axis] for cell in turned) - lowest[axis] + 1 for axis in range(3)]
            rooms = (range(size - length + 1) for size, length in zip(self.box, extent, strict=True))
            for shift in product(*rooms):
                moved = [tuple(cell[axis] - lowest[axis] + shift[axis] for axis in range(3)) for cell in turned]
                if self.free.issuperset(moved):
                    placements.add(tuple(sorted(map(self._number, moved))))
        return placements

    def _turns(self, reflect: bool) -> Iterator[Turn]:
        """The rotations, and with `reflect` the reflections, as axes and their signs.

        In a box that is one cell thick in one direction they stay within its plane, where turning a piece over mirrors
        it.
        """
        thin = self.box.index(1) if self.box.count(1) == 1 else None
        for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
            if thin is not None and (axes[thin] != thin or signs[thin] < 0):
                continue
            if reflect or _is_rotation(axes, signs):
                yield axes, signs

    def _number(self, cell: Cell) -> int:
        x, y, z = cell
        return x + self.box[0] * (y + self.box[1] * z)


def _swapped(piece: int, copies: Mapping[int, int], name: Name, true: Set[int]) -> tuple[Name, bool] | None:
    """The image of a variable if the numbers of two copies of a piece are exchanged."""
    match name:
        case kind, (owner, copy, *rest) if kind in OF_COPIES:
            return (kind, (owner, copies.get(copy, copy) if owner == piece else copy, *rest)), True
        case "lies", _:
            return name, True
    return None


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
