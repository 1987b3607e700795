"""Coloured cells turned in space, and the symmetries of an assembly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tilings.models.polycubes.burrtools.assembly import Assembly, Part, Voxels
from tilings.models.polycubes.geometry import Motion, partners

Coloured = tuple[int, int, int, int]  # a cell and its colour
Turned = tuple[Coloured, ...]  # moved to the origin, in order
Shapes = Mapping[str, tuple[Turned, ...]]  # the orientations of each piece, by its name
_Alike = Mapping[tuple[int, frozenset[Coloured]], tuple[Turned, ...]]  # by their number and one of them


def orientations(part: Part) -> tuple[Turned, ...]:
    """The different orientations of a piece, in order."""
    return tuple(sorted(tuple(sorted(turn)) for turn in set(turned(part.voxels, part.turns))))


def turned(voxels: Voxels, by: Iterable[Motion]) -> Iterator[frozenset[Coloured]]:
    """Coloured cells after each of these motions, moved to the origin."""
    ways = []  # the coordinates on each axis from its lower end, and from its upper end
    for axis in zip(*voxels, strict=True):
        low, high = min(axis), max(axis)
        ways.append({1: [value - low for value in axis], -1: [high - value for value in axis]})
    for motion in by:
        x, y, z = (ways[axis][sign] for axis, sign in motion)
        yield frozenset(zip(x, y, z, voxels.values(), strict=True))


def generators(assembly: Assembly, shapes: Shapes, among: Sequence[Motion]) -> list[tuple[Motion, dict[str, str]]]:
    """Generators of those motions that keep the cells' states and colours, each with the image of every piece.

    A motion takes a piece to one that may lie in the images of its orientations, is used as often, and belongs to the
    same groups; if one is missing, the motion is not a symmetry. among: the motions, identity first.
    """
    states = {cell: (2 * colour + (cell in assembly.filled)) for cell, colour in assembly.target.items()}
    images = list(turned(states, among))
    kept = (motion for motion, image in zip(among, images, strict=True) if image == images[0])
    every = {(len(turns), frozenset(turn)): turns for turns in shapes.values() for turn in turns}
    found = {motion: pieces for motion in kept if (pieces := _pieces(assembly, shapes, every, motion)) is not None}
    return [(motion, found[motion]) for motion in _generating(list(found))]


def _pieces(assembly: Assembly, shapes: Shapes, every: _Alike, motion: Motion) -> dict[str, str] | None:
    """The piece to which a motion takes each piece; None if one is missing. every: the orientations by one of them.

    Two pieces that have as many orientations, and one of them in common, have all in common.
    """
    described = []
    for part in assembly.parts:
        turns = shapes[part.name]
        image = every.get((len(turns), next(turned({(x, y, z): colour for x, y, z, colour in turns[0]}, [motion]))))
        times = (part.least, part.most, *(at for at, group in enumerate(assembly.groups) if part.name in group.pieces))
        described.append((times, part.name, turns, image))
    return partners(described)


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
