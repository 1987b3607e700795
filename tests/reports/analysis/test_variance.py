"""Variance of times: which runs form a group, the ratio and coefficient of variation, and the shares of variance."""

import math
from dataclasses import replace

import pytest

from reports.analysis.variance import REPETITIONS, SEEDS, by_configuration, groups, share_within, spreads
from reports.data.campaign import tidy


@pytest.fixture
def made(base):
    """The table of runs given as (seconds, changes), of one configuration if not changed."""

    def table(*rows):
        return tidy(tuple(replace(base, **{"run_id": str(number), "wall_s": time_s} | changes)
                          for number, (time_s, changes) in enumerate(rows)), {})  # fmt: skip

    return table


OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


def test_seeds_and_repetitions_form_different_groups(made):
    runs = made((1, {}), (2, {"seed": 2}), (3, {"repetition": 2}), (4, {"seed": 2, "repetition": 2}))
    assert sorted(groups(runs, SEEDS)["time_s"]) == [1, 2]
    assert sorted(groups(runs, REPETITIONS)["time_s"]) == [1, 3]


def test_runs_of_a_single_seed_form_no_group(made):
    runs = made((1, {}), (2, {"instance": "other"}), (3, {"solver": "clingo"}))
    assert groups(runs, SEEDS).empty and groups(runs, REPETITIONS).empty


def test_the_ratio_and_the_coefficient_of_variation_equal_those_by_hand(made):
    found = groups(made((1, {}), (2, {"seed": 2}), (3, {"seed": 3})), SEEDS)
    row = spreads(found).iloc[0]
    assert (row["n"], row["solved"], row["ratio"]) == (3, 3, 3)
    assert row["cv"] == pytest.approx(1 / 2)
    assert found["relative"].prod() == pytest.approx(1)


def test_an_unsolved_run_gives_no_ratio_and_is_counted(made):
    found = groups(made((1, {}), (2, {"seed": 2}), (60, {"seed": 3} | OUT)), SEEDS)
    assert spreads(found).iloc[0]["ratio"] == 2
    assert by_configuration(spreads(found)).iloc[0]["cut"] == 1
    alone = spreads(groups(made((1, {}), (60, {"seed": 2} | OUT)), SEEDS)).iloc[0]
    assert math.isnan(alone["ratio"]) and math.isnan(alone["cv"])


def test_the_share_of_variance_between_seeds_equals_that_by_hand(made):
    e = math.e
    rows = [(1, {}), (e, {"seed": 2}), (e**3, {"solver": "clingo"}), (e**4, {"solver": "clingo", "seed": 2})]
    # logs 0, 1 and 3, 4: within (1/2)^2 four times, in all 4 + 1 + 1 + 4
    assert share_within(groups(made(*rows), SEEDS)) == pytest.approx(1 / 10)
    assert math.isnan(share_within(groups(made(*rows[:2]), SEEDS))), "of one configuration nothing lies between"
