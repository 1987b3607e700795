"""Packings on a terminal: layers side by side, the bottom one on the left, the largest y on top."""

from __future__ import annotations

import json

from models import registry
from models.blocks import Room
from models.polycubes import screen
from models.polycubes.instance import Piece, PolycubesInstance
from tests.models.screens import glyphs, plain

BOX = {
    "family": "polycubes", "name": "b", "box": [2, 2, 2], "blocked": [[1, 1, 1]],
    "pieces": [
        {"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 2},
        {"name": "F", "cells": [[0, 0, 1], [0, 1, 1]], "fixed": True}, {"name": "#", "cells": [[0, 0, 0]]},
    ],
}  # fmt: skip
INSTANCE = registry.parse_instance(json.dumps(BOX), "here")[1]
PACKED = (
    ("#", ((1, 0, 1),)), ("F", ((0, 0, 1), (0, 1, 1))), ("I", ((0, 0, 0), (1, 0, 0))), ("I", ((0, 1, 0), (1, 1, 0))),
)  # fmt: skip


def test_plain_layers_are_side_by_side_with_the_bottom_one_left() -> None:
    assert screen.text(INSTANCE, PACKED) == "I I   F *\nI I   F #"


def test_coloured_layers_show_the_same_and_copies_that_touch_differ() -> None:
    painted = screen.coloured(INSTANCE, PACKED, Room(80, 1))
    assert plain(painted) == "I I   F\nI I   F #"
    lines = glyphs(painted)
    assert lines[0][0][2] != lines[1][0][2]
    assert lines[0][6][2] == lines[1][6][2]


def test_blocked_cells_that_touch_have_one_dark_colour() -> None:
    ring = PolycubesInstance("r", (3, 1, 1), ((0, 0, 0), (1, 0, 0)), (Piece("A", ((0, 0, 0),)),))
    (line,) = glyphs(screen.coloured(ring, (("A", ((2, 0, 0),)),), Room(80, 1)))
    assert [ground for _, _, ground in line] == ["238"] * 4 + ["110"] * 2
