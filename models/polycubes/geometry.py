"""Motions of the cube lattice, and the placements of a piece in a box.

A motion is a signed permutation of the axes: a tuple of (source axis, sign) for x, y and z. A flat box, one cell thick
in one direction, keeps its thin axis: rotations stay within the plane, and turning a piece over is a reflection.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from itertools import permutations, product
from operator import itemgetter
from typing import Any

from tilings.models.polycubes.instance import Cell, Piece

Motion = tuple[tuple[int, int], ...]


def motions(box: Cell, reflections: bool) -> list[Motion]:
    """The rotations of a piece in the box, identity first; with `reflections` the improper motions, too."""
    thin = [box.index(1)] if box.count(1) == 1 else []
    found = []
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            motion = tuple(zip(axes, signs, strict=True))
            keeps_thin = all(motion[axis] == (axis, 1) for axis in thin)
            if keeps_thin and (reflections or proper(motion)):
                found.append(motion)
    return found


def proper(motion: Motion) -> bool:
    """Whether a motion is a rotation: its determinant is 1."""
    axes = [axis for axis, _ in motion]
    inversions = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    sign = -1 if inversions % 2 else 1
    for _, direction in motion:
        sign *= direction
    return sign == 1


def cells(box: Cell) -> list[Cell]:
    """All cells of a box."""
    x_range, y_range, z_range = map(range, box)
    return list(product(x_range, y_range, z_range))


def move(cell: Cell, motion: Motion) -> Cell:
    """A cell's image, about the origin."""
    (ax, sx), (ay, sy), (az, sz) = motion
    return sx * cell[ax], sy * cell[ay], sz * cell[az]


def move_in_box(cell: Cell, motion: Motion, box: Cell) -> Cell:
    """A cell's image under a motion of the box, which is then moved back to the origin."""
    x, y, z = (cell[axis] if sign > 0 else box[axis] - 1 - cell[axis] for axis, sign in motion)
    return x, y, z


def normalised(cells: list[Cell]) -> tuple[Cell, ...]:
    """The cells moved so that their least coordinates are 0, sorted."""
    low = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted((x - low[0], y - low[1], z - low[2]) for x, y, z in cells))


def orientations(piece: Piece, box: Cell, reflect: bool) -> list[tuple[Cell, ...]]:
    """The different orientations of a piece, each moved to the origin, sorted.

    reflect: whether pieces that are not one-sided may be mirrored.
    """
    allowed = motions(box, reflect and not piece.one_sided)
    return sorted({normalised([move(cell, motion) for cell in piece.cells]) for motion in allowed})


def partners(pieces: Iterable[tuple[Any, str, Hashable, Hashable]]) -> dict[str, str] | None:
    """The piece of the mirrored shape for each piece; None if one is missing.

    pieces: how often each is used, its name, its shape and the mirrored shape. Pieces of one shape are paired in the
    order of these numbers, then names.
    """
    alike: dict[Hashable, list[tuple[Any, str]]] = defaultdict(list)
    mirrored = {}
    for times, name, shape, image in sorted(pieces, key=itemgetter(0, 1)):
        alike[shape].append((times, name))
        mirrored[shape] = image
    partner_of: dict[str, str] = {}
    for shape, equal in alike.items():
        others = alike.get(mirrored[shape], [])
        if [times for times, _ in others] != [times for times, _ in equal]:
            return None
        partner_of |= {name: other for (_, name), (_, other) in zip(equal, others, strict=True)}
    return partner_of


def placements(piece: Piece, box: Cell, open_cells: set[Cell], reflect: bool) -> list[tuple[Cell, ...]]:
    """All placements of a piece on open cells, each as its sorted cells."""
    found = []
    for shape in orientations(piece, box, reflect):
        extents = [max(axis) + 1 for axis in zip(*shape, strict=True)]
        for x, y, z in product(*(range(size - extent + 1) for size, extent in zip(box, extents, strict=True))):
            cells = tuple([(x + dx, y + dy, z + dz) for dx, dy, dz in shape])  # sorted, as the shape is
            if open_cells.issuperset(cells):
                found.append(cells)
    return found
