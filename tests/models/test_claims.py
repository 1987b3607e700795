"""Two claims on one subject clash if they cannot both be true."""

from itertools import product

import pytest

from tilings.models.claims import Claim, clash, contradictions, covers


def claim(
    answer: str, value: float | None = None, bound: float | None = None, sense: str = "max", goal: str = ""
) -> Claim:
    goals = {"sat": "first", "counted": "count"}
    subject = ("family", "hash", goal or goals.get(answer, "optimum"))
    return Claim("someone", "family/name", subject, answer, value, bound, sense)


CLASHING = [
    (claim("sat"), claim("unsat", goal="first")),
    (claim("sat"), claim("counted", 0)),
    (claim("unsat", goal="first"), claim("counted", 1)),
    (claim("none", 9, goal="count"), claim("counted", 8)),
    (claim("none", 1, goal="count"), claim("unsat", goal="first")),
    (claim("unsat"), claim("optimal", 3)),
    (claim("unsat"), claim("feasible", 3)),
    (claim("counted", 3), claim("counted", 4)),
    (claim("optimal", 3), claim("optimal", 4)),
    (claim("optimal", 3), claim("feasible", 4)),
    (claim("optimal", 4, sense="min"), claim("feasible", 3, sense="min")),
    (claim("none", bound=3), claim("feasible", 4)),
    (claim("feasible", 2, bound=3), claim("optimal", 4)),
    (claim("unbounded"), claim("optimal", 4)),
    (claim("unbounded"), claim("unsat")),
    (claim("unbounded"), claim("feasible", 4, bound=9)),
    (claim("none", bound=9), claim("unbounded")),
    (claim("optimal", 2.5), claim("optimal", 3)),
]
AGREEING = [
    (claim("sat"), claim("sat")),
    (claim("unsat"), claim("unsat")),
    (claim("sat"), claim("counted", 5)),
    (claim("unsat", goal="first"), claim("counted", 0)),
    (claim("none", 8, goal="count"), claim("counted", 8)),
    (claim("sat"), claim("optimal", 3)),
    (claim("counted", 3), claim("counted", 3)),
    (claim("optimal", 4), claim("feasible", 3)),
    (claim("optimal", 3, sense="min"), claim("feasible", 4, sense="min")),
    (claim("none", bound=4.0), claim("optimal", 4)),
    (claim("none", bound=3.9999999), claim("optimal", 4)),
    (claim("none"), claim("unsat")),
    (claim("unbounded"), claim("unbounded")),
    (claim("unbounded"), claim("feasible", 4)),
    (claim("optimal", 0.333333), claim("optimal", 1 / 3)),
]


@pytest.mark.parametrize(("pair", "number"), [*product(CLASHING, [1]), *product(AGREEING, [0])])
def test_claims_clash_if_they_cannot_both_be_true(pair: tuple[Claim, Claim], number: int) -> None:
    assert clash(*pair) == clash(*pair[::-1]) == bool(number)
    assert len(contradictions(list(pair))) == number


@pytest.mark.parametrize("order", [1, -1])
def test_a_wrong_answer_is_told_once_with_those_that_it_contradicts_whoever_came_first(order: int) -> None:
    wrong, exists = claim("counted", 7), claim("sat")
    right = [claim("counted", 8)._replace(source=name) for name in "abcde"]
    found = contradictions([wrong, exists, *right][::order])
    named = "a, b, c" if order == 1 else "e, d, c"
    assert [(each.one, each.other) for each in found] == [
        (f"{named} and 2 others say counted 8", "someone says counted 7")
    ]


def test_a_wrong_answer_is_found_beside_one_that_agrees_with_both() -> None:
    found = contradictions([*(claim("sat")._replace(source=name) for name in "abc"), claim("counted", 0)])
    assert [each.one for each in found] == ["a, b and c say sat"]
    exists = [claim("sat")._replace(source=name) for name in "abc"]
    assert len(contradictions([*exists, claim("counted", 8), claim("counted", 7)])) == 1


def test_claims_on_different_subjects_are_not_compared() -> None:
    other = Claim("someone", "family/other", ("family", "other", "goal"), "unsat")
    assert contradictions([claim("sat"), other]) == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (claim("optimal", 3), claim("feasible", 2), True),
        (claim("feasible", 2), claim("optimal", 3), False),
        (claim("optimal", 2, sense="min"), claim("feasible", 3, sense="min"), True),
        (claim("feasible", 2, bound=3), claim("feasible", 2, bound=4), True),
        (claim("feasible", 2, bound=4), claim("feasible", 2, bound=3), False),
        (claim("counted", 3), claim("none", 2, goal="count"), True),
        (claim("counted", 3), claim("sat"), True),
        (claim("none", 0, goal="count"), claim("sat"), False),
        (claim("unbounded"), claim("feasible", 2), True),
        (claim("unsat"), claim("none", bound=2), False),
        (claim("unbounded"), claim("unbounded"), True),
    ],
)
def test_a_claim_covers_those_that_say_less(one: Claim, other: Claim, expected: bool) -> None:
    assert covers(one, other) == expected
