"""The plan before it is run: recorded runs, runs without cost, and an upper bound on the time."""

import heapq
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners import fakes
from tests.runners.record.test_schema import record
from tilings.runners.plan import forecast
from tilings.runners.plan import plan as plans
from tilings.runners.plan.estimate import Estimator
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record import machine
from tilings.runners.record.rows import Recorded


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """A run of a solver that is installed, with a limit of an hour."""
    fakes.install(monkeypatch, "")
    return fakes.run(tmp_path, wall_s=3600.0)


NOTHING_KNOWN = Estimator([])


def recorded(*runs: Run) -> Recorded:
    return {run.run_id: record(run_id=run.run_id, answer="sat", check="valid") for run in runs}


def lines(plan: Plan, jobs: int = 2, *done: Run) -> list[str]:
    return list(forecast.lines(plan, jobs, recorded(*done), NOTHING_KNOWN))


def test_recorded_runs_and_runs_without_cost_are_counted_separately(run: Run) -> None:
    runs = [run._replace(seed=seed) for seed in range(1, 6)]
    runs += [run._replace(seed=6, options=run.options | {"part": "1/2"}), run._replace(seed=7, version="")]
    plan, elsewhere = plans.of(runs), run._replace(seed=99)
    assert lines(plan, 2, runs[0], elsewhere)[2] == (
        "7 runs (1 done, 4 to run, 1 not applicable, 1 without their solver): "
        "at most 4 core-hours (2 h 0 min with --jobs 2)"
    )
    assert lines(plan, 2, *runs)[2] == "7 runs (7 done, 0 to run): at most 0 core-hours (0 h 0 min with --jobs 2)"
    heading, kind, *_ = lines(plan, 2, runs[0])
    assert kind.split()[:3] == ["7", "1", "0"] and heading.split()[:3] == ["runs", "done", "climbs"]


@given(
    st.lists(st.tuples(st.integers(1, 9), st.floats(0, 1)), max_size=12), st.integers(1, 4),
)  # fmt: skip
def test_the_bound_holds_however_soon_runs_end(times: list[tuple[int, float]], jobs: int) -> None:
    slots = [0.0] * jobs
    for limit, share in times:
        heapq.heapreplace(slots, slots[0] + limit * share)
    assert max(slots) <= forecast.longest_s((limit for limit, _ in times), jobs) + 1e-9


def test_too_little_memory_or_too_few_cores_give_a_warning(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(machine, "memory", lambda: {"memory_mb": 1100})
    monkeypatch.setattr(forecast.os, "sched_getaffinity", lambda _: {0, 1})
    runs = [run._replace(seed=seed) for seed in (1, 2, 3)]
    plan = plans.of(runs)
    assert list(forecast.warnings(plan, 2, {})) == []
    (memory, cores) = forecast.warnings(plan, 3, {})
    assert "allow 1500 MB" in memory and "1100 MB" in memory and "3 threads" in cores
    assert list(forecast.warnings(plan, 3, recorded(runs[0]))) == [], "what is done needs nothing"
