"""A drawn puzzle with colours, or with bounds on the number of pieces of a group, as an exact cover.

A colour is a letter or a digit, and 0 is none. A coloured cell of a piece lies on cells of its own colour, or of those
that it is said to fit, and on cells without a colour; a cell without a colour lies anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tilings.models.polycubes import geometry
from tilings.models.polycubes.burrtools.assembly import Assembly, Group, Part, Voxels
from tilings.models.polycubes.burrtools.cover import cover
from tilings.models.polycubes.instance import Cell, PolycubesInstance
from tilings.models.problem import UserError
from tilings.models.puzzle_file import ForeignPuzzle

BOX = "the box"
_NONE = "0"
Colours = Mapping[Cell, str]


@dataclass
class Rules:
    """What a drawing says of groups and colours, by letters; each with its line."""

    groups: list[tuple[list[str], int, int | None, int]] = field(default_factory=list)  # least, most (None: any)
    colours: dict[str, tuple[Colours, int]] = field(default_factory=dict)  # of the pieces, and of the box
    fits: dict[str, tuple[list[str], int]] = field(default_factory=dict)  # the colours of cells that a colour fits

    def __bool__(self) -> bool:
        return bool(self.groups or self.colours or self.fits)

    def cover(self, instance: PolycubesInstance, notes: Iterable[str]) -> ForeignPuzzle:
        """The exact cover. Solutions count as one if the motions of the instance's convention take them to each other.

        Raises Wrong for colours that are drawn on other cells than those of the piece or of the box, and UserError for
        too many placements.
        """
        number = {colour: at for at, colour in enumerate(sorted(self._known() - {_NONE}), start=1)} | {_NONE: 0}
        for colour, (others, line) in self.fits.items():
            for each in (colour, *others):
                if each not in number:
                    raise Wrong(line, f"no picture of colours has the colour {each}")
        pairs = {
            (number[colour], number[other])
            for colour in number
            for other in (self.fits[colour][0] if colour in self.fits else [colour])
        }
        parts = []
        for piece in instance.pieces:
            turns = tuple(geometry.motions(instance.box, instance.reflect and not piece.one_sided))
            shapes = geometry.orientations(piece, instance.box, instance.reflect)
            voxels = self._painted(piece.name, shapes, number, f"piece {piece.name}")
            parts.append(Part(piece.name, voxels, piece.least, piece.copies, turns))
        target = self._painted(BOX, [tuple(sorted(instance.cells))], number, f"{BOX} that are filled")
        holes = instance.gaps[1] > 0
        assembly = Assembly(
            {} if holes else target, target if holes else {}, tuple(parts), instance.gaps[1], pairs,
            tuple(_group(group, instance) for group in self.groups), instance.gaps[0] if holes else None,
        )  # fmt: skip
        among = geometry.motions(instance.box, instance.convention == "reflections")
        return cover(assembly, instance.name, tuple(notes), among)

    def _known(self) -> set[str]:
        """The colours that pictures have."""
        return {colour for colours, _ in self.colours.values() for colour in colours.values()}

    def _painted(self, of: str, shapes: list[tuple[Cell, ...]], number: Mapping[str, int], words: str) -> Voxels:
        """The cells with their colours, as these are drawn, or else the first of some shapes without any."""
        if of not in self.colours:
            return dict.fromkeys(shapes[0], 0)
        colours, line = self.colours[of]
        cells = geometry.normalised([*colours])
        if cells not in shapes:
            raise Wrong(line, f"the colours here must cover the cells of {words}; 0 is a cell without a colour")
        return dict(zip(cells, (number[colours[cell]] for cell in sorted(colours)), strict=True))


def _group(group: tuple[list[str], int, int | None, int], instance: PolycubesInstance) -> Group:
    pieces, least, most, line = group
    there = sum(piece.copies for piece in instance.pieces if piece.name in pieces)
    if least > there:
        raise Wrong(line, f"of {', '.join(pieces)} there are {there} in all, and not {least}")
    return Group(tuple(pieces), least, there if most is None else most)


class Wrong(UserError):
    """An error in a line of a drawing."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
