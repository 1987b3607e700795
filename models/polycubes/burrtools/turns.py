"""Coloured cells turned in space, and the symmetries of an assembly."""

from __future__ import annotations

from collections.abc import Sequence

from tilings.models.polycubes.burrtools.assembly import Assembly, Part, Voxels
from tilings.models.polycubes.geometry import Motion, motions, move, partners, proper
from tilings.models.polycubes.instance import Cell

Turned = tuple[tuple[Cell, int], ...]  # coloured cells moved to the origin, in order
_SOLID = (2, 2, 2)  # a box without a thin axis: all motions of the cube are its own


def orientations(voxels: Voxels) -> list[Turned]:
    """The different orientations of a piece in space, in order."""
    return sorted({turned(voxels, motion) for motion in motions(_SOLID, reflections=False)})


def turned(voxels: Voxels, motion: Motion) -> Turned:
    """Coloured cells after a motion."""
    moved = [(move(cell, motion), colour) for cell, colour in voxels.items()]
    low = [min(axis) for axis in zip(*(cell for cell, _ in moved), strict=True)]
    return tuple(sorted(((x - low[0], y - low[1], z - low[2]), colour) for (x, y, z), colour in moved))


def generators(assembly: Assembly, reflections: bool) -> list[tuple[Motion, dict[str, str]]]:
    """Generators of the motions that keep the cells' states and colours, each with the image of every piece.

    A reflection takes a piece to a piece of the mirrored shape that is used as often; if one is missing, no reflection
    is a symmetry.
    """
    same = {part.name: part.name for part in assembly.parts}
    mirrored = _mirrored(assembly.parts) if reflections else {}
    states = {cell: (2 * colour + (cell in assembly.filled)) for cell, colour in assembly.target.items()}
    every = motions(_SOLID, reflections=bool(mirrored))
    group = [motion for motion in every if turned(states, motion) == turned(states, every[0])]
    return [(motion, same if proper(motion) else mirrored) for motion in _generating(group)]


def _mirrored(parts: Sequence[Part]) -> dict[str, str]:
    """The piece of the mirrored shape for each piece; empty if one is missing."""
    flip = next(motion for motion in motions(_SOLID, reflections=True) if not proper(motion))
    found = partners(
        (
            (part.least, part.most),
            part.name,
            orientations(part.voxels)[0],
            orientations(dict(turned(part.voxels, flip)))[0],
        )
        for part in parts
    )
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
