"""Growth curves of climbs: known curves are found, and what is not known widens the interval."""

import math

import pytest

from tests.reports.conftest import BASE
from tests.reports.reach.conftest import growing, rows
from tilings.runners.record.climbs import climbs
from tilings.runners.record.curves import EXPONENTIAL, POWER, fit, fitted, threshold


def curve(seconds, **settings):
    """The fit of a contestant with this curve."""
    (found,) = climbs(rows(BASE, {("a", "CP"): seconds}, **settings))
    return fit(found)


@pytest.mark.parametrize("reach", [20.3, 31.0])
def test_the_size_at_which_the_curve_meets_the_limit_is_found(reach):
    estimate = curve(growing(reach)).reach(5.0)
    assert estimate.low < reach < estimate.high
    assert estimate.value == pytest.approx(reach, abs=0.7)


def test_the_kind_of_curve_is_chosen_by_likelihood():
    power = curve(lambda size: 0.02 + 5 * (size / 60) ** 3)
    assert (curve(growing(31.0)).kind, power.kind) == (EXPONENTIAL, POWER)
    assert power.reach(5.0).value == pytest.approx(60, abs=1.5)


def test_a_floor_is_no_part_of_the_growth():
    found = curve(growing(31.0, base=1.3, floor=0.5))
    assert found.reach(5.0).value == pytest.approx(31, abs=0.7)
    assert found.seconds(6).value == pytest.approx(0.5, rel=0.25)


def test_more_cases_and_less_spread_make_the_interval_narrower():
    widths = []
    for cases, spread in ((3, 0.05), (3, 0.7), (1, 0.7)):
        estimate = curve(growing(31.0, base=1.2), cases=cases, spread=spread).reach(5.0)
        widths.append(estimate.high - estimate.low)
    assert widths == sorted(widths)


def test_without_a_failed_rung_the_reach_has_no_upper_end():
    estimate = curve(lambda _: 0.3).reach(5.0)
    assert math.isinf(estimate.high)


def test_a_longer_limit_is_reached_at_a_larger_size_with_a_wider_interval():
    found = curve(growing(31.0, base=1.3), spread=0.2)
    near, far = found.reach(5.0), found.reach(60.0)
    assert far.value > near.value and far.high - far.low > near.high - near.low
    assert far.low < 31 + math.log(12, 1.3) < far.high


def test_nothing_solved_has_no_curve_and_a_single_run_has_a_wide_one():
    assert fitted([], 5.0) is fitted([(6, 5.0, False)], 5.0) is None
    assert math.isinf(fitted([(10, 1.0, True)], 5.0).reach(5.0).high)


def test_fewer_cases_allow_more_curves():
    assert threshold(3) >= threshold(9) > threshold(20) > threshold(50) > 1.92


@pytest.mark.parametrize(("solved", "quantile"), [(9, 2.8412), (19, 2.4581)])
def test_the_threshold_is_that_of_students_t_less_the_three_parameters_of_a_curve(solved, quantile):
    """The quantiles at 0.9875 are those of a table: for 7 and 17 degrees of freedom, of the cases and one more."""
    cases = solved + 1
    assert threshold(solved) == pytest.approx(cases / 2 * math.log(1 + quantile**2 / (cases - 3)), abs=1e-3)
