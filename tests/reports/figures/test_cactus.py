"""The cactus plot: its steps, the names at their ends, and the claims of its sentence."""

import pytest

from reports.figures import cactus
from reports.plot.style import svg
from tests.reports.conftest import task


def names(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_steps_count_the_instances_solved_by_each_time(table):
    x, y = cactus.steps(table({"dlx/a": [3, None, 1]}))
    assert list(zip(x, y, strict=True)) == [(1, 0), (1, 1), (3, 2), (60, 2)]


def test_a_configuration_that_solved_nothing_is_a_line_at_zero(table):
    x, y = cactus.steps(table({"dlx/a": [None, None]}))
    assert (list(x), list(y)) == ([60], [0])


def test_many_steps_are_thinned_without_a_visible_change(table):
    times = [0.001 * 1.0025**number for number in range(4_000)]
    x, y = cactus.steps(table({"dlx/a": times}))
    assert len(x) < 1_000 and y[-1] == 4_000
    for time_s in (0.01, 0.1, 1.0, 10.0):
        drawn = y[x <= time_s][-1]
        exact = sum(each <= time_s for each in times)
        assert exact - 5 <= drawn <= exact, "a two-hundredth of a decade holds five of these times"


def test_names_of_lines_that_end_together_share_one_number(table):
    runs = table({"dlx/a": [1, 1, 1], "clingo/b": [2, 2, 2], "gecode/c": [1, None, None]})
    assert names(cactus.draw(task(runs)).figure.axes[0]) == ["3", "virtual best", "dlx/a", "clingo/b", "1", "gecode/c"]


def test_a_configuration_that_did_not_run_everywhere_says_so_in_its_name(table):
    runs = table({"dlx/a": [1, 1, 1], "clingo/b": [2, "-", None]})
    assert "clingo/b (of 2)" in names(cactus.draw(task(runs)).figure.axes[0])
    assert cactus.draw(task(runs)).sentence.startswith(
        "Not every configuration ran on all 3 instances. dlx/a solved the most, 3 of 3;"
    )


def test_the_sentence_names_ties_and_the_gain_of_the_virtual_best(table):
    runs = table({"dlx/a": [1, 1, None], "clingo/b": [2, None, 2], "gecode/c": [None, None, None]})
    assert cactus.draw(task(runs)).sentence == (
        "dlx/a solved the most, 2 of 3 (as did 1 other, in more time in all); then gecode/c with 0. "
        "The virtual best solver reaches 3, 1 more than any single configuration; its slowest takes 2.0 s."
    )


def test_one_configuration_is_its_own_virtual_best(table):
    runs = table({"dlx/a": [1, 2]})
    assert names(cactus.draw(task(runs)).figure.axes[0]) == ["2", "dlx/a"]
    assert cactus.draw(task(runs)).sentence == "dlx/a solved the most, 2 of 2."


@pytest.mark.parametrize("configurations", [2, 24])
def test_the_figure_leaves_room_for_a_second_one_on_its_page(table, configurations):
    runs = table({f"dlx/{number:02}": [1 + number] for number in range(configurations)})
    assert cactus.draw(task(runs)).figure.get_size_inches()[1] <= 3.2


def test_the_svg_is_the_same_each_time(table):
    runs = table({"dlx/a": [1, 2], "clingo/b": [2, None]})
    assert svg(cactus.draw(task(runs)).figure) == svg(cactus.draw(task(runs)).figure)
