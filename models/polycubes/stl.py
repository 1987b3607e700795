"""The pieces of a packing as solids for a printer, in binary STL (found by the module's name).

The surface of a solid lies a gap inside that of the union of its cubes: a point belongs to the solid if the cube around
it with twice the gap as edge lies within the union. On each axis this divides space into the inner parts of cells and
slabs of twice the gap between them, numbered 2 x + 1 and 2 x; a part belongs to the solid if all cells that it touches
do. No two parts of a solid touch along an edge or at a corner alone, so that each edge of the surface has two
triangles.
"""

import struct
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from tilings.models.fields import as_name
from tilings.models.polycubes import geometry
from tilings.models.polycubes.instance import Cell, PolycubesInstance
from tilings.models.problem import Solution

Triangle = tuple[Cell, Cell, Cell]  # the corners, counter-clockwise seen from outside, by the numbers of planes


def files(instance: PolycubesInstance, solution: Solution, edge: float, gap: float) -> Iterator[tuple[str, int, bytes]]:
    """Files by name, each with the number to print and its content: every piece that is used, and the packing.

    edge: of a cell, in mm; gap: from a piece to the sides of its cells, in mm, above 0 and below half the edge.
    """
    used = Counter(name for name, _ in solution)
    taken: set[str] = set()  # in lower case, as some file systems ignore case
    for piece in instance.pieces:
        if piece.name in used:
            alone = geometry.normalised([*piece.cells])
            yield _unused(as_name(piece.name), taken), used[piece.name], stl([alone], edge, gap)
    yield _unused("solution", taken), 1, stl([cells for _, cells in solution], edge, gap)


def _unused(name: str, taken: set[str]) -> str:
    """A file's name that is not taken yet."""
    numbered = (f"{name}.stl", *(f"{name}-{number}.stl" for number in range(2, len(taken) + 3)))
    chosen = next(each for each in numbered if each.lower() not in taken)
    taken.add(chosen.lower())
    return chosen


def stl(solids: Iterable[Iterable[Cell]], edge: float, gap: float) -> bytes:
    """Some solids, each by its cells, in one file, moved by the gap so that pieces at 0 touch the printer's plane."""
    content = []
    for triangle in (triangle for cells in solids for triangle in surface(cells)):
        corners = [tuple(_position(plane, edge, gap) for plane in corner) for corner in triangle]
        content.append(struct.pack("<12fH", 0, 0, 0, *(part for corner in corners for part in corner), 0))
    return struct.pack("<80sI", b"binary STL, unit mm", len(content)) + b"".join(content)


def _position(plane: int, edge: float, gap: float) -> float:
    """The place of the lower side of a part of an axis, a gap above or below the lower side of a cell."""
    return plane // 2 * edge - (0 if plane % 2 else 2 * gap)


def surface(cells: Iterable[Cell]) -> Iterator[Triangle]:
    """The surface of a solid; the plane of number n is the lower side of part n of its axis."""
    own = set(cells)
    near = ((2 * x + dx, 2 * y + dy, 2 * z + dz) for x, y, z in own for dx, dy, dz in product(range(3), repeat=3))
    solid = {part for part in near if own.issuperset(product(*map(_touched, part)))}
    for part, axis, sign in product(sorted(solid), range(3), (-1, 1)):
        right, up = (axis + 1) % 3, (axis + 2) % 3  # seen from the end of the axis
        if _moved(part, axis, sign) in solid:
            continue
        one = _moved(part, axis, 1) if sign > 0 else part
        two, four = (_moved(one, right, 1), _moved(one, up, 1))[::sign]
        three = _moved(_moved(one, right, 1), up, 1)
        yield one, two, three
        yield one, three, four


def _moved(part: Cell, axis: int, by: int) -> Cell:
    x, y, z = (at + by if number == axis else at for number, at in enumerate(part))
    return x, y, z


def _touched(part: int) -> tuple[int, ...]:
    """The places of the cells that a part of an axis touches."""
    return (part // 2,) if part % 2 else (part // 2 - 1, part // 2)
