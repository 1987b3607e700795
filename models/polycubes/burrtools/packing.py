"""A problem of a BurrTools file as one of family polycubes, where it leaves no choice of pieces and of empty cells."""

from __future__ import annotations

from itertools import product

from tilings.models.polycubes.burrtools.assembly import Assembly
from tilings.models.polycubes.draft import Draft
from tilings.models.polycubes.instance import Piece


def draft(assembly: Assembly, name: str) -> Draft | None:
    """The puzzle; None where there is a choice, or a colour.

    There is no choice without variable cells, if the numbers of cells tell that every piece is used as often as
    allowed, or every one as rarely as allowed. With variable cells there is none, either, where all of them are filled,
    but then only symmetries that keep them count.
    """
    least, most = assembly.volumes
    room = len(assembly.target)
    if assembly.coloured or assembly.variable or room not in (least, most):
        return None
    counts = [(part, part.most if most == room else part.least) for part in assembly.parts]
    pieces = [Piece(part.name, tuple(part.voxels), count) for part, count in counts if count]
    x_range, y_range, z_range = map(range, assembly.box)
    blocked = [cell for cell in product(x_range, y_range, z_range) if cell not in assembly.target]
    return Draft(name, assembly.box, pieces, blocked)
