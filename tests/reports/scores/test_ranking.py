"""The table by which configurations are ranked, and the best settings."""

from dataclasses import replace

import pytest

from reports.data.campaign import tidy
from reports.scores import best_settings, median_runs, table
from tests.reports.scores.conftest import ABSENT, made


def test_the_table_ranks_by_par2_and_counts_firsts():
    found = table(made(a=[1.0, 3.0, None], b=[2.0, 0.5, 10.0]))
    assert list(found["solver"]) == ["b", "a"]
    assert list(found["solved"]) == [3, 2]
    assert list(found["first"]) == [2, 1]
    assert list(found["par2"]) == pytest.approx([12.5 / 3, 124 / 3])
    assert list(found["complete"]) == [True, True]


def test_a_configuration_that_ran_on_fewer_instances_is_last():
    found = table(made(a=[1.0, 3.0, None], b=[2.0, 0.5, ABSENT]))
    assert list(found["solver"]) == ["a", "b"]
    assert list(found["complete"]) == [True, False]


def test_among_incomplete_configurations_those_on_the_most_instances_come_first():
    found = table(made(a=[1.0, ABSENT, None], b=[ABSENT, 0.5, ABSENT]))
    assert list(found["solver"]) == ["a", "b"]
    assert not found["complete"].any()


def test_the_table_is_the_same_from_median_runs_as_from_all():
    runs = made(a=[1.0, 3.0, None], b=[2.0, 0.5, 10.0])
    assert table(median_runs(runs)).equals(table(runs))


def test_without_runs_the_table_is_empty():
    assert table(made(a=[1.0])[:0]).empty


def test_the_best_setting_ran_on_the_most_cases_and_solved_the_most_of_them(base):
    def row(options, instance, time_s, **changes):
        return replace(base, options=options, instance=instance, wall_s=time_s, **changes)

    cut_off = {"answer": "none", "check": "unchecked", "ended": "wall"}
    runs = tidy(
        (
            row("", "one", 1.0),
            row("", "two", 60.0, **cut_off),
            row("symmetry=x", "one", 9.0),
            row("symmetry=x", "two", 9.0),
            row("symmetry=none", "one", 0.1),
        ),
        {},
    )
    assert best_settings(median_runs(runs)) == {"gecode/cp_made [symmetry=x]"}
