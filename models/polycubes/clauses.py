"""Shared by the SAT formulations of polycubes: the placements by numbers.

The cell (x, y, z) of a box of X x Y x Z cells has the number x + X * (y + Y * z). A piece has its place in the instance
as number, from 0; the piece that stands for a gap has the next number.
"""

from collections import defaultdict
from collections.abc import Iterable

from tilings.models.polycubes import data, packing, symmetry
from tilings.models.polycubes.geometry import Motion, move_in_box
from tilings.models.polycubes.instance import Cell, PolycubesInstance

Placement = tuple[int, tuple[int, ...]]  # a piece and the cells that it covers, ascending


def every_placement(instance: PolycubesInstance) -> list[Placement]:
    """All placements, in the order in which the atoms ``image`` count them."""
    pieces = {piece.name: number for number, piece in enumerate(instance.tiles)}
    return [(pieces[name], numbered(instance, cells)) for name, cells in packing.images(instance)]


def left_out(instance: PolycubesInstance) -> dict[Motion, list[Placement]]:
    """The placements that the data leave out: for one piece they keep one placement of each orbit under the symmetries.

    The placements are grouped by a motion that takes them to the kept one, the first in the order of `every_placement`.
    """
    kept = data.placements(instance)
    there = {
        (kept.pieces[owner].name, numbered(instance, (kept.open_cells[at] for at in ats)))
        for owner, ats in zip(kept.piece, kept.cells, strict=True)
    }
    found = defaultdict(list)
    for placement, (name, covered) in zip(every_placement(instance), packing.images(instance), strict=True):
        if (name, placement[1]) not in there:
            motions = (motion for motion, _ in symmetry.group(instance))
            motion = next(motion for motion in motions if (name, _moved(instance, motion, covered)) in there)
            found[motion].append(placement)
    return found


def axes(motion: Motion) -> tuple[int, ...]:
    """The old axis of each new axis, from 1, negative where it is reversed."""
    return tuple((axis + 1) * sign for axis, sign in motion)


def _moved(instance: PolycubesInstance, motion: Motion, cells: Iterable[Cell]) -> tuple[int, ...]:
    return numbered(instance, (move_in_box(cell, motion, instance.box) for cell in cells))


def numbered(instance: PolycubesInstance, cells: Iterable[Cell]) -> tuple[int, ...]:
    """The numbers of some cells, ascending."""
    width, depth, _ = instance.box
    return tuple(sorted(x + width * (y + depth * z) for x, y, z in cells))
