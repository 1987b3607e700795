"""Tasks are made in forks, as many at a time as cores and their rows allow."""

import os

from reports.pdf import parallel


def test_of_a_million_rows_one_task_is_made_after_another() -> None:
    assert parallel.made([os.getpid] * 3, rows=1_000_000) == [os.getpid()] * 3


def test_what_tasks_return_stands_in_their_order() -> None:
    assert parallel.made([str, int, list], rows=100_000) == ["", 0, []]
