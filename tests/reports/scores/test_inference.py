"""Intervals: agreement with scipy, and where none is given."""

import math

import pytest
from scipy.stats import ttest_1samp

from tilings.reports.scores import FEW, mean_interval, mean_ratio, ratio


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
