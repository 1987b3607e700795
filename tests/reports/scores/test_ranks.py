"""Mean ranks and critical differences equal those that were published, and say nothing where there is nothing."""

import pytest

from reports.scores import holm, median_runs, ranks
from tests.reports.scores.conftest import ABSENT, made, name, named

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
