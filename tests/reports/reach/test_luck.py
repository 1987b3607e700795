"""Luck: which runs differ in the seed alone, and how far their times spread."""

import math

import pytest

from tests.reports.conftest import CUT_OFF
from tilings.reports.data.campaign import tidy
from tilings.reports.reach.luck import groups, spreads


@pytest.fixture
def made(base):
    """The table of runs given as (seconds, changes), of one configuration if not changed."""

    def table(*rows):
        return tidy(tuple(base._replace(**{"run_id": str(number), "wall_s": time_s} | changes)
                          for number, (time_s, changes) in enumerate(rows)), {})  # fmt: skip

    return table


def test_runs_of_several_seeds_form_a_group_with_the_first_repetition_of_each(made):
    runs = made((1, {}), (2, {"seed": 2}), (3, {"repetition": 2}), (4, {"seed": 2, "repetition": 2}))
    assert sorted(groups(runs)["time_s"]) == [1, 2]
    assert groups(made((1, {}), (3, {"repetition": 2}), (2, {"instance": "other"}))).empty


def test_the_spread_is_the_greatest_time_by_the_least_and_a_run_that_was_cut_off_counts_as_its_limit(made):
    found = spreads(groups(made((1, {}), (2, {"seed": 2}), (3, {"seed": 3}), (60, {"seed": 4} | CUT_OFF)))).iloc[0]
    assert (found["n"], found["solved"]) == (4, 3) and found["ratio"] == pytest.approx(60)
    alone = spreads(groups(made((60, {} | CUT_OFF), (60, {"seed": 2} | CUT_OFF)))).iloc[0]
    assert math.isnan(alone["ratio"])
