"""Times are estimated from similar measured runs, else by limits; a budget thins all ladders alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import row, runs
from tests.runners.record.test_schema import record
from tilings.models.problem import UserError
from tilings.runners.plan import estimate
from tilings.runners.plan.estimate import Estimator, Kind, Remaining, between
from tilings.runners.plan.run import Run

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


NOTHING = Estimator([])


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Run]:
    """Four rungs of two instances, two seeds each; 16 runs of 5 s."""
    fakes.install(monkeypatch, "")
    found = runs(tmp_path, [1, 2, 3, 4], give_up=0, seeds=2)
    return found + [replace(run, instance=f"{run.instance}b") for run in found]


def left(planned: list[Run], seconds: float) -> list[tuple[str, int]]:
    return [(run.instance, run.seed) for run in estimate.thin(planned, seconds / 3600, NOTHING)[0]]


def test_a_plan_that_fits_stays_as_it_is(planned: list[Run]) -> None:
    found, words = estimate.thin(planned, 80 / 3600, NOTHING)
    assert found == planned and "0 of 16 runs are left out; expected 0.0222 core-hours" in words


def test_first_instances_then_rungs_then_seeds_then_more_rungs_are_left_out(planned: list[Run]) -> None:
    assert left(planned, 79) == [(f"n{rung}", seed) for rung in (1, 2, 3, 4) for seed in (1, 2)]
    assert left(planned, 39) == [("n1", 1), ("n1", 2), ("n3", 1), ("n3", 2)]
    assert left(planned, 19) == [("n1", 1), ("n3", 1)]
    assert left(planned, 9) == [("n1", 1)]


def test_what_is_left_out_is_said(planned: list[Run]) -> None:
    words = estimate.thin(planned, 19 / 3600, NOTHING)[1]
    assert "14 of 16 runs are left out" in words
    assert "1 of up to 2 instances a rung, one rung in 2, 1 of up to 2 seeds and repetitions kept" in words


def test_the_order_of_the_plan_does_not_matter(planned: list[Run]) -> None:
    assert sorted(left(planned[::-1], 39)) == sorted(left(planned, 39))


def test_a_budget_too_small_for_one_rung_is_an_error(planned: list[Run]) -> None:
    with pytest.raises(UserError, match=r"--budget 0.001 is too small: one rung of each ladder.*0.00139 core-hours"):
        estimate.thin(planned, 0.001, NOTHING)


def test_recorded_rows_and_giving_up_make_a_plan_cheaper(planned: list[Run]) -> None:
    climbing = [replace(run, give_up=2) for run in planned]
    assert len(NOTHING.of_plan(climbing, {})) == 8, "the third and fourth rung are given up"
    solved = {run.source.sha256: replace(row(run, "solved"), wall_s=0.5) for run in planned}
    known = Estimator(solved.values())
    assert sum(known.of_plan(climbing, {}).values()) == pytest.approx(16 * 0.5)
    short = [replace(run, limits=replace(run.limits, wall_s=0.1)) for run in climbing]
    assert known.of_run(short[0]) == (0.1, False), "it was solved too late for this limit"
    timed_out = Estimator([replace(row(planned[0], "wall"), wall_s=1.0, wall_limit_s=1.0)])
    assert timed_out.of_run(planned[0]) is None, "nothing is known beyond a shorter limit"
