"""Triomino boards as text show each tile's values, blocked cells and the tiles that are left out."""

from __future__ import annotations

from dataclasses import replace

from models.blocks import Room
from models.triominoes import screen
from models.triominoes.instance import TriominoesInstance
from tests.models.screens import plain

INSTANCE = TriominoesInstance("t", 4, 5, ((1, 2, 3), (3, 2, 1), (1, 4, 1), (2, 1, 9)))
BOARD = ((0, 0, 0, "h", 0), (1, 0, 3, "v", 0), (2, 1, 0, "v", 0), (3, 1, 4, "v", 0))
DOMINOES = TriominoesInstance("d", 2, 3, ((1, 2), (2, 12), (5, 6)), length=2, blocked=((1, 2),))


def test_a_board_is_drawn_as_text_with_joined_values_and_blocked_cells() -> None:
    assert screen.text(INSTANCE, BOARD).splitlines() == [
        "1-2-3 3 .",
        "      |",
        "1 . . 2 2",
        "|     | |",
        "4 . . 1 1",
        "|       |",
        "1 . . . 9",
    ]
    assert screen.text(replace(INSTANCE, blocked=((3, 2),)), BOARD).endswith("1 . # . 9")


def test_text_aligns_dominoes_and_values_of_two_digits() -> None:
    board = ((0, 0, 0, "v", 1), (1, 0, 1, "h", 0))
    assert screen.text(DOMINOES, board) == " 2  2-12\n |\n 1  . ##\n\nleft out: 5-6"


def test_values_of_many_digits_widen_all_cells() -> None:
    wide = TriominoesInstance("w", 2, 3, ((7, 4000, 55),))
    assert screen.text(wide, ((0, 0, 0, "h", 0),)).splitlines()[0] == "   7-4000---55"
    lines = plain(screen.coloured(wide, ((0, 0, 0, "h", 0),), Room(80, 8))).splitlines()
    assert any(line.split() == ["7", "4000", "55"] for line in lines)


def test_a_coloured_board_shows_the_values_in_their_cells_and_names_the_tiles_that_are_left_out() -> None:
    shown = plain(screen.coloured(INSTANCE, BOARD[:3], Room(80, 10))).splitlines()
    assert shown[:4] == ["1 2 3 3 ·", "1 · · 2 ·", "4 · · 1 ·", "1 · · · ·"]
    assert shown[-1] == "left out: 2-1-9"
