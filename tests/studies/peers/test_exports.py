"""Puzzles written for other solvers state the same puzzle when they are read back."""

from __future__ import annotations

import pytest

from tilings.models import registry
from tilings.models.covers import dlx_general, text
from tilings.models.covers.instance import parse as parse_cover
from tilings.models.polycubes.definition import read
from tilings.models.polycubes.instance import PolycubesInstance, parse
from tilings.models.problem import UserError
from tilings.runners.native.general import Covers
from tilings.runners.plan import manifest
from tilings.studies.peers import exports


def instance(name: str) -> PolycubesInstance:
    _, found = registry.load_instance(manifest.entry("polycubes", name).path)
    assert isinstance(found, PolycubesInstance)
    return found


@pytest.mark.parametrize(("name", "count"), [("soma-rotations", 480), ("pentominoes3x20", 2), ("dominoes4x4", 36)])
def test_an_export_in_knuths_format_has_the_same_solutions(name: str, count: int) -> None:
    """None of these puzzles has a symmetric placement."""
    cover = dlx_general.build(parse_cover(text.read(exports.dlx(instance(name)), "text", name)), "count")
    search = Covers(cover.bounds, cover.secondary, cover.options, colours=cover.colours)
    search.advance(collect=False)
    assert search.solutions == count


@pytest.mark.parametrize(
    "name", ["tetris-cube", "soma-rotations", "pentominoes6x10", "one-sided-pentominoes3x30", "pentominoes8x8-hole"]
)
def test_an_exported_definition_is_read_back_as_the_same_puzzle(name: str) -> None:
    given = instance(name)
    back = parse(read(exports.definition(given), "text", name).instance)
    assert (back.box, back.reflect, back.convention) == (given.box, given.reflect, given.convention)
    assert set(back.cells) == set(given.cells)
    assert [(piece.name, piece.copies) for piece in back.movable] == [
        (piece.name, piece.copies) for piece in given.movable
    ]


def test_copies_are_exported_as_pieces_with_unique_names() -> None:
    cells = [[0, 0, 0], [1, 0, 0]]
    pieces = [{"name": "I", "cells": cells, "copies": 2}, {"name": "I2", "cells": [[0, 0, 0]], "copies": 2}]
    given = parse({"name": "x", "box": [3, 2, 1], "pieces": pieces, "reflect": True, "convention": "reflections"})
    names = [line.split(":")[1] for line in exports.definition(given).splitlines() if line.startswith("C:")]
    assert names == ["name=I", "name=I2'", "name=I2", "name=I22"]


def test_the_exported_json_is_the_instance() -> None:
    given = instance("soma-rotations")
    assert registry.parse_instance(exports.json(given), "text")[1] == given


def test_a_puzzle_that_a_format_cannot_state_is_refused() -> None:
    with pytest.raises(UserError, match="soma-raw cannot be a definition file: it would count up to rotations"):
        exports.definition(instance("soma-raw"))
