"""The shapes and problems of a BurrTools file, as they are written in its XML."""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import IO
from xml.parsers import expat

from tilings.models import files
from tilings.models.polycubes.instance import MOST_CELLS, Cell
from tilings.models.problem import UserError

MOST_BYTES = 1 << 28
_CHUNK = 1 << 16
_DEEPEST = 50
_GRIDS = {"1": "triangles", "2": "spheres", "3": "rhombic tetrahedra", "4": "tetrahedra and octahedra"}


@dataclass
class Shape:
    """A voxel space: its line in the file, its name, its extents and its text."""

    line: int
    name: str
    size: Cell
    text: str = ""


@dataclass
class Problem:
    """A problem in the file."""

    line: int
    uses: dict[int, tuple[int, int]] = field(default_factory=dict)  # the least and largest number of copies by shape
    result: int | None = None  # the shape to build
    holes: int | None = None  # the number of variable cells that may stay empty; None: any number
    pairs: set[tuple[int, int]] = field(default_factory=set)  # the colours of pieces and result that fit each other


@dataclass
class Document:
    """A file's path, shapes (numbered from 0) and problems."""

    source: str
    shapes: list[Shape] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def error(self, message: str, line: int) -> UserError:
        return UserError(f"{self.source}:{line}: {message}")


def read(path: Path) -> Document:
    """The content of a file; raises UserError with the file, the line and the error."""
    try:
        # BurrTools declares no encoding and writes text as its user's system encodes it, mostly in Latin-1.
        parser = _Parser(Document(str(path)), None if _is_utf8(path) else "iso-8859-1")
        parser.feed(_unpacked(path))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UserError(f"{path}: the compressed data is damaged or ends too early") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    return parser.document


def _is_utf8(path: Path) -> bool:
    """Whether the XML is in UTF-8, or in an encoding that it declares."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    declared = False
    try:
        for number, chunk in enumerate(_unpacked(path)):
            declared = declared or (number == 0 and re.match(rb"\s*<\?xml[^>]*\sencoding", chunk) is not None)
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return declared
    return True


def _unpacked(path: Path) -> Iterator[bytes]:
    """The XML in chunks; raises UserError for more than MOST_BYTES."""
    packed = files.packed(path)
    with files.opened(path) as file:
        stream: IO[bytes] | gzip.GzipFile = gzip.GzipFile(fileobj=file) if packed else file
        size = 0
        while chunk := stream.read(_CHUNK):
            size += len(chunk)
            if size > MOST_BYTES:
                raise UserError(f"{path}: more than {MOST_BYTES >> 20} MB of XML")
            yield chunk


class _Parser:
    """Collects shapes and problems while the file is parsed."""

    def __init__(self, document: Document, encoding: str | None) -> None:
        self.document = document
        self._path: list[str] = []
        self._parser = parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self._path.pop()
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, chunks: Iterator[bytes]) -> None:
        try:
            for chunk in chunks:
                self._parser.Parse(chunk)
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise self.document.error(f"not XML ({expat.ErrorString(error.code)})", error.lineno) from None
        except (LookupError, ValueError):
            raise self._error("not XML in a known encoding") from None

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
                self._grid(attributes.get("type", "0").strip())
            case ["shapes", "voxel"]:
                self._shape(attributes)
            case ["problems", "problem"]:
                holes = self._whole(attributes, "maxHoles", most=1 << 32) if "maxHoles" in attributes else None
                self.document.problems.append(Problem(self._line, holes=holes))
            case ["problems", "problem", "shapes", "shape"]:
                self._use(self.document.problems[-1], attributes)
            case ["problems", "problem", "result"]:
                self.document.problems[-1].result = self._whole(attributes, "id")
            case ["problems", "problem", "bitmap", "pair"]:  # colours are numbered from 0 here, from 1 in shapes
                pair = self._whole(attributes, "piece") + 1, self._whole(attributes, "result") + 1
                self.document.problems[-1].pairs.add(pair)

    def _grid(self, kind: str) -> None:
        if kind != "0":
            grid = f"a grid of {_GRIDS[kind]}" if kind in _GRIDS else "this one"
            raise self._error(f"expected a grid of cubes (gridType 0), not {grid} (gridType {kind[:40]})")

    def _shape(self, attributes: dict[str, str]) -> None:
        if attributes.get("type", "0") != "0":
            raise self._error("expected a voxel space of type 0")
        x, y, z = (self._whole(attributes, axis, 1, MOST_CELLS) for axis in "xyz")
        if prod((x, y, z)) > MOST_CELLS:
            raise self._error(f"at most {MOST_CELLS} cells are supported in a voxel space, not {x}x{y}x{z}")
        self.document.shapes.append(Shape(self._line, attributes.get("name", ""), (x, y, z)))

    def _use(self, problem: Problem, attributes: dict[str, str]) -> None:
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
            shape = self.document.shapes[-1]
            shape.text += text
            if len(shape.text) > 4 * MOST_CELLS:
                raise self._error("the text of a voxel space is too long")

    def _doctype(self, *_: object) -> None:
        raise self._error("a BurrTools file has no document type: remove <!DOCTYPE …>")

    def _whole(self, attributes: dict[str, str], key: str, least: int = 0, most: int = 999999) -> int:
        text = attributes.get(key, "").strip()
        if not re.fullmatch(r"[0-9]{1,10}", text) or not least <= int(text) <= most:
            raise self._error(f"{key}= must be a whole number from {least} to {most}, not {text[:40]!r}")
        return int(text)

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber

    def _error(self, message: str) -> UserError:
        return self.document.error(message, self._line)
