"""Bootstrap intervals and mean ranks: agreement with scipy and with published numbers, and where none is given."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from tests.reports.scores.conftest import ABSENT, few, made, name, named, times
from tilings.reports.scores import FEW, holm, intervals, mean_interval, median_runs, par2, penalised_times, ranks

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


def test_the_interval_of_few_values_holds_the_mean_about_as_often_as_it_says():
    """In 1000 samples of six normal values; between the plain percentiles it would in 85 % of them."""
    samples = np.random.default_rng(6).normal(5, 1, size=(1000, FEW))
    found = [mean_interval(list(sample)) for sample in samples]
    assert 0.915 < np.mean([low <= 5 <= high for low, high in found]) < 0.965


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


# Demšar, JMLR 7, 2006, table 6: the areas under the curve of four classifiers on 14 data sets. He prints .975 twice for
# the last but one and ranks the first of these higher, so that they differed before they were rounded.
AREAS = """\
.763 .768 .771 .798
.599 .591 .590 .569
.954 .971 .968 .967
.628 .661 .654 .657
.882 .888 .886 .898
.936 .931 .916 .931
.661 .668 .609 .685
.583 .583 .563 .625
.775 .838 .866 .875
1.00 1.00 1.00 1.00
.940 .962 .965 .962
.619 .666 .614 .669
.972 .981 .9751 .975
.957 .978 .946 .970
"""


def test_mean_ranks_and_critical_difference_are_those_of_the_paper():
    rows = [[2 - float(area) for area in line.split()] for line in AREAS.splitlines()]
    found = ranks(median_runs(made(**dict(zip("abcd", zip(*rows, strict=True), strict=True)))))
    assert named(found.means) == pytest.approx({"a": 3.143, "b": 2.000, "c": 2.893, "d": 1.964}, abs=0.001)
    assert (found.cases, round(found.apart, 2)) == (14, 1.25)
    assert 0.01 < found.p < 0.05


def test_unsolved_runs_share_the_last_rank_whatever_their_limit():
    runs = made(a=[1.0, 1.0], b=[None, 2.0], c=[None, None])
    runs.loc[runs["solver"] == "c", "wall_limit_s"] = 10.0
    assert named(ranks(median_runs(runs)).means) == {"a": 1.0, "b": 2.25, "c": 2.75}


def test_only_configurations_on_every_case_are_ranked():
    runs = made(a=[1.0, 1.0], b=[2.0, 2.0], c=[3.0, 3.0], d=[0.1, ABSENT])
    assert name("d") not in ranks(median_runs(runs)).means


@pytest.mark.parametrize("rows", [{}, {"a": [1.0] * 3, "b": [2.0] * 3}, {"a": [1.0], "b": [2.0], "c": [3.0]}])
def test_two_configurations_or_a_single_case_have_no_ranks(rows):
    assert ranks(median_runs(made(**rows))) is None


def test_equal_times_are_no_difference():
    assert ranks(median_runs(made(a=[None] * 4, b=[None] * 4, c=[None] * 4))).p == 1


def test_holm_adjusts_by_how_many_tests_are_left():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
