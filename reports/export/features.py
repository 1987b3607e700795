"""The features of an instance that are known before it is solved.

Each is a number that all families have, so that one table holds them all. A feature that a family lacks is 0, or 1
where it is a ratio.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from tilings.models.covers import data as covers
from tilings.models.polycubes import geometry, notes
from tilings.models.polycubes import symmetry as motions
from tilings.models.problem import Instance, under_convention
from tilings.models.squares import data as squares
from tilings.models.triominoes import placements as triominoes
from tilings.models.triominoes.symmetry import motions as board_motions


def features(family: str, instance: Instance) -> dict[str, float]:
    """The features of an instance by name; none for other families than those of _OF.

    cells: of the board or the box; the items of a cover. placements: of all pieces on the empty board, in a box with
    blocked cells those of the whole box; the options of a cover. choices: the mean number of placements that contain a
    cell. density: the cells of all pieces by those of the board; 1 for a cover. copies: the greatest number of equal
    pieces; the greatest multiplicity of an item. values: the number of values of tiles, or of colours. symmetry: the
    number of motions that keep the puzzle. parity: the difference of the numbers of black and white cells.
    """
    return {name: float(value) for name, value in _OF[family](instance).items()} if family in _OF else {}


def _squares(instance: Any) -> dict[str, float]:
    width, height = instance.width, instance.height
    available = squares.copies(instance)
    ways = {
        side: len(squares.places(instance, side, width)) * len(squares.places(instance, side, height))
        for side in available
    }
    cells = width * height
    return {
        "cells": cells,
        "placements": sum(ways.values()),
        "choices": sum(side**2 * number for side, number in ways.items()) / cells,
        "density": sum(side**2 * number for side, number in available.items()) / cells,
        "copies": squares.most_copies(instance),
        "values": 0,
        "symmetry": 8 if width == height else 4,
        "parity": cells % 2,
    }


def _triominoes(instance: Any) -> dict[str, float]:
    cells = triominoes.cells(instance)
    ways = len(triominoes.positions(instance)) * len(triominoes.layouts(instance))
    return {
        "cells": len(cells),
        "placements": ways,
        "choices": instance.length * ways / max(len(cells), 1),
        "density": instance.length * len(instance.tiles) / max(len(cells), 1),
        "copies": max(triominoes.copies(instance).values()),
        "values": len(triominoes.values(instance)),
        "symmetry": len(board_motions(instance)),
        "parity": abs(notes.difference((row, col, 0) for row, col in cells)),
    }


def _polycubes(instance: Any) -> dict[str, float]:
    cells = instance.cells
    ways = {
        piece: sum(
            prod(max(0, side - max(axis)) for side, axis in zip(instance.box, zip(*turned, strict=True), strict=True))
            for turned in geometry.orientations(piece, instance.box, instance.reflect)
        )
        for piece in instance.movable
    }
    return {
        "cells": len(cells),
        "placements": sum(ways.values()),
        "choices": sum(len(piece.cells) * number for piece, number in ways.items()) / max(len(cells), 1),
        "density": sum(len(piece.cells) * piece.copies for piece in ways) / max(len(cells), 1),
        "copies": max((piece.copies for piece in ways), default=0),
        "values": 0,
        "symmetry": len(motions.group(under_convention(instance, "reflections"))),
        "parity": abs(notes.difference(cells)),
    }


def _covers(instance: Any) -> dict[str, float]:
    items = len(instance.primary) + len(instance.secondary)
    entries = sum(len(option.items) for option in instance.options)
    return {
        "cells": items,
        "placements": len(instance.options),
        "choices": entries / max(items, 1),
        "density": 1,
        "copies": max((most for _, most in covers.bounds(instance)), default=0),
        "values": len({colour for option in instance.options for _, colour in option.items if colour}),
        "symmetry": 1,
        "parity": 0,
    }


_OF: dict[str, Callable[[Any], dict[str, float]]] = {
    "squares": _squares,
    "triominoes": _triominoes,
    "polycubes": _polycubes,
    "covers": _covers,
}
