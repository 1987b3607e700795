"""The median run of a configuration on a case and mean times equal numbers computed by hand."""

import math
from dataclasses import replace

import pytest

from tests.reports.scores.conftest import made
from tilings.reports.data.campaign import tidy
from tilings.reports.scores import median_runs, par2, penalised_times, shifted_geometric_mean


@pytest.mark.parametrize(("times", "middle"), [([5], 5), ([5, 1], 1), ([9, 1, 4], 4), ([9, 1, 4, 2], 2)])
def test_the_median_run_represents_all_repetitions(base, times, middle):
    rows = tuple(replace(base, repetition=i, wall_s=float(t)) for i, t in enumerate(times))
    assert list(median_runs(tidy(rows, {}))["time_s"]) == [middle]


def test_the_median_run_is_unsolved_where_most_are(base):
    failed = replace(base, answer="none", ended="crash", wall_s=0.1)
    rows = (base, replace(failed, repetition=2), replace(failed, repetition=3))
    assert list(median_runs(tidy(rows, {}))["solved"]) == [False]
    assert list(median_runs(tidy(rows[:2], {}))["solved"]) == [False], "half are not more than half"


def test_runs_that_did_not_take_place_are_left_out(base):
    rows = tuple(
        replace(base, repetition=i, answer="none", ended=ended)
        for i, ended in enumerate(["not_installed", "not_applicable", "interrupted", "harness_error"])
    )
    assert median_runs(tidy(rows, {})).empty


def test_par2_charges_an_unsolved_run_twice_its_limit():
    runs = made(a=[1.0, 3.0, None])
    assert par2(runs) == pytest.approx((1 + 3 + 120) / 3)
    assert list(penalised_times(runs)) == [1, 3, 120]


def test_shifted_geometric_mean_charges_an_unsolved_run_its_limit():
    runs = made(a=[1.0, 3.0, None])
    assert shifted_geometric_mean(runs) == pytest.approx((2 * 4 * 61) ** (1 / 3) - 1)


def test_scores_of_no_runs_are_not_numbers():
    nothing = made(a=[1.0])[:0]
    assert math.isnan(par2(nothing)) and math.isnan(shifted_geometric_mean(nothing))
