"""The published runs of the report: oddities are counted, and the shipped file holds the runs described."""

import pytest

from tests.studies.conftest import HIS_RUNS
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.studies.tam import runs as tam_runs

HEADER = ",".join(tam_runs.COLUMNS)


@pytest.fixture
def runs(tmp_path):
    """A few made-up runs with an example of each oddity."""
    (tmp_path / tam_runs.FILE).write_text(f"{HEADER}\n{HIS_RUNS}")
    return tam_runs.load(tmp_path)


def test_the_runs_have_the_columns_of_our_own(runs):
    last = runs[runs["instance"] == "b0-5-medium"].set_index("configuration")
    assert list(last.index) == [
        "chuffed/cp_pairwise", "clingo/asp_pairwise", "gecode/cp_pairwise [strategy=position]",
    ]  # fmt: skip
    assert list(last["solved"]) == [True, False, False]
    assert list(last["charged_s"]) == [2, 300, 300]
    assert set(last["size"]) == {36} and set(last["tiles"]) == {6} and set(last["difficulty"]) == {"medium"}


def test_a_run_that_claims_fewer_tiles_than_another_placed_is_unsolved(runs):
    beaten = tam_runs.contradicted(runs)
    assert list(zip(beaten["instance"], beaten["solver"], strict=True)) == [
        ("b0-1-easy", "chuffed"), ("b0-1-easy", "gecode"), ("b0-9-hard", "clingo"),
    ]  # fmt: skip
    assert not runs.loc[beaten.index, "solved"].any()
    assert set(runs.loc[beaten.index, "outcome"]) == {"wrong"}


def test_a_run_with_an_impossible_number_of_tiles_refutes_no_other(runs):
    assert "b0-5-medium" not in set(tam_runs.contradicted(runs)["instance"])


def test_each_kind_of_oddity_is_counted(runs):
    late, over, full, empty, beaten = tam_runs.oddities(runs)
    assert late[1:] == ("4 of 9", "up to 301.0 s: the limit ended them")
    assert over[2] == "gecode/cp_pairwise [strategy=position] on b0-5-medium, 14 of 6 in 301 s"
    assert full[1:] == ("1 of 9", "clingo/asp_pairwise 1")
    assert empty[1:] == ("1 of 9", "chuffed/cp_pairwise 1")
    assert "b0-1-easy: 2 configurations 3, clingo/asp_pairwise 4; b0-9-hard: clingo/asp_pairwise 0, " in beaten[2]
    assert beaten[2].endswith("gecode/cp_pairwise 11")


def test_a_file_without_oddities_has_no_remarks(tmp_path):
    (tmp_path / tam_runs.FILE).write_text(f"{HEADER}\n0,5,chuffed,cp_pairwise,,medium,6,6,2,6\n")
    assert tam_runs.oddities(tam_runs.load(tmp_path)) == []


def test_a_missing_file_is_none_and_a_broken_one_is_named(tmp_path):
    assert tam_runs.load(tmp_path) is None
    (tmp_path / tam_runs.FILE).write_text(f"{HEADER}\n0,1,chuffed,cp_pairwise,,easy,four,4,0.1,3\n")
    with pytest.raises(UserError, match=r"triominoes-tam.csv: a row is broken .*four"):
        tam_runs.load(tmp_path)


def test_the_shipped_file_has_100_runs_of_each_of_six_configurations():
    runs = tam_runs.load(ROOT / "results" / "published")
    assert set(runs["configuration"].value_counts()) == {100} and runs["configuration"].nunique() == 6
    assert dict(runs.drop_duplicates("instance")["difficulty"].value_counts()) == {"easy": 40, "medium": 40, "hard": 20}
    assert len(tam_runs.contradicted(runs)) == 9
    assert runs["objective"].le(runs["tiles"]).sum() == 599


def test_the_extreme_runs_reach_21_tiles():
    runs = tam_runs.extreme()
    assert runs[runs["solved"]]["tiles"].max() == 21
    assert set(runs[~runs["solved"]]["tiles"]) == set(range(25, 36, 2))
