"""A problem of a BurrTools file: pieces with their numbers of copies, and the cells to fill.

The text of a voxel space has a character for each cell, x running fastest, then y, then z: ``_`` is empty, ``#``
filled, ``+`` variable, and a number behind the character is a colour, 0 or no number the default colour.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cached_property
from math import prod
from typing import NamedTuple

from tilings.models.polycubes.burrtools.document import Document, Problem, Shape
from tilings.models.polycubes.geometry import Motion, motions
from tilings.models.polycubes.instance import HOLES, Cell
from tilings.models.problem import UserError
from tilings.models.terminal.phrases import counted

Voxels = dict[Cell, int]  # cells with their colours
_SOLID = (2, 2, 2)  # a box without a thin axis: all motions of the cube are its own


class Part(NamedTuple):
    """A piece: its cells with their colours, its least and largest number of copies, and how it may be turned."""

    name: str
    voxels: Voxels
    least: int
    most: int
    turns: Sequence[Motion] = tuple(motions(_SOLID, reflections=False))


class Group(NamedTuple):
    """Pieces of which so many are used, all together and with their copies."""

    pieces: tuple[str, ...]
    least: int
    most: int


class _Stated(NamedTuple):
    """The fields of `Assembly`."""

    filled: Voxels  # the cells that must be filled
    variable: Voxels  # the cells that may be filled
    parts: tuple[Part, ...]
    holes: int  # the number of variable cells that may stay empty
    pairs: Set[tuple[int, int]]  # the colours of pieces and cells that fit each other; the default colour, 0, fits all
    groups: tuple[Group, ...] = ()
    fewest: int | None = None  # the least number of holes, each of which costs 1 if there may be more; None: no costs


class Assembly(_Stated):
    """The cells to fill, whose least coordinates are 0, and the pieces. A subclass of a named tuple has room for what
    is computed once."""

    @cached_property
    def target(self) -> Voxels:
        """All cells on which pieces may lie."""
        return self.filled | self.variable

    @cached_property
    def box(self) -> Cell:
        """The extents of these cells."""
        x, y, z = (max(axis) + 1 for axis in zip(*self.target, strict=True))
        return x, y, z

    @property
    def volumes(self) -> tuple[int, int]:
        """The least and the largest number of cells that the pieces fill."""
        least = sum(len(part.voxels) * part.least for part in self.parts)
        return least, sum(len(part.voxels) * part.most for part in self.parts)

    def fits(self, colour: int, cell: int) -> bool:
        """Whether a piece's cell of one colour may lie on a cell of the result of another colour."""
        return 0 in (colour, cell) or (colour, cell) in self.pairs

    @property
    def choice(self) -> bool:
        """Whether the number of some piece is not given."""
        return any(part.least < part.most for part in self.parts)

    @property
    def motions(self) -> list[Motion]:
        """The motions of a cube, identity first; the improper ones only without a choice of pieces."""
        return motions(_SOLID, reflections=not self.choice)

    @property
    def coloured(self) -> bool:
        """Whether any cell of the result or of a piece has a colour."""
        return any(map(any, (self.target.values(), *(part.voxels.values() for part in self.parts))))


def read(document: Document, number: int) -> Assembly:
    """The problem of that number, counted from 1; raises UserError with the file, the line and the error."""
    if not 1 <= number <= len(document.problems):
        raise UserError(f"{document.source} has {counted(len(document.problems), 'problem')}, and no number {number}")
    problem = document.problems[number - 1]
    if problem.result is None:
        raise document.error("the problem has no <result>", problem.line)
    target = _shape(document, problem.result, problem)
    filled, variable = _voxels(document, target)
    if not filled and not variable:
        raise document.error("the problem's result has no cells to fill", problem.line)
    low = [min(axis) for axis in zip(*filled, *variable, strict=True)]
    filled, variable = _moved(filled, low), _moved(variable, low)
    names = _names(document, problem)
    parts = tuple(
        Part(names[shape], _piece(document, _shape(document, shape, problem)), least, most)
        for shape, (least, most) in problem.uses.items()
        if most
    )
    holes = len(variable)
    if problem.holes is not None and any(part.least < part.most for part in parts):  # else BurrTools ignores it
        holes = min(holes, problem.holes)
    assembly = Assembly(filled, variable, parts, holes, problem.pairs)
    least, most = assembly.volumes
    room = len(assembly.target)
    if not most:
        raise document.error("the problem's pieces have no cells", problem.line)
    if most < room - holes or least > room:
        had = f"{least}" if least == most else f"{least} to {most}"
        wanted = f"{room - holes} to {room}" if holes else f"{room}"
        raise document.error(f"the pieces have {had} cells, but {wanted} are to be filled", problem.line)
    return assembly


def _moved(voxels: Voxels, low: Sequence[int]) -> Voxels:
    """The cells moved by -low."""
    return {(x - low[0], y - low[1], z - low[2]): colour for (x, y, z), colour in voxels.items()}


def _names(document: Document, problem: Problem) -> dict[int, str]:
    """The shapes' names without blanks, colons, bars and commas; S1, S2, … where names are missing or equal."""
    given = {use: re.sub(r"[\s:|,]+", "_", _shape(document, use, problem).name.strip()) for use in problem.uses}
    if all(map(str.isprintable, given.values())) and len(set(given.values()) - {"", HOLES}) == len(given):
        return given
    return {use: f"S{use + 1}" for use in problem.uses}


def _shape(document: Document, number: int, problem: Problem) -> Shape:
    if number >= len(document.shapes):
        there = f"the shapes are numbered 0 to {len(document.shapes) - 1}" if document.shapes else "there are no shapes"
        raise document.error(f"the problem uses shape {number}, but {there}", problem.line)
    return document.shapes[number]


def _piece(document: Document, shape: Shape) -> Voxels:
    filled, variable = _voxels(document, shape)
    if variable:
        raise document.error("a piece has a variable cell ('+'), which only a result may have", shape.line)
    return filled


def _voxels(document: Document, shape: Shape) -> tuple[Voxels, Voxels]:
    """The filled and the variable cells of a shape."""
    text = "".join(shape.text.split())
    wrong = re.search(r"[^_#+0-9]|(?<![#+0-9])[0-9]|[0-9]{10}", text)
    if wrong:
        raise document.error(f"expected _, # and + in a voxel space, not {wrong.group()!r}", shape.line)
    cells = re.findall(r"([_#+])([0-9]*)", text)
    if len(cells) != prod(shape.size):
        size = "x".join(map(str, shape.size))
        raise document.error(
            f"the voxel space of {size} has {prod(shape.size)} cells, but its text {len(cells)}", shape.line
        )
    width, depth, _ = shape.size
    voxels: dict[str, Voxels] = {"_": {}, "#": {}, "+": {}}
    for place, (letter, colour) in enumerate(cells):
        cell = (place % width, place // width % depth, place // (width * depth))
        voxels[letter][cell] = int(colour or 0)
    return voxels["#"], voxels["+"]
