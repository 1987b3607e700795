"""What is worth saying of a puzzle before it is solved."""

from __future__ import annotations

from models.polycubes import parity
from models.polycubes.instance import Cell, PolycubesInstance


def notes(instance: PolycubesInstance) -> list[str]:
    """Pieces that do not hang together, and the proof by parity that there is no solution."""
    loose = [piece.name for piece in instance.movable if not connected(piece.cells)]
    found = [f"piece {name} does not hang together: its parts move as one" for name in loose]
    proof = parity.impossible(instance)
    return [*found, proof] if proof else found


def connected(cells: tuple[Cell, ...]) -> bool:
    """Whether one can walk from each cell to each other over common sides."""
    left = set(cells)
    border = [left.pop()]
    while border:
        x, y, z = border.pop()
        near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)} & left
        left -= near
        border.extend(near)
    return not left
