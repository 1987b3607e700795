"""The shapes and problems of a BurrTools file, as they are written in its XML."""

from __future__ import annotations

import re
from math import prod
from pathlib import Path
from xml.parsers import expat

from tilings.models import files
from tilings.models.polycubes.instance import MOST_CELLS, Cell
from tilings.models.problem import UserError

_DEEPEST = 50


class Shape:
    """A voxel space: its line in the file, its name, its extents and its text."""

    def __init__(self, line: int, name: str, size: Cell) -> None:
        self.line, self.name, self.size, self.text = line, name, size, ""


class Problem:
    """A problem in the file."""

    def __init__(self, line: int, holes: int | None) -> None:
        self.line = line
        self.uses: dict[int, tuple[int, int]] = {}  # the least and largest number of copies by shape
        self.result: int | None = None  # the shape to build
        self.holes = holes  # the number of variable cells that may stay empty; None: any number
        self.pairs: set[tuple[int, int]] = set()  # the colours of pieces and result that fit each other


class Document:
    """A file's path, shapes (numbered from 0) and problems."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.shapes: list[Shape] = []
        self.problems: list[Problem] = []

    def error(self, message: str, line: int) -> UserError:
        return UserError(f"{self.source}:{line}: {message}")


def read(path: Path) -> Document:
    """The content of a file; raises UserError with the file, the line and the error."""
    with files.reading(path):
        content = files.unpacked(path)
    # BurrTools declares no encoding and writes text as its user's system encodes it, mostly in Latin-1.
    parser = _Parser(Document(str(path)), None if _is_utf8(content) else "iso-8859-1")
    parser.feed(content)
    return parser.document


def _is_utf8(content: bytes) -> bool:
    """Whether the XML is in UTF-8, or in an encoding that it declares."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return re.match(rb"\s*<\?xml[^>]*\sencoding", content) is not None
    return True


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

    def feed(self, content: bytes) -> None:
        try:
            self._parser.Parse(content, True)
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
                if (grid := attributes.get("type", "0").strip()) != "0":
                    raise self._error(f"expected a grid of cubes (gridType 0), not gridType {grid[:40]}")
            case ["shapes", "voxel"]:
                self._shape(attributes)
            case ["problems", "problem"]:
                holes = self._whole(attributes, "maxHoles", most=1 << 32) if "maxHoles" in attributes else None
                self.document.problems.append(Problem(self._line, holes))
            case ["problems", "problem", "shapes", "shape"]:
                self._use(self.document.problems[-1], attributes)
            case ["problems", "problem", "result"]:
                self.document.problems[-1].result = self._whole(attributes, "id")
            case ["problems", "problem", "bitmap", "pair"]:  # colours are numbered from 0 here, from 1 in shapes
                pair = self._whole(attributes, "piece") + 1, self._whole(attributes, "result") + 1
                self.document.problems[-1].pairs.add(pair)

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
