"""Figures: what they say, and that they are not made where there is nothing to see."""

import warnings
from dataclasses import replace

import pytest

from reports.figures import (
    boards,
    cactus,
    outcome_matrix,
    time_by_difficulty,
    time_by_size,
    time_by_tiles,
    time_distribution,
)
from reports.load import load, tidy
from reports.style import colour, context, seconds, svg

TIMES = (cactus, time_by_difficulty, time_by_size, time_by_tiles, time_distribution)


@pytest.fixture
def runs(campaign):
    """The runs of one family and goal."""
    found = load(campaign).runs
    return found[(found["family"] == "squares") & found["ran"]]


@pytest.mark.parametrize("module", [outcome_matrix, *TIMES], ids=lambda module: module.TITLE)
def test_nothing_ran(module, base):
    runs = tidy((replace(base, answer="none", ended="not_installed"),), {})
    ran = runs[runs["ran"]]
    assert module.figure(ran) is None
    assert module.sentence(ran)


@pytest.mark.parametrize("module", TIMES, ids=lambda module: module.TITLE)
def test_nothing_was_solved(module, base):
    runs = tidy((replace(base, answer="none", ended="wall"),), {})
    assert module.figure(runs) is None
    assert module.sentence(runs)


def test_sentences_name_what_the_data_show(runs):
    assert "Of 12 instances, 6 were solved by every configuration" in outcome_matrix.sentence(runs)
    assert cactus.sentence(runs).startswith("cpsat/cpsat_made solved the most, 12 of 12")
    assert "16 to 676 cells; the most solved, 676, by chuffed, clingo" in time_by_size.sentence(runs)
    assert "runs did not reach their goal" in time_distribution.sentence(runs)
    assert time_by_difficulty.sentence(runs).startswith("Classes are observed")


def test_every_name_of_the_steps_stands_within_the_axes(base):
    rows = [replace(base, instance=f"i{number}") for number in range(9)]
    rows += [replace(base, formulation=f"cp_{number:02}") for number in range(15)]
    axes = cactus.figure(tidy(tuple(rows), {})).axes[0]
    heights = [text.get_position()[1] for text in axes.texts]
    assert len(heights) == 17
    assert heights == sorted(heights, reverse=True)
    assert min(heights) >= 0 and max(heights) <= axes.get_ylim()[1]


def test_declared_difficulty_comes_before_observed(base):
    runs = tidy((base, replace(base, instance="other")), {}).assign(difficulty=["hard", "easy"])
    _, names, declared = time_by_difficulty.classes(runs)
    assert (names, declared) == (["easy", "hard"], True)


def test_matrix_is_split_into_pages_of_like_length(base):
    runs = tidy(tuple(replace(base, instance=f"box{number}") for number in range(80)), {})
    pages = outcome_matrix.pages(runs)
    assert [len(page) for page in pages] == [27, 27, 26]
    assert set(pages[0]["instance"]) == {f"box{number}" for number in range(27)}


def test_the_matrix_has_room_for_long_names(base):
    options = "strategy=inserted symmetry=equal ordering=lexicographic"
    runs = tidy(tuple(replace(base, options=options, solver=f"solver-{number}") for number in range(10)), {})
    with context(), warnings.catch_warnings(action="error"):
        assert svg(outcome_matrix.figure(runs))


def test_svg_is_the_same_each_time(runs):
    with context():
        assert svg(cactus.figure(runs)) == svg(cactus.figure(runs))


def test_boards_are_spread_over_the_sizes_and_checked_again(campaign):
    results = load(campaign)
    drawn, bad = boards.boards(results, "squares")
    assert bad == 0
    assert [board.caption.partition(":")[0] for board in drawn][:2] == ["sq4-optimum", "sq6-optimum"]
    assert drawn[-1].caption.startswith("sq26-optimum: 26 × 26 in 4 squares: 13\N{NO-BREAK SPACE}×4; most often")
    assert ". Objective 4, proven the least: " in drawn[-1].caption


@pytest.mark.parametrize("family", ["polycubes", "triominoes"])
def test_boards_of_other_families(all_families, family):
    drawn, bad = boards.boards(load(all_families), family)
    assert (len(drawn), bad) == (2, 0)


def test_a_stored_solution_that_breaks_a_rule_is_not_drawn(broken):
    drawn, bad = boards.boards(load(broken), "squares")
    assert (drawn, bad) == ([], 1)
    assert "1 stored solution that could not be read or broke a rule" in boards.sentence(drawn, bad)


def test_solvers_keep_their_colours():
    known = ["gecode", "chuffed", "cpsat", "clingo", "cbc", "highs", "dlx"]
    assert len({colour(solver) for solver in known}) == len(known)
    assert colour("new") == colour("newer")


@pytest.mark.parametrize(
    ("time_s", "text"),
    [(0.0, "0.000"), (0.0042, "0.004"), (0.123, "0.12"), (3.44, "3.4"), (9.96, "10"), (125.4, "125")],
)  # fmt: skip
def test_seconds(time_s, text):
    assert seconds(time_s) == text
