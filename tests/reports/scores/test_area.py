"""The area score and the primal integral: values by hand, properties, and the results of the Challenge's script."""

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.data.campaign import tidy
from reports.scores import areas
from tests.reports.scores.conftest import few, made

ORIGINAL = Path(__file__).parent / "original" / "area.json"


def traces(**steps):
    """The traces of runs, by their run_id: pairs of seconds and objective."""
    rows = [(run_id, t_s, objective, None) for run_id, pairs in steps.items() for t_s, objective in pairs]
    return pd.DataFrame(rows, columns=["run_id", "t_s", "objective", "bound"])


def scored(runs, steps):
    """area_s and primal_s by solver and case."""
    found = areas(runs, steps)
    keys = zip(found["configuration"].str.partition("/")[0] + found["instance"].str[1:], strict=True)
    return {key: pair for (key,), pair in zip(keys, zip(found["area_s"], found["primal_s"], strict=True), strict=True)}


def test_area_and_primal_integral_equal_those_by_hand():
    """a: 8 at 10 s, 4 at 20 s, proved at 40 s, of 60. b: 6 at 30 s, nothing more. Best 4, worst first solution 8.

    Gap of 8: (8 - 4) / 8 = 0.5, of 6: 2 / 6. Primal integral of a: 10 + 10 * 0.5, of b: 30 + 30 / 3.
    Area of a: f = 10, u = 40, q = 10 + 10 * 1 + 20 * 0. Of b: f = 30, u = 60, q = 30 + 30 * (6 - 4) / (8 - 4).
    """
    runs = made(goal="optimum", a=[(40.0, 4)], b=[(None, 6)])
    found = scored(runs, traces(a0=[(10, 8), (20, 4)], b0=[(30, 6)]))
    assert found["a0"] == pytest.approx((0.25 * 10 + 0.5 * 20 + 0.25 * 40, 15))
    assert found["b0"] == pytest.approx((0.25 * 30 + 0.5 * 45 + 0.25 * 60, 40))


def test_the_first_solution_comes_no_later_than_the_trace_says():
    runs = made(goal="optimum", a=[(40.0, 4)])
    runs["first_s"] = 30.0
    assert scored(runs, traces(a0=[(10, 4)]))["a0"] == pytest.approx((0.25 * 10 + 0.5 * 10 + 0.25 * 40, 10))


def test_a_run_that_failed_early_used_its_limit():
    runs = made(goal="optimum", a=[(None, 4)])
    runs[["wall_s", "time_s"]] = 3.0
    assert scored(runs, traces(a0=[(1, 4)]))["a0"] == pytest.approx((0.25 + 0.5 + 0.25 * 60, 1))


def test_maximising_is_minimising_upside_down():
    found = scored(
        made(goal="optimum", sense="max", a=[(40.0, -4)], b=[(None, -6)]),
        traces(a0=[(10, -8), (20, -4)], b0=[(30, -6)]),
    )
    assert found["a0"] == pytest.approx((22.5, 15)) and found["b0"] == pytest.approx((45, 40))


@pytest.mark.parametrize(("first", "best", "gap"), [(4, 0, 1.0), (0, 0, 0.0), (2, -2, 1.0), (-1, -2, 0.5), (5, 4, 0.2)])
def test_the_gap_is_relative_to_the_larger_value_and_1_where_signs_differ(first, best, gap):
    runs = made(goal="optimum", a=[(None, first)], b=[(0.0, best)])
    _, primal = scored(runs, traces(a0=[(0, first)], b0=[(0, best)]))["a0"]
    assert primal == pytest.approx(60 * gap)


def test_without_a_solution_a_run_scores_its_limit():
    assert scored(made(goal="optimum", a=[(None, None)], b=[(1.0, 3)]), traces(b0=[(1, 3)]))["a0"] == (60, 60)


def test_where_nobody_found_a_solution_the_area_is_the_time_used_and_there_is_no_primal_integral():
    found = areas(made(goal="optimum", a=[(None, None)], b=[(7.0, None)]), traces())
    assert list(found["area_s"]) == [60, 7] and found["primal_s"].isna().all()


def test_a_refuted_solution_does_not_count():
    runs = made(goal="optimum", a=[(1.0, 1)], b=[(5.0, 3)])
    runs.loc[runs["solver"] == "a", ["solved", "outcome"]] = [False, "wrong"]
    found = scored(runs, traces(a0=[(1, 1)], b0=[(5, 3)]))
    assert found["a0"] == (60, 60) and found["b0"] == (5, 5)


def test_without_a_trace_only_the_last_solution_counts(base):
    """First solution at 10 s, the last (4) at 20 s, proved at 40 s: nothing counts in between."""
    runs = made(goal="optimum", a=[(40.0, 4)], b=[(None, 8)])
    runs.loc[runs["solver"] == "a", ["first_s", "best_s"]] = [10.0, 20.0]
    found = areas(runs, traces(b0=[(30, 8)])).set_index("instance")
    assert list(found["traced"]) == [False, True]
    assert found["primal_s"].iloc[0] == pytest.approx(20)
    assert found["area_s"].iloc[0] == pytest.approx(0.25 * 10 + 0.5 * 20 + 0.25 * 40)


def test_the_best_of_any_repetition_is_the_reference_and_the_median_run_is_scored(base):
    rows = tuple(
        replace(
            base, run_id=str(i), repetition=i, goal="optimum", answer="feasible", sense="min", objective=objective,
            ended="wall", wall_s=60.0, encode_s=0.0, solve_s=60.0, best_s=0.0,
        )
        for i, objective in enumerate([8, 8, 4])
    )  # fmt: skip
    found = areas(tidy(rows, {}), traces())
    assert list(found["primal_s"]) == [pytest.approx(30)]


def test_steps_of_a_trace_without_improvement_change_nothing():
    runs = made(goal="optimum", a=[(None, 4)], b=[(None, 3)])
    better = traces(a0=[(10, 8), (20, 4)], b0=[(1, 3)])
    assert scored(runs, traces(a0=[(10, 8), (15, 9), (20, 4), (30, 4)], b0=[(1, 3)])) == scored(runs, better)


def test_goals_without_an_objective_have_neither_score():
    assert areas(made(a=[1.0]), traces()).empty


steps = st.dictionaries(st.integers(0, 59), st.integers(1, 30), min_size=1, max_size=5).map(
    lambda found: [(t, value) for t, value in zip(sorted(found), sorted(found.values(), reverse=True), strict=True)]
)


@few
@given(steps, steps, st.integers(2, 9))
def test_scores_lie_between_0_and_the_limit_and_do_not_depend_on_the_objectives_unit(one, other, unit):
    def found(factor):
        a, b = ([(t, value * factor) for t, value in pairs] for pairs in (one, other))
        return scored(made(goal="optimum", a=[(None, a[-1][1])], b=[(None, b[-1][1])]), traces(a0=a, b0=b))

    plain = found(1)
    assert all(0 <= value <= 60 for pair in plain.values() for value in pair)
    assert found(unit) == {key: pytest.approx(pair) for key, pair in plain.items()}


@few
@given(steps, st.integers(1, 10))
def test_an_earlier_solution_scores_no_worse(pairs, sooner):
    def found(pairs):
        return scored(made(goal="optimum", a=[(None, pairs[-1][1])], b=[(None, 1)]), traces(a0=pairs, b0=[(59, 1)]))

    early = found([(max(0, t - sooner), value) for t, value in pairs])["a0"]
    assert all(new <= old + 1e-9 for new, old in zip(early, found(pairs)["a0"], strict=True))


def test_areas_are_those_of_the_challenges_script():
    """original/area.json: 40 made-up runs (times in ms) and their scores by computeScoresArea_for_instance_min and _max
    of MiniZinc/minizinc.github.io, public/challenge/scoring.js, commit 340a8b4, run by node 20 without normalising.
    """
    original = json.loads(ORIGINAL.read_text())
    for instance in sorted({run["instance"] for run in original}):
        own = [run for run in original if run["instance"] == instance]
        cells = {
            f"s{number}": [
                (run["end_ms"] / 1000 if run["proved"] else None, run["steps"][-1][1] if run["steps"] else None)
            ]
            for number, run in enumerate(own)
        }
        known = {f"s{n}0": [(t / 1000, value) for t, value in run["steps"]] for n, run in enumerate(own)}
        found = areas(made(limit=1200.0, goal="optimum", sense=own[0]["kind"].lower(), **cells), traces(**known))
        assert list(found["area_s"]) == pytest.approx([run["area_ms"] / 1000 for run in own])
