"""Who leads a task: the best of each paradigm, the ratio of times with its interval, and when a lead is decided."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.reports.conftest import CUT_OFF
from tilings.reports.analysis.leads import compared, nearest
from tilings.reports.data.campaign import tidy

MADE = {"cpsat/a": "CP-SAT", "gecode/b": "CP", "clingo/c": "ASP", "dlx/own": "native search"}


def led(runs):
    return nearest(compared(runs))


@pytest.fixture
def made(base):
    """The table of runs given as lists of cases by configuration, a case being its seconds or one for each seed."""

    def runs(**paradigms):
        records = []
        for (name, paradigm), cases in zip(MADE.items(), paradigms.values(), strict=False):
            for number, seeds in enumerate(cases):
                for seed, time_s in enumerate(seeds if isinstance(seeds, tuple) else (seeds,)):
                    solver, _, formulation = name.partition("/")
                    took = CUT_OFF if time_s is None else {"wall_s": time_s, "solve_s": time_s / 2}
                    records.append(replace(base, solver=solver, formulation=formulation, paradigm=paradigm,
                                           instance=f"i{number}", seed=seed, **took))  # fmt: skip
        return tidy(tuple(records), {})

    return runs


def test_a_constant_factor_is_the_ratio_and_decides_the_lead(made):
    (lead,) = led(made(cpsat=[1, 2, 3, 4, 5, 6], cp=[3, 6, 9, 12, 15, 18]))
    assert (lead.family, lead.goal, lead.first, lead.second) == ("squares", "first", "CP-SAT", "CP")
    assert (lead.first_configuration, lead.second_configuration) == ("cpsat/a", "gecode/b")
    assert (lead.cases, lead.first_solved, lead.second_solved, lead.both) == (6, 6, 6, 6)
    assert [lead.ratio, lead.low, lead.high] == pytest.approx([3, 3, 3])
    assert lead.decided


def test_a_difference_that_other_cases_would_turn_is_undecided(made):
    (lead,) = led(made(cpsat=[1] * 8, cp=[0.4, 3.0] * 4))
    assert lead.ratio == pytest.approx(math.sqrt(0.4 * 3.0)) and lead.low < 1 < lead.high
    assert not lead.decided


@pytest.mark.parametrize(("spread", "decided"), [(0.01, True), (1.0, False)])
def test_a_difference_within_the_spread_of_seeds_is_undecided(made, spread, decided):
    rng = np.random.default_rng(4)
    slower = [tuple(1.2 * np.exp(rng.normal(0, spread, 3))) for _ in range(10)]
    (lead,) = led(made(cpsat=[1.0] * 10, cp=slower))
    mean = math.exp(np.log(slower).mean())
    assert mean in (pytest.approx(lead.ratio), pytest.approx(1 / lead.ratio)), "the geometric mean over the seeds"
    assert lead.decided is decided


def test_unsolved_seeds_are_left_out_of_the_ratio(made):
    (lead,) = led(made(cpsat=[1.0] * 6, cp=[(2.0, None, 2.0)] * 6))
    assert [lead.ratio, lead.low, lead.high] == pytest.approx([2, 2, 2])


@pytest.mark.parametrize(("unsolved", "decided"), [(6, True), (5, False)])
def test_solving_more_decides_where_a_sign_test_rejects_chance(made, unsolved, decided):
    (lead,) = led(made(cpsat=[1] * 8, cp=[1] * (8 - unsolved) + [None] * unsolved))
    assert (lead.first_solved, lead.second_solved, lead.both) == (8, 8 - unsolved, 8 - unsolved)
    assert lead.ratio == 1 and math.isnan(lead.low), "too few cases for an interval"
    assert lead.decided is decided


def test_a_leader_by_one_timeout_that_is_slower_elsewhere_has_no_decided_lead(made):
    (lead,) = led(made(cpsat=[2] * 10, cp=[1] * 9 + [None]))
    assert lead.first == "CP-SAT" and lead.high < 1 and not lead.decided
    assert lead.fewer and not lead.split, "the ratio leaves out what the other one failed on"


def test_faster_by_ratio_and_slower_by_par2_is_split(made):
    (lead,) = led(made(cpsat=[1.0] * 15 + [2.0], cp=[0.5] * 15 + [16.0]))
    assert (lead.first, lead.second) == ("CP-SAT", "CP") and lead.high < 1
    assert lead.split and not lead.decided and not lead.fewer
    (lead,) = led(made(cpsat=[1.0] * 10, cp=[0.4, 3.0] * 5))
    assert not lead.split and not lead.decided


def test_a_lead_is_decided_only_over_all_paradigms(made):
    runs = made(cpsat=[1] * 10, cp=[3] * 10, asp=[0.5, 2] * 4 + [0.5, None])
    assert [(lead.second, lead.decided) for lead in compared(runs)[0]] == [("CP", True), ("ASP", False)]
    assert [lead.second for lead in led(runs)] == ["ASP"]


def test_native_searches_never_lead_and_are_compared_apart(made):
    runs = made(cpsat=[1] * 6, cp=[2] * 6, asp=[3] * 6, native=[0.1] * 6)
    assert [lead.first for lead in led(runs)] == ["CP-SAT"]
    (found,) = compared(runs)
    assert (found[-1].second, found[-1].ratio) == ("native search", pytest.approx(0.1))
    assert led(runs[~runs["ranked"]]) == compared(runs[~runs["ranked"]]) == []


def test_the_best_complete_configuration_stands_for_its_paradigm(base):
    times = {"a": [3, 3], "b": [2, 2], "c": [1]}
    records = [replace(base, formulation=name, instance=f"i{number}", wall_s=time_s)
               for name, row in times.items() for number, time_s in enumerate(row)]  # fmt: skip
    ((lead,),) = compared(tidy(tuple(records), {}))
    assert (lead.first_configuration, lead.second, lead.decided) == ("gecode/b", "", False)


def test_without_a_solved_run_nobody_leads(made):
    assert led(made(cpsat=[None] * 3, cp=[None] * 3)) == led(made()) == []
