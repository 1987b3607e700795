"""Coloured cells turned in space, and the symmetries of an assembly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tilings.models.polycubes.burrtools.assembly import Assembly, Part, Voxels
from tilings.models.polycubes.geometry import Motion, motions, partners, proper
from tilings.models.polycubes.instance import Cell

Turned = tuple[tuple[Cell, int], ...]  # coloured cells moved to the origin, in order
Shapes = Mapping[str, Sequence[Turned]]  # the orientations of each piece, by its name
_SOLID = (2, 2, 2)  # a box without a thin axis: all motions of the cube are its own


def orientations(voxels: Voxels) -> list[Turned]:
    """The different orientations of a piece in space, in order."""
    return sorted(map(_in_order, set(turned(voxels, motions(_SOLID, reflections=False)))))


def turned(voxels: Voxels, by: Iterable[Motion]) -> Iterator[frozenset[tuple[Cell, int]]]:
    """Coloured cells after each of these motions, moved to the origin."""
    ways = []  # the coordinates on each axis from its lower end, and from its upper end
    for axis in zip(*voxels, strict=True):
        low, high = min(axis), max(axis)
        ways.append({1: [value - low for value in axis], -1: [high - value for value in axis]})
    for motion in by:
        cells = zip(*(ways[axis][sign] for axis, sign in motion), strict=True)
        yield frozenset(zip(cells, voxels.values(), strict=True))


def _in_order(cells: Iterable[tuple[Cell, int]]) -> Turned:
    return tuple(sorted(cells))


def generators(assembly: Assembly, shapes: Shapes, reflections: bool) -> list[tuple[Motion, dict[str, str]]]:
    """Generators of the motions that keep the cells' states and colours, each with the image of every piece.

    A reflection takes a piece to a piece of the mirrored shape that is used as often; if one is missing, no reflection
    is a symmetry.
    """
    same = {part.name: part.name for part in assembly.parts}
    mirrored = _mirrored(assembly.parts, shapes) if reflections else {}
    states = {cell: (2 * colour + (cell in assembly.filled)) for cell, colour in assembly.target.items()}
    every = motions(_SOLID, reflections=bool(mirrored))
    images = list(turned(states, every))
    group = [motion for motion, image in zip(every, images, strict=True) if image == images[0]]
    return [(motion, same if proper(motion) else mirrored) for motion in _generating(group)]


def _mirrored(parts: Sequence[Part], shapes: Shapes) -> dict[str, str]:
    """The piece of the mirrored shape for each piece; empty if one is missing."""
    flip = next(motion for motion in motions(_SOLID, reflections=True) if not proper(motion))
    first = {frozenset(turn): turns[0] for turns in shapes.values() for turn in turns}
    images = {part.name: first.get(next(turned(part.voxels, [flip]))) for part in parts}
    found = partners(((part.least, part.most), part.name, shapes[part.name][0], images[part.name]) for part in parts)
    return found or {}


def _generating(group: Sequence[Motion]) -> list[Motion]:
    """Some motions of a group from which the others follow; its first one is the identity."""
    chosen: list[Motion] = []
    reached = [group[0]]
    for motion in group:
        if motion not in reached:
            chosen.append(motion)
            for element in reached:  # it grows meanwhile
                reached += [after for generator in chosen if (after := _after(generator, element)) not in reached]
    return chosen


def _after(second: Motion, first: Motion) -> Motion:
    """The motion that applies one motion and then another."""
    (ax, sx), (ay, sy), (az, sz) = ((first[axis][0], first[axis][1] * sign) for axis, sign in second)
    return (ax, sx), (ay, sy), (az, sz)
