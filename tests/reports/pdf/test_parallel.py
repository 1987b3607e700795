"""Tasks are made in forks, as many at a time as there are cores."""

from tilings.reports.pdf import parallel


def test_the_results_of_tasks_are_in_their_order() -> None:
    assert parallel.results([str, int, list]) == ["", 0, []]
