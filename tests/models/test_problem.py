"""What a complaint quotes of a user's input leaves it one short line."""

import pickle

import pytest

from tilings.models.problem import NotApplicable, UserError


@pytest.mark.parametrize("kind", [UserError, NotApplicable])
def test_a_long_message_keeps_its_beginning_and_its_end(kind: type[UserError]) -> None:
    words = str(kind(f"f.txt:3: expected a box, not '{'5' * 100_000}': write a line such as 'box 5x4'"))
    assert words.startswith("f.txt:3: expected a box, not '55")
    assert words.endswith("5': write a line such as 'box 5x4'")
    assert len(words) < 2000


@pytest.mark.parametrize("separator", ["\n", "\r", "\x85", "\u2028", "\x0c", "\x1b", "\0", "\ud800"])
def test_a_message_is_one_line_that_can_be_printed(separator: str) -> None:
    assert str(UserError(f"no such item: 'a{separator}b'")) == "no such item: 'a b'"


def test_an_ordinary_message_stays_as_it_is() -> None:
    words = "an ordinary one, 5 × 5, über alles"
    assert str(UserError(words)) == words
    assert str(pickle.loads(pickle.dumps(UserError(words)))) == words
