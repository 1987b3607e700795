"""Reading the fields of an instance."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import fields


@given(st.text(max_size=20))
def test_any_text_makes_a_name_that_is_allowed(text: str) -> None:
    made = fields.as_name(text)
    assert fields.name(made) == made
    assert fields.as_name(made) == made


@pytest.mark.parametrize(
    ("text", "name"), [("langford-7", "langford-7"), ("my puzzle (2)", "my-puzzle-2-"), ("", "unnamed")]
)
def test_names_keep_what_they_can(text: str, name: str) -> None:
    assert fields.as_name(text) == name
