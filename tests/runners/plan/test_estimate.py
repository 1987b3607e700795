"""Times are estimated from similar measured runs, else by limits."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import climb, row, runs
from tests.runners.record.test_schema import record
from tilings.runners.plan import estimate
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.estimate import Estimator, Kind, Remaining, between
from tilings.runners.plan.plan import Plan
from tilings.runners.record.results import Result

KIND = Kind("squares", "f", "s", "first", 2, 10.0, True)


def test_runs_take_the_mean_of_those_most_like_them_and_without_any_their_limit() -> None:
    known = Estimator([record(wall_s=1.0), record(wall_s=3.0), record(wall_s=8.0, formulation="g")])
    kinds = {KIND: 2, KIND._replace(goal="count"): 1, KIND._replace(solver="t"): 1, KIND._replace(costs=False): 9}
    work = known.of_kinds(kinds)
    assert work.wall_s == pytest.approx(2 * 2 + 4 + 10)
    assert known.of_kinds({KIND._replace(wall_limit_s=90.0): 1}).wall_s == 90, "a run under another limit is not alike"
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


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.install(monkeypatch, "")


def test_a_climb_costs_some_limits_for_each_run_that_decides_a_rung(tmp_path: Path) -> None:
    plan = Plan((climb(tmp_path, cases=3),))
    assert NOTHING.of_plan(plan, {}).seconds(4.0) == [(40.0, 1)], "two of three cases decide a rung"


def test_a_climb_is_expected_to_go_as_equal_runs_did(tmp_path: Path) -> None:
    climbing = climb(tmp_path, every=True)
    rows = [row(run, "solved", wall_s=3.0) for run in climbing.lowest(7)]
    expected = Estimator(rows).of_plan(Plan((PlannedClimb(climbing.ladder, _seven(climbing)),)), {})
    assert [seconds for _, seconds in expected.measured] == [3.0] * 7 and not expected.open


def _seven(climbing: PlannedClimb) -> Any:
    """The climb's runs, which end to be applicable at size 7, as there is no such goal."""
    return lambda name, size: [
        run._replace(goal="none" if size >= 7 else run.goal) for run in climbing._runs_of(name, size)
    ]


def test_measured_runs_are_those_of_the_same_instance_and_limit(tmp_path: Path) -> None:
    planned = runs(tmp_path, 16)
    run = planned[0]
    known = Estimator([row(run, "solved", wall_s=0.5)])
    assert known.of_plan(plans.of(planned), {}).core_hours(0) == pytest.approx(16 * 0.5 / 3600)
    short = run._replace(limits=run.limits._replace(wall_s=0.1))
    assert known.of_run(short) == Result(True, False, 0.1), "it was solved too late for this limit"
    timed_out = Estimator([row(run, "wall")._replace(wall_s=1.0, wall_limit_s=1.0)])
    assert timed_out.of_run(run) is None, "nothing is known beyond a shorter limit"


def test_runs_that_were_never_measured_are_expected_to_time_out_and_refused_ones_cost_nothing(tmp_path: Path) -> None:
    one, other = runs(tmp_path, 2)
    expected = NOTHING.of_plan(plans.of([one, other._replace(goal="none")]), {})
    assert expected.others == [one] and expected.seconds(9.0) == [(one.limits.wall_s, 1)]
