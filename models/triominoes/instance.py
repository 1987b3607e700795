"""A triominoes instance: a board, perhaps with blocked cells, and tiles of three values each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models import fields
from models.problem import CONVENTIONS, Instance, UserError

Tile = tuple[int, int, int]
Cell = tuple[int, int]

DIFFICULTIES = ("easy", "medium", "hard", "extreme", "dense")
_FIELDS = {"name", "rows", "cols", "tiles", "connected", "difficulty", "blocked", "convention"}


@dataclass(frozen=True)
class TriominoesInstance(Instance):
    """Place as many of the tiles as possible on a board of rows x cols cells.

    tiles: the values of each tile, in its own reading direction.
    connected: whether the placed tiles must form one edge-connected group.
    difficulty: the class that the instance was drawn from, or empty.
    blocked: (row, column) of the cells that no tile may cover, ascending.
    """

    rows: int
    cols: int
    tiles: tuple[Tile, ...]
    connected: bool = False
    difficulty: str = ""
    blocked: tuple[Cell, ...] = ()
    convention: str = "raw"


def parse(data: Mapping[str, Any]) -> TriominoesInstance:
    """The instance that a JSON object describes; raises UserError for anything but a valid one."""
    fields.no_others(data, _FIELDS)
    name = fields.name(fields.need(data, "name"))
    rows = fields.integer(fields.need(data, "rows"), "rows")
    cols = fields.integer(fields.need(data, "cols"), "cols")
    tiles = tuple(map(_tile, fields.array(fields.need(data, "tiles"), "tiles")))
    if not tiles:
        raise UserError("'tiles' must hold at least one tile")
    difficulty = data.get("difficulty")
    return TriominoesInstance(
        name,
        rows,
        cols,
        tiles,
        connected=fields.boolean(data.get("connected", False), "connected"),
        difficulty="" if difficulty is None else fields.choice(difficulty, "difficulty", DIFFICULTIES),
        blocked=_blocked(data.get("blocked", []), rows, cols),
        convention=fields.choice(data.get("convention", "raw"), "convention", CONVENTIONS),
    )


def to_json(instance: TriominoesInstance) -> dict[str, Any]:
    """The JSON object that ``parse`` reads back; optional fields only where they say something."""
    optional = {
        "difficulty": instance.difficulty,
        "blocked": [list(cell) for cell in instance.blocked],
        "convention": "" if instance.convention == "raw" else instance.convention,
    }
    return {
        "name": instance.name,
        "rows": instance.rows,
        "cols": instance.cols,
        "tiles": [list(tile) for tile in instance.tiles],
        "connected": instance.connected,
    } | {field: value for field, value in optional.items() if value}


def _tile(value: Any) -> Tile:
    parts = fields.array(value, "tiles", length=3)
    one, two, three = (fields.integer(part, "tiles", least=0) for part in parts)
    return one, two, three


def _blocked(value: Any, rows: int, cols: int) -> tuple[Cell, ...]:
    cells = set()
    for pair in fields.array(value, "blocked"):
        row, col = fields.array(pair, "blocked", length=2)
        cell = fields.integer(row, "blocked", 0, rows - 1), fields.integer(col, "blocked", 0, cols - 1)
        if cell in cells:
            raise UserError(f"'blocked' names the cell {list(cell)} twice")
        cells.add(cell)
    return tuple(sorted(cells))
