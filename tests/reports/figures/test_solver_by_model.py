"""Solver by model: its finding and its cells, on runs where the fastest pair is known."""

import warnings
from dataclasses import replace

import pytest

from tilings.reports.data.campaign import tidy
from tilings.reports.figures import solver_by_model
from tilings.reports.plot.style import context, svg


def cells(drawing):
    """The words in the picture's cells."""
    return [text.get_text() for text in drawing.figure.axes[0].texts]


def times(fast, slow):
    return {"clingo/asp_cover": fast, "gecode/cp_cover": slow}


def test_the_title_names_the_solver_that_is_the_fastest_and_follows_the_rows(table):
    fast, slow = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [1, 2, 3, 4, 5, 7]
    assert solver_by_model.draw(table(times(fast, slow))).title == "clingo is the fastest solver on squares"
    assert solver_by_model.draw(table(times(slow, fast))).title == "gecode is the fastest solver on squares"


@pytest.mark.parametrize(
    ("fast", "slow"),
    [([0.1] * 5, [1] * 5), ([0.1, 1] * 4, [1, 0.1] * 3 + [1, 0.2])],
    ids=["too few cases", "now one, now the other"],
)
def test_a_difference_that_could_be_chance_is_undecided(table, fast, slow):
    title = solver_by_model.draw(table(times(fast, slow))).title
    assert title == "Undecided which is fastest on squares (clingo or gecode)"


def test_a_cell_holds_the_geometric_mean_of_the_ratios_to_the_fastest_pair_and_a_bound_with_what_was_solved(table):
    drawing = solver_by_model.draw(table({"clingo/asp_cover": [1, 4, 2], "gecode/cp_cover": [4, 1, None]}))
    # 1, 4, 1 against 4, 1 and at least 60 / 2
    assert {"1.6", "≥4.9\n2/3", "squares (3)"} <= set(cells(drawing))
    assert "≥" in drawing.sentence
    assert "≥" not in solver_by_model.draw(table(times([1, 2], [2, 1]))).sentence


def test_native_searches_are_outside_the_ranking(table):
    runs = table(times([1.0] * 6, [2.0] * 6) | {"dlx/dlx_skyline": [0.5] * 6})
    runs["ranked"] = runs["solver"] != "dlx"
    drawing = solver_by_model.draw(runs)
    assert drawing.title == "clingo is the fastest solver on squares"
    assert {"1.0", "2.0", "0.50", "native search"} <= set(cells(drawing))
    assert "Last row, not ranked" in drawing.sentence


@pytest.mark.parametrize("seconds", [{}, {"clingo/asp_a": [None, None]}, {"clingo/asp_a": [1]}], ids=str)
def test_nothing_nothing_solved_and_a_single_run_make_no_false_picture(table, seconds, base):
    runs = table(seconds) if seconds else tidy((), {})
    with warnings.catch_warnings(action="error"):
        drawing = solver_by_model.draw(runs)
    assert (drawing.figure is None) == (seconds != {"clingo/asp_a": [1]})
    if drawing.figure:
        assert drawing.title == "Only one solver ran on squares"


def test_a_page_holds_it_whatever_the_number_of_models(base):
    rows = [
        replace(base, family=family, formulation=f"cp_{name * 4}", solver=solver, wall_s=1 + number)
        for family in ("covers", "polycubes", "squares", "triominoes")
        for number, name in enumerate("abcdefgh")
        for solver in ("gecode", "chuffed")
    ]
    with context():
        made = solver_by_model.draw(tidy(tuple(rows), {})).figure
        assert svg(made)
    assert made.get_figwidth() <= 6.71
    shown = {text.get_text() for text in made.axes[0].texts}
    assert "aaaa" in shown and "hhhh" not in shown, "the fastest models are kept"


def test_of_a_thousand_cases_and_more_the_solved_ones_are_told_in_percent(table):
    drawing = solver_by_model.draw(table({"clingo/asp_cover": [1.0] * 1000, "gecode/cp_cover": [2.0] * 999 + [None]}))
    assert any(text.endswith("\n99%") for text in cells(drawing))
