"""The time that is left is told from measured runs: of the same kind, else of those most like it, else by limits."""

from __future__ import annotations

from collections import Counter

import pytest

from runners.plan import estimate
from runners.plan.estimate import Estimator, Kind, Remaining, between
from tests.runners.record.test_schema import record

KIND = Kind("squares", "f", "s", "first", 2, 10.0, True)


def test_runs_take_the_mean_of_those_most_like_them_and_without_any_their_limit() -> None:
    known = Estimator([record(wall_s=1.0), record(wall_s=3.0), record(wall_s=8.0, formulation="g")])
    kinds = {KIND: 2, KIND._replace(goal="count"): 1, KIND._replace(solver="t"): 1, KIND._replace(costs=False): 9}
    work = known.of_kinds(kinds)
    assert work.wall_s == pytest.approx(2 * 2 + 4 + 10)
    assert (work.core_s, work.unknown) == (pytest.approx(2 * work.wall_s), 1)


def test_a_run_takes_no_longer_than_its_limit_and_one_that_was_given_up_nothing() -> None:
    known = Estimator([record(wall_s=100.0)])
    assert known.of_kinds({KIND: 1}).wall_s == 10
    known = Estimator([record(wall_s=4.0), record(ended="given_up"), record(ended="not_installed")])
    assert known.of_kinds({KIND: 1}).wall_s == 2


def test_a_place_that_ends_a_run_of_a_second_every_two_seconds_is_without_one_for_a_second() -> None:
    assert between(50, 50.0, 100.0) == pytest.approx(1.0)
    assert between(50, 200.0, 100.0) == 0
    assert between(1, 1.0, 100.0) == 0, "of a few long runs nothing is concluded"
    assert Estimator([record(wall_s=1.0)]).of_kinds(Counter({KIND: 4}), 0.5).wall_s == 6


def test_what_is_made_is_left_no_more_and_what_is_made_again_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate.time, "monotonic", lambda: 0.0)
    remaining = Remaining({str(number): KIND for number in range(6)}, 2, [record(run_id="0", wall_s=2.0)])
    assert remaining.seconds() == 5
    for _ in range(2):
        remaining.made(record(run_id="1", wall_s=2.0))
    assert remaining.seconds() == 4
