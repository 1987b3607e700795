"""Variance of times: which runs form a group, how far they spread, and what two runs may differ by the seed alone."""

import math
from dataclasses import replace

import pandas as pd
import pytest

from reports.analysis.variance import groups, noise, spreads
from reports.data.campaign import tidy
from tests.reports.conftest import CUT_OFF


@pytest.fixture
def made(base):
    """The table of runs given as (seconds, changes), of one configuration if not changed."""

    def table(*rows):
        return tidy(tuple(replace(base, **{"run_id": str(number), "wall_s": time_s} | changes)
                          for number, (time_s, changes) in enumerate(rows)), {})  # fmt: skip

    return table


def named(*names):
    return pd.Series(list(names), index=pd.MultiIndex.from_tuples([("squares", "first")] * len(names)))


def test_runs_of_several_seeds_form_a_group_with_the_first_repetition_of_each(made):
    runs = made((1, {}), (2, {"seed": 2}), (3, {"repetition": 2}), (4, {"seed": 2, "repetition": 2}))
    assert sorted(groups(runs)["time_s"]) == [1, 2]
    assert groups(made((1, {}), (3, {"repetition": 2}), (2, {"instance": "other"}))).empty


def test_the_spread_is_the_greatest_time_by_the_least_of_the_solved_runs(made):
    found = spreads(groups(made((1, {}), (2, {"seed": 2}), (3, {"seed": 3}), (60, {"seed": 4} | CUT_OFF)))).iloc[0]
    assert (found["n"], found["solved"]) == (4, 3) and found["ratio"] == pytest.approx(3)
    alone = spreads(groups(made((1, {}), (60, {"seed": 2} | CUT_OFF)))).iloc[0]
    assert math.isnan(alone["ratio"])


def test_noise_is_that_of_the_two_configurations_together(made):
    still = [(1, {"solver": "still"}), (1, {"solver": "still", "seed": 2})]
    found = groups(made((1, {}), (math.e, {"seed": 2}), *still))
    loud, quiet = "gecode/cp_made", "still/cp_made"
    # The logs 0 and 1 have the variance 1/2; two of such a configuration differ with twice that.
    assert noise(found, named(loud, quiet), named(quiet, quiet)).tolist() == pytest.approx(
        [math.exp(1.96 * math.sqrt(0.5)), 1]
    )
    assert noise(found, named(loud), named(loud)).iloc[0] == pytest.approx(math.exp(1.96))
    unknown = noise(found, named("other/x"), named("other/x")).iloc[0]
    assert unknown == pytest.approx(math.exp(1.96 * math.sqrt(0.5))), "that of all, half a square over two degrees"


def test_without_several_seeds_the_noise_is_not_known(made):
    assert math.isnan(noise(groups(made((1, {}))), named("gecode/cp_made"), named("other/x")).iloc[0])
