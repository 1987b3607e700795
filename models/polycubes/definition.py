"""Reads the puzzle definition files of M. Busche's polycube solver (polycube 1.2, 2011).

``D:xDim=4:yDim=4:zDim=4`` opens a definition and ``~D`` ends it; a file may hold several. ``#`` begins a comment, and
the rest of a line after an end mark, ``~D`` or ``~L``, is one, too.

``C:name=A:type=M:layout=0 0 2, 1 0 2`` gives a piece by its coordinates x y z. A piece of type M (the default) is
mobile, one of type S is stationary and lies where the coordinates say.

``L`` … ``~L`` is a drawing in which each name is a piece and ``.`` is empty; names are words, usually one letter.
Columns are x from 0. The first row has the largest y, yDim - 1, and each line is a row, a blank one as well. Layers
stand side by side, z = 0 first, with a comma between them. ``L:stationary=* A`` says which pieces are stationary.
Solutions that this project prints are read in the same way: they have yDim rows, each with xDim names for each of the
zDim layers, and at least three blanks between layers.

``D:…:oneSide`` means that the pieces of a box with zDim=1 must not be turned over. No two pieces have the same name.
Pieces of equal shape become copies of one piece, as in his counts. Blanks and the case of keywords do not matter.

Solutions that a rotation of the box in space takes to each other count once in his solver. Turning a flat box over is
such a rotation, so flat puzzles are read with the convention ``reflections`` and solid ones with ``rotations``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tilings.models.polycubes.draft import Draft, in_file
from tilings.models.polycubes.instance import Cell, Piece
from tilings.models.problem import UserError
from tilings.models.puzzle_file import ForeignPuzzle
from tilings.models.terminal.phrases import counted

_AXES = ("xDim", "yDim", "zDim")
_KEYS = {"D": (*_AXES, "oneSide"), "C": ("name", "type", "layout"), "L": ("stationary",)}
_GAP = 3


def looks_like(text: str) -> bool:
    """Whether a text is a definition file: some line begins with ``D:``."""
    return re.search(r"^[ \t]*D[ \t]*:", text, re.MULTILINE | re.IGNORECASE) is not None


def read(text: str, source: str, name: str, number: int = 1) -> ForeignPuzzle:
    """The puzzle of that number in the file, counted from 1.

    Raises UserError with the file, the line and the error.
    """
    puzzles = _Reader(text, source).definitions()
    if not 1 <= number <= len(puzzles):
        raise UserError(f"{source} has {counted(len(puzzles), 'definition')}, and no number {number}")
    chosen = puzzles[number - 1]
    draft, notes = Draft(name, chosen.box, chosen.pieces, one_sided=chosen.one_sided).merged()
    flat = 1 in chosen.box
    return draft.finished("reflections" if flat else "rotations", in_file("definition", len(puzzles), number) + notes)


@dataclass
class _Definition:
    """A definition while it is read."""

    box: Cell
    one_sided: bool
    pieces: list[Piece] = field(default_factory=list)
    where: dict[str, int] = field(default_factory=dict)  # the line that defines each piece


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self._source, self._line = source, 0
        self._lines = self._numbered(text.removesuffix("\n").split("\n"))

    def definitions(self) -> list[_Definition]:
        """All definitions of the file; raises UserError unless there is one."""
        finished: list[_Definition] = []
        current: _Definition | None = None
        for kind, fields in self._statements():
            if kind == "D":
                if current:
                    raise self._error("expected '~D' before the next 'D:'")
                current = self._opened(fields)
            elif current is None:
                raise self._error("expected 'D:xDim=…:yDim=…:zDim=…' first")
            elif kind == "C":
                self._listed(current, fields)
            elif kind == "L":
                self._drawn(current, fields)
            else:
                if not current.pieces:
                    raise self._error("the definition has no pieces")
                finished.append(current)
                current = None
        if current or not finished:
            raise self._error("the end of the definition, '~D', is missing")
        return finished

    def _numbered(self, lines: list[str]) -> Iterator[str]:
        """The lines without their comments; ``_line`` is the number of the last one taken, for error messages."""
        for number, line in enumerate(lines, start=1):
            self._line = number
            yield line.partition("#")[0]

    def _statements(self) -> Iterator[tuple[str, dict[str, str]]]:
        """The kind and the fields of each statement; the rows of a drawing are read by ``_rows``."""
        for text in self._lines:
            if not text.strip():
                continue
            if _end_mark(text) == "~D":
                yield "~D", {}
                continue
            head, *words = text.split(":")
            kind = head.strip().upper()
            if kind not in _KEYS:
                raise self._error(f"expected D:, C:, L, ~L or ~D, not {_short(text.strip())}")
            yield kind, self._fields(kind, words)

    def _fields(self, kind: str, words: list[str]) -> dict[str, str]:
        known = {key.lower(): key for key in _KEYS[kind]}
        fields: dict[str, str] = {}
        for word in words:
            key, equals, value = (part.strip() for part in word.partition("="))
            if key.lower() not in known:
                raise self._error(f"expected {', '.join(_KEYS[kind])} after {kind}:, not {_short(key)}")
            key = known[key.lower()]
            if key in fields:
                raise self._error(f"{key} is given twice")
            if "=" in value or not (equals or key == "oneSide"):
                raise self._error(f"expected {key}=value, not {_short(word.strip())}")
            fields[key] = value if equals else "1"
        return fields

    def _opened(self, fields: dict[str, str]) -> _Definition:
        x, y, z = (self._whole(fields.get(axis, ""), f"D:{axis}=", 1) for axis in _AXES)
        one_sided = bool(self._whole(fields.get("oneSide", "0"), "oneSide", 0, 1))
        if one_sided and z != 1:
            raise self._error("oneSide needs a box with zDim=1")
        return _Definition((x, y, z), one_sided)

    def _listed(self, current: _Definition, fields: dict[str, str]) -> None:
        """Adds a piece that is given by its coordinates."""
        if not fields.get("name") or "layout" not in fields:
            raise self._error("expected 'C:name=…:type=M:layout=x y z, …'")
        kind = fields.get("type", "M").upper()
        if kind not in ("M", "S"):
            raise self._error(f"expected type=M or type=S, not {_short(fields['type'])}")
        self._named(current, fields["name"])
        words = [cell.split() for cell in fields["layout"].split(",")] if fields["layout"] else []
        if any(len(cell) != 3 for cell in words):
            raise self._error("expected three coordinates for each cell of the layout, and commas between the cells")
        cells = []
        for word in words:
            x, y, z = (self._whole(number, "layout", -999999) for number in word)
            cells.append((x, y, z))
        self._add(current, fields["name"], cells, kind == "S")

    def _drawn(self, current: _Definition, fields: dict[str, str]) -> None:
        """Adds the pieces of a drawing in the order of their names."""
        stationary = dict.fromkeys(fields.get("stationary", "").split())
        cells: dict[str, list[Cell]] = {name: [] for name in stationary}
        for name in stationary:
            self._named(current, name)
        start, rows = self._line, self._rows()
        end = self._line
        for top, (self._line, layers) in enumerate(_layers(rows, current.box)):
            for z, layer in enumerate(layers):
                for x, name in enumerate(layer.split()):
                    if name not in (*cells, "."):
                        self._named(current, name)
                    cells.setdefault(name, []).append((x, current.box[1] - 1 - top, z))
        self._line = end
        for name in sorted(cells.keys() - {"."}):
            if not cells[name]:
                raise self._error(f"the drawing from line {start} on lacks the stationary piece {name}")
            self._add(current, name, cells[name], name in stationary)

    def _rows(self) -> list[tuple[int, str]]:
        """The rows of a drawing up to its end, each with its line number."""
        start = self._line
        rows: list[tuple[int, str]] = []
        for text in self._lines:
            end = _end_mark(text)
            if end == "~L":
                return rows
            if end == "~D":
                break
            rows.append((self._line, text))
        raise self._error(f"the end of the drawing from line {start} on, '~L', is missing")

    def _named(self, current: _Definition, name: str) -> None:
        """Checks that a name is a word and new, apart from the same statement."""
        if name.split() != [name] or not name.isprintable() or name == ".":
            raise self._error(f"expected a word as a piece's name, not {_short(name)}")
        if current.where.setdefault(name, self._line) != self._line:
            raise self._error(f"piece {name} was defined already, in line {current.where[name]}")

    def _add(self, current: _Definition, name: str, cells: list[Cell], fixed: bool) -> None:
        """Adds a piece. The rules of instances exclude stationary pieces that overlap or lie outside the box."""
        if current.one_sided and any(z for _, _, z in cells):
            raise self._error("expected z = 0 for all pieces of a one-sided puzzle")
        current.pieces.append(Piece(name, tuple(cells), fixed=fixed))

    def _whole(self, text: str, what: str, least: int, most: int = 999999) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise self._error(f"{what} must be a whole number from {least} to {most}, not {_short(text)}")
        return int(text)

    def _error(self, message: str) -> UserError:
        return UserError(f"{self._source}:{self._line}: {message}")


def _end_mark(line: str) -> str:
    """``~D`` or ``~L`` if the line begins with it, else nothing."""
    mark = re.match(r"\s*(~[DL])(?![^\s:])", line, re.IGNORECASE)
    return mark[1].upper() if mark else ""


def _layers(rows: list[tuple[int, str]], box: Cell) -> list[tuple[int, list[str]]]:
    """Each row with its line number, split into layers at commas or, in a printed solution, at wide gaps."""
    printed = [(line, text) for line, text in rows if text.strip()]
    slices = [_slices(text, box) for _, text in printed]
    if box[2] > 1 and len(printed) == box[1] and all(slices):
        return [(line, layers) for (line, _), layers in zip(printed, slices, strict=True)]
    return [(line, text.split(",")) for line, text in rows]


def _slices(text: str, box: Cell) -> list[str]:
    """The layers of a row of a printed solution; empty where the row cannot be one."""
    words = list(re.finditer(r"\S+", text))
    starts = range(0, len(words), box[0])
    gaps = (words[start].start() - words[start - 1].end() for start in starts[1:])
    if "," in text or len(words) != box[0] * box[2] or any(gap < _GAP for gap in gaps):
        return []
    return [" ".join(word.group() for word in words[start : start + box[0]]) for start in starts]


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
