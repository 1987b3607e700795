"""Packings on a terminal: layers side by side, the bottom one on the left, the largest y on top."""

from tests.models.polycubes.small_box import INSTANCE, PACKED
from tests.models.screens import glyphs, plain
from tilings.models.polycubes import screen
from tilings.models.terminal.blocks import Room


def test_plain_copies_have_lines_around_them_that_tell_them_apart() -> None:
    expected = """
+-------+   +---+---+
| I   I |   | F | * |
+-------+   |   +---+
| I   I |   | F | # |
+-------+   +---+---+
"""
    assert screen.text(INSTANCE, PACKED) == expected.strip()


def test_coloured_layers_show_the_same_and_copies_that_touch_differ() -> None:
    painted = screen.coloured(INSTANCE, PACKED, Room(80, 1))
    assert plain(painted) == "I I   F\nI I   F #"
    lines = glyphs(painted)
    assert lines[0][0][2] != lines[1][0][2]
    assert lines[0][6][2] == lines[1][6][2]
