"""Reads MPS, fixed and free, with its usual extensions: OBJSENSE, RANGES, integer columns, and all kinds of bounds.

A line is divided at blanks, and at the columns of the fixed format only where that fails, since names may have blanks
there. Anything else is refused. Source: the format as in the manuals of CPLEX ("MPS file format") and of Gurobi.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tilings.models.own.linear.model import (
    INFINITE,
    Column,
    Fault,
    LinearModel,
    Number,
    Row,
    bound,
    finite,
    highest,
    lowest,
    named,
    number,
    size,
)  # fmt: skip
from tilings.models.problem import NotApplicable

_SECTIONS = ("NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
_SENSE = re.compile(r"(MAX|MIN)(IMI[SZ]E|IMUM)?", re.IGNORECASE)
_PULP = re.compile(r"^\*SENSE:Maximize", re.MULTILINE)
_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))  # of the fixed format
_VALUED = ("LO", "UP", "FX", "LI", "UI")
_FREE = ("FR", "MI", "PL", "BV")


class _Line(NamedTuple):
    at: int
    text: str
    words: list[str]
    header: bool


def sense(text: str) -> str:
    """``max`` where the file states it, else ``min``."""
    waits = False
    for line in _lines(text):
        if waits or (line.header and line.words[0].upper() == "OBJSENSE"):
            stated = _SENSE.fullmatch(line.words[-1])
            if stated:
                return stated[1].lower()
            waits = line.header
        elif line.header and line.words[0].upper() == "ROWS":
            break
    return "min"


def read(text: str) -> LinearModel:
    """The model; raises Fault for a line that is not understood."""
    try:
        return _Reader(text, _blanks).model
    except NotApplicable as fault:
        try:
            return _Reader(text, _columns).model
        except NotApplicable:
            raise fault from None


def _lines(text: str) -> Iterator[_Line]:
    """The lines without comments and empty ones; a header begins in the first column."""
    for at, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("*"):
            yield _Line(at, line.rstrip(), line.split(), not line[0].isspace())


def _blanks(line: _Line) -> list[str]:
    return line.words


def _columns(line: _Line) -> list[str]:
    """The fields of a line in the fixed format; raises Fault for text between them."""
    text = line.text
    if "\t" in text or len(text) > 61 or any(text[end:start].strip() for (_, end), (start, _) in
                                              zip([(0, 0), *_FIELDS], _FIELDS, strict=False)):  # fmt: skip
        raise Fault(line.at, "the line is not in MPS's fixed format")
    return [field for start, end in _FIELDS if (field := text[start:end].strip())]


class _Reader:
    """Reads a file. divide: splits a line into fields."""

    def __init__(self, text: str, divide: Callable[[_Line], list[str]]) -> None:
        self.model = LinearModel()
        self._divide = divide
        self._rows: dict[str, tuple[str, Row]] = {}
        self._cost = ""
        self._integer = False
        self._sets: dict[str, str] = {}
        self._sides: dict[str, Number] = {}
        self._ranges: dict[str, Number] = {}
        self._bounded: dict[tuple[str, str], int] = {}
        self._read(text)
        if _PULP.search(text) and self.model.sense == "min":
            self.model.notes.append("*SENSE:Maximize is a comment: the model is minimised; OBJSENSE MAX maximises")

    def _read(self, text: str) -> None:
        section, seen = "", set[str]()
        data = {
            "OBJSENSE": self._objsense, "ROWS": self._row, "COLUMNS": self._column, "RHS": self._right_side,
            "RANGES": self._range, "BOUNDS": self._bound,
        }  # fmt: skip
        for line in _lines(text):
            if line.header:
                section = line.words[0].upper()
                self._header(section, line, seen)
                seen.add(section)
                if section == "ENDATA":
                    break
            elif section in ("", "NAME"):
                raise Fault(line.at, "a line of data stands before any section of MPS")
            else:
                data[section](line.at, self._divide(line))
        if "ENDATA" not in seen:
            raise Fault(0, "the last line of MPS, ENDATA, is missing" if seen else "the file has no section of MPS")
        if self._integer:
            raise Fault(0, "a marker 'INTORG' has no 'INTEND'")
        self._finish()

    def _header(self, section: str, line: _Line, seen: set[str]) -> None:
        if section not in _SECTIONS:
            raise Fault(line.at, f"the section {line.words[0][:40]} is not supported")
        if section in seen:
            raise Fault(line.at, f"a second section {section}")
        needed = {"COLUMNS": "ROWS", "RHS": "COLUMNS", "RANGES": "COLUMNS", "BOUNDS": "COLUMNS", "ENDATA": "ROWS"}
        if section in needed and needed[section] not in seen:
            raise Fault(line.at, f"the section {needed[section]} must stand before {section}")
        if section == "OBJSENSE" and line.words[1:]:
            self._objsense(line.at, line.words[1:])
        elif section not in ("NAME", "OBJSENSE") and line.words[1:]:
            raise Fault(line.at, f"'{line.words[1][:40]}' after {section} is not understood")

    def _objsense(self, at: int, words: list[str]) -> None:
        stated = _SENSE.fullmatch(words[0]) if len(words) == 1 else None
        if not stated:
            raise Fault(at, f"OBJSENSE is MAX or MIN, not '{' '.join(words)[:40]}'")
        self.model.sense = stated[1].lower()

    def _row(self, at: int, words: list[str]) -> None:
        kind, name = self._of_length(at, words, 2)
        if kind.upper() not in ("N", "L", "G", "E"):
            raise Fault(at, f"a row is of kind N, L, G or E, not '{kind[:40]}'")
        if name in self._rows:
            raise Fault(at, f"a second row {name}")
        self._rows[name] = kind.upper(), Row(name, at)
        if kind.upper() == "N" and not self._cost:
            self._cost = name

    def _column(self, at: int, words: list[str]) -> None:
        if len(words) > 1 and words[1].upper() == "'MARKER'":
            self._marker(at, words)
            return
        name, *_ = self._of_length(at, words, 3, 5)
        column = self.model.columns.setdefault(name, Column(self._integer))
        if column.integer != self._integer:
            raise Fault(at, f"the column {name} occurs both inside and outside the integer columns")
        for row, value in self._entries(at, words[1:]):
            terms = self._rows[row][1].terms
            if name in terms:
                raise Fault(at, f"a second entry of the column {name} in the row {row}")
            terms[name] = value

    def _marker(self, at: int, words: list[str]) -> None:
        kind = words[2].strip("'").upper() if len(words) == 3 else ""
        if kind.startswith("SOS"):
            raise Fault(at, "special ordered sets (SOS) are not supported")
        if kind not in ("INTORG", "INTEND") or self._integer == (kind == "INTORG"):
            raise Fault(at, f"a marker '{kind[:40]}' is out of place")
        self._integer = kind == "INTORG"

    def _right_side(self, at: int, words: list[str]) -> None:
        for row, value in self._entries(at, self._without_set("RHS", at, words)):
            if row in self._sides:
                raise Fault(at, f"a second right-hand side of the row {row}")
            self._sides[row] = value

    def _range(self, at: int, words: list[str]) -> None:
        for row, value in self._entries(at, self._without_set("RANGES", at, words)):
            if row in self._ranges or self._rows[row][0] == "N":
                raise Fault(at, f"a second range of the row {row}" if row in self._ranges else f"the row {row} is free")
            self._ranges[row] = value

    def _bound(self, at: int, words: list[str]) -> None:
        kind, valued = words[0].upper(), words[0].upper() in _VALUED
        if not valued and kind not in _FREE:
            raise Fault(at, f"a bound of kind '{words[0][:40]}' is not supported")
        place = 1 if len(words) == 2 + valued else 2
        self._of_length(at, words, *((3, 4) if valued else (2, 3, 4)))
        self._one_set("BOUNDS", words[1] if place == 2 else "", at)
        name = words[place]
        column = self.model.columns.get(name)
        if not column:
            raise Fault(at, f"the column {name} is not in COLUMNS")
        value = bound(words[3] if place == 2 else words[2], at) if valued else 0
        column.integer |= kind in ("LI", "UI", "BV")
        if kind in ("LO", "LI", "FX", "FR", "MI", "BV"):
            self._once(name, "lower", at)
            column.lower, column.stated = None if kind in ("FR", "MI") else lowest(value, at), True
        if kind in ("UP", "UI", "FX", "FR", "PL", "BV"):
            self._once(name, "upper", at)
            column.upper = 1 if kind == "BV" else None if kind in ("FR", "PL") else highest(value, at)

    def _once(self, name: str, side: str, at: int) -> None:
        if (before := self._bounded.setdefault((name, side), at)) != at:
            raise Fault(at, f"a second {side} bound of the column {name}, after that of line {before}")

    def _entries(self, at: int, words: list[str]) -> Iterator[tuple[str, Number]]:
        """The pairs of a row and a value."""
        if len(words) not in (2, 4):
            raise Fault(at, f"'{' '.join(words)[:80]}' is not one or two pairs of a row and a number")
        for row, value in zip(words[::2], words[1::2], strict=True):
            if row not in self._rows:
                raise Fault(at, f"the row {row[:80]} is not in ROWS")
            yield row, number(value, at)

    def _without_set(self, section: str, at: int, words: list[str]) -> list[str]:
        """The fields without the name of the set, which may be left out."""
        named_set = len(words) % 2
        self._one_set(section, words[0] if named_set else "", at)
        return words[named_set:]

    def _one_set(self, section: str, name: str, at: int) -> None:
        if self._sets.setdefault(section, name) != name:
            raise Fault(at, f"a second set of {section}, '{name[:40]}', is not supported")

    @staticmethod
    def _of_length(at: int, words: list[str], *lengths: int) -> list[str]:
        if len(words) not in lengths:
            raise Fault(at, f"{' or '.join(map(str, lengths))} fields are expected, not {len(words)}")
        return words

    def _finish(self) -> None:
        """The rows with their sides, the objective, and the default bounds of integer columns."""
        model = self.model
        model.objective = self._rows[self._cost][1].terms if self._cost else {}
        model.constant = -self._sides.get(self._cost, 0)
        for name, (kind, row) in self._rows.items():
            if kind != "N":
                _set_sides(row, kind, self._sides.get(name, 0), self._ranges.get(name))
                model.rows.append(row)
        if ignored := [name for name, (kind, _) in self._rows.items() if kind == "N" and name != self._cost]:
            model.notes.append(f"{named(ignored)}: of the rows of kind N the first is the objective, others are free")
        binary = [name for name, column in model.columns.items()
                  if column.integer and not self._bounded.keys() & {(name, "lower"), (name, "upper")}]  # fmt: skip
        for name in binary:
            model.columns[name].upper = 1
        if binary:
            model.notes.append(f"integer columns without bounds are 0 or 1 in MPS: {named(binary)}")
        model.complete()


def _set_sides(row: Row, kind: str, side: Number, extent: Number | None) -> None:
    """Set the sides of a row; its range extends an inequality to the other side, and an equality by its sign."""
    least, most = (side if kind != "L" else -INFINITE), (side if kind != "G" else INFINITE)
    if extent is not None:
        least = side - size(extent) if kind == "L" or (kind == "E" and extent < 0) else least
        most = side + size(extent) if kind == "G" or (kind == "E" and extent > 0) else most
    row.lower, row.upper = lowest(finite(least), row.line), highest(finite(most), row.line)
