"""A ladder's optima or counts as lines of a b-file: each proved, with its support, up to the first that is not."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest

from tests.called import called
from tilings.models.problem import UserError
from tilings.sequence import chosen, named

command = partial(called, "tilings.sequence")


def test_the_optima_of_a_ladder_are_lines_and_their_support_a_comment() -> None:
    done = command("hn", "--from", "2", "--to", "5", "--solver", "dlx,clingo")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "2 4\n3 5\n4 4\n5 4\n# n = 2-5: not proved here: several solvers (clingo, dlx)\n"
    assert done.stdout.isascii() and all(re.fullmatch(r"\d+ \d+|#.*", line) for line in done.stdout.splitlines())


def test_the_counts_of_a_ladder_follow_from_its_goal() -> None:
    """Dominoes on n x 4 boards: OEIS A005178."""
    found = json.loads(command("dominoes", "--from", "2", "--to", "4", "--json").stdout)
    assert [(term["n"], term["value"], term["instance"]) for term in found["terms"]] == [
        (2, 5, "dominoes2x4"), (3, 11, "dominoes3x4"), (4, 36, "dominoes4x4"),
    ]  # fmt: skip


def test_it_ends_at_the_first_term_that_is_not_proved() -> None:
    done = command("hn", "--from", "40", "--to", "41", "--solver", "highs", "--timeout", "0.1")
    assert done.returncode == 1 and done.stdout.startswith("# n = 40: no answer: ") and done.stdout.count("\n") == 1


def test_a_form_of_names_stands_for_a_ladder() -> None:
    assert chosen("h{n}x{n-1}k2", "count") == ("h{n}x{n-1}k2", "count")
    assert named("h{n}x{n-1}k2", 9) == "h9x8k2"
    assert chosen("hn", None) == ("h{n}", "optimum") and chosen("near-k2", None)[1] == "count"


@pytest.mark.parametrize(
    ("ladder", "goal", "words"),
    [
        ("planted", None, "no ladder 'planted' has one optimum or count a size"),  # several boxes of a size
        ("hn", "count", "no ladder 'hn' has one optimum or count a size"),
        ("nothing", None, "there are: dominoes, hn, near-k2, near-k3"),
        ("h{m}", None, "'h{m}' is not a form of names"),
        ("h{n}-{m}", None, "'h{n}-{m}' is not a form of names"),
    ],
)
def test_a_ladder_without_single_values_is_refused(ladder: str, goal: str | None, words: str) -> None:
    with pytest.raises(UserError, match=re.escape(words)):
        chosen(ladder, goal)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("hn", "--from", "5", "--to", "2"), "--from 5 is greater than --to 2"),
        (("hn", "--from", "1", "--to", "2"), "n = 1: 'width' and 'height' must not both be 1"),
        (("hn", "--from", "2", "--to", "2", "--solver", "nobody"), "nobody"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = command(*arguments)
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1
