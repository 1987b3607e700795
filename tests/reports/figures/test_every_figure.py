"""Every figure has a sentence, and none is drawn where there is nothing to show."""

from dataclasses import replace

import pytest

from reports.chapters.family import TIMES
from reports.data.load import load, tidy
from reports.figures import boards, outcome_matrix
from tests.reports.conftest import task


@pytest.mark.parametrize("module", [outcome_matrix, *TIMES], ids=lambda module: module.TITLE)
def test_without_a_run_there_is_a_sentence_and_no_figure(module, base):
    runs = tidy((replace(base, answer="none", ended="not_installed"),), {})
    ran = runs[runs["ran"]]
    assert module.draw(task(ran)).figure is None
    assert module.draw(task(ran)).sentence


@pytest.mark.parametrize("module", TIMES, ids=lambda module: module.TITLE)
def test_without_a_solved_run_there_is_a_sentence_and_no_figure(module, base):
    runs = tidy((replace(base, answer="none", ended="wall"),), {})
    assert module.draw(task(runs)).figure is None
    assert module.draw(task(runs)).sentence


def test_boards_are_spread_over_the_sizes_and_checked_again(campaign):
    results = load(campaign)
    drawn, bad = boards.boards(results, "squares")
    assert bad == 0
    assert [board.sentence.partition(":")[0] for board in drawn][:2] == ["sq4-optimum", "sq6-optimum"]
    assert drawn[-1].sentence.startswith("sq26-optimum: 26 × 26 in 4 squares: 13\N{NO-BREAK SPACE}×4; most often")
    assert ". Objective 4, proven the least: " in drawn[-1].sentence


@pytest.mark.parametrize("family", ["polycubes", "triominoes"])
def test_boards_of_polycubes_and_triominoes_are_drawn(all_families, family):
    drawn, bad = boards.boards(load(all_families), family)
    assert (len(drawn), bad) == (2, 0)


def test_a_stored_solution_that_breaks_a_rule_is_not_drawn(broken):
    drawn, bad = boards.boards(load(broken), "squares")
    assert (drawn, bad) == ([], 1)
    assert "1 stored solution that could not be read or broke a rule" in boards.sentence(drawn, bad)
