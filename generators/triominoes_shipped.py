"""The shipped triominoes instances: the published experiments drawn again, dense boards, and a study of hardness."""

import csv
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from tilings.generators import triominoes_random as drawn
from tilings.generators.emit import Entry
from tilings.models.triominoes.instance import TriominoesInstance

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
# The ladder: boards by side, by the share of the cells that the tiles would cover in per cent, and by values.
LADDER = ((5, 6, 7, 8), (50, 67, 83, 100), (4, 8))
LADDER_SEEDS = (4, 5, 6)  # those of the study would give its boards again
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
Made = tuple[TriominoesInstance, dict[str, Any], int]

# What is known, one row an instance: the optimum, and the number of boards with all tiles where it was counted.
KNOWN = Path(__file__).parent / "known" / "triominoes.csv"
LADDER_PROOF = "proved alike by dlx_budget and clingo (asp_cell)"
PROOF = "proved alike by two or more of CP-SAT, clingo, Chuffed and Gecode on the formulations of this repository"


def catalogue() -> list[Entry]:
    """The shipped instances, with the known answers of those that were proved."""
    known = known_answers()
    made = [*_published(), *_dense(), *_study()]
    entries = [_entry(instance, parameters, seed, known.get(instance.name, {})) for instance, parameters, seed in made]
    return [*map(_placed, entries), *_ladder(known)]


def known_answers() -> dict[str, dict[str, int]]:
    """For each instance in the table its optimum, and its count where there is one."""
    with KNOWN.open(encoding="utf-8", newline="") as file:
        return {
            row.pop("instance"): {goal: int(value) for goal, value in row.items() if value}
            for row in csv.DictReader(file)
        }


def extreme() -> Iterator[Made]:
    """The extreme ladder."""
    for n in EXTREME:
        yield _made(f"extreme-{n}", n, rows=n, cols=n, tiles=n, values=EXTREME_VALUES, difficulty="extreme")


def _published() -> Iterator[Made]:
    for number in range(BATCHES):
        for seed, instance in drawn.batch(number):
            yield instance, {"difficulty": instance.difficulty}, seed
    yield from extreme()


def _dense() -> Iterator[Made]:
    for n, values in DENSE:
        parameters = {"rows": n, "cols": n, "tiles": n * n // 3, "values": values, "difficulty": "dense"}
        yield _made(f"dense-{n}-v{values}", 10 * n + values, **parameters)
    for n, tiles in CONNECTED:
        yield _made(f"connected-{n}", n, rows=n, cols=n, tiles=tiles, values=4, connected=True)
    for n, tiles in HOLES:
        yield _made(f"holes-{n}", n, rows=n, cols=n, tiles=tiles, values=4, blocked=n - 2)


def _study() -> Iterator[Made]:
    """With one seed and so many values, the tiles of a board are among those of each board with more tiles."""
    n, tiles, values = GRID
    cases = [(n, m, k) for m, k in product(tiles, values)]
    cases += [(rows, m, BESIDE_VALUES) for rows, counts in BESIDE.items() for m in counts]
    for (rows, m, k), seed in product(sorted(cases), GRID_SEEDS):
        yield _made(f"grid{rows}-m{m:02}-k{k}-s{seed}", seed, rows=rows, cols=rows, tiles=m, values=k)
    for (name, parameters), seed in product(VARIANTS.items(), VARIANT_SEEDS):
        yield _made(f"variant-{name}-s{seed}", seed, **parameters)


def _ladder(known: dict[str, dict[str, int]]) -> Iterator[Entry]:
    """Boards from loose to full; with one seed and so many values, those with fewer tiles have the same ones."""
    sides, densities, values = LADDER
    for k, density, n, seed in product(values, densities, sides, LADDER_SEEDS):
        name = f"board{n}-d{density}-v{k}-s{seed}"
        parameters = {"rows": n, "cols": n, "tiles": round(n * n * density / 300), "values": k}
        entry = _entry(*_made(name, seed, **parameters), known.get(name, {}))
        source = LADDER_PROOF if entry.known else ""
        yield replace(entry, source=source, ladder_class=f"d{density}-v{k}", size=n)


def _placed(entry: Entry) -> Entry:
    """The entry on its ladder: published boards by their number of tiles, our full ones by their side."""
    instance, parameters = entry.instance, entry.parameters
    if instance.difficulty in (*drawn.CLASSES, "extreme"):
        return replace(entry, ladder_class="published", size=len(instance.tiles))
    if instance.difficulty == "dense":
        return replace(entry, ladder_class=f"d100-v{parameters['values']}", size=instance.rows)
    return entry


def _made(name: str, seed: int, **parameters: Any) -> Made:
    return drawn.generate(random.Random(seed), name, **parameters), parameters, seed


def _entry(instance: TriominoesInstance, parameters: dict[str, Any], seed: int, proved: dict[str, int]) -> Entry:
    known: dict[str, str | int] = dict(proved)
    if proved:
        known["first"] = "sat" if proved["optimum"] == len(instance.tiles) else "unsat"
    return Entry(instance, "generators.triominoes", parameters, seed, known, PROOF if known else "")
