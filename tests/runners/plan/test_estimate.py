"""Times are estimated from similar measured runs, else by limits; a budget thins all ladders alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import climb, row
from tests.runners.record.test_schema import record
from tilings.models.problem import UserError
from tilings.runners.plan import estimate
from tilings.runners.plan.climb import Climb
from tilings.runners.plan.estimate import Estimator, Kind, Remaining, between
from tilings.runners.plan.matrix import Plan

KIND = Kind("squares", "f", "s", "first", 2, 10.0, True)


def test_runs_take_the_mean_of_those_most_like_them_and_without_any_their_limit() -> None:
    known = Estimator([record(wall_s=1.0), record(wall_s=3.0), record(wall_s=8.0, formulation="g")])
    kinds = {KIND: 2, KIND._replace(goal="count"): 1, KIND._replace(solver="t"): 1, KIND._replace(costs=False): 9}
    work = known.of_kinds(kinds)
    assert work.wall_s == pytest.approx(2 * 2 + 4 + 10)
    assert (work.core_s, work.unknown) == (pytest.approx(2 * work.wall_s), 1)


def test_a_run_takes_no_longer_than_its_limit_and_one_that_was_not_made_counts_nothing() -> None:
    known = Estimator([record(wall_s=100.0)])
    assert known.of_kinds({KIND: 1}).wall_s == 10
    known = Estimator([record(wall_s=4.0), record(ended="given_up"), record(ended="not_installed")])
    assert known.of_kinds({KIND: 1}).wall_s == 4


def test_a_place_that_ends_a_run_of_a_second_every_two_seconds_is_without_one_for_a_second() -> None:
    assert between(50, 50.0, 100.0) == pytest.approx(1.0)
    assert between(50, 200.0, 100.0) == 0
    assert between(1, 1.0, 100.0) == 0, "of a few long runs nothing is concluded"
    assert Estimator([record(wall_s=1.0)]).of_kinds(Counter({KIND: 4}), 0.5).wall_s == 6


def test_the_remaining_time_is_that_of_the_pending_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate.time, "monotonic", lambda: 0.0)
    left = Counter({KIND: 5})
    remaining = Remaining(lambda: left, 2, [record(run_id="0", wall_s=2.0)])
    assert (remaining.runs(), remaining.seconds()) == (5, 5)
    left[KIND] -= 1
    remaining.made(record(run_id="1", wall_s=2.0))
    assert (remaining.runs(), remaining.seconds()) == (4, 4)


NOTHING = Estimator([])


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Plan:
    """Four rungs of two instances, two seeds each; 16 runs of 5 s."""
    fakes.install(monkeypatch, "")
    rungs = climb(tmp_path, (1, 2, 3, 4), cases=2, seeds=2)
    return Plan(tuple(run for number in range(4) for case in of(rungs, number).cases for run in case))


def of(climbing: Climb, number: int) -> Any:
    rung = climbing.rung(number)
    assert rung is not None
    return rung


def left(planned: Plan, seconds: float) -> list[tuple[str, int]]:
    return [(run.instance, run.seed) for run in estimate.thin(planned, seconds / 3600, NOTHING)[0].runs]


def test_a_plan_that_fits_stays_as_it_is(planned: Plan) -> None:
    found, words = estimate.thin(planned, 80 / 3600, NOTHING)
    assert found == planned and "16 of 16 runs outside of climbs kept; expected 0.0222 core-hours" in words


def test_first_instances_then_rungs_then_seeds_then_more_rungs_are_left_out(planned: Plan) -> None:
    assert left(planned, 79) == [(f"n{rung}-s1", seed) for rung in (1, 2, 3, 4) for seed in (1, 2)]
    assert left(planned, 39) == [("n1-s1", 1), ("n1-s1", 2), ("n3-s1", 1), ("n3-s1", 2)]
    assert left(planned, 19) == [("n1-s1", 1), ("n3-s1", 1)]
    assert left(planned, 9) == [("n1-s1", 1)]


def test_what_is_left_out_is_said(planned: Plan) -> None:
    words = estimate.thin(planned, 19 / 3600, NOTHING)[1]
    assert "1 of up to 2 instances a rung, one rung in 2, 1 of up to 2 seeds and repetitions" in words
    assert "2 of 16 runs outside of climbs kept" in words


def test_the_order_of_the_plan_does_not_matter(planned: Plan) -> None:
    assert sorted(left(Plan(planned.runs[::-1]), 39)) == sorted(left(planned, 39))


def test_a_budget_too_small_for_the_smallest_plan_is_an_error(planned: Plan) -> None:
    with pytest.raises(UserError, match=r"--budget 0.001 is too small: the smallest plan.*0.00139 core-hours"):
        estimate.thin(planned, 0.001, NOTHING)


def test_climbs_are_thinned_by_cases_and_rungs(planned: Plan, tmp_path: Path) -> None:
    plan = Plan((), (climb(tmp_path, cases=3),))
    (thinned,) = estimate.thin(plan, 0.01, NOTHING)[0].climbs
    assert len(of(thinned, 0).cases) == 3 and of(thinned, 1).size == 1
    assert NOTHING.of_plan(plan, {}).seconds(4.0) == [(40.0, 1)], "two of three cases decide a rung"


def test_a_climb_is_expected_to_go_as_equal_runs_did(planned: Plan, tmp_path: Path) -> None:
    climbing = climb(tmp_path, every=True)
    lowest = climbing.lowest(4)
    rows = [replace(row(run, "solved", wall_s=0.5), instance_sha256=run.source.sha256) for run in lowest[:1]]
    expected = Estimator(rows).of_plan(Plan((), (Climb(climbing.ladder, _seven(climbing)),)), {})
    assert [seconds for _, seconds in expected.runs] == [0.5] * 7 and not expected.open


def _seven(climbing: Climb) -> Any:
    """The climb's runs, which end to be applicable at size 7."""
    return lambda name, size: [replace(run, refusal="no" if size >= 7 else "") for run in climbing._runs_of(name, size)]


def test_measured_runs_are_those_of_the_same_instance_and_limit(planned: Plan) -> None:
    run = planned.runs[0]
    known = Estimator([row(run, "solved", wall_s=0.5)])
    assert known.of_plan(planned, {}).core_hours(0) == pytest.approx(16 * 0.5 / 3600), "the fake has one instance"
    short = replace(run, limits=replace(run.limits, wall_s=0.1))
    assert known.of_run(short) == (0.1, False), "it was solved too late for this limit"
    timed_out = Estimator([replace(row(run, "wall"), wall_s=1.0, wall_limit_s=1.0)])
    assert timed_out.of_run(run) is None, "nothing is known beyond a shorter limit"
