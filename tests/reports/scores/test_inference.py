"""Intervals: agreement with scipy, and where none is given."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap, ttest_1samp

from tests.reports.scores.conftest import ABSENT, few, made, name, times
from tilings.reports.scores import FEW, intervals, mean_interval, mean_ratio, median_runs, par2, penalised_times

CELLS = [1.0, 4.0, None, 0.3, 7.0, 20.0, None, 2.0, 11.0, 0.05]


def interval_of(runs):
    return intervals(median_runs(runs)).loc[name("a")]


def test_the_interval_is_that_of_scipy():
    """scipy.stats.bootstrap draws otherwise: two of 2000 resamples differ by a few per cent.

    Of ten cases the tails are those below -sqrt(10 / 9) * 2.262 of the normal distribution: 0.0086 each.
    """
    runs = made(a=CELLS)
    rng, level = np.random.default_rng(5), 1 - 2 * 0.00856
    expected = bootstrap(
        (penalised_times(runs).to_numpy(),), np.mean, n_resamples=20000, confidence_level=level, method="percentile",
        rng=rng,
    ).confidence_interval  # fmt: skip
    assert list(interval_of(runs)) == pytest.approx(list(expected), rel=0.06)


def test_the_interval_of_a_mean_is_that_of_scipy():
    values = [0.3, 1.2, 0.7, 2.5]
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values) == pytest.approx((expected.low, expected.high))


def test_the_interval_of_a_ratio_is_that_of_the_mean_of_its_logarithms():
    found = mean_ratio([math.log(2), math.log(8)])
    low, high = mean_interval([math.log(2), math.log(8)])
    assert (found.value, found.low, found.high) == pytest.approx((4, math.exp(low), math.exp(high)))


def test_with_too_few_cases_there_is_no_interval():
    assert interval_of(made(a=CELLS[: FEW - 1])).isna().all()
    assert interval_of(made(a=CELLS[:FEW])).notna().all()


def test_a_configuration_that_solves_nothing_has_an_interval_of_width_0():
    assert interval_of(made(a=[None] * FEW)).tolist() == pytest.approx([120, 120])


def test_an_incomplete_configuration_is_resampled_over_its_own_cases():
    alone = interval_of(made(a=CELLS[:7]))
    beside = made(a=CELLS[:7] + [ABSENT] * 3, b=CELLS)
    assert interval_of(beside).tolist() == pytest.approx(alone.tolist())


@few
@given(st.lists(times, min_size=FEW, max_size=12))
def test_an_interval_contains_its_score(cells):
    runs = made(a=cells)
    found = interval_of(runs)
    assert found["par2_low"] - 1e-9 <= par2(runs) <= found["par2_high"] + 1e-9


def test_resamples_drawn_in_parts_are_the_same(monkeypatch):
    whole = mean_interval(list(map(float, range(50))))
    monkeypatch.setitem(mean_interval.__globals__, "_CELLS", 1000)
    assert mean_interval(list(map(float, range(50)))) == whole
