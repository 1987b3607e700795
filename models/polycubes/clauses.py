"""Shared by the SAT formulations of polycubes: the placements by numbers.

The cell (x, y, z) of a box of X x Y x Z cells has the number x + X * (y + Y * z), a piece its place in the instance,
from 0, and the piece that stands for a gap, the number after them.
"""

from collections.abc import Iterable, Sequence

from tilings.models.formula import Formula
from tilings.models.polycubes import data, packing
from tilings.models.polycubes.instance import Cell, PolycubesInstance

Placement = tuple[int, tuple[int, ...]]  # a piece and the cells that it covers, ascending


def every_placement(instance: PolycubesInstance) -> list[Placement]:
    """All placements, in the order in which the atoms ``image`` count them."""
    pieces = {piece.name: number for number, piece in enumerate(instance.tiles)}
    return [(pieces[name], numbered(instance, cells)) for name, cells in packing.images(instance)]


def left_out(instance: PolycubesInstance) -> set[Placement]:
    """The placements missing in the data, which keep one of each orbit under the symmetries, for one piece."""
    kept = data.placements(instance)
    pieces = [instance.tiles.index(piece) for piece in kept.pieces]
    cells = numbered(instance, kept.open_cells)
    rows = zip(kept.piece, kept.cells, strict=True)
    return set(every_placement(instance)) - {(pieces[piece], tuple(cells[at] for at in ats)) for piece, ats in rows}


def numbered(instance: PolycubesInstance, cells: Iterable[Cell]) -> tuple[int, ...]:
    """The numbers of some cells, ascending."""
    width, depth, _ = instance.box
    return tuple(sorted(x + width * (y + depth * z) for x, y, z in cells))


def within(formula: Formula, least: int, most: int, variables: Sequence[int], conflicts: str) -> None:
    """At least and at most so many of the variables are true.

    conflicts: the encoding for at most 1; pairs has no auxiliary variables.
    """
    formula.at_least(least, variables)
    formula.at_most(most, variables, "pairwise" if conflicts == "pairs" and most == 1 else "seqcounter")
