"""Names and numbers in the fields of an instance are checked as they are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models import fields
from tilings.models.problem import UserError


@given(st.text(max_size=20) | st.text("aü小 /", min_size=60, max_size=300))
def test_any_text_can_be_made_an_allowed_name(text: str) -> None:
    made = fields.as_name(text)
    assert fields.name(made) == made
    assert fields.as_name(made) == made


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("langford-7", "langford-7"),
        ("my puzzle (2)", "my-puzzle-2-"),
        ("", "unnamed"),
        ("Jürgen", "Jürgen"),
        ("Ju\N{COMBINING DIAERESIS}rgen", "Jürgen"),
        ("Żaneta", "Żaneta"),
        ("小明", "小明"),
    ],
)
def test_a_name_keeps_the_characters_that_are_allowed(text: str, name: str) -> None:
    assert fields.as_name(text) == name


def test_long_names_that_differ_at_their_end_stay_different_and_a_given_one_is_refused() -> None:
    one, other = (fields.as_name("a" * 250 + end) for end in ("1", "2"))
    assert one != other and len(one) == len(other) == 200
    with pytest.raises(UserError, match="'name' has 202 bytes, and at most 200"):
        fields.name("ü" * 101)


def test_numbers_that_overflow_in_a_solver_are_refused() -> None:
    assert fields.integer(fields.LARGEST, "sides") == fields.LARGEST < 2**31
    with pytest.raises(UserError, match="'sides' must be a whole number from 1 to 1000000000, not 4294967296"):
        fields.integer(2**32, "sides")
