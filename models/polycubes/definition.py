"""Reads the puzzle definition files of M. Busche's polycube solver (polycube 1.2, 2011).

``D:xDim=4:yDim=4:zDim=4`` opens a definition and ``~D`` ends it. ``C:name=A:type=M:layout=0 0 2, 1 0 2`` is a
piece by its coordinates; type M is mobile, S stationary. ``L`` … ``~L`` is a drawing of one layer in which each
letter is a piece and ``.`` is empty; ``L:stationary=*`` says which letters are stationary there. ``#`` begins a
comment. ``D:…:oneSide`` is ours: pieces of a flat box must not be turned over.

His solver counts solutions that a rotation of the box in space takes to each other as one. In a flat box, turning
over is such a rotation; so a flat puzzle is read with convention ``reflections``, a solid one with ``rotations``.
"""

from __future__ import annotations

import re
from typing import Any

from models.problem import UserError

_AXES = ("xDim", "yDim", "zDim")


def looks_like(text: str) -> bool:
    """Whether a text is such a file and not JSON."""
    return any(re.match(r"\s*D\s*:", line) for line in text.splitlines())


def read(text: str, source: str, name: str) -> dict[str, Any]:
    """The instance's JSON object; raises UserError that names the file, the line and what was expected."""
    return _Reader(source, name).read(text)


class _Reader:
    def __init__(self, source: str, name: str) -> None:
        self._source, self._line = source, 0
        self._name = name
        self._box: list[int] = []
        self._one_sided = False
        self._pieces: list[dict[str, Any]] = []
        self._drawing: list[list[str]] | None = None
        self._stationary = ""

    def read(self, text: str) -> dict[str, Any]:
        for self._line, raw in enumerate(text.splitlines(), start=1):
            line = raw.partition("#")[0].strip()
            if self._drawing is not None and line != "~L":
                self._drawing += [line.split()] if line else []
            elif line == "~D":
                return self._instance()
            elif line:
                self._statement(line)
        raise self._error("the end of the definition, '~D', is missing")

    def _statement(self, line: str) -> None:
        kind, *words = [word.strip() for word in line.split(":")]
        fields = {key.strip(): value.strip() for key, _, value in (word.partition("=") for word in words)}
        if kind == "D" and not self._box:
            self._box = [self._whole(fields.get(axis, ""), f"D:{axis}=") for axis in _AXES]
            self._one_sided = "oneSide" in fields
        elif not self._box:
            raise self._error("expected 'D:xDim=…:yDim=…:zDim=…' first")
        elif kind == "C":
            self._piece(fields)
        elif kind == "L":
            self._drawing, self._stationary = [], fields.get("stationary", "")
        elif kind == "~L" and self._drawing is not None:
            self._drawn(self._drawing)
            self._drawing = None
        else:
            raise self._error(f"expected D:, C:, L, ~L or ~D, not '{line}'")

    def _piece(self, fields: dict[str, str]) -> None:
        if not fields.get("name") or "layout" not in fields:
            raise self._error("expected 'C:name=…:type=M:layout=x y z, …'")
        if fields.get("type", "M") not in ("M", "S"):
            raise self._error(f"expected type=M or type=S, not '{fields['type']}'")
        cells = [[self._whole(n, "layout", -1000) for n in cell.split()] for cell in fields["layout"].split(",")]
        if any(len(cell) != 3 for cell in cells):
            raise self._error("expected three coordinates for each cell of the layout")
        self._add(fields["name"], cells, fields.get("type") == "S")

    def _drawn(self, rows: list[list[str]]) -> None:
        """The pieces of a drawing; its first row is the one with the largest y."""
        cells: dict[str, list[list[int]]] = {}
        for y, row in enumerate(reversed(rows)):
            for x, letter in enumerate(row):
                if letter != ".":
                    cells.setdefault(letter, []).append([x, y, 0])
        for letter in sorted(cells):
            self._add(letter, cells[letter], letter in self._stationary)

    def _add(self, name: str, cells: list[list[int]], fixed: bool) -> None:
        self._pieces.append({"name": name, "cells": cells, "copies": 1, "fixed": fixed})

    def _instance(self) -> dict[str, Any]:
        if not self._pieces:
            raise self._error("the definition has no pieces")
        flat = 1 in self._box
        return {
            "family": "polycubes", "name": self._name, "box": self._box, "pieces": self._pieces,
            "reflect": flat and not self._one_sided, "convention": "reflections" if flat else "rotations",
        }  # fmt: skip

    def _whole(self, text: str, what: str, least: int = 1) -> int:
        if not re.fullmatch(r"-?\d+", text) or int(text) < least:
            raise self._error(f"{what} expected a whole number, not '{text}'")
        return int(text)

    def _error(self, message: str) -> UserError:
        return UserError(f"{self._source}:{self._line}: {message}")
