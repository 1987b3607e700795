"""The plan before it is run: recorded runs, runs without cost, and an upper bound on the time."""

from __future__ import annotations

import heapq
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners import fakes
from tests.runners.record.test_schema import record
from tilings.runners.plan import forecast
from tilings.runners.plan.estimate import Estimator
from tilings.runners.plan.ladders import Recorded
from tilings.runners.plan.run import Run
from tilings.runners.record import machine


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """A run of a solver that is installed, with a limit of an hour."""
    fakes.install(monkeypatch, "")
    return fakes.run(tmp_path, wall_s=3600.0)


NOTHING_KNOWN = Estimator([])


def recorded(*runs: Run) -> Recorded:
    return {run.run_id: record(run_id=run.run_id, answer="sat", check="valid") for run in runs}


def plan(runs: list[Run], jobs: int = 2, *done: Run, known: Estimator = NOTHING_KNOWN) -> list[str]:
    """The lines of the plan without its table."""
    lines = list(forecast.lines(runs, jobs, recorded(*done), known))
    return lines[next(number for number, line in enumerate(lines) if " runs (" in line) :]


def test_recorded_runs_and_runs_without_cost_are_counted_separately(run: Run) -> None:
    runs = [replace(run, seed=seed) for seed in range(1, 6)]
    runs += [replace(run, seed=6, refusal="no"), replace(run, seed=7, version="")]
    elsewhere = replace(run, seed=99)
    assert plan(runs, 2, runs[0], elsewhere)[0] == (
        "7 runs (1 done, 4 to run, 1 not applicable, 1 without their solver): "
        "at most 4 core-hours, 2 h 0 min with --jobs 2"
    )
    assert plan(runs, 2, *runs) == ["7 runs (7 done, 0 to run): at most 0 core-hours, 0 h 0 min with --jobs 2"]
    heading, kind, *_ = forecast.lines(runs, 2, recorded(runs[0]), NOTHING_KNOWN)
    assert kind.split()[:3] == ["7", "1", "2"] and heading.split()[:3] == ["runs", "done", "free"]


def test_the_bound_does_not_divide_a_long_last_run_among_the_jobs() -> None:
    assert forecast.longest_s([60, 60, 3600], 2) == 3660
    assert forecast.longest_s([], 2) == 0


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
    runs = [replace(run, seed=seed) for seed in (1, 2, 3)]
    assert list(forecast.warnings(runs, 2, {})) == []
    (memory, cores) = forecast.warnings(runs, 3, {})
    assert "allow 1500 MB" in memory and "1100 MB" in memory and "3 threads" in cores
    assert list(forecast.warnings(runs, 3, recorded(runs[0]))) == [], "what is done needs nothing"
