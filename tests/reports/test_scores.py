"""The median run of a configuration on a case, and intervals as scipy has them."""

import math

import pytest
from scipy.stats import binomtest, ttest_1samp

from tilings.reports.data.campaign import tidy
from tilings.reports.scores import FEW, mean_interval, median_runs, ratio, share_interval


@pytest.mark.parametrize(
    ("times", "middle", "solved"),
    [
        ([5], 5, True), ([5, 1], 1, True), ([9, 1, 4], 4, True), ([9, 1, 4, 2], 2, True),
        ([5, None, None], 0.1, False), ([5, None], 0.1, False),  # half are not more than half
    ],
)  # fmt: skip
def test_the_median_run_represents_all_repetitions(base, times, middle, solved):
    failed = base._replace(answer="none", ended="crash", wall_s=0.1)
    rows = tuple((base if t else failed)._replace(repetition=i, wall_s=float(t or 0.1)) for i, t in enumerate(times))
    found = median_runs(tidy(rows, {}))
    assert (list(found["time_s"]), list(found["solved"])) == ([middle], [solved])


def test_runs_that_did_not_take_place_are_left_out(base):
    rows = tuple(
        base._replace(repetition=i, answer="none", ended=ended)
        for i, ended in enumerate(["not_installed", "not_applicable", "interrupted", "harness_error"])
    )
    assert median_runs(tidy(rows, {})).empty


@pytest.mark.parametrize(("number", "of"), [(0, 3), (1, 3), (3, 3), (17, 40)])
def test_the_interval_of_a_share_is_that_of_scipy(number, of):
    expected = binomtest(number, of).proportion_ci(method="wilson")
    assert share_interval(number, of) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_the_interval_of_a_mean_is_that_of_scipy():
    values = [0.3, 1.2, 0.7, 2.5]
    expected = ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values) == pytest.approx((expected.low, expected.high))


def test_a_ratio_pairs_the_means_of_each_case_and_has_no_interval_of_too_few():
    mine, its = [[0.0, 0.2]] * FEW, [[1.0], [1.2]] * (FEW // 2)
    found = ratio(mine, its)
    assert found[0] == pytest.approx(math.exp(1.0)) and found[1] < found[0] < found[2]
    assert ratio(mine[:2], its[:2])[0] == pytest.approx(math.exp(1.0)) and math.isnan(ratio(mine[:2], its[:2])[1])
    assert math.isnan(ratio([], [])[0])
