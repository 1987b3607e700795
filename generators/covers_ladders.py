"""Exact covers in four classes that grow: matrices of cut boxes, plain, with copies and with costs, and edge matching.

Each is made from a solution: a box cut into pieces at random (generators/polycubes.py), or a board of square
tiles whose touching edges are painted alike at random.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tilings.generators import polycubes
from tilings.generators.emit import Entry, answers
from tilings.models.covers import PROBLEM
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import UserError

SMALLEST, LARGEST, DRAWS = 4, 6, 20
MOST_COST = 99
MOST_SIDE = 12
# The colours of edge-matching boards: fewer give many solutions, more a single one.
COLOURS = 4
OUTSIDE = 0


def matrix(width: int, height: int, seed: int) -> CoversInstance:
    """The placements of the pieces into which a flat box was cut: each piece and each cell is an item."""
    primary, options = _rows(_cut_box(random.Random(seed), width, height))
    return cover(f"matrix{width}x{height}-s{seed}", primary, options)


def costs(width: int, height: int, seed: int) -> CoversInstance:
    """The same matrix with a random cost of 1 to 99 for each placement."""
    rng = random.Random(seed)
    primary, options = _rows(_cut_box(rng, width, height))
    priced = [{"items": items, "cost": rng.randint(1, MOST_COST)} for items in options]
    return cover(f"costs{width}x{height}-s{seed}", primary, priced)


def twofold(width: int, height: int, seed: int) -> CoversInstance:
    """A flat box to be covered twice, by the pieces of two cuts of it together."""
    rng = random.Random(seed)
    (primary, options), (others, more) = (_rows(_cut_box(rng, width, height), 2, cut) for cut in "AB")
    pieces = [item for item in others if item not in primary]
    return cover(f"twofold{width}x{height}-s{seed}", primary + pieces, options + more)


def edges(width: int, height: int, seed: int) -> CoversInstance:
    """Square tiles with painted edges fill a board: touching edges have one colour, those of the border are outside.

    Tiles and cells are primary items, the edges between cells coloured ones. Equal tiles are one item with
    that multiplicity. (C. Ansótegui et al., "How Hard is a Commercial Puzzle: the Eternity II Challenge", 2008.)
    """
    rng = random.Random(seed)
    cells = list(product(range(width), range(height)))
    painted = {edge: rng.randint(1, COLOURS) for cell in cells for edge in _around(*cell, width, height) if edge}
    tiles = Counter(
        min(_turned([painted.get(edge, OUTSIDE) for edge in _around(*cell, width, height)])) for cell in cells
    )
    primary: list[Any] = [f"{x},{y}" for x, y in cells]
    options = []
    for number, (tile, copies) in enumerate(sorted(tiles.items()), start=1):
        primary.append(_item(f"T{number}", copies))
        for (x, y), sides in product(cells, sorted(set(_turned(tile)))):
            around = _around(x, y, width, height)
            if all((side == OUTSIDE) == (edge == "") for side, edge in zip(sides, around, strict=True)):
                paints = [f"{edge}:{side}" for edge, side in zip(around, sides, strict=True) if edge]
                options.append([f"T{number}", f"{x},{y}", *paints])
    return cover(f"edges{width}x{height}c{COLOURS}-s{seed}", primary, options, sorted(painted))


BOXES = ((5, 5), (6, 5), (6, 6), (7, 6), (7, 7), (8, 7), (8, 8), (9, 8))
# Of each class its function, boxes and seeds. The size on the ladder is the number of cells.
CLASSES: dict[str, tuple[Callable[[int, int, int], CoversInstance], tuple[tuple[int, int], ...], tuple[int, ...]]] = {
    "matrix": (matrix, BOXES, (1, 2)),
    "costs": (costs, BOXES, (1, 2, 3)),
    "multiplicity": (twofold, ((3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6)), (1, 2, 3)),
    "coloured": (edges, ((3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6)), (1, 2, 3)),
}


def instance(name: str, width: int, height: int, seed: int) -> CoversInstance:
    """An instance of a class; raises UserError for a wrong size."""
    if not (2 <= width <= MOST_SIDE and 2 <= height <= MOST_SIDE):
        raise UserError(f"a box of a ladder has sides from 2 to {MOST_SIDE}, not {width} and {height}")
    make, _, _ = CLASSES[name]
    return make(width, height, seed)


def catalogue() -> Iterator[Entry]:
    """The shipped instances of all classes."""
    proved = answers(PROBLEM.family)
    for name, (make, boxes, seeds) in CLASSES.items():
        for (width, height), seed in product(boxes, seeds):
            cover_instance = make(width, height, seed)
            parameters = {"width": width, "height": height}
            known: dict[str, str | int] = {"first": "sat"}
            entry = Entry(cover_instance, name, parameters, seed, known, "by construction", name, width * height)
            yield entry.with_proof(proved.get(cover_instance.name))


def _around(x: int, y: int, width: int, height: int) -> list[str]:
    """The edges of a cell, clockwise from the top; an empty name stands for the border."""
    return [
        f"h{x},{y}" if y else "",
        f"v{x + 1},{y}" if x + 1 < width else "",
        f"h{x},{y + 1}" if y + 1 < height else "",
        f"v{x},{y}" if x else "",
    ]


def _turned(sides: Any) -> list[tuple[int, ...]]:
    return [(*sides[turn:], *sides[:turn]) for turn in range(4)]


def _cut_box(rng: random.Random, width: int, height: int) -> PolycubesInstance:
    return polycubes.generate(rng, (width, height, 1), SMALLEST, LARGEST, draws=DRAWS)


def _rows(box: PolycubesInstance, times: int = 1, prefix: str = "") -> tuple[list[Any], list[list[str]]]:
    """The primary items and options of a box whose cells are covered `times` times; prefix: of the pieces' names."""
    matrix = placements(box)
    cells = [f"{x},{y}" for x, y, _ in matrix.open_cells]
    pieces = [prefix + piece.name for piece in matrix.pieces]
    primary = [_item(cell, times) for cell in cells]
    primary += [_item(name, piece.copies) for name, piece in zip(pieces, matrix.pieces, strict=True)]
    options = [
        [pieces[owner], *(cells[cell] for cell in covered)]
        for owner, covered in zip(matrix.piece, matrix.cells, strict=True)
    ]
    return primary, options


def _item(name: str, times: int) -> dict[str, Any]:
    return {"name": name, "least": times, "most": times}


def cover(name: str, primary: list[Any], options: list[Any], secondary: list[str] | None = None) -> CoversInstance:
    return parse({"name": name, "primary": primary, "secondary": secondary or [], "options": options})
