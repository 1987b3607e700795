"""Instances are refused with the reason, or read; writing is the inverse of reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models.problem import UserError
from tilings.models.registry import instance_json, parse_instance
from tilings.models.squares import PROBLEM
from tilings.models.squares.instance import SquaresInstance, goals, parse, to_json

BOARD = {"name": "a", "width": 7, "height": 7, "max_copies": 3}
MULTISET = {"name": "a", "width": 4, "height": 4, "sides": [2, 2, 2, 1, 1, 1, 1]}


def test_a_board_with_a_limit_of_copies_is_decided_and_counted_and_one_without_is_optimised() -> None:
    assert goals(parse(BOARD)) == ("first", "count")
    assert goals(parse(MULTISET)) == ("first", "count")
    assert goals(parse(BOARD | {"max_copies": None})) == ("optimum",)


def test_sides_are_kept_largest_first() -> None:
    assert parse(MULTISET | {"sides": [1, 1, 2, 1, 2, 1, 2]}).sides == (2, 2, 2, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"width": 0}, "'width'"),
        ({"width": 2.5}, "'width'"),
        ({"height": 10**9}, "'height'"),
        ({"width": 1, "height": 1}, "smaller than the 1 x 1 board"),
        ({"max_copies": 0}, "'max_copies'"),
        ({"max_copies": None, "all_copies": True}, "'max_copies'"),
        ({"max_copies": 251, "all_copies": True}, "'max_copies'"),
        ({"all_copies": 24}, "'all_copies'"),
        ({"name": "../a"}, "'name'"),
        ({"convention": "all"}, "'convention'"),
        ({"widht": 7}, "unknown field 'widht'"),
        ({"sides": [4, 4, 4, 1]}, "leave out 'max_copies'"),
    ],
)
def test_bad_boards_are_refused_with_the_reason(change: dict, words: str) -> None:
    with pytest.raises(UserError, match=words):
        parse(BOARD | change)


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        ([], "area 0"),
        ([2, 2, 2], "area 12, but the board's area is 16"),
        ([4], "up to side 3"),
        ([2, 2, 2, 0], "'sides'"),
        ("2222", "'sides'"),
        (None, "'sides'"),
    ],
)
def test_bad_multisets_are_refused_with_the_reason(sides: object, words: str) -> None:
    with pytest.raises(UserError, match=words):
        parse(MULTISET | {"sides": sides})


@pytest.mark.parametrize("field", ["name", "width", "height", "max_copies"])
def test_missing_fields_are_named(field: str) -> None:
    with pytest.raises(UserError, match=f"'{field}'"):
        parse({key: value for key, value in BOARD.items() if key != field})


@given(
    width=st.integers(1, 40),
    height=st.integers(2, 40),
    copies=st.none() | st.integers(1, 99),
    convention=st.sampled_from(["raw", "rotations", "reflections"]),
)
def test_boards_read_back_from_json_are_the_same(width: int, height: int, copies: int | None, convention: str) -> None:
    instance = SquaresInstance("a", width, height, copies, (), convention)
    assert parse(to_json(instance)) == instance
    assert parse_instance(instance_json(PROBLEM, instance), "test") == (PROBLEM, instance)


def test_multisets_read_back_from_json_are_the_same() -> None:
    assert parse(to_json(parse(MULTISET))) == parse(MULTISET)
