"""Scatter plots of two configurations: which pairs are chosen, the counts, and the rails of unsolved cases."""

import pytest

from reports.figures import pairwise_scatter
from reports.figures.pairwise_scatter import pairs
from tests.reports.conftest import task

BOTH = {"dlx/a": [1, 2, 3, None, None, 1, 0.0001], "clingo/b": [2, 1, None, 4, None, 5, 0.0002]}


def by_names(runs):
    return {(pair.x, pair.y): pair for pair in pairs(task(runs))}


def texts(axes):
    return [text.get_text() for text in axes.texts]


def test_every_case_is_counted_once(table):
    (pair,) = pairs(task(table(BOTH)))
    assert (pair.x, pair.y) == ("dlx/a", "clingo/b")
    assert pair.counts() == {"x faster": 2, "y faster": 1, "level": 1, "only x": 1, "only y": 1, "neither": 1}
    assert pair.ratio() == 1.5, "the median of 2, 1/2, 5 and, below what a clock tells, 1"


def test_a_case_that_only_one_solved_lies_on_the_rail_beyond_the_limit(table):
    axes = pairwise_scatter.draw(task(table(BOTH))).figure.axes[0]
    dots, right, up = (collection.get_offsets().tolist() for collection in axes.collections)
    assert len(dots) == 4
    ((x, rail),) = right
    ((above, y),) = up
    assert (x, y) == (3, 4) and rail == above > 60
    assert texts(axes) == ["faster 2, alone 1", "faster 1\nalone 1", "neither 1"]


def test_the_best_of_each_solver_is_compared_with_the_best_and_then_the_next_best(table):
    solvers = ("dlx", "clingo", "gecode", "chuffed", "cpsat", "highs")
    seconds = {f"{solver}/cp_good": [1 + number] * 5 for number, solver in enumerate(solvers)}
    seconds |= {f"{solver}/cp_bad": [20.0] * 5 for solver in solvers}
    found = list(by_names(table(seconds)))
    assert found[:5] == [("dlx/cp_good", f"{solver}/cp_good") for solver in solvers[1:]]
    assert found[5:] == [("clingo/cp_good", f"{solver}/cp_good") for solver in solvers[2:5]]


def test_with_one_solver_its_configurations_are_compared(table):
    assert list(by_names(table({"dlx/a": [1] * 5, "dlx/b": [2] * 5}))) == [("dlx/a", "dlx/b")]


def test_a_pair_needs_five_cases_on_which_both_ran(table):
    runs = table({"dlx/a": [1] * 6, "clingo/b": [2, 2, 2, 2, "-", "-"], "gecode/c": [3] * 5 + ["-"]})
    assert list(by_names(runs)) == [("dlx/a", "gecode/c")]
    apart = runs[runs["solver"] != "gecode"]
    assert pairwise_scatter.draw(task(apart)).figure is None
    assert (
        pairwise_scatter.draw(task(apart)).sentence
        == "No scatter of pairs: no two configurations ran on the same 5 cases."
    )


def test_with_many_cases_the_density_is_drawn_and_the_rails_are_thinned(table):
    times = [0.01 * 1.004**number for number in range(1500)]
    runs = table(
        {"dlx/a": times, "clingo/b": [2 * time_s if number % 3 else None for number, time_s in enumerate(times)]}
    )
    axes = pairwise_scatter.draw(task(runs)).figure.axes[0]
    density, right, _ = axes.collections
    assert density.get_array().sum() > 0 and len(density.get_offsets()) < 500
    assert 50 < len(right.get_offsets()) < 200
    assert axes.xaxis.get_major_formatter()(0.1) == "0.1", "hexbin brings ticks of its own"


def test_the_sentence_claims_no_more_than_the_cases_show(table):
    slower = table({"dlx/a": [1] * 5, "clingo/b": [3] * 5, "gecode/c": [2, 2, 2, None, None]})
    said = pairwise_scatter.draw(task(slower)).sentence
    assert "dlx/a is beaten by none of them on any case" in said
    assert said.endswith("clingo/b is nearest to it: the median of 5 cases that both solved is 3 times its time.")
    assert (
        "dlx/a is beaten most often by clingo/b, on 2 of 7 cases" in pairwise_scatter.draw(task(table(BOTH))).sentence
    )
    alone = table({"dlx/a": [1] * 5, "clingo/b": [None] * 5})
    assert pairwise_scatter.draw(task(alone)).sentence.endswith("no other solves a case that it solves.")


@pytest.mark.parametrize(
    ("seconds", "why"),
    [
        ({"dlx/a": [1] * 9}, "there are no two configurations"),
        ({"dlx/a": [None] * 9, "clingo/b": [None] * 9}, "no case was solved"),
        ({"dlx/a": [1] * 4, "clingo/b": [1] * 4}, "the matrix has the times of all 4 cases"),
    ],
)
def test_without_a_pair_there_is_a_reason_and_no_figure(table, seconds, why):
    runs = table(seconds)
    assert pairwise_scatter.draw(task(runs)).figure is None
    assert pairwise_scatter.draw(task(runs)).sentence == f"No scatter of pairs: {why}."
