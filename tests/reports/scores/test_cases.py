"""The median run represents a configuration on a case, and a grid lays runs out as arrays."""

from dataclasses import replace

import pytest

from reports.data.campaign import tidy
from reports.scores import Grid, complete, median_runs
from tests.reports.scores.conftest import ABSENT, made, name


@pytest.mark.parametrize(("times", "middle"), [([5], 5), ([5, 1], 1), ([9, 1, 4], 4), ([9, 1, 4, 2], 2)])
def test_the_median_run_represents_all_repetitions(base, times, middle):
    rows = tuple(replace(base, repetition=i, wall_s=float(t)) for i, t in enumerate(times))
    assert list(median_runs(tidy(rows, {}))["time_s"]) == [middle]


def test_the_median_run_is_unsolved_where_most_are(base):
    failed = replace(base, answer="none", ended="crash", wall_s=0.1)
    rows = (base, replace(failed, repetition=2), replace(failed, repetition=3))
    assert list(median_runs(tidy(rows, {}))["solved"]) == [False]


def test_runs_that_did_not_take_place_are_left_out(base):
    rows = tuple(
        replace(base, repetition=i, answer="none", ended=ended)
        for i, ended in enumerate(["not_installed", "not_applicable", "interrupted", "harness_error"])
    )
    assert median_runs(tidy(rows, {})).empty


def test_a_configuration_is_complete_if_it_ran_on_every_case():
    assert complete(median_runs(made(a=[1, 2], b=[1, None], c=[ABSENT, 2]))) == {name("a"), name("b")}


def test_a_grid_lays_a_column_out_and_marks_what_is_missing():
    grid = Grid(median_runs(made(b=[1, ABSENT, 3], a=[4, 5, 6])))
    assert grid.names == [name("a"), name("b")]
    assert grid.of("time_s", -1.0).tolist() == [[4, 5, 6], [1, -1, 3]]
    assert grid.ran.tolist() == [[True, True, True], [True, False, True]]


def test_a_grid_without_runs_is_empty():
    assert Grid(median_runs(made(a=[1])[:0])).of("time_s", 0.0).shape == (0, 0)
