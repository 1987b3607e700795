"""Pairs of a solver and a model: their names, the cases they share, and effects whose truth is known."""

import math

import numpy as np
import pytest

from tilings.reports.analysis.pairs import effects, models, paired, relative, summary


def test_a_case_that_no_ranked_pair_solved_counts_nowhere(table):
    found = summary(relative(paired(table({"clingo/asp_cover": [1, None], "gecode/cp_cover": [2, None]}))))
    assert list(found["cases"]) == [1, 1]
    assert list(found["times"]) == pytest.approx([1, 2])


def test_a_model_keeps_its_language_where_a_solver_ran_two_of_its_name(table):
    runs = table({"gecode/cp_cover": [1], "gecode/cpmpy_cover": [1], "clingo/asp_cover": [1], "dlx/other": [1]})
    assert list(models(runs.assign(route=runs["solver"]))) == ["cp_cover", "cpmpy_cover", "cover", "other"]
    assert set(models(runs)) == {"cover", "other"}, "the language is in the route's name"


def crossed(solver=1.0, model=1.0, cases=8):
    """Seconds of two solvers with two models each, of which one is so many times as slow."""
    return {
        f"{name}/cp_{kind}": [factor * times * (1 + case) for case in range(cases)]
        for name, factor in (("chuffed", 1), ("gecode", solver))
        for kind, times in (("cell", 1), ("cover", model))
    }


@pytest.mark.parametrize(("solver", "model"), [(3.0, 1.0), (1.0, 3.0)], ids=["only the solver", "only the model"])
def test_only_what_matters_has_an_effect(table, solver, model):
    own = paired(table(crossed(solver, model)))
    by_solver, by_model = effects(own, "model", "route"), effects(own, "route", "model")
    assert [effect.ratio for effect in by_solver] == pytest.approx([solver] * 2)
    assert [effect.ratio for effect in by_model] == pytest.approx([model] * 2)
    assert [effect.decided for effect in by_solver] == [solver > 1] * 2
    assert [effect.decided for effect in by_model] == [model > 1] * 2
    if solver > 1:
        assert {(effect.held, effect.first, effect.other) for effect in by_solver} == {
            ("cell", "chuffed", "gecode"), ("cover", "chuffed", "gecode"),
        }  # fmt: skip


def test_ratios_are_over_cases_that_both_solve_and_a_limit_only_bounds_the_charged_one(table):
    (effect,) = effects(paired(table({"gecode/cp_a": [1, 1, 1], "gecode/cp_b": [2, 8, None]})), "route", "model")
    assert (effect.first, effect.other) == ("a", "b")
    assert (effect.cases, effect.first_solved, effect.other_solved, effect.both) == (3, 3, 2, 2)
    assert effect.ratio == pytest.approx(4)
    assert effect.charged == pytest.approx((2 * 8 * 60) ** (1 / 3))
    assert math.isnan(effect.low) and not effect.decided, "two cases are too few"


def test_only_cases_on_which_both_ran_count(table):
    (effect,) = effects(paired(table({"gecode/cp_a": [1, 1, 1], "gecode/cp_b": ["-", 2, 3]})), "route", "model")
    assert (effect.cases, effect.first, effect.ratio) == (2, "a", pytest.approx(6**0.5))
    (none,) = effects(paired(table({"gecode/cp_a": [1, "-"], "gecode/cp_b": ["-", 2]})), "route", "model")
    assert none.cases == none.both == 0 and math.isnan(none.charged) and not none.decided


def test_solving_many_more_decides_without_a_case_in_common(table):
    (effect,) = effects(paired(table({"gecode/cp_a": [1] * 6, "gecode/cp_b": [None] * 6})), "route", "model")
    assert effect.decided and math.isnan(effect.ratio)


def test_seeds_widen_the_interval(table):
    import pandas as pd

    times = {"gecode/cp_a": [1] * 8, "gecode/cp_b": [2] * 8}
    runs = [table(times).assign(seed=0)]
    rng = np.random.default_rng(4)
    for seed in (1, 2):
        again = table(times).assign(seed=seed)
        factor = np.exp(rng.normal(0, 2, len(again)))
        again["time_s"] *= factor
        again["charged_s"] *= factor
        runs.append(again)
    (one,), (three,) = (
        effects(paired(part), "route", "model") for part in (runs[0], pd.concat(runs, ignore_index=True))
    )
    assert one.decided and not three.decided
    assert three.low < one.low and three.high > one.high
