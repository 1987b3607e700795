"""Cases solved within a time: the steps, the bands, the finding, and no figure of few cases."""

import warnings

import numpy as np
import pytest

from tilings.reports.figures import ecdf
from tilings.reports.plot.style import svg
from tilings.reports.scores import FEWEST_CASES, SEARCH, tails

CASES = FEWEST_CASES


def test_steps_count_the_cases_solved_by_each_time_up_to_the_limit(table):
    x, y = ecdf.steps(table({"clingo/a": [3, None, 1]}))
    assert list(zip(x, y, strict=True)) == [(1, 0), (1, 1), (3, 2), (60, 2)]
    x, y = ecdf.steps(table({"clingo/a": [None, None]}))
    assert (list(x), list(y)) == ([60], [0])


def test_a_solved_run_without_a_search_time_is_solved_at_its_wall_time(table):
    runs = table({"clingo/a": [3, 5, 1]})
    runs.loc[1, "solve_s"] = None
    runs.loc[0, "solve_s"] = 2
    x, y = ecdf.steps(runs, SEARCH)
    assert list(zip(x, y, strict=True)) == [(1, 0), (1, 1), (2, 2), (5, 3), (60, 3)]


def test_many_steps_are_thinned_without_a_visible_change(table):
    times = [0.001 * 1.0025**number for number in range(4_000)]
    x, y = ecdf.steps(table({"dlx/a": times}))
    assert len(x) < 500 and y[-1] == 4_000
    for time_s in (0.01, 0.1, 1.0, 10.0):
        exact = sum(each <= time_s for each in times)
        assert exact - 10 <= y[x <= time_s][-1] <= exact, "a hundredth of a decade holds ten of these times"


def test_the_band_is_that_of_cases_drawn_with_replacement():
    solved = np.array([0, 3, 10, 18, 20])
    drawn = np.random.default_rng(1).random((20_000, 20))
    shares = [((np.floor(drawn * 20) < number).mean(axis=1)) for number in solved]
    expected = np.array([np.quantile(share, tails(20), method="inverted_cdf") for share in shares]).T
    assert np.array(ecdf.band(solved, 20)) == pytest.approx(expected, abs=0.051), "one case of twenty at the most"


def test_the_title_says_in_how_many_tasks_who_solves_every_case(table):
    runs = table({"clingo/asp_a": [1.0] * CASES, "gecode/cp_a": [2.0] * (CASES - 1) + [None]})
    runs["paradigm"] = runs["solver"].map({"clingo": "ASP", "gecode": "CP"})
    assert ecdf.draw(runs).title == "Every case solved: ASP in 1 of 1, CP in 0 of 1 task"
    both = runs.assign(solved=True)
    assert ecdf.draw(both).title == "Every case solved: ASP and CP in 1 of 1 task"


def test_each_paradigm_has_a_line_for_either_clock_and_native_searches_no_band(table):
    runs = table({"clingo/asp_a": [1.0] * CASES, "dlx/own": [0.5] * CASES})
    runs["paradigm"] = runs["solver"].map({"clingo": "ASP", "dlx": "native search"})
    runs["ranked"] = runs["paradigm"] == "ASP"
    made = ecdf.draw(runs)
    (axes,) = made.figure.axes
    assert (len(axes.lines), len(axes.collections)) == (4, 1)
    assert "native search" not in made.title
    assert svg(made.figure) == svg(ecdf.draw(runs).figure)


def test_a_configuration_that_did_not_run_on_every_case_has_no_line(table):
    made = ecdf.draw(table({"gecode/cp_a": [1.0] * CASES + [None], "clingo/asp_a": [0.5] * CASES + ["-"]}))
    assert made.title == "Every case solved: CP in 0 of 1 task"
    assert [text.get_text() for text in made.figure.axes[0].texts] == ["CP"]


def test_native_searches_alone_make_no_figure(table):
    assert ecdf.draw(table({"dlx/own": [1.0] * CASES}).assign(ranked=False, paradigm="native search")).figure is None


@pytest.mark.parametrize("times", [[], [1.0] * (CASES - 1), [None] * CASES])
def test_few_cases_and_none_solved_make_no_figure(table, times):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ecdf.draw(table({"clingo/a": times})).figure is None
