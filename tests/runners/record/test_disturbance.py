"""A run is disturbed by what others take, and by waiting; not by less than can be measured."""

from __future__ import annotations

import pytest

from tests.runners.record.test_schema import record
from tilings.runners.record import disturbance


@pytest.mark.parametrize(
    ("foreign", "stolen", "disturbed"), [(0.5, 0.0, False), (0.3, 0.3, True), (0.0, 0.6, True), (None, None, False)]
)
def test_five_percent_of_the_wall_time_disturb_a_run(
    foreign: float | None, stolen: float | None, disturbed: bool
) -> None:
    run = record(wall_s=10.0, cpu_s=10.0, disturbed=False, foreign_s=foreign, stolen_s=stolen)
    assert disturbance.judged(run, 0.0, 10.0).disturbed == disturbed


@pytest.mark.parametrize(("stalled", "disturbed"), [(0.5, False), (0.6, True), (None, False)])
def test_five_percent_of_the_wall_time_without_processor_or_memory_disturb_a_run(
    stalled: float | None, disturbed: bool
) -> None:
    run = record(wall_s=10.0, cpu_s=10.0, disturbed=False, threads=2, stalled_s=stalled)
    assert disturbance.judged(run, 0.0, 10.0).disturbed == disturbed


def test_what_the_kernel_cannot_tell_does_not_disturb_a_short_run() -> None:
    assert not disturbance.judged(record(wall_s=0.1, disturbed=False, foreign_s=0.05), 0.05, 0.1).disturbed


def test_half_a_core_of_other_load_disturbs_a_run_on_another_core() -> None:
    run = record(wall_s=10.0, cpu_s=10.0, disturbed=False, foreign_s=0.0)
    assert not disturbance.judged(run, 4.9, 10.0).disturbed
    assert disturbance.judged(run, 5.2, 10.0).disturbed


@pytest.mark.parametrize(
    ("cells", "waited"),
    [
        ({"wall_s": 10.0, "cpu_s": 9.0}, False),
        ({"wall_s": 10.0, "cpu_s": 7.0}, True),
        ({"wall_s": 0.4, "cpu_s": 0.2}, False),
        ({"wall_s": 10.0, "cpu_s": 7.0, "goal": "count"}, False),
        ({"wall_s": 10.0, "cpu_s": 7.0, "threads": 2}, False),
        ({"wall_s": 10.0, "cpu_s": 7.0, "attempt": 2}, True),
        ({"wall_s": 10.0, "cpu_s": 7.0, "attempt": 3}, False),
        ({"wall_s": 10.0, "cpu_s": None}, False),
    ],
)
def test_a_run_that_waited_is_disturbed(cells: dict[str, object], waited: bool) -> None:
    run = record(disturbed=False, **cells)
    assert disturbance.waited(run) == disturbance.judged(run, 0.0, 10.0).disturbed == waited
