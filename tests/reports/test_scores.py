"""The median run of a configuration on a case, and intervals as scipy has them."""

import math
from dataclasses import replace

import pytest
from scipy.stats import ttest_1samp

from tilings.reports.data.campaign import tidy
from tilings.reports.scores import FEW, mean_interval, mean_ratio, median_runs, ratio


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


def test_the_interval_of_a_mean_is_that_of_scipy():
    values = [0.3, 1.2, 0.7, 2.5]
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values) == pytest.approx((expected.low, expected.high))


def test_the_interval_of_a_ratio_is_that_of_the_mean_of_its_logarithms():
    found = mean_ratio([math.log(2), math.log(8)])
    low, high = mean_interval([math.log(2), math.log(8)])
    assert (found.value, found.low, found.high) == pytest.approx((4, math.exp(low), math.exp(high)))


def test_a_ratio_pairs_the_means_of_each_case_and_has_no_interval_of_too_few():
    mine, its = [[0.0, 0.2]] * FEW, [[1.0], [1.2]] * (FEW // 2)
    found = ratio(mine, its)
    assert found[0] == pytest.approx(math.exp(1.0)) and found[1] < found[0] < found[2]
    assert ratio(mine[:2], its[:2])[0] == pytest.approx(math.exp(1.0)) and math.isnan(ratio(mine[:2], its[:2])[1])
    assert math.isnan(ratio([], [])[0])
