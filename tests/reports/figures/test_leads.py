"""The figure of the leads: its title is the finding, and what is undecided is hollow."""

import warnings

import pytest

from tilings.reports.figures import leads
from tilings.reports.plot.style import svg

FAST, SLOW, NOISY = [1.0] * 8, [3.0] * 8, [0.4, 3.0] * 4


@pytest.fixture
def drawn(table):
    """The drawing of the runs of CP-SAT, CP and others, given by their times."""

    def made(**rows):
        names = {
            "cpsat": ("cpsat/cpsat_a", "CP-SAT"),
            "cp": ("gecode/cp_a", "CP"),
            "asp": ("clingo/asp_a", "ASP"),
            "native": ("dlx/own", "native search"),
        }
        runs = table({names[key][0]: times for key, times in rows.items()})
        paradigms = dict(names.values())
        runs["paradigm"] = runs["configuration"].map(paradigms)
        runs["ranked"] = runs["paradigm"] != "native search"
        return leads.draw(runs)

    return made


def faces(drawing):
    """Of each dot whether it is filled."""
    return [bool((dot.get_facecolor()[0][:3] < 1).any()) for dot in drawing.figure.axes[0].collections]


def test_a_decided_lead_is_the_title_and_its_dots_are_filled(drawn):
    made = drawn(cpsat=FAST, cp=SLOW)
    assert made.title == "CP-SAT leads 1 of 1 task"
    assert faces(made) == [True, True]
    assert drawn(cpsat=SLOW, cp=FAST).title == "CP leads 1 of 1 task"


def test_an_undecided_lead_is_hollow_and_called_so(drawn):
    made = drawn(cpsat=FAST, cp=NOISY)
    assert made.title == "No lead is decided in 1 task"
    assert faces(made) == [True, False]


def shape(drawing):
    """How many corners the last dot has: three and four closed by one more, a circle many."""
    return len(drawing.figure.axes[0].collections[-1].get_paths()[0].vertices)


def test_faster_by_ratio_and_slower_by_par2_is_a_hollow_diamond(drawn):
    made = drawn(cpsat=FAST, cp=[0.1] * 7 + [9.0])
    assert made.title == "No lead is decided in 1 task" and faces(made) == [True, False]
    assert shape(made) == 5 and "Diamonds, split" in made.sentence
    assert shape(drawn(cpsat=FAST, cp=NOISY)) > 5 and "split" not in drawn(cpsat=FAST, cp=NOISY).sentence


def test_who_solved_fewer_says_how_many_and_a_native_search_is_a_grey_line(drawn):
    made = drawn(cpsat=FAST, cp=[2.0] * 6 + [None] * 2, native=[0.1] * 8)
    axes = made.figure.axes[0]
    assert [text.get_text() for text in axes.texts] == ["6/8"]
    assert shape(made) == 4 and "Triangles, to be read as ≥" in made.sentence
    assert any(list(line.get_xdata()) == pytest.approx([0.1, 0.1]) for line in axes.lines)
    assert "native" in made.sentence and "native" not in drawn(cpsat=FAST, cp=SLOW).sentence


def test_who_solves_nothing_that_the_leader_solves_stands_at_the_edge(drawn):
    made = drawn(cpsat=FAST, cp=SLOW, asp=[None] * 8)
    assert [text.get_text() for text in made.figure.axes[0].texts] == ["0/8"]
    assert made.title == "CP-SAT leads 1 of 1 task" and svg(made.figure)
    assert drawn(cpsat=FAST[:5], cp=SLOW[:5], asp=[None] * 5).title == "No lead is decided in 1 task"


@pytest.mark.parametrize("rows", [{}, {"cpsat": FAST}, {"cpsat": [None], "cp": [None]}, {"native": FAST},
                                  {"cpsat": [1.0, None], "cp": [None, 1.0]}])  # fmt: skip
def test_without_two_paradigms_on_the_same_cases_there_is_no_figure(drawn, rows):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert drawn(**rows).figure is None


def test_a_single_case_is_drawn_without_an_interval(drawn):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = drawn(cpsat=[1.0], cp=[2.0])
        assert svg(made.figure) and made.title == "No lead is decided in 1 task"
