"""A budget thins all ladders alike."""

from pathlib import Path
from typing import Any

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import climb
from tilings.models.problem import UserError
from tilings.runners.plan import budget
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.estimate import Estimator
from tilings.runners.plan.plan import Plan

NOTHING = Estimator([])


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Plan:
    """Four rungs of two instances, two seeds each; 16 runs of 5 s."""
    fakes.install(monkeypatch, "")
    rungs = climb(tmp_path, (1, 2, 3, 4), cases=2, seeds=2)
    return plans.of(run for number in range(4) for case in of(rungs, number).cases for run in case)


def of(climbing: PlannedClimb, number: int) -> Any:
    rung = climbing.rung(number)
    assert rung is not None
    return rung


def left(planned: Plan, seconds: float) -> list[tuple[str, int]]:
    return sorted((run.instance, run.seed) for run in budget.thin(planned, seconds / 3600, NOTHING)[0].runs)


def test_a_plan_that_fits_stays_as_it_is(planned: Plan) -> None:
    found, words = budget.thin(planned, 80 / 3600, NOTHING)
    assert found.runs == planned.runs and "16 of 16 runs kept; expected 0.0222 core-hours" in words


def test_first_instances_then_rungs_then_seeds_then_more_rungs_are_left_out(planned: Plan) -> None:
    assert left(planned, 79) == [(f"n{rung}-s1", seed) for rung in (1, 2, 3, 4) for seed in (1, 2)]
    assert left(planned, 39) == [("n1-s1", 1), ("n1-s1", 2), ("n3-s1", 1), ("n3-s1", 2)]
    assert left(planned, 19) == [("n1-s1", 1), ("n3-s1", 1)]
    assert left(planned, 9) == [("n1-s1", 1)]


def test_a_budget_too_small_for_the_smallest_plan_is_an_error(planned: Plan) -> None:
    with pytest.raises(UserError, match=r"--budget 0.001 is too small: the smallest plan.*0.00139 core-hours"):
        budget.thin(planned, 0.001, NOTHING)


def test_climbs_are_thinned_by_cases_rungs_and_seeds(planned: Plan, tmp_path: Path) -> None:
    plan = Plan((climb(tmp_path, cases=3, seeds=3),))
    (whole,) = budget.thin(plan, 0.02, NOTHING)[0].climbs
    assert [len(case) for case in of(whole, 0).cases] == [3, 3, 3] and of(whole, 1).size == 1
    (thinned,) = budget.thin(plan, 0.005, NOTHING)[0].climbs
    assert [len(case) for case in of(thinned, 0).cases] == [1] and of(thinned, 1).size == 2


def test_instances_on_no_ladder_lose_only_seeds(planned: Plan) -> None:
    plan = plans.of(run._replace(ladder="", rung=None) for run in planned.runs)
    assert left(plan, 41) == [(f"n{rung}-s{case}", 1) for rung in (1, 2, 3, 4) for case in (1, 2)]
