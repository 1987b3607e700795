"""Figures of time by size, tiles and difficulty and of its distribution: when each is drawn, and its sentence."""

import pytest

from reports.figures import time_by_difficulty, time_by_size, time_by_tiles, time_distribution
from tests.reports.conftest import task

EASY_AND_HARD = ["easy", "easy", "hard", "hard", "other", "hard"]


@pytest.fixture
def six(table):
    """Two configurations on six instances of three sizes, all with the same ratio of tiles to cells."""
    runs = table({"dlx/a": [1, 2, 3, 4, 5, None], "clingo/b": [2, 4, 6, 8, None, None]}, sizes=[9, 9, 16, 16, 25, 25])
    return runs.assign(tiles=runs["size"] / 3)


def declared(runs):
    return runs.assign(difficulty=[EASY_AND_HARD[int(name[1:])] for name in runs["instance"]])


def test_the_sentence_on_size_names_the_largest_size_each_solver_solves(six):
    assert time_by_size.draw(task(six)).sentence == (
        "Instances have 9 to 25 cells; solved are up to 25, by dlx; least far came clingo, to 16. The first "
        "unsolved runs are at 25 cells."
    )
    assert [axes.get_title(loc="left") for axes in time_by_size.draw(task(six)).figure.axes] == ["clingo", "dlx"]


def test_the_figure_by_tiles_is_left_out_where_it_orders_instances_as_size_does(six):
    assert time_by_tiles.draw(task(six)).figure is None
    assert "orders the instances as their size does (rank correlation 1.00)" in time_by_tiles.draw(task(six)).sentence
    other = six.assign(tiles=six["instance"].map(lambda name: int(name[1:]) % 3))
    assert time_by_tiles.order_of_sizes(other) == pytest.approx(0.5)
    assert time_by_tiles.draw(task(other)).figure is not None
    assert time_by_tiles.draw(task(other)).sentence.startswith("Instances have 0 to 2 tiles")


def test_with_four_instances_the_figure_by_tiles_is_drawn_only_if_tiles_alone_differ(six):
    four = six[six["instance"] < "i4"].assign(tiles=lambda runs: 9 - runs["size"])
    assert time_by_tiles.draw(task(four)).sentence.endswith("4 instances are too few to tell it from their size.")
    assert time_by_tiles.draw(task(four.assign(size=9.0))).figure is not None


def test_the_figure_by_difficulty_is_drawn_only_where_instances_declare_it(six):
    assert time_by_difficulty.draw(task(six)).figure is None
    assert (
        time_by_difficulty.draw(task(six)).sentence
        == "No figure of time by difficulty: not every instance declares one."
    )
    axes = time_by_difficulty.draw(task(declared(six))).figure.axes
    assert [panel.get_title(loc="left") for panel in axes] == ["easy (2)", "hard (3)"], "not those of class other"


def test_the_sentence_on_difficulty_says_how_the_median_changes(six):
    assert time_by_difficulty.draw(task(declared(six))).sentence.endswith(
        "From easy to hard instances the median time goes from 2.0 s to 7.0 s; on hard instances dlx/a has the least "
        "median, 4.0 s."
    )


def test_no_distribution_is_drawn_beside_the_figure_by_difficulty(six):
    assert time_distribution.draw(task(six)).figure is not None
    assert time_distribution.draw(task(declared(six))).figure is None
    assert "that by difficulty shows it, class by class" in time_distribution.draw(task(declared(six))).sentence


def test_the_sentence_on_the_distribution_says_which_runs_a_median_counts(six):
    assert time_distribution.draw(task(six)).sentence == (
        "The median is least for dlx/a (3.5 s) and greatest for clingo/b (7.0 s). 3 of 12 runs did not reach their "
        "goal (crosses at the limit)."
    )


def test_a_median_beyond_the_limit_is_not_given_as_a_time(table):
    runs = table({"dlx/a": [1, 2, 3, 4, 5, 6], "clingo/b": [2, 4, 6, None, None, None]})
    assert "; of clingo/b half of the runs or more were not solved." in time_distribution.draw(task(runs)).sentence
    slow = runs[runs["configuration"] == "clingo/b"]
    hard = slow.assign(difficulty=["easy" if name < "i3" else "hard" for name in slow["instance"]])
    assert "goes from 4.0 s to at least 60 s; on hard instances clingo/b" in time_by_difficulty.moves(hard)


def test_four_runs_have_no_distribution(six):
    four = six[six["instance"] < "i4"]
    assert time_distribution.draw(task(four)).figure is None
    assert "the matrix has all of 4 runs of a configuration" in time_distribution.draw(task(four)).sentence
