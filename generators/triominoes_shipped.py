"""Triominoes instances drawn at random, and the shipped ones: published classes, dense boards, a study of hardness."""

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from tilings.generators.emit import Entry, answers
from tilings.generators.ladders import Ladder, Rung, Wording, bounded, fitting, listed, required
from tilings.models import fields
from tilings.models.problem import UserError
from tilings.models.triominoes import PROBLEM
from tilings.models.triominoes.instance import TriominoesInstance

# Ranges of the published generator: tiles, values (drawn from 1 to this), rows = columns.
CLASSES = {
    "easy": ((2, 6), (3, 6), (2, 5)),
    "medium": ((6, 10), (3, 10), (6, 10)),
    "hard": ((10, 20), (3, 15), (10, 20)),
}
BATCH = ("easy",) * 4 + ("medium",) * 4 + ("hard",) * 2
BATCHES = 10
EXTREME = range(17, 36, 2)
EXTREME_VALUES = 9
DENSE = tuple(product((4, 5, 6, 7, 8), (4, 8)))  # rows, values
CONNECTED = ((4, 4), (5, 6), (6, 9))  # rows, tiles
HOLES = ((5, 6), (6, 9))  # rows, tiles

# The study: tiles and values on one board, from loose to more than fit; other boards at the same densities.
GRID = (6, (4, 6, 8, 10, 12, 16), (2, 3, 4, 6, 9))  # rows, tiles, values
BESIDE = {5: (4, 6, 8), 7: (8, 11, 16)}  # rows: a sixth, two ninths and a third as many tiles as cells
BESIDE_VALUES = 4
GRID_SEEDS = (1, 2, 3)
# The ladders: boards by side, by the share of the cells that the tiles would cover in per cent, and by values.
LOWEST, VALUES = 3, (4, 8)
DENSITIES = {50: "half full", 67: "two thirds full", 83: "five sixths full", 100: "full"}
SHIPPED = ((5, 6, 7, 8), tuple(DENSITIES), VALUES)  # sides, densities and values with known answers
_NUMBER = r"([1-9]\d{0,8})"
_BOARD = re.compile(rf"(board|filled){_NUMBER}(?:x{_NUMBER})?-d{_NUMBER}-v{_NUMBER}-s([1-9]\d{{0,8}}|0)", re.ASCII)
LADDER_SEEDS = (4, 5, 6)  # those of the study would give its boards again
SWEPT, FILLED = (6, 8), (17, 33, 50, 67, 83, 100)  # the sweep: side and values, and the shares of the cells in per cent
VARIANTS: dict[str, dict[str, Any]] = {
    "rect04x09-m12-k4": {"rows": 4, "cols": 9, "tiles": 12, "values": 4},
    "rect05x07-m11-k4": {"rows": 5, "cols": 7, "tiles": 11, "values": 4},
    "blocked6-m10-k4": {"rows": 6, "cols": 6, "tiles": 10, "values": 4, "blocked": 4},
    "connected6-m10-k4": {"rows": 6, "cols": 6, "tiles": 10, "values": 4, "connected": True},
    "length2-5-m12-k4": {"rows": 5, "cols": 5, "tiles": 12, "values": 4, "length": 2},
    "length4-7-m12-k4": {"rows": 7, "cols": 7, "tiles": 12, "values": 4, "length": 4},
}
VARIANT_SEEDS = (1, 2)

# An instance, and the parameters and the seed that it is drawn with.
Drawn = tuple[TriominoesInstance, dict[str, Any], int]

LADDER_PROOF = "proved alike by dlx_budget and clingo (asp_cell)"
PROOF = "proved alike by two or more of CP-SAT, clingo, Chuffed and Gecode on the formulations of this repository"


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


def catalogue() -> list[Entry]:
    """The shipped instances, with the known answers of those that were proved."""
    return [*(_placed(_entry(*drawn)) for drawn in (*_published(), *_dense(), *_study())), *_ladder()]


def extreme() -> Iterator[Drawn]:
    for n in EXTREME:
        yield _drawn(f"extreme-{n}", n, rows=n, cols=n, tiles=n, values=EXTREME_VALUES, difficulty="extreme")


def _published() -> Iterator[Drawn]:
    for number in range(BATCHES):
        for seed, instance in batch(number):
            yield instance, {"difficulty": instance.difficulty}, seed
    yield from extreme()


def _dense() -> Iterator[Drawn]:
    for n, values in DENSE:
        parameters = {"rows": n, "cols": n, "tiles": n * n // 3, "values": values, "difficulty": "dense"}
        yield _drawn(f"dense-{n}-v{values}", 10 * n + values, **parameters)
    for n, tiles in CONNECTED:
        yield _drawn(f"connected-{n}", n, rows=n, cols=n, tiles=tiles, values=4, connected=True)
    for n, tiles in HOLES:
        yield _drawn(f"holes-{n}", n, rows=n, cols=n, tiles=tiles, values=4, blocked=n - 2)


def _study() -> Iterator[Drawn]:
    """With one seed and number of values, the tiles of a board are among the tiles of each board with more tiles."""
    n, tiles, values = GRID
    cases = [(n, m, k) for m, k in product(tiles, values)]
    cases += [(rows, m, BESIDE_VALUES) for rows, counts in BESIDE.items() for m in counts]
    for (rows, m, k), seed in product(sorted(cases), GRID_SEEDS):
        yield _drawn(f"grid{rows}-m{m:02}-k{k}-s{seed}", seed, rows=rows, cols=rows, tiles=m, values=k)
    for (name, parameters), seed in product(VARIANTS.items(), VARIANT_SEEDS):
        yield _drawn(f"variant-{name}-s{seed}", seed, **parameters)


def made(name: str) -> Entry | None:
    """The board of a ladder's name, such as board5-d50-v8-s4 or board5x6-d50-v8-s4, or of a sweep's, such as
    filled6-d50-v8-s4; None for other names.

    Boards from loose to full; with one seed and so many values, those with fewer tiles have the same ones. Raises
    UserError for an impossible or too large board.
    """
    if not (found := _BOARD.fullmatch(name)):
        return None
    word, *sides = found.groups()
    rows, cols, density, values, seed = (int(number or sides[0]) for number in sides)
    tiles = round(rows * cols * density / 300)
    bounded(name, tiles * 4 * rows * cols, "tiles x 4 orientations x cells")
    if not 1 <= density <= 100:
        raise UserError(f"{name}: the tiles cover from 1 to 100 per cent of the cells, not {density}")
    entry = _entry(*_drawn(name, seed, rows=rows, cols=cols, tiles=tiles, values=values))
    entry = entry._replace(source=LADDER_PROOF if entry.known else "")
    if word == "filled":
        return entry._replace(ladder_class=name.replace(f"-d{density}", "").removesuffix(f"-s{seed}"), size=density)
    if cols - rows not in (0, 1):
        return entry
    return entry._replace(ladder_class=f"d{density}-v{values}", size=(rows + cols) / 2)


def _ladder() -> Iterator[Entry]:
    sides, densities, values = SHIPPED
    for k, density, n, seed in product(values, densities, sides, LADDER_SEEDS):
        yield required(made, f"board{n}-d{density}-v{k}-s{seed}")


_TASK = "Lay as many of the given 1 x 3 tiles as possible; touching cells of different tiles show equal values."


def _boards(density: int, values: int) -> Ladder:
    def rung(number: int) -> Rung | None:
        n, wider = LOWEST + number // 2, number % 2
        board = f"board{n}x{n + 1}" if wider else f"board{n}"
        names = tuple(f"{board}-d{density}-v{values}-s{seed}" for seed in LADDER_SEEDS)
        return fitting(Rung(n + wider / 2, names), density * 4 * (n * (n + wider)) ** 2 / 300)

    return Ladder(
        PROBLEM.family, f"d{density}-v{values}", ("optimum",), "", "side",
        "The boards are square, or one column wider than high, and have the mean of both sides as their size; the "
        f"tiles have values from 1 to {values}, and would cover {density} % of the cells.",
        f"board{{n}}-d{density}-v{values}-s{{seed}}, board{{n}}x{{n+1}}-d{density}-v{values}-s{{seed}}", "", rung,
        Wording(
            f"triominoes, {DENSITIES[density]}",
            f"{_TASK} The name says which part of the board all tiles together would cover.",
            "the {low} x {high} board", "the {low} x {high}", "lays the most triominoes on {} and proves it",
        ),
    )  # fmt: skip


LADDERS = [
    *(_boards(density, values) for values in VALUES for density in DENSITIES),
    Ladder(
        PROBLEM.family, f"filled{SWEPT[0]}-v{SWEPT[1]}", ("optimum",), "", "% of the board",
        "The boards are {0} x {0}, and the tiles have values from 1 to {1}; boards with fewer tiles have the same "
        "ones.".format(*SWEPT),
        "filled{}-d{{density}}-v{}-s{{seed}}".format(*SWEPT), "",
        listed("filled{}-d{{}}-v{}-s{{}}".format(*SWEPT), FILLED, LADDER_SEEDS),
        Wording("triominoes, {0} x {0}".format(SWEPT[0]), _TASK, "a board filled to {} %", "at {} %"),
        sweep=True,
    ),
]  # fmt: skip


def _placed(entry: Entry) -> Entry:
    """The entry, with its class if it is a published board, whose size is its number of tiles."""
    instance = entry.instance
    if instance.difficulty in (*CLASSES, "extreme"):
        return entry._replace(ladder_class="published", size=len(instance.tiles))
    return entry


def _drawn(name: str, seed: int, **parameters: Any) -> Drawn:
    return generate(random.Random(seed), name, **parameters), parameters, seed


def _entry(instance: TriominoesInstance, parameters: dict[str, Any], seed: int) -> Entry:
    """The entry. Its known answers are the optimum, and the number of boards with all tiles if it was counted."""
    known: dict[str, str | int] = {}
    if proved := answers(PROBLEM.family).get(instance.name):
        first = "sat" if proved.answers["optimum"] == len(instance.tiles) else "unsat"
        known = proved.answers | {"first": first}
    return Entry(instance, "generators.triominoes", parameters, seed, known, PROOF if known else "")
