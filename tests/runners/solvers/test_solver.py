"""The parser that adapters share reads atoms from any output in linear time."""

from __future__ import annotations

import time

from runners.solvers.interface.solver import parse_atoms


def test_atoms_are_found_between_other_words() -> None:
    assert parse_atoms("at square(0,3,-5), then(1)") == (("square", (0, 3, -5)), ("then", (1,)))


def test_a_long_word_is_read_in_linear_time() -> None:
    start = time.monotonic()
    assert parse_atoms("a" * 100_000) == ()
    assert time.monotonic() - start < 10, "from each of its letters on, it takes minutes"
