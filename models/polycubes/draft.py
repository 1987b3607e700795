"""The puzzle in a file of another program, and its conversion to an instance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilings.models.polycubes import geometry
from tilings.models.polycubes.instance import Cell, Piece
from tilings.models.puzzle_file import ForeignPuzzle


class Draft(NamedTuple):
    """A puzzle that need not follow the rules of instances: pieces may be empty, and in a box that is one cell thick
    they may stand upright."""

    name: str
    box: Cell
    pieces: Sequence[Piece]
    blocked: Sequence[Cell] = ()
    one_sided: bool = False  # whether the pieces of a box that is one cell thick must not be turned over
    gaps: tuple[int, int] = (0, 0)  # the least and largest number of cells, not blocked, that stay empty

    @property
    def reflect(self) -> bool:
        """Whether pieces may be mirrored: turning over a piece of a flat box mirrors it."""
        return 1 in self.box and not self.one_sided

    def finished(self, convention: str, notes: Iterable[str] = ()) -> ForeignPuzzle:
        """The instance: empty pieces are left out, the others moved to the origin and laid flat in a flat box."""
        remarks = list(notes)
        remarks += [f"piece {piece.name} is empty: it is left out" for piece in self.pieces if not piece.cells]
        laid = (self._laid(piece) for piece in self.pieces if piece.cells)
        pieces = [piece._asdict() | {"cells": [list(cell) for cell in piece.cells]} for piece in laid]
        data = {
            "family": "polycubes", "name": self.name, "box": list(self.box),
            "blocked": [list(cell) for cell in self.blocked], "pieces": pieces,
            "reflect": self.reflect, "convention": convention, "gaps": list(self.gaps),
        }  # fmt: skip
        return ForeignPuzzle(data, tuple(remarks))

    def merged(self, apart: bool = False) -> tuple[Draft, list[str]]:
        """The draft in which movable pieces of one shape are copies of the first of them, and a note on their names.

        apart: whether pieces with different names stay apart.
        """
        first: dict[tuple[str, tuple[tuple[Cell, ...], ...]], int] = {}  # by the orientations
        kept: list[Piece] = []
        names: dict[int, dict[str, None]] = {}  # the names of the pieces that each kept piece stands for
        for piece in map(self._laid, self.pieces):
            if piece.fixed or not piece.cells:
                kept.append(piece)
                continue
            shapes = tuple(geometry.orientations(piece, self.box, self.reflect))
            place = first.setdefault((piece.name * apart, shapes), len(kept))
            names.setdefault(place, {})[piece.name] = None
            if place == len(kept):
                kept.append(piece)
            else:
                same = kept[place]
                kept[place] = same._replace(copies=same.copies + piece.copies, optional=same.optional + piece.optional)
        alike = [list(given) for given in names.values() if len(given) > 1]
        return self._replace(pieces=kept), [
            f"{', '.join(given)} have one shape: they count and are shown as copies of {given[0]}" for given in alike
        ]

    def _laid(self, piece: Piece) -> Piece:
        """The piece moved to the origin; a piece that stands upright in a flat box is turned into the box's plane."""
        if piece.fixed or not piece.cells:
            return piece
        cells = geometry.normalised(list(piece.cells))
        extents = [max(axis) + 1 for axis in zip(*cells, strict=True)]
        if self.box.count(1) == 1 and extents[thin := self.box.index(1)] > 1 and 1 in extents:
            order = list(range(3))
            order[thin], order[extents.index(1)] = extents.index(1), thin
            cells = tuple(sorted((cell[order[0]], cell[order[1]], cell[order[2]]) for cell in cells))
        return piece._replace(cells=cells)


def in_file(kind: str, count: int, number: int) -> list[str]:
    """A note that the file holds more puzzles than this one; empty if it does not."""
    return [f"the file holds {count} {kind}s; this is number {number} (FILE#2 means the second)"] if count > 1 else []
