"""Critical differences: shown only where ranks can be told apart, titled by how many tasks have a single first."""

import warnings

import pytest

from tilings.reports.figures import ranks

CASES = 16


@pytest.mark.parametrize(("others", "alone"), [([2.0] * CASES, 1), ([2.0, 0.5] * (CASES // 2), 0)])
def test_the_title_counts_the_tasks_with_a_single_first(table, others, alone):
    made = ranks.draw(table({"a/x": [1.0] * CASES, "b/x": others, "c/x": others, "d/x": [None] * CASES}))
    assert made.title.endswith(f"in {alone} of 1 task")
    (axes,) = made.figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a/x", "b/x", "c/x", "d/x"]


@pytest.mark.parametrize("times", [{"a/x": [1.0] * 9, "b/x": [2.0] * 9, "c/x": [3.0] * 9},
                                   {name: [1.0, 2.0, 3.0, 2.0] * 4 for name in ("a/x", "b/x", "c/x")},
                                   {"a/x": [1.0] * CASES, "b/x": [2.0] * CASES}, {}])  # fmt: skip
def test_few_cases_and_ranks_that_do_not_differ_make_no_figure(table, times):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ranks.draw(table(times)).figure is None
