"""The chapter on all scores: the content of its tables, and where the scores disagree."""

from dataclasses import replace

import pytest

from reports.chapters import scoring
from reports.chapters.agreement import agreement
from reports.chapters.tables import scores as family_table
from reports.data.load import load
from reports.scores import FEW, median_runs, table
from tests.reports.conftest import task
from tests.reports.scores.conftest import ABSENT, made
from tests.reports.scores.test_area import traces


def scores_of(runs, steps=None):
    """All scores of one family and goal."""
    return scoring.scored(task(runs), traces() if steps is None else steps)


def by_solver(found, column):
    return dict(zip(found["solver"], found[column], strict=True))


@pytest.fixture
def parts(campaign):
    return scoring.chapter(load(campaign))


def test_the_table_holds_all_scores_beside_those_of_the_ranking():
    runs = made(a=[1.0, 3.0, None], b=[2.0, 0.5, 10.0], c=[1.0, ABSENT, ABSENT])
    found = scores_of(runs)
    assert found[table(runs).columns].reset_index(drop=True).equals(table(runs))
    assert list(found["solver"]) == ["b", "a", "c"]
    assert by_solver(found, "ratio")["a"] == pytest.approx(124 / 12.5)
    assert by_solver(found, "only") == {"a": 0, "b": 1, "c": 0}


def test_a_configuration_that_missed_a_case_is_neither_compared_nor_a_rival():
    found = scores_of(made(a=[1.0, 3.0], b=[2.0, 0.5], c=[1.0, ABSENT]))
    alone = scores_of(made(a=[1.0, 3.0], b=[2.0, 0.5]))
    assert found.loc[found["solver"] == "c", ["borda", "incomplete", "ratio", "p"]].isna().all(axis=None)
    assert by_solver(found, "borda")["a"] == by_solver(alone, "borda")["a"]


def test_p_values_are_adjusted_for_the_number_of_rivals():
    """Seven cases all won: p = 2 / 128, of two tests twice that."""
    fast, slow = [1.0, 2, 3, 4, 5, 6, 7], [2.0, 5, 9, 14, 20, 27, 35]
    assert by_solver(scores_of(made(a=fast, b=slow)), "p")["b"] == pytest.approx(2 / 128)
    assert by_solver(scores_of(made(a=fast, b=slow, c=slow)), "p")["b"] == pytest.approx(4 / 128)


def test_the_area_score_counts_only_where_there_is_an_objective():
    assert scores_of(made(a=[1.0]))["area_s"].isna().all()
    assert list(scores_of(made(goal="optimum", a=[(4.0, 2)]), traces(a0=[(4, 2)]))["area_s"]) == [4.0]


def test_where_all_scores_agree_the_first_is_named():
    parts = {"squares, goal first": scores_of(made(a=[1.0, 3.0], b=[2.0, None]))}
    assert agreement(parts) == (
        "By every score one configuration is first, alone or with others: a/cp_made (squares, goal first)."
    )


def test_where_scores_disagree_the_first_by_each_is_named():
    """a: 1 s and 50 s; b: 20 s twice. By PAR2 b leads (20 to 25.5), by the shifted mean a (9.1 to 20)."""
    text = agreement({"squares, goal first": scores_of(made(a=[1.0, 50.0], b=[20.0, 20.0]))})
    assert text.startswith("The scores disagree about who is first in squares, goal first:")
    assert "b/cp_made by PAR2 and PAR10" in text and "a/cp_made by shifted mean" in text
    assert "a/cp_made and b/cp_made by cases solved" in text


@pytest.mark.parametrize("cells", [{"a": [None], "b": [None]}, {"a": [1.0, ABSENT], "b": [ABSENT, 1.0]}, {"a": [1.0]}])
def test_without_a_solved_or_comparable_run_nobody_is_first(cells):
    assert "Nobody is first in squares, goal first" in agreement({"squares, goal first": scores_of(made(**cells))})


def test_contributions_count_what_each_solver_solves_and_what_it_alone_solves():
    made_table = scoring.contributions(median_runs(made(a=[1.0, None, 3.0], b=[2.0, 5.0, 3.0])))
    assert [row[:3] for row in made_table["rows"]] == [["b", "3/3", "1"], ["a", "2/3", "·"], ["all", "3/3", ""]]
    assert made_table["sentence"] == "All solvers together solve 3 of 3 cases. Cases that one solver alone solves: b 1."


def test_the_chapter_of_a_campaign(parts):
    (part,) = parts["parts"]
    assert part["title"] == "squares, goal optimum"
    assert len(part["scores"]["rows"]) == 8
    assert all(len(row) == len(part["scores"]["header"]) for row in part["scores"]["rows"])


def test_the_chapter_and_the_familys_table_say_the_same(campaign, parts):
    shown = family_table(load(campaign).tasks[0])["rows"][:-1]  # without the virtual best
    rows = parts["parts"][0]["scores"]["rows"]
    assert [row[:2] for row in shown] == [row[:2] for row in rows]
    assert [row[2] for row in shown] == [row[2].partition(" ")[0] for row in rows]


@pytest.mark.parametrize("cases", [scoring.ENOUGH - 1, scoring.ENOUGH])
def test_solvers_meet_head_to_head_on_enough_cases(folder_of, base, cases):
    rows = [replace(base, instance=f"i{case}", solver=name) for case in range(cases) for name in ("gecode", "chuffed")]
    (part,) = scoring.chapter(load(folder_of(*rows)))["parts"]
    assert (part["duels"] is not None) == (cases == scoring.ENOUGH)


def test_a_test_that_no_result_could_pass_is_left_out():
    """Of six cases the least p is 2 / 64, which two rivals make 0.0625: with one it is told, with two it is not."""
    fast, slow = [1.0, 2, 3, 4, 5, 6], [2.0, 5, 9, 14, 20, 27]
    assert by_solver(scores_of(made(a=fast, b=slow)), "p")["b"] == pytest.approx(2 / 64)
    assert scores_of(made(a=fast, b=slow, c=slow))["p"].isna().all()


def test_an_upper_bound_of_a_score_makes_nobody_first():
    """a: 2 s, but its solution at 1 s; b: later, of which only the last solution is known; c: the same, but soonest."""
    cells = {"a": [(2.0, 2)], "b": [(1.9, 2)]}
    known = traces(a0=[(1, 2)])
    text = agreement({"squares, goal optimum": scores_of(made(goal="optimum", **cells), known)})
    assert "a/cp_made by area and primal integral" in text and "makes nobody first" in text
    cells["c"] = [(0.5, 2)]
    text = agreement({"squares, goal optimum": scores_of(made(goal="optimum", **cells), known)})
    assert "nobody for certain by area and primal integral" in text


def test_few_cases_different_limits_and_missing_traces_are_reported(folder_of, base):
    rows = [replace(base, wall_s=2.0), replace(base, formulation="cp_other", wall_limit_s=10.0)]
    (part,) = scoring.chapter(load(folder_of(*rows)))["parts"]
    assert "1 case: too few for intervals, and for any p below 0.05 of 1 test." in part["notes"] and FEW > 1
    assert "different limits" in part["notes"]


def test_an_untraced_run_is_an_upper_bound(folder_of, base):
    best = replace(base, goal="optimum", answer="optimal", sense="min", objective=3)
    (part,) = scoring.chapter(load(folder_of(best)))["parts"]
    assert "‡ an upper bound" in part["notes"] and part["scores"]["rows"][0][-5].endswith("‡")


def test_of_too_many_configurations_each_formulations_best_setting_is_in_the_tables(folder_of, base, monkeypatch):
    monkeypatch.setattr(scoring, "MOST_ROWS", 1)
    rows = [replace(base, options="symmetry=none", wall_s=9.0), base]
    (part,) = scoring.chapter(load(folder_of(*rows)))["parts"]
    assert [row[0] for row in part["scores"]["rows"]] == ["gecode/cp_made"]
    assert "Of 2 configurations the tables show 1" in part["notes"]


def test_without_a_run_there_is_no_chapter(folder_of, base):
    absent = replace(base, answer="none", check="unchecked", ended="not_installed")
    assert scoring.chapter(load(folder_of(absent))) is None
    assert scoring.chapter(load(folder_of())) is None


@pytest.mark.parametrize("changes", [{}, {"answer": "none", "ended": "wall", "encode_s": None, "solve_s": None}])
def test_a_single_run_has_a_chapter(folder_of, base, changes):
    found = scoring.chapter(load(folder_of(replace(base, **changes))))
    assert len(found["parts"]) == 1 and found["parts"][0]["duels"] is None
