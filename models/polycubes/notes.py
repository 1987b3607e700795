"""Remarks on a puzzle that are printed before it is solved."""

from models.polycubes import parity
from models.polycubes.instance import Cell, PolycubesInstance, fits


def notes(instance: PolycubesInstance) -> list[str]:
    """The remarks: pieces in several parts, and why there is no solution, where a piece's extents or parity tell."""
    loose = [piece.name for piece in instance.movable if not connected(piece.cells)]
    parts = f"not in one piece, so that their parts move together: {', '.join(loose)}" if loose else ""
    large = [piece.name for piece in instance.movable if not fits(piece, instance.box)]
    outside = f"no solution: {', '.join(large)} cannot lie in the box" if large else ""
    return [note for note in (parts, outside or parity.impossible(instance)) if note]


def connected(cells: tuple[Cell, ...]) -> bool:
    """Whether a path over cells that share a side leads from each cell to each other."""
    left = set(cells)
    border = [left.pop()]
    while border:
        x, y, z = border.pop()
        near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)} & left
        left -= near
        border.extend(near)
    return not left
