"""Boxes of polycubes: cut at random into pieces that fill them, or drawn as text."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from tilings.models.polycubes.geometry import normalised
from tilings.models.polycubes.instance import Cell, PolycubesInstance, parse
from tilings.models.polycubes.sets import PENTOMINOES, drawn
from tilings.models.problem import UserError


def generate(
    rng: random.Random, box: Sequence[int], smallest: int = 3, largest: int = 5, name: str = "", draws: int = 1
) -> PolycubesInstance:
    """A box cut into random connected pieces of `smallest` to `largest` cells, or of fewer cells where no more fit.

    The cut with the fewest pieces of several draws is taken, because it has few smaller pieces. Equal pieces (not
    turned) become copies of one piece.
    """
    if len(box) != 3 or min(box) < 1 or not 1 <= smallest <= largest:
        raise UserError("a box needs three extents of at least 1, and pieces 1 <= smallest <= largest cells")
    if draws < 1:
        raise UserError(f"a box must be cut at least once, not {draws} times")
    cuts = [_cut(rng, box, smallest, largest) for _ in range(draws)]
    fewest = min(cuts, key=len)
    copies = Counter(fewest)
    pieces = [
        {"name": f"P{number}", "cells": shape, "copies": count}
        for number, (shape, count) in enumerate(sorted(copies.items()), start=1)
    ]
    name = name or f"random{'x'.join(map(str, box))}p{sum(copies.values())}"
    return parse({"name": name, "box": list(box), "pieces": pieces})


def flat(
    name: str, size: tuple[int, int], drawings: Mapping[str, Sequence[str]], copies: int = 1, **fields: Any
) -> PolycubesInstance:
    """A flat box with so many copies of each piece. drawings: the pieces as text."""
    pieces = [{"name": piece, "cells": drawn(rows), "copies": copies} for piece, rows in drawings.items()]
    return parse({"name": name, "box": [*size, 1], "pieces": pieces} | fields)


def _cut(rng: random.Random, box: Sequence[int], smallest: int, largest: int) -> list[tuple[Cell, ...]]:
    """The pieces of a box that is cut at random, each moved to the origin."""
    width, depth, height = box
    left = set(product(range(width), range(depth), range(height)))
    pieces = []
    while left:
        piece = grown(rng, left, rng.randint(smallest, largest))
        left -= piece
        pieces.append(normalised(list(piece)))
    return pieces


def grown(rng: random.Random, left: set[Cell], size: int) -> set[Cell]:
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


def pentominoes(rng: random.Random, width: int, height: int) -> Counter[str]:
    """The pentominoes of a random cut of a flat box, by letter; each covers the first cell that is left."""
    left = set(product(range(width), range(height)))
    if not left or len(left) % 5:
        raise UserError(f"pentominoes fill a multiple of five cells, not {len(left)}")
    placed: list[_Placed] = []
    untried = [_fitting(rng, left)]
    while left and untried:
        piece = next(untried[-1], None)
        if piece is None:
            untried.pop()
            left |= placed.pop()[1] if placed else set()
        elif _divisible(left - piece[1]):
            left -= piece[1]
            placed.append(piece)
            untried.append(_fitting(rng, left))
    if left:
        raise UserError(f"no pentominoes fill the {width} x {height} box")
    return Counter(letter for letter, _ in placed)


_Flat = tuple[int, int]
_Placed = tuple[str, frozenset[_Flat]]


@cache
def _turned() -> list[tuple[str, list[_Flat]]]:
    """Each pentomino in each orientation, with its first cell at the origin."""
    found = set()
    for letter, rows in PENTOMINOES.items():
        cells = [(x, y) for x, y, _ in drawn(rows)]
        for sign, _ in product((1, -1), range(4)):
            cells = [(y, -x) for x, y in cells]
            mirrored = sorted((sign * x, y) for x, y in cells)
            first_x, first_y = mirrored[0]
            found.add((letter, tuple((x - first_x, y - first_y) for x, y in mirrored)))
    return [(letter, list(cells)) for letter, cells in sorted(found)]


def _fitting(rng: random.Random, left: set[_Flat]) -> Iterator[_Placed]:
    """The placements on the first of the cells that are left, in random order."""
    if not left:
        return iter(())
    first_x, first_y = min(left)
    placements = [(letter, frozenset((first_x + x, first_y + y) for x, y in cells)) for letter, cells in _turned()]
    fitting = [placement for placement in placements if placement[1] <= left]
    rng.shuffle(fitting)
    return iter(fitting)


def _divisible(left: set[_Flat]) -> bool:
    """Whether each region that ends near the first cell left has a multiple of five cells."""
    if not left:
        return True
    end = min(left)[0] + 6  # a piece on the first cell reaches four columns further
    near = {cell for cell in left if cell[0] <= end}
    while near:
        region, border = set(), [near.pop()]
        while border:
            x, y = border.pop()
            region.add((x, y))
            around = near & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            near -= around
            border.extend(around)
        if len(region) % 5 and max(region)[0] < end:
            return False
    return True
