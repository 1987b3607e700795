"""Boxes cut into pieces at random, and the ladder of them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from tilings.generators.emit import Entry, answers
from tilings.models.polycubes import PROBLEM
from tilings.models.polycubes.geometry import normalised
from tilings.models.polycubes.instance import Cell, PolycubesInstance, parse
from tilings.models.problem import UserError

# The planted ladder: boxes in which the pieces are cut, and the seeds of each. Pieces of five to seven cells leave few
# solutions, so that also small boxes can be counted and large ones are hard to fill.
PLANTED = ((3, 3, 2), (4, 3, 2), (5, 3, 2), (4, 3, 3), (5, 3, 3), (5, 4, 3), (5, 4, 4), (5, 5, 4))
PLANTED_SEEDS = (1, 2, 3, 4)
PLANTED_PIECES = (5, 7)
PLANTED_DRAWS = 20


def generate(
    rng: random.Random,
    box: Sequence[int],
    smallest: int = 3,
    largest: int = 5,
    name: str = "",
    reflect: bool = False,
    draws: int = 1,
) -> PolycubesInstance:
    """A box cut into random connected pieces of `smallest` to `largest` cells, or fewer where no more fit.

    Of several draws the one with the fewest pieces is taken, which has few or no smaller ones. Equal pieces (not
    turned) become copies of one, so the box can always be filled.
    """
    if len(box) != 3 or min(box) < 1 or not 1 <= smallest <= largest:
        raise UserError("a box has three extents from 1, and pieces have 1 <= smallest <= largest cells")
    if draws < 1:
        raise UserError(f"a box is cut at least once, not {draws} times")
    cuts = [_cut(rng, box, smallest, largest) for _ in range(draws)]
    fewest = min(cuts, key=len)
    copies = Counter(fewest)
    pieces = [
        {"name": f"P{number}", "cells": shape, "copies": count}
        for number, (shape, count) in enumerate(sorted(copies.items()), start=1)
    ]
    own_name = name or f"random{'x'.join(map(str, box))}p{sum(copies.values())}"
    return parse({"name": own_name, "box": list(box), "pieces": pieces, "reflect": reflect})


def planted(box: Cell, seed: int) -> PolycubesInstance:
    """A box of the planted ladder."""
    name = f"planted{'x'.join(map(str, box))}-s{seed}"
    return generate(random.Random(seed), box, *PLANTED_PIECES, name, draws=PLANTED_DRAWS)


def planted_boxes() -> Iterator[Entry]:
    """The instances of the planted ladder, with what is proved of them."""
    proved = answers(PROBLEM.family)
    smallest, largest = PLANTED_PIECES
    for box, seed in product(PLANTED, PLANTED_SEEDS):
        instance = planted(box, seed)
        parameters = {"box": box, "smallest": smallest, "largest": largest, "draws": PLANTED_DRAWS}
        entry = Entry(
            instance, "generate", parameters, seed, {"first": "sat"}, "cut from the box", "planted", prod(box)
        )
        yield entry.with_proof(proved.get(instance.name))


def _cut(rng: random.Random, box: Sequence[int], smallest: int, largest: int) -> list[tuple[Cell, ...]]:
    """The pieces of a box that is cut at random, each moved to the origin."""
    width, depth, height = box
    left = set(product(range(width), range(depth), range(height)))
    pieces = []
    while left:
        piece = _grown(rng, left, rng.randint(smallest, largest))
        left -= piece
        pieces.append(normalised(list(piece)))
    return pieces


def _grown(rng: random.Random, left: set[Cell], size: int) -> set[Cell]:
    """A random connected set of at most `size` of the cells that are left; it contains the first of them."""
    piece: set[Cell] = set()
    border = {min(left)}
    while border and len(piece) < size:
        cell = rng.choice(sorted(border))
        piece.add(cell)
        x, y, z = cell
        near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)}
        border = (border | near & left) - piece
    return piece
