"""Exact covers in classes that grow: matrices of cut boxes, plain, with copies and with costs, and edge matching.

Each is made from a solution: a box cut into pieces at random (generators/polycubes.py), or a board of square
tiles whose touching edges are painted alike at random.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from heapq import merge
from itertools import count, islice, product
from math import inf, prod
from typing import Any, NamedTuple

from tilings.generators import boxes
from tilings.generators.emit import Entry, answers
from tilings.generators.ladders import Ladder, Rung, Wording, bounded, by_eighths, fitting, listed, numbers, presented
from tilings.models.covers import PROBLEM
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.polycubes.data import placements
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import UserError

SMALLEST, LARGEST, DRAWS = 4, 6, 20
MOST_COST = 99
# The colours of edge-matching boards: with few a large board has many solutions and is easy, with more it is hard.
FEW, MANY = 4, 6
SWEPT, COLOURS = "colours6x6", (2, 3, 4, 5, 6, 8)  # the sweep: the board, and the numbers of colours
HARDEST = 72  # cells: larger boards in MANY colours have so many solutions that they are easier (docs/experiments.md)
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


def edges(width: int, height: int, seed: int, colours: int = MANY) -> CoversInstance:
    """Square tiles with painted edges fill a board: touching edges have one colour, those of the border are outside.

    Tiles and cells are primary items, the edges between cells coloured ones. Equal tiles are one item with
    that multiplicity. (C. Ansótegui et al., "How Hard is a Commercial Puzzle: the Eternity II Challenge", 2008.)
    """
    return _edges("edges", width, height, seed, colours)


def mismatched(width: int, height: int, seed: int) -> CoversInstance:
    """The tiles of `edges` with one side repainted: two colours then have an odd number of sides, and none fits."""
    return _edges("mismatched", width, height, seed, FEW, repainted=True)


def pigeons(n: int) -> CoversInstance:
    """One pigeon more than holes: each pigeon is a primary item, each hole a secondary one."""
    options = [[f"p{pigeon}", f"h{hole}"] for pigeon, hole in product(range(n + 1), range(n))]
    return cover(f"pigeons{n}", [f"p{i}" for i in range(n + 1)], options, [f"h{i}" for i in range(n)])


class _Class(NamedTuple):
    """Covers of boxes of growing area."""

    make: Callable[[int, int, int], CoversInstance]  # from width, height and seed
    word: str  # the form of the names
    options: int  # the largest number of options for each pair of cells
    lowest: int  # the sum of the least box's sides
    shipped: tuple[Sequence[int], Sequence[int]]  # the sums of sides, and the seeds, with known answers
    most: float = inf  # the cells of the largest box on the ladder


SEEDS = (1, 2, 3)
CLASSES = {
    "matrix": _Class(matrix, "matrix#x#", 2, 7, (range(10, 18), (1, 2))),
    "costs": _Class(costs, "costs#x#", 2, 7, (range(10, 18), SEEDS)),
    "multiplicity": _Class(twofold, "twofold#x#", 4, 6, (range(6, 13), SEEDS)),
    "coloured": _Class(partial(edges, colours=FEW), f"edges#x#c{FEW}", 4, 5, (range(6, 13), SEEDS)),
    "edges": _Class(edges, f"edges#x#c{MANY}", 4, 5, ((), ()), HARDEST),
    "mismatched": _Class(mismatched, f"mismatched#x#c{FEW}", 4, 5, ((), ())),
}
# Boxes that are nearly as wide as high, from the least to where those of sides n and n, or n + 1 and n, are within an
# eighth of each other.
BETWEEN = ((5, 3), (6, 3), (6, 4), (7, 4), (8, 4), (8, 5), (9, 5), (9, 6), (10, 6))
PAIRED = "the two sides at an inner edge have one colour, so each colour has an even number of sides, and here not"
PIGEONHOLE = "the pigeonhole principle"


def made(name: str) -> Entry | None:
    """The cover of a ladder's name, such as matrix9x8-s1, edges4x4c4-s2 or pigeons8, or of a sweep's, such as
    colours6x6c4-s2; None for other names.

    Raises UserError for an impossible or too large one.
    """
    if found := numbers("pigeons#", name):
        (n,) = found
        bounded(name, n * (n + 1), "pigeons x holes")
        if not n:
            raise UserError(f"{name}: at least one hole is needed")
        return Entry(pigeons(n), "classic", {}, None, {"first": "unsat", "count": 0}, PIGEONHOLE, "pigeons", n)
    if found := numbers("colours#x#c#-s#", name):
        width, height, colours, seed = found
        _require(width, height, CLASSES["edges"].options)
        if not colours:
            raise UserError(f"{name}: at least one colour is needed")
        made = _edges("colours", width, height, seed, colours)
        parameters = {"width": width, "height": height, "colours": colours}
        place = f"colours{width}x{height}", colours
        return Entry(made, "colours", parameters, seed, {"first": "sat"}, "by construction", *place)
    for kind, (_, word, *_) in CLASSES.items():
        if found := numbers(f"{word}-s#", name):
            return _entry(kind, *found)
    return None


def instance(kind: str, width: int, height: int, seed: int) -> CoversInstance:
    """An instance of a class; raises UserError for an impossible or too large box."""
    _require(width, height, CLASSES[kind].options)
    return CLASSES[kind].make(width, height, seed)


def _require(width: int, height: int, options: int) -> None:
    """Raise UserError for an impossible or too large box. options: the largest number for each pair of cells."""
    if min(width, height) < 2:
        raise UserError(f"a box of a ladder needs sides of at least 2, not {width} and {height}")
    bounded(f"a box of {width} x {height} cells", options * (width * height) ** 2, "pieces x cells")


def catalogue() -> Iterator[Entry]:
    """The instances of all classes with known answers."""
    for kind, entry in CLASSES.items():
        for total, seed in product(*entry.shipped):
            yield _entry(kind, *_sides(total), seed)


def _entry(kind: str, width: int, height: int, seed: int) -> Entry:
    parameters = {"width": width, "height": height}
    made = instance(kind, width, height, seed)
    known: dict[str, str | int] = {"first": "sat"}
    source = "by construction"
    if kind == "mismatched":
        known, source = {"first": "unsat", "count": 0}, PAIRED
    entry = Entry(made, kind, parameters, seed, known, source, kind, width * height)
    return entry.with_proof(answers(PROBLEM.family).get(made.name))


def _sides(total: int) -> tuple[int, int]:
    """The sides of the box that is nearly square, by their sum."""
    return (total + 1) // 2, total // 2


def _boxes(lowest: int) -> Iterator[tuple[int, int]]:
    """The boxes of a ladder, by growing area. lowest: the sum of the least one's sides."""
    between = (box for box in BETWEEN if prod(box) > prod(_sides(lowest)))
    return merge(map(_sides, count(lowest)), between, key=prod)


def _ladder(kind: str, goals: tuple[str, ...], side: str, comparable: str, source: str) -> Ladder:
    entry = CLASSES[kind]
    form = entry.word + "-s#"

    def rung(number: int) -> Rung | None:
        width, height = next(islice(_boxes(entry.lowest), number, None))
        stem = entry.word.replace("#x#", f"{width}x{height}")
        listed = Rung(width * height, tuple(f"{stem}-s{seed}" for seed in SEEDS))
        return fitting(listed, entry.options * (width * height) ** 2) if listed.size <= entry.most else None

    words = f"The boxes are nearly square; {comparable}."
    rule = form.replace("#x#", "{x}x{y}").replace("#", "{seed}")
    return Ladder(PROBLEM.family, kind, goals, side, "cells", words, rule, source, rung, _WORDING[kind])


def _pigeon_rung(number: int) -> Rung | None:
    n = by_eighths(3, number)
    return fitting(Rung(n, presented(f"pigeons{n}")), n * (n + 1))


_ABOUT = {
    "matrix": "the pieces of four to six cells are those of the best of 20 random cuts",
    "multiplicity": "each cell is covered twice, by the pieces of two random cuts",
    "coloured": f"the edges of the tiles have {FEW} colours",
    "edges": f"the edges of the tiles have {MANY} colours",
}
_COVER = "a cover of {} cells", "{} cells"
_EDGES = "an edge-matching board of {} cells", "{} cells"
_CUT = "Fill a flat box with the pieces into which it was cut"
_TILES = "Lay square tiles on a board, touching edges with equal colours, of which there are"
_WORDING = {
    "matrix": Wording("cut squares as covers", f"{_CUT}, as a matrix of items and options.", *_COVER),
    "multiplicity": Wording(
        "twofold covers", "Fill a flat box twice with the pieces of two cuts of it, as a matrix of items and options.",
        *_COVER,
    ),
    "costs": Wording(
        "cheapest covers", f"{_CUT}, at the least cost: each place of each piece has a random price.", *_COVER
    ),
    "coloured": Wording("edge matching in four colours", f"{_TILES} four.", *_EDGES),
    "edges": Wording("edge matching in six colours", f"{_TILES} six.", *_EDGES),
    "mismatched": Wording("mismatched edges", f"{_TILES} four, with a tile that fits nowhere.", *_COVER),
}  # fmt: skip
LADDERS = [
    *(
        _ladder(kind, (goal,), side, words, "by construction")
        for kind, words in _ABOUT.items()
        for goal, side in (("first", "sat"), ("count", ""))
    ),
    _ladder("costs", ("optimum",), "", f"{_ABOUT['matrix']}, and each placement costs 1 to {MOST_COST}", ""),
    _ladder("mismatched", ("first",), "unsat", f"{_ABOUT['coloured']}, and one side is repainted", PAIRED),
    Ladder(
        PROBLEM.family, "pigeons", ("first",), "unsat", "holes", "There is one pigeon more than holes.",
        "pigeons{n}", PIGEONHOLE, _pigeon_rung,
        Wording("pigeonholes",
                "Put one more pigeon than there are holes into the holes, no two into one; given as an exact cover.",
                "the puzzle of a pigeon too many for {} holes", "{} holes"),
    ),
    Ladder(
        PROBLEM.family, SWEPT, ("first",), "sat", "colours", "The boards have one size.",
        f"{SWEPT}c{{colours}}-s{{seed}}", "by construction", listed(f"{SWEPT}c{{}}-s{{}}", COLOURS, SEEDS),
        Wording("edge matching, 6 x 6", "Lay square tiles on a board, touching edges with equal colours.",
                "a board in {} colours", "at {} colours"),
        sweep=True,
    ),
]  # fmt: skip


def _around(x: int, y: int, width: int, height: int) -> list[str]:
    """The edges of a cell, clockwise from the top; an empty name stands for the border."""
    return [
        f"h{x},{y}" if y else "",
        f"v{x + 1},{y}" if x + 1 < width else "",
        f"h{x},{y + 1}" if y + 1 < height else "",
        f"v{x},{y}" if x else "",
    ]


def _edges(word: str, width: int, height: int, seed: int, colours: int, repainted: bool = False) -> CoversInstance:
    rng = random.Random(seed)
    cells = list(product(range(width), range(height)))
    painted = {edge: rng.randint(1, colours) for cell in cells for edge in _around(*cell, width, height) if edge}
    sides = {cell: [painted.get(edge, OUTSIDE) for edge in _around(*cell, width, height)] for cell in cells}
    if repainted:
        sides[0, 0][1] = sides[0, 0][1] % colours + 1  # its edge to the next cell
    tiles = Counter(min(_turned(tile)) for tile in sides.values())
    primary: list[Any] = [f"{x},{y}" for x, y in cells]
    options = []
    for number, (tile, copies) in enumerate(sorted(tiles.items()), start=1):
        primary.append(_item(f"T{number}", copies))
        for (x, y), turned in product(cells, sorted(set(_turned(tile)))):
            around = _around(x, y, width, height)
            if all((side == OUTSIDE) == (edge == "") for side, edge in zip(turned, around, strict=True)):
                paints = [f"{edge}:{side}" for edge, side in zip(around, turned, strict=True) if edge]
                options.append([f"T{number}", f"{x},{y}", *paints])
    return cover(f"{word}{width}x{height}c{colours}-s{seed}", primary, options, sorted(painted))


def _turned(sides: Any) -> list[tuple[int, ...]]:
    return [(*sides[turn:], *sides[:turn]) for turn in range(4)]


def _cut_box(rng: random.Random, width: int, height: int) -> PolycubesInstance:
    return boxes.generate(rng, (width, height, 1), SMALLEST, LARGEST, draws=DRAWS)


def _rows(box: PolycubesInstance, times: int = 1, prefix: str = "") -> tuple[list[Any], list[list[str]]]:
    """The primary items and options of a box whose cells are covered `times` times. prefix: begins pieces' names."""
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
