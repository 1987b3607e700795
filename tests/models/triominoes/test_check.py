"""The checker of boards names each rule that a board breaks, and accepts what breaks none."""

from typing import Any

import pytest

from tilings.models.triominoes.check import check
from tilings.models.triominoes.instance import TriominoesInstance

BOARD = TriominoesInstance("small", 3, 4, ((1, 2, 3), (3, 4, 5), (1, 1, 2)))


def broken(*items: Any, instance: TriominoesInstance = BOARD) -> list[str]:
    return [violation.rule for violation in check(instance, items, "optimum")]


@pytest.mark.parametrize(
    ("other", "rules"),
    [
        ((1, 0, 3, "v", 0), []),  # 3 beside 3
        ((1, 0, 3, "v", 1), ["contact"]),  # 5 beside 3
        ((2, 1, 0, "v", 0), ["board"]),
        ((2, 1, 0, "h", 0), ["contact", "contact"]),  # 1 below 1, 1 below 2, 2 below 3
        ((1, 1, 1, "h", 0), ["contact", "contact"]),  # 3 below 2, 4 below 3
        ((1, 0, 2, "v", 0), ["overlap", "contact"]),
        ((1, 2, 1, "h", 0), []),  # a row below, without a contact
    ],
)
def test_values_agree_where_tiles_touch(other: Any, rules: list[str]) -> None:
    first = (0, 0, 0, "h", 0)
    assert broken(first, other) == broken(other, first) == rules


@pytest.mark.parametrize(
    ("item", "rules"),
    [
        ((0, 0, 1, "h", 0), []),
        ((0, 0, 2, "h", 0), ["board"]),
        ((0, 0, -1, "h", 0), ["board"]),
        ((0, 0, 3, "v", 1), []),
        ((0, 1, 3, "v", 1), ["board"]),
        ((0, -1, 3, "v", 1), ["board"]),
        ((0, 0, 4, "v", 0), ["board"] * 3),
        ((0, 3, 0, "h", 0), ["board"] * 3),
    ],
)
def test_a_tile_lies_within_the_board(item: Any, rules: list[str]) -> None:
    assert broken(item) == rules


@pytest.mark.parametrize("tile", [-1, 3, 4])
def test_a_tile_is_one_of_the_instance_and_placed_once(tile: int) -> None:
    assert broken((tile, 0, 0, "h", 0)) == ["tile"]
    assert broken((0, 0, 0, "h", 0), (0, 2, 0, "h", 0)) == ["tile"]


def test_a_mirrored_tile_covers_as_many_cells() -> None:
    assert broken((0, 0, 0, "h", 1), (2, 0, 2, "v", 0)) == ["overlap"]


@pytest.mark.parametrize("place", range(8))
def test_tiles_in_a_line_are_one_group_and_tiles_apart_are_not(place: int) -> None:
    board = TriominoesInstance("line", 30, 30, ((1, 1, 1),) * 4, connected=True)
    lines = (
        [(tile, place + 3 * tile, place, "v", 0) for tile in range(4)],
        [(tile, place, place + 3 * tile, "h", 0) for tile in range(4)],
    )
    for line in lines:
        assert broken(*line, instance=board) == []
    for one, other in (((place, 0, "v"), (place + 4, 0, "v")), ((0, place, "h"), (0, place + 4, "h"))):
        assert broken((0, *one, 0), (1, *other, 0), instance=board) == ["connected"], "a cell lies between them"
