"""The share of cases solved over time is drawn of configurations that ran on enough cases."""

from reports.figures import ecdf


def test_a_configuration_that_ran_on_a_single_case_has_no_line(table):
    seconds = {"gecode/cp_made": [1.0] * 19 + [None], "clingo/asp_made": [0.5] + ["-"] * 19}
    drawing = ecdf.draw(table(seconds))
    assert drawing.title == "Every case solved: CP in 0 of 1 task"
    axes = drawing.figure.axes[0]
    assert [text.get_text() for text in axes.texts] == ["CP"]


def test_few_cases_or_none_solved_are_no_figure(table):
    for seconds in ([1.0] * 14, [None] * 20):
        drawing = ecdf.draw(table({"gecode/cp_made": seconds, "clingo/asp_made": seconds}))
        assert drawing.figure is None
