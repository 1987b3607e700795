"""Tasks are made in forks, as many at a time as there are cores."""

from tilings.reports.pdf import parallel


def test_what_tasks_return_stands_in_their_order() -> None:
    assert parallel.made([str, int, list]) == ["", 0, []]
