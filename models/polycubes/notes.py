"""Remarks on a puzzle that are printed before it is solved."""

from models.polycubes import parity
from models.polycubes.instance import Cell, PolycubesInstance, fits


def notes(instance: PolycubesInstance) -> list[str]:
    """The remarks: pieces in several parts, and why there is no solution, where a piece's extents or parity tell."""
    loose = [piece.name for piece in instance.movable if not connected(piece.cells)]
    parts = f"not in one piece, so that their parts move together: {', '.join(loose)}" if loose else ""
    return [note for note in (parts, impossible(instance)) if note]


def impossible(instance: PolycubesInstance) -> str:
    """Why no solution can exist, in one line; empty where neither a piece's extents nor parity exclude one."""
    large = [piece.name for piece in instance.movable if not fits(piece, instance.box)]
    return f"no solution: {', '.join(large)} cannot lie in the box" if large else parity.impossible(instance)


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
