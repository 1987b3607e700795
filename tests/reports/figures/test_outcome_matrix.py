"""The outcome matrix: its orientation, its pages, and how it groups too many instances."""

import warnings
from dataclasses import replace

import pytest

from reports.data.campaign import tidy
from reports.figures import outcome_matrix
from reports.figures.outcome_matrix import fill, groups, pages, shares
from reports.plot.style import context, svg
from tests.reports.conftest import task


def ticks(figure):
    axes = figure.axes[0]
    return [[label.get_text() for label in labels] for labels in (axes.get_yticklabels(), axes.get_xticklabels())]


def words(figure):
    """The text of each cell, by row and column."""
    places = {text.get_position(): text.get_text() for text in figure.axes[0].texts}
    return {(int(y), int(x)): said for (x, y), said in places.items()}


def test_a_cell_holds_the_time_or_what_ended_the_run(base):
    rows = (
        base,
        replace(base, formulation="cp_b", answer="none", check="unchecked", ended="wall"),
        replace(base, formulation="cp_c", check="invalid"),
        replace(base, formulation="cp_d", answer="none", check="unchecked", ended="not_installed"),
        replace(base, formulation="cp_e", instance="sq6-first"),
    )
    made = outcome_matrix.draw(task(tidy(rows, {}))).figure
    rows, columns = ticks(made)
    assert columns == ["sq4-first", "sq6-first"], "names of few instances stand level above their columns"
    assert rows == ["gecode/cp_b", "gecode/cp_c", "gecode/cp_d", "gecode/cp_e", "gecode/cp_made"]
    assert words(made) == {(0, 0): "time", (1, 0): "wrong", (2, 0): "·", (3, 1): "1.2", (4, 0): "1.2"}


def test_with_more_instances_than_configurations_the_names_are_level_above_the_columns(table):
    rows, columns = ticks(
        outcome_matrix.draw(task(table({"gecode/cp_channel": [1] * 30, "dlx/dlx_bits": [1] * 30}))).figure
    )
    assert rows == [f"i{number}" for number in range(30)]
    assert columns == ["dlx/\ndlx_bits", "gecode/\ncp_channel"]


def test_the_names_of_many_configurations_are_upright(table):
    made = outcome_matrix.draw(
        task(table({f"gecode/cp_formulation{number:02}": [1] * 30 for number in range(24)}))
    ).figure
    labels = made.axes[0].get_xticklabels()
    assert {label.get_rotation() for label in labels} == {90}
    assert all("\n" not in label.get_text() for label in labels)


def test_the_matrix_has_room_for_long_names(base):
    options = "strategy=inserted symmetry=equal ordering=lexicographic"
    runs = tidy(tuple(replace(base, options=options, solver=f"solver-{number}") for number in range(10)), {})
    with context(), warnings.catch_warnings(action="error"):
        assert svg(outcome_matrix.draw(task(runs)).figure)


def test_the_matrix_is_split_into_pages_of_similar_length(base):
    runs = tidy(tuple(replace(base, instance=f"box{number}") for number in range(80)), {})
    assert [len(page.runs) for page in pages(task(runs))] == [40, 40]
    assert set(pages(task(runs))[0].runs["instance"]) == {f"box{number}" for number in range(40)}


def test_more_instances_than_two_pages_hold_are_grouped_by_size(table):
    runs = table({"dlx/a": [1, None] * 50, "clingo/b": [1] * 100}, sizes=[9] * 40 + [16] * 60)
    (page,) = pages(task(runs))
    made = outcome_matrix.draw(page).figure
    assert ticks(made)[0] == ["9 cells (40)", "16 cells (60)"]
    assert words(made) == {(0, 0): "100", (1, 0): "100", (0, 1): "50", (1, 1): "50"}
    assert "too many for a row each" in outcome_matrix.draw(page).sentence
    assert "too many" not in outcome_matrix.draw(task(runs[runs["size"] == 9])).sentence


@pytest.mark.parametrize(
    ("sizes", "first", "last"),
    [(range(200), "0–8 cells (9)", "198–199 cells (2)"), ((), "i0 to i8 (9)", "i198 to i199 (2)")],
    ids=["many sizes", "unknown sizes"],
)
def test_with_too_many_sizes_or_none_a_row_is_a_range(table, sizes, first, last):
    of = groups(table({"dlx/a": [1] * 200}, sizes=sizes))
    rows = list(dict.fromkeys(of.values()))
    assert (len(rows), rows[0], rows[-1]) == (23, first, last)


def test_a_group_with_a_refuted_answer_is_marked_as_wrong(table, base):
    wrong = tidy((replace(base, solver="dlx", formulation="a", instance="i0", check="invalid"),), {})
    runs = table({"dlx/a": ["-"] + [1] * 9})
    import pandas as pd

    cells = shares(pd.concat([runs, wrong]), {f"i{number}": "all" for number in range(10)})
    assert cells["all", "dlx/a"].words == "1" and cells["all", "dlx/a"].bold
    assert cells["all", "dlx/a"].fill == fill("wrong", 0, 0)


def test_faster_runs_have_darker_cells():
    assert sum(fill("solved", 0.01, 60)) < sum(fill("solved", 1, 60)) < sum(fill("solved", 60, 60))


def test_the_sentence_names_the_instance_that_splits_the_configurations_most(table):
    runs = table({"dlx/a": [1, 1, 1, None], "clingo/b": [1, 1, None, None], "gecode/c": [1, None, None, None]})
    assert outcome_matrix.draw(task(runs)).sentence == (
        "Of 4 instances, 1 was solved by every configuration that ran there, 1 by none. Of the others, i2 divides them "
        "most: 1 of 3 configurations solved it."
    )
