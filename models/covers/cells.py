"""Covers of pieces and cells, as puzzle files and drawings become them, shown as boards.

Each option has a piece as its first item and some cells, named by coordinates as in 2,0,1.
"""

import re
from functools import cache
from math import prod

from tilings.models.covers.instance import CoversInstance
from tilings.models.polycubes import geometry
from tilings.models.polycubes.instance import HOLES, Cell, Piece, PolycubesInstance
from tilings.models.problem import Solution

_CELL = re.compile(r"\d{1,3},\d{1,3},\d{1,3}")
_MOST = 100_000  # cells of a box


@cache
def box(instance: CoversInstance) -> PolycubesInstance | None:
    """The box and the pieces of such a cover, to be shown and not to be solved; None for another cover."""
    items = [(item.name, item.most) for item in instance.primary] + [(name, 1) for name in instance.secondary]
    cells = [_cell(name) for name, most in items if most == 1 and _CELL.fullmatch(name)]
    pieces = dict.fromkeys(option.items[0][0] for option in instance.options)
    if not cells or any(map(_CELL.fullmatch, pieces)) or not all(_cells(option.items) for option in instance.options):
        return None
    x, y, z = (max(axis) + 1 for axis in zip(*cells, strict=True))
    if prod((x, y, z)) > _MOST:
        return None
    blocked = set(geometry.cells((x, y, z))).difference(cells)
    shown = tuple(Piece(name, ((0, 0, 0),)) for name in pieces if name != HOLES)
    return PolycubesInstance(instance.name, (x, y, z), tuple(sorted(blocked)), shown)


def packing(instance: CoversInstance, solution: Solution) -> Solution:
    """The pieces of a cover and their cells."""
    chosen = (instance.options[number].items for _, number in sorted(solution))
    return tuple((items[0][0], _cells(items)) for items in chosen if items[0][0] != HOLES)


def _cells(items: tuple[tuple[str, str], ...]) -> tuple[Cell, ...]:
    return tuple(sorted(_cell(name) for name, colour in items if not colour and _CELL.fullmatch(name)))


def _cell(name: str) -> Cell:
    x, y, z = map(int, name.split(","))
    return x, y, z
