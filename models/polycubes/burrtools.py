"""Reads the puzzle files of BurrTools (A. Röver; ``.xmpuzzle``): XML, mostly compressed with gzip.

A voxel space is ``<voxel x="3" y="3" z="1" type="0">`` with a character for each cell, x running fastest, then y, then
z: ``_`` is empty, ``#`` filled, ``+`` variable, and a number behind the character is a colour. A problem names the
shapes to use, how often to use them (``count``, or ``min`` and ``max``), and the shape to build, which is called its
result. Shapes are numbered from 0. Filled cells of the result must be filled; variable ones may stay empty.

Grids of cubes (gridType 0) without colours are read, and problems in which the numbers of cells leave no choice: the
variable cells are all filled or all empty, and either every shape is used as often as allowed, or every one as rarely
as allowed. All other files are refused with one line that says why. Data about taking the puzzle apart is skipped.

BurrTools counts assemblies up to rotation, and mirror images once where the pieces can build both. This is the
convention ``reflections``, in which a reflection is a symmetry only if each piece has its mirror image among the
pieces. Pieces may be turned in space, so in a result that is one cell thick they may be turned over. Two shapes that
happen to be equal are different pieces; copies of one shape are not.
"""

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import IO
from xml.parsers import expat

from models.polycubes.draft import Draft, Foreign, in_file
from models.polycubes.instance import MOST_CELLS, Cell, Piece
from models.problem import UserError

MOST_BYTES = 1 << 28
_CHUNK = 1 << 16
_DEEPEST = 50
_GZIP = b"\x1f\x8b"


def looks_like(head: bytes) -> bool:
    """Whether the first bytes of a file are those of gzip or of XML."""
    return head.startswith(_GZIP) or head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


def read(path: Path, name: str, number: int = 1) -> Foreign:
    """The problem of that number, counted from 1; raises UserError with the file, the line and what is wrong."""
    reader = _Reader(str(path))
    try:
        with path.open("rb") as file:
            reader.feed(_unpacked(file, path))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UserError(f"{path}: the compressed data is damaged or ends too early") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    return reader.puzzle(name, number)


def _unpacked(file: IO[bytes], path: Path) -> Iterator[bytes]:
    """The XML in chunks; raises UserError where there is more than MOST_BYTES of it."""
    packed = file.read(len(_GZIP)) == _GZIP
    file.seek(0)
    stream: IO[bytes] | gzip.GzipFile = gzip.GzipFile(fileobj=file) if packed else file
    size = 0
    while chunk := stream.read(_CHUNK):
        size += len(chunk)
        if size > MOST_BYTES:
            raise UserError(f"{path}: more than {MOST_BYTES >> 20} MB of XML")
        yield chunk


@dataclass
class _Shape:
    """A voxel space: its line in the file, its name, its extents and its text."""

    line: int
    name: str
    size: Cell
    text: str = ""


@dataclass
class _Problem:
    """A problem: its line, the least and the largest number of copies of each shape, and the shape to build."""

    line: int
    uses: dict[int, tuple[int, int]] = field(default_factory=dict)
    result: int | None = None


class _Reader:
    """Collects shapes and problems while the file is parsed."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._path: list[str] = []
        self._shapes: list[_Shape] = []
        self._problems: list[_Problem] = []
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self._path.pop()
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, chunks: Iterator[bytes]) -> None:
        """Parses the whole file."""
        try:
            for chunk in chunks:
                self._parser.Parse(chunk)
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise self._error(f"not XML ({expat.ErrorString(error.code)})", error.lineno) from None
        except (LookupError, ValueError):
            raise self._error("not XML in an encoding that is known") from None

    def puzzle(self, name: str, number: int) -> Foreign:
        """The instance of the problem of that number, counted from 1."""
        if not 1 <= number <= len(self._problems):
            raise UserError(f"{self._source}: it holds {len(self._problems)} problems, and none is number {number}")
        problem = self._problems[number - 1]
        if problem.result is None:
            raise self._error("the problem has no <result>", problem.line)
        target = self._shape(problem.result, problem)
        filled, variable = self._cells(target, "#"), self._cells(target, "+")
        pieces, volume = self._pieces(problem, len(filled), len(variable))
        if variable and volume not in (len(filled), len(filled) + len(variable)):
            raise self._error(
                f"holes are not supported: the result has {len(filled)} cells to fill and {len(variable)} that may "
                f"stay empty, and the pieces have {volume} cells", problem.line,
            )  # fmt: skip
        goal = filled if volume == len(filled) else filled + variable
        if not goal:
            raise self._error("the problem's result has no cells to fill", problem.line)
        box, blocked = _boxed(goal)
        return Draft(name, box, pieces, blocked).finished(
            "reflections", in_file("problem", len(self._problems), number)
        )

    def _pieces(self, problem: _Problem, filled: int, variable: int) -> tuple[list[Piece], int]:
        """The pieces with their copies, and the number of their cells together."""
        cells = {number: self._cells(self._shape(number, problem), "#") for number in problem.uses}
        loose = next((number for number in cells if self._cells(self._shape(number, problem), "+")), None)
        if loose is not None:
            raise self._error("variable cells ('+') are for results, not for pieces", self._shapes[loose].line)
        least = sum(len(cells[number]) * low for number, (low, _) in problem.uses.items())
        most = sum(len(cells[number]) * high for number, (_, high) in problem.uses.items())
        if least != most and most != filled and least != filled + variable:
            raise self._error(
                f"a choice of pieces is not supported: they have {least} to {most} cells for {filled} to fill",
                problem.line,
            )
        all_used = most == filled or least == most
        names = self._names(problem)
        copies = {number: high if all_used else low for number, (low, high) in problem.uses.items()}
        pieces = [Piece(names[number], tuple(cells[number]), count) for number, count in copies.items() if count]
        return pieces, most if all_used else least

    def _names(self, problem: _Problem) -> dict[int, str]:
        """The shapes' names; S1, S2 and so on, as in BurrTools, where names are missing or equal."""
        names = {number: "_".join(self._shape(number, problem).name.split()) for number in problem.uses}
        if all(name.isprintable() for name in names.values()) and len(set(names.values()) - {""}) == len(names):
            return names
        return {number: f"S{number + 1}" for number in names}

    def _shape(self, number: int, problem: _Problem) -> _Shape:
        if number >= len(self._shapes):
            raise self._error(f"the problem names shape {number}; there are {len(self._shapes)} from 0", problem.line)
        return self._shapes[number]

    def _cells(self, shape: _Shape, state: str) -> list[Cell]:
        """The cells of a shape that are in a state."""
        text = "".join(shape.text.split())
        wrong = re.search(r"[^_#+0-9]|(?<![#+0-9])[0-9]", text)
        if wrong:
            raise self._error(f"expected _, # and + in a voxel space, not {wrong.group()!r}", shape.line)
        if re.search(r"[0-9]", text):
            raise self._error("coloured cells are not supported", shape.line)
        if len(text) != prod(shape.size):
            size = "x".join(map(str, shape.size))
            raise self._error(f"the voxel space is {size} and must have as many cells, not {len(text)}", shape.line)
        width, depth, _ = shape.size
        places = [place for place, letter in enumerate(text) if letter == state]
        return [(place % width, place // width % depth, place // (width * depth)) for place in places]

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._path.append(tag)
        if len(self._path) > _DEEPEST:
            raise self._error("elements are nested too deeply")
        if self._path[0] != "puzzle":
            raise self._error(f"expected a BurrTools file, <puzzle>, not <{tag[:40]}>")
        match self._path[1:]:
            case []:
                if attributes.get("version") not in ("1", "2"):
                    raise self._error("expected version 1 or 2 of the BurrTools format")
            case ["gridType"]:
                if attributes.get("type", "0").strip() != "0":
                    raise self._error("expected a grid of cubes (gridType 0); other grids are not supported")
            case ["shapes", "voxel"]:
                if attributes.get("type", "0") != "0":
                    raise self._error("expected a voxel space of type 0")
                x, y, z = (self._whole(attributes, axis, 1, MOST_CELLS) for axis in "xyz")
                if prod((x, y, z)) > MOST_CELLS:
                    raise self._error(f"at most {MOST_CELLS} cells are taken for a voxel space, not {x}x{y}x{z}")
                self._shapes.append(_Shape(self._line, attributes.get("name", ""), (x, y, z)))
            case ["problems", "problem"]:
                self._problems.append(_Problem(self._line))
            case ["problems", "problem", "shapes", "shape"]:
                self._use(self._problems[-1], attributes)
            case ["problems", "problem", "result"]:
                self._problems[-1].result = self._whole(attributes, "id")

    def _use(self, problem: _Problem, attributes: dict[str, str]) -> None:
        """Adds a shape to a problem, one copy unless it says otherwise; numbers of a shape named twice add up."""
        number = self._whole(attributes, "id")
        if "count" in attributes or not {"min", "max"} <= set(attributes):
            low = high = self._whole({"count": "1"} | attributes, "count")
        else:
            low, high = self._whole(attributes, "min"), self._whole(attributes, "max")
            if low > high:
                raise self._error(f"expected min to be at most max, not {low} and {high}")
        before = problem.uses.get(number, (0, 0))
        problem.uses[number] = before[0] + low, before[1] + high

    def _text(self, text: str) -> None:
        if self._path == ["puzzle", "shapes", "voxel"]:
            self._shapes[-1].text += text
            if len(self._shapes[-1].text) > 4 * MOST_CELLS:
                raise self._error("the text of a voxel space is too long")

    def _doctype(self, *_: object) -> None:
        raise self._error("a document type with entities has no place in a BurrTools file")

    def _whole(self, attributes: dict[str, str], key: str, least: int = 0, most: int = 999999) -> int:
        text = attributes.get(key, "").strip()
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise self._error(f"{key}= expected a whole number from {least} to {most}, not {text[:40]!r}")
        return int(text)

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber

    def _error(self, message: str, line: int = 0) -> UserError:
        return UserError(f"{self._source}:{line or self._line}: {message}")


def _boxed(cells: list[Cell]) -> tuple[Cell, list[Cell]]:
    """The bounding box of the cells, moved to the origin, and its cells that are not among them."""
    low = [min(axis) for axis in zip(*cells, strict=True)]
    inside = {(x - low[0], y - low[1], z - low[2]) for x, y, z in cells}
    width, depth, height = (max(axis) + 1 for axis in zip(*inside, strict=True))
    every = ((x, y, z) for z in range(height) for y in range(depth) for x in range(width))
    return (width, depth, height), [cell for cell in every if cell not in inside]
