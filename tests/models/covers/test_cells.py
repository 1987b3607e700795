"""Covers of pieces and cells are shown as boards; all others by their options."""

import pytest

from tests.models.screens import plain
from tilings.models.covers import cells, draw, instance, screen, stl, text
from tilings.models.covers.instance import CoversInstance
from tilings.models.polycubes import drawn
from tilings.models.terminal.blocks import Room


def of_text(words: str) -> CoversInstance:
    found = text.read(words, "here", "c")
    return instance.parse({key: value for key, value in found.items() if key != "family"})


def test_pieces_and_cells_are_a_board_with_gaps_and_blocked_cells() -> None:
    ring = "###\n#.#\n###\n1 gap\nat most 1 of L, D\n\nLLL\n\nDD\n\nVVV\nV.V\n"
    puzzle = instance.parse(drawn.read(ring, "p", "p").instance)
    number = {frozenset(option.words): at for at, option in enumerate(puzzle.options)}
    rows = ("D L+D.1 0,0,0 1,0,0", "V 0,1,0 0,2,0 1,2,0 2,2,0 2,1,0", "holes 2,0,0")
    cover = [number[frozenset(row.split())] for row in rows]
    solution = tuple(("option", at) for at in cover)
    assert screen.text(puzzle, solution) == "V V V\nV * V\nD D ."
    assert plain(screen.coloured(puzzle, solution, Room(80, 24))).split() == list("VVVVVDD·")
    assert draw.figure(puzzle, solution).axes
    assert [(name, times) for name, times, _ in stl.files(puzzle, solution, 10, 0.1)] == [
        ("D.stl", 1), ("V.stl", 1), ("solution.stl", 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    ["a b\na\nb\n", "P 0,0\nP 0,0\n", "0,0,0 P\n0,0,0 P\n", "P 2|0,0,0\nP 0,0,0\n", "P Q 0,0,0\nP 0,0,0\nQ\n",
     "P 0,0,0 999,999,999\nP 0,0,0 999,999,999\n"],
)  # fmt: skip
def test_other_covers_are_not_boards(words: str) -> None:
    puzzle = of_text(words)
    assert cells.box(puzzle) is None and not stl.takes(puzzle)
    assert screen.text(puzzle, (("option", 0),)) == words.splitlines()[1]
