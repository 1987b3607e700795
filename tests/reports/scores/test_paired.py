"""Paired tests equal scipy's without unsolved runs; with them, p is the largest over the times that they may have."""

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest, wilcoxon

from reports.scores import holm, median_runs, paired
from tests.reports.scores.conftest import ABSENT, few, made, name, times


def compared(one, other):
    """The paired tests of two configurations."""
    return paired(median_runs(made(a=one, b=other)), name("a"), name("b"))


def test_without_unsolved_runs_it_is_the_signed_rank_test_of_the_log_ratios():
    one, other = [1.0, 2, 3, 9, 5, 6, 1], [2.0, 7, 30, 8, 11, 7, 1]
    found = compared(one, other)
    d = np.log(np.array(one) / np.array(other))[:6]  # a tie says nothing
    assert (found.cases, found.wins, found.losses, found.censored) == (7, 5, 1, 0)
    assert found.wilcoxon_p == pytest.approx(wilcoxon(d).pvalue)
    assert found.sign_p == pytest.approx(binomtest(5, 6).pvalue)


def test_an_unsolved_run_is_slower_than_a_solved_one_and_says_nothing_against_an_unsolved_one():
    found = compared([1.0, None, None, ABSENT], [None, 5.0, None, 1.0])
    assert (found.cases, found.wins, found.losses, found.censored) == (3, 1, 1, 2)


def test_an_unsolved_run_with_a_limit_below_the_others_time_says_nothing():
    runs = made(a=[30.0], b=[None])
    runs.loc[runs["solver"] == "b", ["wall_limit_s", "charged_s"]] = 10.0
    found = paired(median_runs(runs), name("a"), name("b"))
    assert (found.cases, found.wins, found.losses) == (1, 0, 0)


def test_where_all_differences_have_one_sign_their_sizes_do_not_matter():
    """Six wins, four of them over unsolved runs: p = 2 / 2^6 whatever those would have taken."""
    found = compared([1.0, 2, 3, 4, 5, 6], [2.0, 5, None, None, None, None])
    assert found.wilcoxon_p == pytest.approx(2 / 64)


def test_where_an_unsolved_run_could_outweigh_the_rest_p_is_large():
    """Losses of 2, 3, 4 and 5 times against a win of at least 1.2 times, which may be any: rank 1 to 5 of 15."""
    found = compared([2.0, 3, 4, 5, 50.0], [1.0, 1, 1, 1, None])
    low, high = wilcoxon([1, 2, 3, 4, -0.1]).pvalue, wilcoxon([1, 2, 3, 4, -9]).pvalue
    assert low < found.wilcoxon_p == pytest.approx(high)


def test_times_below_the_resolution_of_the_clock_are_equal():
    assert compared([0.0001], [0.0009]).wins == 0


def test_without_a_difference_p_is_1():
    found = compared([1.0, None], [1.0, None])
    assert (found.wins, found.losses, found.sign_p, found.wilcoxon_p) == (0, 0, 1, 1)


@few
@given(st.lists(st.tuples(times, times), min_size=1, max_size=7))
def test_the_order_of_the_two_configurations_does_not_matter(cells):
    one, other = zip(*cells, strict=True)
    there, back = compared(list(one), list(other)), compared(list(other), list(one))
    assert (there.wins, there.losses) == (back.losses, back.wins)
    assert (there.sign_p, there.wilcoxon_p) == pytest.approx((back.sign_p, back.wilcoxon_p))


@few
@example([(None, 1.0), (None, 2.0), (None, 2.0), (1.0, None)])  # equal bounds, whose times would not be equal
@given(st.lists(st.tuples(times, times), min_size=4, max_size=6))
def test_no_times_beyond_the_limit_would_give_a_larger_p(cells):
    one, other = zip(*cells, strict=True)
    found = compared(list(one), list(other))
    cut = [(case, side) for case, pair in enumerate(cells) for side in (0, 1) if pair[side] is None]
    cut = [(case, side) for case, side in cut if cells[case] != (None, None)][:4]
    for beyond in product([61.0, 300.0, 1e9], repeat=len(cut)):
        would = [list(pair) for pair in cells]
        for (case, side), seconds in zip(cut, beyond, strict=True):
            would[case][side] = seconds
        known = [pair for pair in would if None not in pair and pair[0] != pair[1]]
        if len(known) == found.wins + found.losses and known:
            d = np.log([pair[0] / pair[1] for pair in known])
            if len(set(abs(d))) == len(d):  # among ties scipy's p is approximate
                assert wilcoxon(d).pvalue <= found.wilcoxon_p + 1e-9


@few
@given(st.lists(st.floats(0, 1), max_size=6))
def test_holms_adjustment_keeps_the_order_and_never_lowers_a_p(values):
    found = holm(values)
    assert all(old <= new <= 1 for old, new in zip(values, found, strict=True))
    assert sorted(range(len(values)), key=lambda i: (values[i], i)) == sorted(
        range(len(values)), key=lambda i: (found[i], values[i], i)
    )


def test_holms_adjustment_equals_that_by_hand():
    """Of four: 0.005 * 4, 0.01 * 3, 0.03 * 2, and 0.04, which may not be below the one before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
