"""Scores against numbers computed by hand."""

import doctest
import math
from dataclasses import replace

import pytest

from reports import scores, words
from reports.load import tidy


@pytest.fixture
def runs(base):
    """Two configurations on three instances, limit 60 s: a takes 1, 3 and is cut off; b takes 2, 0.5, 10."""

    def row(formulation, instance, time_s, **changes):
        settings = {"formulation": formulation, "instance": instance, "encode_s": 0.0, "solve_s": time_s}
        return replace(base, **(settings | changes))

    cut_off = {"answer": "none", "check": "unchecked", "ended": "wall"}
    return tidy(
        (
            row("cp_a", "one", 1.0),
            row("cp_a", "two", 3.0),
            row("cp_a", "three", 60.0, **cut_off),
            row("cp_b", "one", 2.0),
            row("cp_b", "two", 0.5),
            row("cp_b", "three", 10.0),
        ),
        {},
    )


def of(runs, formulation):
    return runs[runs["formulation"] == formulation]


def test_par2_charges_an_unsolved_run_twice_its_limit(runs):
    assert scores.par2(of(runs, "cp_a")) == pytest.approx((1 + 3 + 120) / 3)
    assert scores.par2(of(runs, "cp_b")) == pytest.approx(12.5 / 3)
    assert list(scores.penalised_times(of(runs, "cp_a"), 10)) == [1, 3, 600]


def test_shifted_geometric_mean_charges_an_unsolved_run_its_limit(runs):
    expected = (2 * 4 * 61) ** (1 / 3) - 1
    assert scores.shifted_geometric_mean(of(runs, "cp_a")) == pytest.approx(expected)
    assert scores.shifted_geometric_mean(of(runs, "cp_a"), shift=10) == pytest.approx((11 * 13 * 70) ** (1 / 3) - 10)


def test_scores_of_no_runs_are_not_numbers(runs):
    nothing = runs[runs["formulation"] == "none"]
    assert math.isnan(scores.par2(nothing))
    assert math.isnan(scores.shifted_geometric_mean(nothing))
    assert scores.table(nothing).empty


def test_virtual_best_takes_the_best_run_of_each_case(runs):
    best = scores.virtual_best(runs).set_index("instance")
    assert dict(best["time_s"]) == {"one": 1.0, "two": 0.5, "three": 10.0}


def test_virtual_best_prefers_a_slow_solution_to_a_fast_failure(base):
    crash = replace(base, formulation="cp_b", answer="none", ended="crash", encode_s=0.0, solve_s=0.1)
    best = scores.virtual_best(tidy((replace(base, solve_s=50.0), crash), {}))
    assert list(best["formulation"]) == ["cp_made"]


def test_table_ranks_by_par2_and_counts_firsts(runs):
    table = scores.table(runs)
    assert list(table["formulation"]) == ["cp_b", "cp_a"]
    assert list(table["solved"]) == [3, 2]
    assert list(table["first"]) == [2, 1]
    assert list(table["complete"]) == [True, True]


def test_table_puts_a_configuration_that_ran_on_fewer_instances_last(runs):
    table = scores.table(runs[~((runs["formulation"] == "cp_b") & (runs["instance"] == "three"))])
    assert list(table["formulation"]) == ["cp_a", "cp_b"]
    assert list(table["complete"]) == [True, False]


def test_of_incomplete_configurations_those_on_the_most_instances_come_first(runs):
    fewer = runs[~((runs["formulation"] == "cp_b") & (runs["instance"] != "two"))]
    table = scores.table(fewer[~((fewer["formulation"] == "cp_a") & (fewer["instance"] == "two"))])
    assert list(table["formulation"]) == ["cp_a", "cp_b"]
    assert not table["complete"].any()


def test_the_best_setting_ran_on_the_most_cases_and_solved_the_most_of_them(base):
    def row(options, instance, time_s, **changes):
        return replace(base, options=options, instance=instance, encode_s=0.0, solve_s=time_s, **changes)

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
    assert scores.best_settings(scores.median_runs(runs)) == {"gecode/cp_made [symmetry=x]"}


@pytest.mark.parametrize(("times", "middle"), [([5], 5), ([5, 1], 1), ([9, 1, 4], 4), ([9, 1, 4, 2], 2)])
def test_the_median_run_stands_for_repetitions(base, times, middle):
    rows = tuple(replace(base, repetition=i, encode_s=0.0, solve_s=float(t)) for i, t in enumerate(times))
    assert list(scores.median_runs(tidy(rows, {}))["time_s"]) == [middle]


def test_the_median_run_is_unsolved_where_most_are(base):
    failed = replace(base, answer="none", ended="crash", encode_s=0.0, solve_s=0.1)
    rows = (base, replace(failed, repetition=2), replace(failed, repetition=3))
    assert list(scores.median_runs(tidy(rows, {}))["solved"]) == [False]


def test_runs_that_never_took_place_are_left_out(base):
    rows = tuple(
        replace(base, repetition=i, answer="none", ended=ended)
        for i, ended in enumerate(["not_installed", "not_applicable", "interrupted", "harness_error"])
    )
    assert scores.median_runs(tidy(rows, {})).empty


def test_words():
    assert doctest.testmod(words).failed == 0
