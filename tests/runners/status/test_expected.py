"""What lies between runs counts towards the expected end where runs are many and short."""

from __future__ import annotations

from typing import Any

import pytest

from runners.status.expected import between
from runners.status.rows import Ended

NOW = 1e9


def working(jobs: int, *running_s: float) -> list[dict[str, Any]]:
    """A shard that has been at work for 100 s."""
    return [{"jobs": jobs, "since": NOW - 100, "running": [{"for_s": seconds} for seconds in running_s]}]


def test_a_place_that_ends_a_run_of_a_second_every_two_seconds_is_without_one_for_a_second() -> None:
    assert between([Ended(NOW - 2 * at, 1.0) for at in range(50)], working(1), NOW) == pytest.approx(1.0)


def test_a_place_with_a_long_run_is_not_without_one() -> None:
    ends = [Ended(NOW - 2 * at, 2.0) for at in range(50)]
    assert between(ends, working(2, 100.0), NOW) == pytest.approx(0.0)


def test_of_a_few_long_runs_nothing_is_concluded() -> None:
    assert between([Ended(NOW - 5, 1.0)], working(1), NOW) == 0.0
    assert between([], [], NOW) == 0.0
