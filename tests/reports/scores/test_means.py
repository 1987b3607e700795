"""Mean times equal numbers computed by hand and those of the original tool."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.scores import median_runs, par2, penalised_times, shifted_geometric_mean, table
from tests.reports.scores.conftest import few, made, times

ORIGINAL = Path(__file__).parent / "original" / "crillab.json"


def test_par2_charges_an_unsolved_run_twice_its_limit():
    runs = made(a=[1.0, 3.0, None])
    assert par2(runs) == pytest.approx((1 + 3 + 120) / 3)
    assert list(penalised_times(runs)) == [1, 3, 120]


def test_shifted_geometric_mean_charges_an_unsolved_run_its_limit():
    runs = made(a=[1.0, 3.0, None])
    assert shifted_geometric_mean(runs) == pytest.approx((2 * 4 * 61) ** (1 / 3) - 1)


def test_scores_of_no_runs_are_not_numbers():
    nothing = made(a=[1.0])[:0]
    assert math.isnan(par2(nothing)) and math.isnan(shifted_geometric_mean(nothing))


@few
@given(st.lists(times, min_size=1, max_size=8), st.floats(0.1, 10))
def test_par2_scales_with_the_unit_of_time(cells, factor):
    scaled = made(limit=60 * factor, a=[None if cell is None else cell * factor for cell in cells])
    assert par2(scaled) == pytest.approx(factor * par2(made(a=cells)))


@few
@given(st.lists(times, min_size=1, max_size=8))
def test_the_shifted_mean_lies_between_the_extremes_and_below_the_arithmetic_mean(cells):
    runs = made(a=cells)
    charged = runs["charged_s"]
    assert charged.min() - 1e-6 <= shifted_geometric_mean(runs) <= charged.mean() + 1e-6


def test_solved_and_par_are_those_of_the_original_tool():
    """original/crillab.json: DecisionAnalysis.stat_table of crillab-metrics 1.3.0 (PyPI) on 60 made-up runs.

    Its PARx is a sum over cases in whole seconds, ours the mean.
    """
    original = json.loads(ORIGINAL.read_text())
    found = table(median_runs(crillab(original))).set_index("solver")
    assert len(found) == 5
    for solver, its in original["stat_table"].items():
        own = found.loc[solver]
        assert own["solved"] == its["count"]
        assert own["par2"] * own["cases"] == pytest.approx(its["PAR2"])


def crillab(original):
    """The runs that crillab-metrics was given."""
    rows = {}
    for solver, _, seconds, solved in original["runs"]:
        rows.setdefault(solver, []).append(float(seconds) if solved else None)
    return made(limit=100.0, **rows)
