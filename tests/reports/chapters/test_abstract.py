"""The abstract states what the runs show, and claims no more."""

from dataclasses import replace

import pytest

from reports.chapters import tables
from reports.chapters.abstract import findings, paradigms, ranking
from reports.data.load import tidy
from reports.figures import cactus
from tests.reports.conftest import task


def timed(base, configuration, *times):
    """One run for each of these times in seconds, on an instance of its own; None stands for an unsolved run."""
    solver, _, formulation = configuration.partition("/")
    for number, time_s in enumerate(times):
        run = replace(base, solver=solver, formulation=formulation, instance=f"i{number}")
        unsolved = {"answer": "none", "check": "unchecked", "ended": "wall", "encode_s": None, "solve_s": None}
        yield replace(run, **unsolved) if time_s is None else replace(run, wall_s=time_s)


@pytest.fixture
def runs(base):
    """The table of runs, from the times of configurations."""
    return lambda **times: tidy(tuple(run for name, own in times.items() for run in timed(base, name, *own)), {})


def words(table, part):
    return next(text for start, text in findings(ranking([task(table)]), table, 0) if start == part)


def test_the_abstract_names_the_leader_and_the_ratio_to_the_next(runs):
    table = runs(**{"clingo/asp_a": (1.0, 2.0) * 3, "gecode/cp_a": (4.0, 8.0) * 3})
    assert words(table, "Squares.") == (
        "One solution: clingo/asp_a (6 of 6 solved, 1.5 s), then gecode/cp_a (6 solved, 4.0 times as long: 4.0 to 4.0)."
    )


def test_with_few_cases_no_interval_is_given(runs):
    table = runs(**{"clingo/asp_a": (1.0, 2.0), "gecode/cp_a": (4.0, 8.0)})
    assert words(table, "Squares.").endswith("(2 solved, 4.0 times as long).")


def test_where_the_cases_cannot_separate_the_leaders_the_abstract_says_so(runs):
    table = runs(**{"clingo/asp_a": (1.0, 9.0, 1.0) * 2, "gecode/cp_a": (9.0, 1.0, 3.0) * 2})
    assert "which does not tell them apart" in words(table, "Squares.")


def test_paradigms_are_ranked_by_their_best_configuration(runs):
    table = runs(**{"dlx/dlx_a": (1.0,), "gecode/cp_a": (2.0,), "gecode/cp_b": (1.5,), "clingo/asp_a": (3.0,)})
    assert paradigms([task(table)]).endswith("a family with a goal each: exact cover 1. Without exact cover: CP 1.")


def test_a_lead_of_less_than_a_quarter_is_called_one(runs):
    table = runs(**{"clingo/asp_a": (1.0,), "gecode/cp_a": (1.2,), "dlx/dlx_a": (0.1,)})
    assert paradigms([task(table)]).endswith(
        "exact cover 1. Without exact cover: ASP 1 (ahead of the next by less than a quarter)."
    )


def test_a_share_below_one_is_never_rounded_up_to_100_percent(runs):
    table = runs(**{"clingo/asp_a": (1.0,) * 299 + (None,)})
    assert "299 (99%) reached" in words(table, "Runs.")


def test_instances_that_nobody_solved_are_named(runs):
    table = runs(**{"clingo/asp_a": (1.0, None), "gecode/cp_a": (None, None)})
    assert words(table, "Answers.").startswith(
        "1 of 2 cases (an instance with a goal) nobody solved: squares/i1 (first)."
    )


def test_native_searches_are_in_no_finding(runs):
    table = runs(**{"dlx/dlx_skyline": (0.1,), "gecode/cp_a": (2.0,), "clingo/asp_a": (3.0,)})
    assert paradigms([task(table)]).endswith("each: CP 1. Without CP: ASP 1.")
    (shown,) = tables.paradigms([task(table)])["rows"]
    assert shown[-1] == "dlx/dlx_skyline\n1/1, 0.10 s"
    names = [row[0] for row in tables.scores(task(table))["rows"]]
    assert names == ["gecode/cp_a", "clingo/asp_a", "virtual best", "dlx/dlx_skyline"]
    assert "Grey, for reference, native searches: dlx/dlx_skyline 1 of 1." in cactus.draw(task(table)).sentence
