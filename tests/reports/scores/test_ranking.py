"""The table of scores, the best settings and the virtual best solver equal numbers by hand and of the original tool."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.reports.scores.conftest import ABSENT, made
from tilings.reports.data.campaign import tidy
from tilings.reports.scores import best_settings, median_runs, par2, table, virtual_best

ORIGINAL = Path(__file__).parent / "original" / "crillab.json"


def test_virtual_best_prefers_a_slow_solution_to_a_fast_failure(base):
    crash = replace(base, formulation="cp_b", answer="none", ended="crash", wall_s=0.1)
    best = virtual_best(tidy((replace(base, wall_s=50.0), crash), {}))
    assert list(best["formulation"]) == ["cp_made"]


def test_virtual_best_firsts_and_what_one_alone_solves_are_those_of_the_original_tool():
    """original/crillab.json: add_virtual_experiment_ware and contribution_table of crillab-metrics 1.3.0."""
    original = json.loads(ORIGINAL.read_text())
    runs = crillab(original)
    best = virtual_best(median_runs(runs))
    assert best["solved"].sum() == original["vbew"]["count"]
    assert par2(best) * len(best) == pytest.approx(original["vbew"]["PAR2"])
    firsts = best[best["solved"]]["solver"].value_counts()
    assert firsts.to_dict() == {name: row["vbew simple"] for name, row in original["contribution_table"].items()}


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


def test_the_table_ranks_by_par2_and_counts_firsts():
    found = table(made(a=[1.0, 3.0, None], b=[2.0, 0.5, 10.0]))
    assert list(found["solver"]) == ["b", "a"]
    assert list(found["solved"]) == [3, 2]
    assert list(found["first"]) == [2, 1]
    assert list(found["par2"]) == pytest.approx([12.5 / 3, 124 / 3])
    assert list(found["complete"]) == [True, True]


def test_a_configuration_that_ran_on_fewer_instances_is_last():
    found = table(made(a=[1.0, 3.0, None], b=[2.0, 0.5, ABSENT]))
    assert list(found["solver"]) == ["a", "b"]
    assert list(found["complete"]) == [True, False]


def test_among_incomplete_configurations_those_on_the_most_instances_come_first():
    found = table(made(a=[1.0, ABSENT, None], b=[ABSENT, 0.5, ABSENT]))
    assert list(found["solver"]) == ["a", "b"]
    assert not found["complete"].any()


def test_without_runs_the_table_is_empty():
    assert table(made(a=[1.0])[:0]).empty


def test_the_best_setting_ran_on_the_most_cases_and_solved_the_most_of_them(base):
    def row(options, instance, time_s, **changes):
        return replace(base, options=options, instance=instance, wall_s=time_s, **changes)

    cut_off = {"answer": "none", "check": "unchecked", "ended": "wall"}
    runs = tidy(
        (
            row("", "one", 1.0),
            row("", "two", 60.0, **cut_off),
            row("symmetry=x", "one", 9.0),
            row("symmetry=x", "two", 9.0),
            row("symmetry=none", "one", 0.1),
        ),
        {},
    )
    assert best_settings(median_runs(runs)) == {"gecode/cp_made [symmetry=x]"}
