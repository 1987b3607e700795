"""The plan before it is run: recorded runs, runs without cost, and an upper bound on the time."""

from __future__ import annotations

import heapq
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.plan import forecast, matrix
from runners.plan.matrix import Run
from runners.record import hardware
from tests.runners import fakes


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """A run of a solver that is installed, with a limit of an hour."""
    fakes.install(monkeypatch, "")
    return fakes.run(tmp_path, wall_s=3600.0)


def summary(runs: list[Run], jobs: int, done: set[str]) -> str:
    return list(forecast.lines(runs, jobs, done))[-1]


def test_recorded_runs_and_runs_without_cost_are_counted_separately(run: Run) -> None:
    runs = [replace(run, seed=seed) for seed in range(1, 6)]
    runs += [replace(run, seed=6, refusal="no"), replace(run, seed=7, version="")]
    assert summary(runs, 2, {runs[0].run_id, "of another campaign"}) == (
        "7 runs (1 done, 4 to run, 1 not applicable, 1 without their solver): "
        "at most 4 core-hours, 2 h 0 min with --jobs 2"
    )
    assert summary(runs, 2, {each.run_id for each in runs}).startswith(
        "7 runs (7 done, 0 to run): at most 0 core-hours"
    )
    heading, kind, _ = forecast.lines(runs, 2, {runs[0].run_id})
    assert kind.split()[:3] == ["7", "1", "2"] and heading.split()[:3] == ["runs", "done", "free"]


def test_the_bound_does_not_divide_a_long_last_run_among_the_jobs(run: Run) -> None:
    short, long = replace(run, limits=matrix.limits({"timeout": 60, "memory": 1}, 1)), run
    assert forecast.longest_s([short, short, long], 2) == 3660
    assert forecast.longest_s([], 2) == 0


@given(
    st.lists(st.tuples(st.integers(1, 9), st.floats(0, 1)), max_size=12), st.integers(1, 4),
)  # fmt: skip
def test_the_bound_holds_however_soon_runs_end(times: list[tuple[int, float]], jobs: int) -> None:
    limited = [type("Fake", (), {"limits": matrix.limits({"timeout": limit, "memory": 1}, 1)}) for limit, _ in times]
    slots = [0.0] * jobs
    for limit, share in times:
        heapq.heapreplace(slots, slots[0] + limit * share)
    assert max(slots) <= forecast.longest_s(limited, jobs) + 1e-9  # type: ignore[arg-type]


def test_too_little_memory_or_too_few_cores_give_a_warning(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(hardware, "memory", lambda: {"memory_mb": 1100})
    monkeypatch.setattr(forecast.os, "sched_getaffinity", lambda _: {0, 1})
    runs = [replace(run, seed=seed) for seed in (1, 2, 3)]
    assert list(forecast.warnings(runs, 2, set())) == []
    (memory, cores) = forecast.warnings(runs, 3, set())
    assert "allow 1500 MB" in memory and "1100 MB" in memory and "3 threads" in cores
    assert list(forecast.warnings(runs, 3, {runs[0].run_id})) == [], "what is done needs nothing"


def test_reading_the_recorded_runs_creates_no_file(tmp_path: Path) -> None:
    from runners.record.csv_log import Appender
    from runners.record.schema import COLUMNS
    from tests.runners.record.test_schema import record
    from tests.runners.recorded import to_row

    assert forecast.recorded(tmp_path / "none") == set()
    assert not (tmp_path / "none").exists()
    for number, ended in enumerate(("finished", "interrupted", "wall"), 1):
        appender = Appender(tmp_path / f"runs-{number}of3.csv", COLUMNS)
        appender.append(to_row(record(run_id=f"r{number}", ended=ended)))
        appender.close()
    before = sorted(tmp_path.iterdir())
    assert forecast.recorded(tmp_path) == {"r1", "r3"}
    assert sorted(tmp_path.iterdir()) == before
