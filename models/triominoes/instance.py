"""A triominoes instance: a board, perhaps with blocked cells, and tiles of three values each (or of another length)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilings.models import fields
from tilings.models.problem import CONVENTIONS, UserError

Tile = tuple[int, ...]
Cell = tuple[int, int]

DIFFICULTIES = ("easy", "medium", "hard", "extreme", "dense")
LONGEST = 1000  # the longest side of a board, as the preprocessing looks at every corner
LARGEST = 10**6  # the largest value, as Chuffed keeps a literal for each value up to it
_FIELDS = {"name", "rows", "cols", "tiles", "connected", "difficulty", "blocked", "convention", "length"}


class TriominoesInstance(NamedTuple):
    """Place as many of the tiles as possible on a board of rows x cols cells.

    tiles: the values of each tile, in its own reading direction.
    length: the number of cells of a tile, and of values on it, from 2.
    connected: whether the placed tiles must form one edge-connected group.
    difficulty: the class that the instance was drawn from, or empty.
    blocked: (row, column) of the cells that no tile may cover, ascending.
    """

    name: str
    rows: int
    cols: int
    tiles: tuple[Tile, ...]
    connected: bool = False
    difficulty: str = ""
    blocked: tuple[Cell, ...] = ()
    convention: str = "raw"
    length: int = 3
    presentation: int = 0


def parse(data: Mapping[str, Any]) -> TriominoesInstance:
    """The instance that a JSON object describes; raises UserError for anything but a valid one."""
    fields.no_others(data, _FIELDS)
    name = fields.name(fields.need(data, "name"))
    rows = fields.integer(fields.need(data, "rows"), "rows", most=LONGEST)
    cols = fields.integer(fields.need(data, "cols"), "cols", most=LONGEST)
    length = fields.integer(data.get("length", 3), "length", least=2)
    listed = fields.array(fields.need(data, "tiles"), "tiles")
    tiles = tuple(_tile(value, number, length) for number, value in enumerate(listed, start=1))
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
        length=length,
    )


def to_json(instance: TriominoesInstance) -> dict[str, Any]:
    """The JSON object that ``parse`` reads back; optional fields at their defaults are left out."""
    optional = {
        "difficulty": instance.difficulty,
        "blocked": [list(cell) for cell in instance.blocked],
        "convention": "" if instance.convention == "raw" else instance.convention,
        "length": 0 if instance.length == 3 else instance.length,
    }
    return {
        "name": instance.name,
        "rows": instance.rows,
        "cols": instance.cols,
        "tiles": [list(tile) for tile in instance.tiles],
        "connected": instance.connected,
    } | {field: value for field, value in optional.items() if value}


def _tile(value: Any, number: int, length: int) -> Tile:
    """A tile; errors name it by its place in the list, counted from 1."""
    if not isinstance(value, list | tuple) or len(value) != length:
        raise UserError(f"tile {number} must be an array of {length} values ('length'), not {fields.shown(value)}")
    return tuple(fields.integer(part, f"tiles: tile {number}", 0, LARGEST) for part in value)


def _blocked(value: Any, rows: int, cols: int) -> tuple[Cell, ...]:
    cells = set()
    for pair in fields.array(value, "blocked"):
        row, col = fields.array(pair, "blocked", length=2)
        cell = fields.integer(row, "blocked", 0, rows - 1), fields.integer(col, "blocked", 0, cols - 1)
        if cell in cells:
            raise UserError(f"'blocked' names the cell {list(cell)} twice")
        cells.add(cell)
    return tuple(sorted(cells))
