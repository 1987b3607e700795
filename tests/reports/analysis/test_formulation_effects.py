"""The paired effect of a formulation: its rival, the cases that count, and the interval of the mean."""

from dataclasses import replace

import pytest

from reports.analysis.formulation_effects import effects
from reports.data.campaign import tidy
from reports.scores import FEW

OUT = {"answer": "none", "check": "unchecked", "ended": "wall"}


@pytest.fixture
def made(base):
    """The runs of one solver, from the seconds of each formulation on each instance; None where it did not run."""

    def table(**times):
        return tidy(
            tuple(
                replace(base, formulation=name, instance=f"i{number}", wall_s=float(time_s),
                        **OUT if time_s == 60 else {})
                for name, column in times.items()
                for number, time_s in enumerate(column)
                if time_s is not None
            ),
            {},
        )  # fmt: skip

    return table


def test_a_formulation_is_compared_with_the_best_one_on_its_solver(made):
    (effect,) = effects(made(cp_slow=[2, 16], cp_fast=[1, 2]))
    assert (effect.other, effect.best) == ("gecode/cp_slow", "gecode/cp_fast")
    assert effect.factor.mean == pytest.approx(4)
    assert (effect.pairs, effect.cut, effect.lost) == (2, 0, 0)
    assert effect.interval is None and not effect.clear


def test_one_unsolved_run_of_a_pair_bounds_the_effect_and_two_leave_it_out(made):
    (effect,) = effects(made(cp_slow=[60, 60], cp_fast=[1, 60]))
    assert (str(effect.factor), effect.pairs, effect.cut, effect.lost) == ("≥ 60", 1, 1, 1)
    (nothing,) = effects(made(cp_slow=[60], cp_fast=[60]))
    assert nothing.factor is None and nothing.pairs == 0


def test_only_cases_on_which_both_ran_count(made):
    (effect,) = effects(made(cp_slow=[2, None, 2], cp_fast=[1, 1, None]))
    assert effect.pairs == 1


def test_the_interval_holds_the_mean_and_needs_enough_cases(made):
    slow = [2.0**number for number in range(1, FEW + 1)]
    (effect,) = effects(made(cp_slow=slow, cp_fast=[1] * FEW))
    low, high = effect.interval
    assert 1 < low < effect.factor.mean < high < slow[-1]
    assert effect.clear
    assert effects(made(cp_slow=slow[1:], cp_fast=[1] * (FEW - 1)))[0].interval is None
    (same,) = effects(made(cp_slow=[2] * FEW, cp_fast=[1] * FEW))
    assert same.interval == (pytest.approx(2), pytest.approx(2))


def test_formulations_are_compared_within_one_solver_only(base):
    assert not effects(tidy((base, replace(base, solver="chuffed", formulation="cp_other")), {}))
