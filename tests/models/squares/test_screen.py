"""A square tiling on a terminal: a colour for each side, and each side in the middle of its square."""

from __future__ import annotations

from models.blocks import Room
from models.squares import screen
from models.squares.instance import SquaresInstance
from tests.models.screens import glyphs, plain

INSTANCE = SquaresInstance("s", 5, 4)
TILING = ((0, 0, 3), (3, 0, 2), (3, 2, 2), (0, 3, 1), (1, 3, 1), (2, 3, 1))  # from below: y = 3 is the top row


def test_squares_stand_where_they_lie_with_their_sides_in_them() -> None:
    assert plain(screen.coloured(INSTANCE, TILING, Room(80, 9))).splitlines() == ["1 1 1  2", "", "  3    2"]


def test_squares_of_one_side_have_one_colour_unless_they_touch() -> None:
    lines = glyphs(screen.coloured(INSTANCE, TILING, Room(80, 9)))
    left, middle, right = (lines[0][at][2] for at in (0, 2, 4))
    assert left == right != middle
    assert lines[0][6][2] != lines[2][6][2], "the squares of side 2 touch"
