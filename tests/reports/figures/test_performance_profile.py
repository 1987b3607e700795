"""The performance profile equals ratios computed by hand."""

import math

import pytest

from reports.figures import performance_profile
from reports.figures.performance_profile import profiles, steps
from tests.reports.conftest import task


@pytest.fixture
def three(table):
    """Configurations a and b on four cases, the last unsolved by both; c lacks the first, where it would be best."""
    return table(
        {"dlx/a": [1, 2, 30, None], "clingo/b": [4, 1, None, None], "gecode/c": ["-", 0.1, 0.1, 0.1]},
    )  # fmt: skip


def test_ratios_are_to_the_fastest_of_the_configurations_that_ran_everywhere(three):
    found, incomplete = profiles(three)
    assert incomplete == ["gecode/c"]
    assert {name: (list(each.ratios), each.cases) for name, each in found.items()} == {
        "dlx/a": ([1, 1, 2], 3),
        "clingo/b": ([1, 4], 3),
    }


def test_a_line_is_a_lower_bound_beyond_the_least_ratio_that_an_unsolved_case_can_have(three):
    found, _ = profiles(three)
    assert found["clingo/b"].censored == 2, "cut off at 60 s where the other took 30"
    assert found["dlx/a"].censored == math.inf, "a case that nobody solved has no ratio"


def test_the_lower_bound_begins_at_the_first_of_several_unsolved_cases(table):
    found, _ = profiles(table({"dlx/a": [1, 30, 6], "clingo/b": [None, None, None]}))
    assert found["clingo/b"].censored == 2


def test_steps_rise_at_the_ratios(three):
    found, _ = profiles(three)
    x, y = steps(found["dlx/a"], 10)
    assert list(zip(x, y, strict=True)) == [(1, 0), (1, 2), (2, 3), (10, 3)]
    assert [found["dlx/a"].within(factor) for factor in (1, 1.9, 2)] == [2, 2, 3]


def test_many_steps_are_thinned(table):
    times = [1.0] * 1500
    slower = [1.002**number for number in range(1200)] + [50.0] * 300
    found, _ = profiles(table({"dlx/a": times, "clingo/b": slower}))
    x, y = steps(found["clingo/b"], 100)
    assert len(x) < 500 and y[-1] == 1500


def test_times_below_the_resolution_of_the_clock_count_as_equal(table):
    found, _ = profiles(table({"dlx/a": [0.0001], "clingo/b": [0.0009]}))
    assert [list(each.ratios) for each in found.values()] == [[1], [1]]


def test_the_marks_of_lower_bounds_lie_on_their_lines(three):
    axes = performance_profile.draw(task(three)).figure.axes[0]
    (mark,) = [line for line in axes.lines if line.get_marker() == "|"]
    assert (list(mark.get_xdata()), list(mark.get_ydata())) == ([2], [1])


def test_the_sentence_gives_the_number_of_cases_and_who_is_left_out(three):
    assert performance_profile.draw(task(three)).sentence == (
        "A profile of 3 cases only. Fastest on the most cases, 2 of 3: dlx/a; on the others clingo/b. "
        "dlx/a never takes more than 2 times as long as the fastest; within ten times the fastest on half of the cases "
        "or more: 2 of 2 configurations. Not in it, for they did not run on every case: gecode/c."
    )


def test_ties_count_for_each(table):
    runs = table({"dlx/a": [1] * 5, "clingo/b": [1] * 5, "gecode/c": [20] * 5})
    assert performance_profile.draw(task(runs)).sentence == (
        "Fastest on every case: clingo/b and dlx/a; within ten times the fastest on half of the cases or more: "
        "2 of 3 configurations."
    )


@pytest.mark.parametrize(
    ("seconds", "why"),
    [
        ({"dlx/a": [1, 2]}, "fewer than two configurations ran on every case"),
        ({"dlx/a": [1, "-"], "clingo/b": ["-", 1]}, "fewer than two configurations ran on every case"),
        ({"dlx/a": [None], "clingo/b": [None]}, "no case was solved"),
    ],
)
def test_a_profile_needs_two_configurations_and_a_solved_case(table, seconds, why):
    runs = table(seconds)
    assert performance_profile.draw(task(runs)).figure is None
    assert performance_profile.draw(task(runs)).sentence == f"No performance profile: {why}."
