"""Triominoes instances: tiles with uniformly drawn values on a square board, as in the published experiments.

The published batches draw the numbers of tiles, of values and of rows from the ranges of a difficulty class;
most of their boards have far more room than the tiles need. The class ``dense`` has as many tiles as the board
has room for.

    python -m generators.triominoes --difficulty medium --seed 5
    python -m generators.triominoes --rows 6 --cols 7 --tiles 14 --values 4 --blocked 2 --connected --seed 1
"""

from __future__ import annotations

import argparse
import random
from itertools import product
from typing import Any

from generators import emit
from generators.emit import Entry
from models.command import run
from models.problem import UserError
from models.triominoes import PROBLEM
from models.triominoes.instance import TriominoesInstance

# Ranges of the published generator: tiles, values (drawn from 1 to this), rows = columns.
CLASSES = {
    "easy": ((2, 6), (3, 6), (2, 5)),
    "medium": ((6, 10), (3, 10), (6, 10)),
    "hard": ((10, 20), (3, 15), (10, 20)),
}
BATCH = ("easy",) * 4 + ("medium",) * 4 + ("hard",) * 2
EXTREME_VALUES = 9
BATCHES = 2
EXTREME = range(17, 26, 2)  # published up to 35
DENSE = tuple(product((4, 5, 6, 7, 8), (4, 8)))  # rows, values
CONNECTED = ((4, 4), (5, 6), (6, 9))  # rows, tiles
HOLES = ((5, 6), (6, 9))  # rows, tiles

PROOF = "proved alike by two or more of CP-SAT, clingo, Chuffed and Gecode on the formulations of this repository"
OPEN = ("dense-7-v4", "dense-7-v8", "dense-8-v4", "dense-8-v8")
FEWER = {  # the optima of the shipped instances that cannot take all their tiles
    "b0-2-easy": 0,
    "b0-4-easy": 0,
    "b1-1-easy": 4,
    "b1-2-easy": 2,
    "b1-3-easy": 0,
    "dense-4-v4": 3,
    "dense-4-v8": 3,
    "dense-5-v4": 6,
    "dense-5-v8": 5,
    "dense-6-v4": 10,
    "dense-6-v8": 8,
    "holes-6": 8,
}
COUNTS = {"b0-1-easy": 328, "b0-3-easy": 280, "connected-4": 16, "connected-5": 24, "holes-5": 2}


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
) -> TriominoesInstance:
    """So many tiles with values drawn uniformly from 1 to `values`, and a board with so many cells blocked.

    Raises UserError for numbers that make no instance.
    """
    if values < 1:
        raise UserError(f"values must be at least 1, not {values}")
    if not 0 <= blocked <= rows * cols:
        raise UserError(f"blocked must be from 0 to {rows * cols}, not {blocked}")
    drawn = [[rng.randint(1, values) for _ in range(3)] for _ in range(tiles)]
    holes = rng.sample(sorted(product(range(rows), range(cols))), blocked)
    data: dict[str, Any] = {"name": name, "rows": rows, "cols": cols, "tiles": drawn, "connected": connected}
    optional = {"difficulty": difficulty, "blocked": [list(cell) for cell in holes]}
    return PROBLEM.parse(data | {field: value for field, value in optional.items() if value})


def from_class(rng: random.Random, name: str, difficulty: str) -> TriominoesInstance:
    """An instance whose numbers of tiles, values and rows are drawn, in this order, from a class's ranges."""
    tiles, values, rows = (rng.randint(*bounds) for bounds in CLASSES[difficulty])
    return generate(rng, name, rows, rows, tiles, values, difficulty=difficulty)


def catalogue() -> list[Entry]:
    """The shipped instances: the published classes, dense boards, connected ones, and ones with blocked cells."""
    entries = [_batch(batch, place) for batch in range(BATCHES) for place in range(1, len(BATCH) + 1)]
    entries += [_square(f"extreme-{n}", n, n, EXTREME_VALUES, seed=n, difficulty="extreme") for n in EXTREME]
    entries += [
        _square(f"dense-{n}-v{values}", n, n * n // 3, values, seed=10 * n + values, difficulty="dense")
        for n, values in DENSE
    ]
    for n, tiles in CONNECTED:
        entries.append(_square(f"connected-{n}", n, tiles, 4, seed=n, connected=True))
    for n, tiles in HOLES:
        entries.append(_square(f"holes-{n}", n, tiles, 4, seed=n, blocked=n - 2))
    return entries


def main() -> int:
    """Write one instance in every format."""
    arguments = _arguments()
    rng = random.Random(arguments.seed)
    if arguments.difficulty:
        name = arguments.name or f"{arguments.difficulty}-s{arguments.seed}"
        instance = from_class(rng, name, arguments.difficulty)
    else:
        rows, cols = arguments.rows, arguments.cols or arguments.rows
        tiles = arguments.tiles if arguments.tiles is not None else rows * cols // 3
        name = arguments.name or f"r{rows}-c{cols}-m{tiles}-v{arguments.values}-s{arguments.seed}"
        instance = generate(rng, name, rows, cols, tiles, arguments.values, arguments.blocked, arguments.connected)
    return emit.announce(emit.write(PROBLEM, instance, arguments.out))


def _batch(batch: int, place: int) -> Entry:
    difficulty, seed = BATCH[place - 1], 100 * batch + place
    instance = from_class(random.Random(seed), f"b{batch}-{place}-{difficulty}", difficulty)
    return _entry(instance, {"difficulty": difficulty}, seed)


def _square(name: str, n: int, tiles: int, values: int, seed: int, **more: Any) -> Entry:
    parameters = {"rows": n, "cols": n, "tiles": tiles, "values": values} | more
    return _entry(generate(random.Random(seed), name, **parameters), parameters, seed)


def _entry(instance: TriominoesInstance, parameters: dict[str, Any], seed: int) -> Entry:
    known = _known(instance)
    return Entry(instance, "generators.triominoes", parameters, seed, known, PROOF if known else "")


def _known(instance: TriominoesInstance) -> dict[str, str | int]:
    if instance.name in OPEN:
        return {}
    optimum = FEWER.get(instance.name, len(instance.tiles))
    answers: dict[str, str | int] = {"optimum": optimum}
    answers["first"] = "sat" if optimum == len(instance.tiles) else "unsat"
    return answers | ({"count": COUNTS[instance.name]} if instance.name in COUNTS else {})


def _arguments() -> argparse.Namespace:
    parser = emit.parser((__doc__ or "").splitlines()[0], "triominoes")
    parser.add_argument("--difficulty", choices=CLASSES, help="draw the numbers below from a published class")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--cols", type=int, help="default: as many as rows")
    parser.add_argument("--tiles", type=int, help="default: as many as the area has room for")
    parser.add_argument("--values", type=int, default=6, help="values are drawn from 1 to this")
    parser.add_argument("--blocked", type=int, default=0, help="number of cells blocked at random")
    parser.add_argument("--connected", action="store_true", help="the tiles placed must form one group")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    run(main)
