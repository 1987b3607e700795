"""The simulation of climbs: its rule, its truth, and that the intervals of reach hold as often as its table says."""

import csv

import numpy as np
import pytest

from tilings.models.terminal.command import ROOT
from tilings.runners.record.curves import KINDS
from tools.reach_coverage import HEADER, LIMIT_S, climbed, paired, simulated, truth

TABLE = ROOT / "reports" / "reach" / "coverage.csv"


@pytest.mark.parametrize(
    ("slow", "top", "order"),
    [
        (12, 20, [0, 1, 3, 7, 15, 16, 17, 18, 19, 20]),
        (99, 5, [0, 1, 3, 7, 5, 4]),
        (0, 2, [0, 1, 2]),
        (0, 0, [0]),
    ],
)
def test_a_climb_doubles_its_step_and_runs_the_rungs_below_the_first_not_held_by_halves(slow, top, order):
    ran = []

    def run(rung):
        ran.append(rung)
        return rung < top, 0.01 if rung < slow else 1.0

    climbed(100, run, LIMIT_S)
    assert ran == order


@pytest.mark.parametrize("kind", KINDS)
def test_the_true_curve_meets_the_limit_at_the_true_reach(kind):
    sizes, seconds, size = truth(np.random.default_rng(1), kind)
    assert seconds(size(LIMIT_S)) == pytest.approx(LIMIT_S)
    assert seconds(size(60 * LIMIT_S)) == pytest.approx(60 * LIMIT_S)
    assert sizes == sorted(sizes) and seconds(sizes[0]) < seconds(sizes[-1])


def test_the_stored_table_says_that_the_intervals_hold():
    rows = list(csv.DictReader(TABLE.open(encoding="utf-8")))
    assert list(rows[0]) == HEADER and len(rows) == 57
    assert min(float(row["held"]) for row in rows) >= 0.93


@pytest.mark.parametrize(("kind", "sigma", "cases"), [("exponential", 0.7, 1), ("power", 0.1, 3)])
def test_the_intervals_hold_in_a_small_sample(kind, sigma, cases):
    """Of 40 climbs 33: fewer in one of a thousand samples if the interval holds in 93 % of climbs."""
    rows = simulated(kind, sigma, cases, 40)
    assert all(float(row[5]) * row[4] >= 33 for row in rows)


def test_the_intervals_of_paired_times_hold():
    assert float(paired(0.3, 8, 400)[5]) >= 0.9
