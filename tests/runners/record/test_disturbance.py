"""A run is disturbed by what others take, and by waiting; not by less than can be measured."""

import pytest

from tests.runners.record.test_schema import record
from tilings.runners.record import disturbance


@pytest.mark.parametrize(
    ("cells", "elsewhere", "disturbed"),
    [
        ({"foreign_s": 0.5, "stolen_s": 0.0}, 0.0, False),
        ({"foreign_s": 0.3, "stolen_s": 0.3}, 0.0, True),
        ({"foreign_s": 0.0, "stolen_s": 0.6}, 0.0, True),
        ({"foreign_s": None, "stolen_s": None}, 0.0, False),
        ({"threads": 2, "stalled_s": 0.5}, 0.0, False),
        ({"threads": 2, "stalled_s": 0.6}, 0.0, True),
        ({"threads": 2, "stalled_s": None}, 0.0, False),
        ({"foreign_s": 0.0}, 4.9, False),
        ({"foreign_s": 0.0}, 5.2, True),
    ],
)
def test_five_percent_of_the_wall_time_or_half_a_core_elsewhere_disturb_a_run(
    cells: dict[str, object], elsewhere: float, disturbed: bool
) -> None:
    run = record(wall_s=10.0, cpu_s=10.0, disturbed=False, **cells)
    assert disturbance.judged(run, elsewhere, 10.0).disturbed == disturbed


def test_what_the_kernel_cannot_tell_does_not_disturb_a_short_run() -> None:
    assert not disturbance.judged(record(wall_s=0.1, disturbed=False, foreign_s=0.05), 0.05, 0.1).disturbed


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
