"""Polycubes in growing boxes: planted, dominoes, pentominoes, and two classes without a solution."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from math import isqrt, prod

from tilings.generators.boxes import flat, generate, grown, pentominoes
from tilings.generators.emit import Entry, answers
from tilings.generators.ladders import (
    Ladder,
    Rung,
    Wording,
    bounded,
    by_eighths,
    fitting,
    listed,
    numbers,
    presented,
    required,
)
from tilings.models.polycubes import PROBLEM
from tilings.models.polycubes.geometry import normalised
from tilings.models.polycubes.instance import MOST_CELLS, Cell, parse
from tilings.models.polycubes.sets import PENTOMINOES, drawn
from tilings.models.problem import UserError

Box = tuple[int, int, int]
# The smallest boxes; among larger ones no side is longer than twice another.
BOXES: tuple[Box, ...] = (
    (3, 3, 2), (4, 3, 2), (5, 3, 2), (4, 3, 3), (5, 4, 2), (7, 3, 2), (5, 3, 3), (4, 4, 3), (5, 5, 2), (6, 3, 3),
    (5, 4, 3), (4, 4, 4), (7, 5, 2), (6, 4, 3), (5, 5, 3), (5, 4, 4), (6, 5, 3), (5, 5, 4),
)  # fmt: skip
_MOST_CELLS = 1300  # of a box, since larger ones have too many placements
SEEDS = (1, 2, 3)
# Pieces of five to seven cells leave few solutions: small boxes can be counted, and large ones are hard to fill.
PLANTED_PIECES = (5, 7)
PLANTED_DRAWS = 20
PLANTED = ((3, 3, 2), (4, 3, 2), (5, 3, 2), (4, 3, 3), (5, 3, 3), (5, 4, 3), (5, 4, 4), (5, 5, 4))  # with known answers
PLANTED_SEEDS = (1, 2, 3, 4)
# Square boards for dominoes, by side, and the numbers of their tilings.
DOMINOES = {4: 36, 6: 6728, 8: 12988816, 10: 258584046368, 12: 53060477521960000, 14: 112202208776036178000000}
DOMINOES |= {16: 2444888770250892795802079170816}
KASTELEYN = "P. W. Kasteleyn, Physica 27 (1961); OEIS A004003"
_PENT_PLACEMENTS = 63 * 5  # orientations of all pentominoes x cells of a column of five
NARROW = 4  # rows of the boards on the ladder of dominoes
# The sweeps: a box, and the cells of the pieces into which it is cut, or of unbalanced ones.
SWEPT, CUT = "4x4x3", (3, 4, 5, 6, 7, 8)
SMALLER, UNEVEN = "4x3x2", (4, 6, 8, 10)
COLOURING = "coloured like a chessboard, the box and every other piece are balanced, and one piece is not"
MUTILATED = "each domino covers a black and a white cell, and two cells of one colour are missing"


def made(name: str) -> Entry | None:
    """The box of a name such as planted4x3x3-s1, dominoes6x4, mutilated6x5, uneven4x3x2-s1 or pent5x8-s1, or, with the
    cells of a piece, pieces4x4x3p6-s1 or uneven4x4x3p6-s1; None for other names.

    Raises UserError for an impossible or too large box.
    """
    for rule, make in _RULES.items():
        if found := numbers(rule, name):
            return make(name, *found)
    return None


def planted_boxes() -> Iterator[Entry]:
    """The planted boxes with known answers."""
    for box, seed in product(PLANTED, PLANTED_SEEDS):
        yield required(made, f"planted{_sides(box)}-s{seed}")


def _planted(name: str, *numbers: int) -> Entry:
    *box, seed = numbers
    entry = _cut(name, box, PLANTED_PIECES, seed, "planted", prod(box))
    return entry.with_proof(answers(PROBLEM.family).get(name))


def _pieces(name: str, *numbers: int) -> Entry:
    """A box cut into pieces of so many cells, and smaller ones where no more fit."""
    *box, size, seed = numbers
    return _cut(name, box, (size, size), seed, f"pieces{_sides(box)}", size)


def _cut(name: str, box: Sequence[int], sizes: tuple[int, int], seed: int, ladder_class: str, size: int) -> Entry:
    smallest, largest = sizes
    bounded(name, _placements(prod(box)), _ESTIMATE)
    instance = generate(random.Random(seed), box, smallest, largest, name, draws=PLANTED_DRAWS)
    parameters = {"box": tuple(box), "smallest": smallest, "largest": largest, "draws": PLANTED_DRAWS}
    return Entry(instance, "generate", parameters, seed, {"first": "sat"}, "cut from the box", ladder_class, size)


def _sides(box: Sequence[int]) -> str:
    return "x".join(map(str, box))


_ESTIMATE = "pieces x 24 orientations x cells"


def _placements(cells: int) -> int:
    return 24 * cells * cells // 6


def _dominoes(name: str, width: int, height: int) -> Entry:
    """A board to be filled with dominoes; its tilings are counted row by row, unless it is wide in both directions."""
    if width * height % 2 or not width * height:
        raise UserError(f"{name}: dominoes fill an even number of cells, not {width * height}")
    instance = flat(name, (width, height), {"D": ("DD",)}, copies=width * height // 2)
    known: dict[str, str | int] = {"first": "sat"}
    if width == height in DOMINOES:
        known["count"] = DOMINOES[width]
    elif min(width, height) <= 2 * NARROW and max(width, height) <= 1000:
        known["count"] = domino_tilings(max(width, height), min(width, height))
    source = KASTELEYN if "count" in known else "in rows of dominoes"
    ladder = ("dominoes", width) if height == NARROW else ("", None)
    return Entry(instance, "classic", {}, None, known, source, *ladder)


def domino_tilings(width: int, height: int) -> int:
    """The number of tilings by dominoes.

    Counted cell by cell: a state is the set of further cells that dominoes on earlier cells cover.
    """
    states = Counter({0: 1})  # bit 0 is the next cell, the highest bit its neighbour in the next column
    for cell in range(width * height):
        following: Counter[int] = Counter()
        last = cell % height == height - 1
        for covered, ways in states.items():
            if covered & 1:
                following[covered >> 1] += ways
                continue
            following[covered >> 1 | 1 << height - 1] += ways
            if not last and not covered & 2:
                following[covered >> 1 | 1] += ways
        states = following
    return states[0]


def _mutilated(name: str, width: int, height: int) -> Entry:
    """A board for dominoes without its first cell and without the last cell of the same colour."""
    if width * height % 2 or min(width, height) < 2 or width * height < 6:
        raise UserError(f"{name}: the board needs an even number of cells, at least 6, and sides of at least 2")
    last = width - 1 - (width + height) % 2
    blocked = [[0, 0, 0], [last, height - 1, 0]]
    instance = flat(name, (width, height), {"D": ("DD",)}, width * height // 2 - 1, blocked=blocked)
    return Entry(instance, "classic", {}, None, {"first": "unsat", "count": 0}, MUTILATED, "mutilated", width * height)


def _uneven(name: str, *numbers: int) -> Entry:
    """Pieces of six cells, one or two of them of four, that have the box's volume and cannot fill it."""
    *box, seed = numbers
    cells = prod(box)
    fours = (0, 2, 1)[cells % 6 // 2]
    sizes = [6] * ((cells - 4 * fours) // 6) + [4] * fours
    return _unbalanced(name, box, sizes, seed, "uneven", cells)


def _uneven_pieces(name: str, *numbers: int) -> Entry:
    """Pieces of so many cells, the last one of fewer if need be, that have the box's volume and cannot fill it."""
    *box, size, seed = numbers
    if size < 4 or size % 2:
        raise UserError(f"{name}: the pieces need an even number of cells, at least 4")
    whole, rest = divmod(prod(box), size)
    return _unbalanced(name, box, [size] * whole + [rest] * bool(rest), seed, f"uneven{_sides(box)}", size)


def _unbalanced(name: str, box: Sequence[int], sizes: Sequence[int], seed: int, ladder_class: str, size: int) -> Entry:
    """Pieces of these sizes of which the first has two more cells of one colour, and each other one equally many."""
    cells = prod(box)
    if cells % 2 or cells < 12 or sorted(box)[1] < 3:
        raise UserError(f"{name}: the box needs an even number of cells, at least 12, and two sides of at least 3")
    bounded(name, _placements(cells), _ESTIMATE)
    rng = random.Random(seed)
    width, depth, height = box
    room = set(product(range(width), range(depth), range(height)))
    shapes = [_piece(rng, room, size, 0) for size in sizes[1:]] + [_piece(rng, room, sizes[0], 2)]
    pieces = [
        {"name": f"P{number}", "cells": shape, "copies": copies}
        for number, (shape, copies) in enumerate(sorted(Counter(shapes).items()), start=1)
    ]
    instance = parse({"name": name, "box": box, "pieces": pieces})
    known: dict[str, str | int] = {"first": "unsat", "count": 0}
    return Entry(instance, "generate", {"box": tuple(box)}, seed, known, COLOURING, ladder_class, size)


def _piece(rng: random.Random, room: set[Cell], size: int, excess: int) -> tuple[Cell, ...]:
    """A random piece with so many more cells of one colour of a chessboard than of the other."""
    while True:
        cells = normalised(list(grown(rng, room, size)))
        if abs(sum((-1) ** sum(cell) for cell in cells)) == excess:
            return cells


def _pentominoes(name: str, width: int, seed: int) -> Entry:
    """A board five rows high with the pentominoes of a random cut of it."""
    bounded(name, _PENT_PLACEMENTS * width, "orientations x cells")
    if not width:
        raise UserError(f"{name}: the board needs at least one column")
    counts = pentominoes(random.Random(seed), width, 5)
    pieces = [
        {"name": letter, "cells": drawn(rows), "copies": counts[letter]}
        for letter, rows in PENTOMINOES.items()
        if counts[letter]
    ]
    instance = parse({"name": name, "box": [width, 5, 1], "pieces": pieces, "reflect": True})
    return Entry(instance, "generate", {"width": width}, seed, {"first": "sat"}, "cut from the box", "pent5", width)


_RULES: dict[str, Callable[..., Entry]] = {
    "planted#x#x#-s#": _planted,
    "dominoes#x#": _dominoes,
    "mutilated#x#": _mutilated,
    "uneven#x#x#-s#": _uneven,
    "pent5x#-s#": _pentominoes,
    "pieces#x#x#p#-s#": _pieces,
    "uneven#x#x#p#-s#": _uneven_pieces,
}


@cache
def _boxes(divisor: int) -> list[Box]:
    """The boxes of a ladder, each with at most an eighth more cells than the one before, if there is such a box.

    divisor: a number that divides the number of cells of each box.
    """
    sides = range(2, 2 * round(_MOST_CELLS ** (1 / 3)))
    roundest: dict[int, Box] = {}
    for box in sorted(((x, y, z) for z in sides for y in sides for x in sides if z <= y <= x <= 2 * z), key=sum):
        roundest.setdefault(prod(box), box)
    boxes = [box for box in BOXES if prod(box) % divisor == 0]
    larger = sorted(size for size in roundest if size % divisor == 0 and prod(boxes[-1]) < size <= _MOST_CELLS)
    while larger:
        most = prod(boxes[-1]) * 9 // 8
        size = max((size for size in larger if size <= most), default=larger[0])
        boxes.append(roundest[size])
        larger = [other for other in larger if other > size]
    return boxes


def _seeded(stem: str) -> tuple[str, ...]:
    return tuple(f"{stem}-s{seed}" for seed in SEEDS)


def _in_boxes(word: str, divisor: int = 1) -> Callable[[int], Rung | None]:
    def rung(number: int) -> Rung | None:
        if number >= len(_boxes(divisor)):
            return None
        box = _boxes(divisor)[number]
        return fitting(Rung(prod(box), _seeded(word + _sides(box))), _placements(prod(box)))

    return rung


def _domino_rung(number: int) -> Rung | None:
    width = 2 + number
    return Rung(width, presented(f"dominoes{width}x{NARROW}")) if width * NARROW <= MOST_CELLS else None


@cache
def _boards() -> list[tuple[int, int]]:
    """The boards of a ladder for dominoes, nearly square, each with at most an eighth more cells than the one before,
    if there is such a board."""
    boards = [(4, 4)]
    most = 0
    while (most := max(prod(boards[-1]) * 9 // 8, most + 1)) <= MOST_CELLS:
        heights = range(max(3, isqrt(most) - 2), isqrt(most) + 1)
        widest = ((min(most // h, h + 4, 2 * h), h) for h in heights)
        width, height = max(((w - w * h % 2, h) for w, h in widest), key=prod)
        if width * height > prod(boards[-1]):
            boards.append((width, height))
    return boards


def _mutilated_rung(number: int) -> Rung | None:
    if number >= len(_boards()):
        return None
    width, height = _boards()[number]
    return Rung(width * height, presented(f"mutilated{width}x{height}"))


def _pent_rung(number: int) -> Rung | None:
    width = by_eighths(4, number)
    return fitting(Rung(width, _seeded(f"pent5x{width}")), _PENT_PLACEMENTS * width)


_UNBALANCED = (
    "Fill a box with pieces whose black and white cells, as on a chessboard, never add up to those of the box."
)
_OF_PIECES = "a box of pieces of {} cells", "at {} cells"
_BOXES = "The boxes are nearly cubes"
_BOX = "a box of {} cells", "{} cells"
_BOARD = "a board of {} cells", "{} cells"
_DONE = {"first": "packs {}", "count": "counts the packings of {}"}
LADDERS = [
    *(
        Ladder(
            PROBLEM.family, "planted", (goal,), side, "cells",
            f"{_BOXES}, and the pieces of five to seven cells are those of the best of 20 random cuts.",
            "planted{x}x{y}x{z}-s{seed}", "cut from the box", _in_boxes("planted"),
            Wording("boxes", "Fill a box with the 5- to 7-cell pieces into which it was cut at random.", *_BOX,
                    _DONE[goal]),
        )
        for goal, side in (("first", "sat"), ("count", ""))
    ),
    Ladder(
        PROBLEM.family, "uneven", ("first",), "unsat", "cells",
        f"{_BOXES}, and all pieces but one cover as many black as white cells.",
        "uneven{x}x{y}x{z}-s{seed}", COLOURING, _in_boxes("uneven", 2),
        Wording("boxes of unbalanced pieces", _UNBALANCED, *_BOX),
    ),
    Ladder(
        PROBLEM.family, "mutilated", ("first",), "unsat", "cells",
        "The boards for dominoes are nearly square, and lack two cells of one colour.",
        "mutilated{x}x{y}", MUTILATED, _mutilated_rung,
        Wording("mutilated domino boards", "Fill a chessboard that lacks two cells of one colour with dominoes.",
                *_BOARD),
    ),
    Ladder(
        PROBLEM.family, "dominoes", ("count",), "", "columns",
        f"The boards have {NARROW} rows; the number of tilings grows 2.8-fold with each column.",
        f"dominoes{{n}}x{NARROW}", KASTELEYN, _domino_rung,
        Wording("dominoes in four rows", "Fill a board of four rows with dominoes.", "a 4 x {} board", "4 x {}",
                _DONE["count"]),
    ),
    *(
        Ladder(
            PROBLEM.family, "pent5", (goal,), side, "columns",
            "The boards have five rows, and the pentominoes are those of a random cut, which may be mirrored.",
            "pent5x{n}-s{seed}", "cut from the box", _pent_rung,
            Wording("pentominoes in five rows", "Fill a board of five rows with pentominoes.", "a 5 x {} board",
                    "5 x {}", _DONE[goal]),
        )
        for goal, side in (("first", "sat"), ("count", ""))
    ),
    Ladder(
        PROBLEM.family, f"pieces{SWEPT}", ("first",), "sat", "cells of a piece",
        "Of each box 20 random cuts are made, and the pieces are those of the cut with the fewest; some are smaller.",
        f"pieces{SWEPT}p{{cells}}-s{{seed}}", "cut from the box", listed(f"pieces{SWEPT}p{{}}-s{{}}", CUT, SEEDS),
        Wording("boxes, 4 x 4 x 3", "Fill a box with the pieces into which it was cut at random.",
                *_OF_PIECES),
        sweep=True,
    ),
    Ladder(
        PROBLEM.family, f"uneven{SMALLER}", ("first",), "unsat", "cells of a piece",
        "All pieces but one cover as many black as white cells.",
        f"uneven{SMALLER}p{{cells}}-s{{seed}}", COLOURING, listed(f"uneven{SMALLER}p{{}}-s{{}}", UNEVEN, SEEDS),
        Wording("unbalanced boxes, 4 x 3 x 2", _UNBALANCED, *_OF_PIECES),
        sweep=True,
    ),
]  # fmt: skip
