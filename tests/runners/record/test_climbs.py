"""Rows become results of cases and rungs: more than half must be solved, and open ones are decided by few."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.runners.record.test_schema import record
from tilings.runners.record.climbs import OPEN, Result, case, deciding, majority, result, whole

LIMIT_S = 5.0


def solved(wall_s: float = 1.0) -> Result:
    return Result(True, True, wall_s)


UNSOLVED, UNTRIED = Result(True, False, LIMIT_S), Result(False, False)


@pytest.mark.parametrize(
    ("ended", "answer", "expected"),
    [
        ("finished", "sat", Result(True, True, 1.0)), ("wall", "none", Result(True, False, 1.0)),
        ("crash", "none", Result(True, False, 1.0)), ("not_applicable", "none", Result(False, False, 1.0)),
        ("given_up", "none", Result(False, False, 1.0)),
    ],
)  # fmt: skip
def test_a_run_is_solved_if_it_reached_its_goal(ended: str, answer: str, expected: Result) -> None:
    assert result(record(ended=ended, answer=answer, wall_s=1.0, wall_limit_s=LIMIT_S)) == expected


def test_an_answer_that_is_refuted_or_came_too_late_does_not_solve_a_run() -> None:
    run = record(answer="sat", wall_s=1.0, wall_limit_s=LIMIT_S)
    assert not result(replace(run, check="contradicts_known")).solved
    assert not result(replace(run, wall_s=60.0)).solved


def test_a_time_is_no_less_than_the_clock_tells_and_at_most_the_limit() -> None:
    times = {0.0: 0.001, 5.2: LIMIT_S, None: LIMIT_S}
    assert {wall_s: result(record(wall_s=wall_s, wall_limit_s=LIMIT_S)).wall_s for wall_s in times} == times


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([solved(1.0), UNSOLVED, solved(3.0)], solved(3.0)), ([solved(), UNSOLVED, UNSOLVED], UNSOLVED),
        ([solved(), UNSOLVED], UNSOLVED), ([solved(2.0), solved(1.0)], solved(2.0)),
        ([solved(), UNTRIED, UNTRIED], solved()), ([UNTRIED, UNTRIED], UNTRIED), ([], UNTRIED),
        ([solved(1.0), solved(2.0), OPEN], solved(2.0)), ([UNSOLVED, OPEN], UNSOLVED), ([solved(), OPEN, OPEN], OPEN),
    ],
)  # fmt: skip
def test_more_than_half_of_those_that_were_tried_must_be_solved(results: list[Result], expected: Result) -> None:
    assert majority(results) == majority(results[::-1]) == expected


def test_only_so_many_open_ones_are_due_as_may_decide() -> None:
    assert [deciding([OPEN] * number) for number in (1, 2, 3, 5)] == [1, 1, 2, 3]
    assert deciding([solved(), OPEN, OPEN]) == deciding([solved(), UNSOLVED, OPEN]) == 1
    assert deciding([solved(), solved(), OPEN]) == deciding([]) == 0


def test_further_seeds_are_needed_only_where_the_first_one_took_long() -> None:
    assert case([solved(0.1), OPEN, OPEN], LIMIT_S) == solved(0.1)
    assert case([solved(2.0), OPEN, OPEN], LIMIT_S) == case([solved(0.1), UNSOLVED, OPEN], LIMIT_S) == OPEN
    assert case([UNTRIED, OPEN], LIMIT_S) == UNTRIED


def test_a_divided_search_is_solved_when_all_of_its_parts_are() -> None:
    assert whole([solved(1.0), solved(2.0)]) == solved(2.0)
    assert not whole([solved(1.0), UNSOLVED]).solved
    assert whole([UNSOLVED, OPEN]).solved is None
