"""Boards and tiles drawn at random: the published classes of difficulty, and any numbers."""

import random
from typing import Any

from tilings.models import fields
from tilings.models.triominoes import PROBLEM
from tilings.models.triominoes.instance import TriominoesInstance

# Ranges of the published generator: tiles, values (drawn from 1 to this), rows = columns.
CLASSES = {
    "easy": ((2, 6), (3, 6), (2, 5)),
    "medium": ((6, 10), (3, 10), (6, 10)),
    "hard": ((10, 20), (3, 15), (10, 20)),
}
BATCH = ("easy",) * 4 + ("medium",) * 4 + ("hard",) * 2


def generate(
    rng: random.Random,
    name: str,
    rows: int,
    cols: int,
    tiles: int,
    values: int,
    blocked: int = 0,
    connected: bool = False,
    difficulty: str = "",
    length: int = 3,
) -> TriominoesInstance:
    """An instance with `tiles` tiles, values drawn uniformly from 1 to `values`, and `blocked` blocked cells.

    The tiles are drawn first, one after the other, so that a larger number from the same state of `rng` begins with
    the same tiles. Raises UserError for numbers that make no instance.
    """
    for field, number in {"rows": rows, "cols": cols, "tiles": tiles, "values": values}.items():
        fields.integer(number, field)
    fields.integer(length, "length", least=2)
    fields.integer(blocked, "blocked", 0, rows * cols)
    drawn = [[rng.randint(1, values) for _ in range(length)] for _ in range(tiles)]
    holes = [divmod(cell, cols) for cell in rng.sample(range(rows * cols), blocked)]
    data: dict[str, Any] = {"name": name, "rows": rows, "cols": cols, "tiles": drawn, "connected": connected}
    optional = {"difficulty": difficulty, "blocked": [list(cell) for cell in holes]}
    return PROBLEM.parse(data | {field: value for field, value in optional.items() if value} | {"length": length})


def from_class(rng: random.Random, name: str, difficulty: str) -> TriominoesInstance:
    """An instance whose numbers of tiles, values and rows are drawn, in this order, from a class's ranges."""
    tiles, values, rows = (rng.randint(*bounds) for bounds in CLASSES[difficulty])
    return generate(rng, name, rows, rows, tiles, values, difficulty=difficulty)


def batch(number: int) -> list[tuple[int, TriominoesInstance]]:
    """Four easy, four medium and two hard instances, each with the seed that it is drawn with."""
    seeds = range(100 * number + 1, 100 * number + 1 + len(BATCH))
    return [
        (seed, from_class(random.Random(seed), f"b{number}-{place}-{difficulty}", difficulty))
        for place, (seed, difficulty) in enumerate(zip(seeds, BATCH, strict=True), start=1)
    ]
