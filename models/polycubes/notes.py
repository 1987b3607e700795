"""Remarks printed before a puzzle is solved, among them proofs by parity that a box cannot be filled.

Colour the cells like a chessboard, (x + y + z) even or odd. A piece covers d more cells of one colour than of the
other, and d is the same wherever and however it lies; only the colour with more of them changes. So the difference of
the open cells must be a sum of the pieces' differences with some choice of signs. A gap is a piece of one cell, and a
piece that may be unused adds d, -d or 0. (S. W. Golomb, *Polyominoes*, 1965;
as a constraint within the search: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011.)
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from tilings.models.polycubes.instance import Cell, PolycubesInstance, fits, sums
from tilings.models.terminal.phrases import counted


def notes(instance: PolycubesInstance) -> list[str]:
    """The remarks: pieces in several parts, and a proof by extents or parity that there is no solution."""
    loose = [piece.name for piece in instance.movable if not connected(piece.cells)]
    parts = f"pieces of several parts, which move together: {', '.join(loose)}" if loose else ""
    return [note for note in (parts, impossible(instance)) if note]


def impossible(instance: PolycubesInstance) -> str:
    """The proof, in one line, that there is no solution; empty if neither extents nor parity exclude one."""
    large = [piece.name for piece in instance.movable if piece.least and not fits(piece, instance.box)]
    return f"no solution: {', '.join(large)} cannot lie in the box" if large else _wrong_parity(instance)


def connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells are connected by their faces."""
    left = set(cells)
    border = [left.pop()]
    while border:
        x, y, z = border.pop()
        near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)} & left
        left -= near
        border.extend(near)
    return not left


def difference(cells: Iterable[Cell]) -> int:
    """The number of cells with an even sum of coordinates, less the number of the others."""
    return sum(1 - 2 * ((x + y + z) % 2) for x, y, z in cells)


def _wrong_parity(instance: PolycubesInstance) -> str:
    """The proof by parity, in one line; empty if parity does not exclude a solution."""
    wanted = abs(difference(instance.cells))
    pieces: Counter[int] = Counter()
    optional: Counter[int] = Counter()
    for piece in instance.movable:
        pieces[abs(difference(piece.cells))] += piece.copies
        optional[abs(difference(piece.cells))] += piece.optional
    if reachable(pieces, wanted, optional):
        return ""
    listed = ", ".join(
        f"{d} ({'at most ' if optional[d] else ''}{counted(count, 'piece')})"
        for d, count in sorted(pieces.items(), reverse=True)
    )
    if instance.gaps[1]:
        listed += "; an empty cell counts as a piece of one cell"
    more = f"{wanted} more of one colour than of the other" if wanted else "as many of one colour as of the other"
    return (
        f"no solution, by parity: coloured like a chessboard, the open cells are {more}; the pieces differ by "
        f"{listed}. However the pieces lie, the colours cannot balance"
    )


def reachable(pieces: Mapping[int, int], wanted: int, optional: Mapping[int, int] | None = None) -> bool:
    """Whether the pieces, given by difference and number, can have signs so that they add up to the wanted sum.

    optional: the numbers of pieces that may be unused. With s the sum of all differences, a piece adds 2 d or 0 to the
    wanted sum + s, or d if it is unused.
    """
    total = wanted + sum(d * count for d, count in pieces.items())
    numbers: Counter[int] = Counter()
    for d, count in pieces.items():
        unused = (optional or {}).get(d, 0)
        numbers[2 * d] += count - unused
        numbers[d] += 2 * unused
    return bool(sums(numbers, total) >> total)
