"""When a solution comes near the best value, reaches it and is proven: known times, both senses, who is left out."""

import math
from dataclasses import replace

import pandas as pd
import pytest

from tilings.reports.analysis.gap_curves import arrivals, gap
from tilings.reports.data.campaign import tidy
from tilings.reports.scores import median_runs


@pytest.fixture
def found(base):
    """The arrivals of runs given as (changes, steps), a step being its time and objective."""

    def made(*rows):
        records, steps = [], []
        for number, (changes, own) in enumerate(rows):
            run = {"run_id": str(number), "goal": "optimum", "answer": "optimal", "sense": "min", "objective": 100}
            records.append(replace(base, **{**run, "wall_s": 10.0, **changes}))
            steps += [(str(number), *step) for step in own]
        traces = pd.DataFrame(steps, columns=["run_id", "t_s", "objective"]).assign(bound=math.nan)
        own = arrivals(median_runs(tidy(tuple(records), {})), traces)
        return own.set_index("solver")[["near_s", "reach_s", "proof_s", "told"]]

    return made


CUT = {"answer": "feasible", "check": "valid", "ended": "wall", "wall_s": 60.0}


def test_the_first_solution_within_the_gap_counts_then_the_best_one_then_the_proof(found):
    row = found(({}, [(1, 200), (2, 105), (3, 101), (4, 100)])).loc["gecode"]
    assert row.tolist() == [2, 4, 10, True]


def test_the_best_value_is_that_of_any_run_and_of_the_side_that_is_better(found):
    cut = CUT | {"solver": "cut", "objective": 90, "sense": "max"}
    rows = found(({"sense": "max"}, [(1, 100)]), (cut, [(5, 90)]))
    assert rows.loc["gecode"].tolist() == [1, 1, 10, True]
    assert rows.loc["cut"].tolist() == [math.inf, math.inf, math.inf, True]


def test_a_run_without_a_trace_has_its_last_solution_when_it_says_or_ends(found):
    rows = found(({"best_s": 3.0}, []), ({"solver": "late"}, []))
    assert rows.loc["gecode"].tolist() == [3, 3, 10, True]
    assert rows.loc["late"].tolist() == [10, 10, 10, False]


def test_a_single_point_at_the_end_of_a_run_tells_nothing_of_before(found):
    rows = found(({}, [(9.9, 100)]), ({"solver": "two"}, [(9.8, 101), (9.9, 100)]), ({"solver": "soon"}, [(2, 100)]))
    assert rows["told"].to_dict() == {"gecode": False, "two": True, "soon": True}


def test_a_given_up_run_counts_a_refuted_answer_does_not_and_an_incomplete_solver_is_left_out(found):
    other = {"instance": "other"}
    up = {"ended": "given_up", "answer": "none", "objective": None, "sense": "", "wall_s": None}
    wrong = {"solver": "wrong", "check": "invalid", "objective": 1}
    rows = found(
        ({}, []), (other, []), ({"solver": "up"} | up, []), ({"solver": "up"} | other, []),
        (wrong, [(1, 1)]), (wrong | other, [(1, 1)]), ({"solver": "partly"}, []),
    )  # fmt: skip
    assert set(rows.index) == {"gecode", "up", "wrong"}
    assert rows.loc["gecode", "reach_s"].tolist() == [10, 10]
    assert sorted(rows.loc["up", "reach_s"]) == [10, math.inf]
    assert rows.loc["wrong", "reach_s"].tolist() == [math.inf] * 2


def test_of_a_solver_the_configuration_counts_that_solves_most_soonest(found):
    rows = found(({"options": "slow=1", "wall_s": 20.0}, []), ({}, []))
    assert rows["proof_s"].tolist() == [10]


def test_nothing_known_makes_an_empty_table(found, base):
    assert found(({"objective": None, "answer": "none"}, [])).empty
    assert arrivals(tidy((), {}), pd.DataFrame(columns=["run_id", "t_s", "objective", "bound"])).empty


def test_gaps_are_shares_of_the_greater_value():
    values, best = pd.Series([4.0, 0.0, 0.0, -1.0]), pd.Series([3.0, 3.0, 0.0, 1.0])
    assert gap(values, best).tolist() == [0.25, 1.0, 0.0, 1.0]
