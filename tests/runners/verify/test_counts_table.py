"""The table of counts says of each puzzle whether several formulations came to the same number."""

from __future__ import annotations

from runners.record.schema import RunRecord
from runners.verify.counts_table import CountsTable
from tests.runners.record.test_schema import record


def counted(instance: str, formulation: str, solutions: int | None, **fields: object) -> RunRecord:
    answer, ended = ("none", "wall") if solutions is None else ("counted", "finished")
    usual = {"goal": "count", "answer": answer, "ended": ended, "solutions": solutions}
    return record(**usual | {"instance": instance, "formulation": formulation} | fields)


def verdicts(*runs: RunRecord) -> dict[str, str]:
    table = CountsTable()
    for run in runs:
        table.add(run)
    return {row["instance"]: row["verdict"] for row in table.rows()}


def test_two_formulations_agree_or_disagree_and_one_says_nothing() -> None:
    both = [counted("both", "dlx_bits", 8), counted("both", "dlx_states", 8), counted("both", "dlx_cover", None)]
    differ = [counted("differ", "dlx_bits", 8), counted("differ", "dlx_states", 9)]
    alone = [counted("alone", "dlx_bits", 8), counted("alone", "dlx_states", None)]
    late = [counted("late", "dlx_bits", None)]
    expected = {"alone": "one only", "both": "agree", "differ": "DISAGREE", "late": "unfinished"}
    assert verdicts(*both, *differ, *alone, *late) == expected


def test_the_chooser_counts_as_no_engine_of_its_own() -> None:
    assert verdicts(counted("x", "dlx_auto", 8), counted("x", "dlx_bits", 8)) == {"x": "one only"}


def test_refuted_counts_and_other_goals_are_left_out() -> None:
    wrong = counted("x", "dlx_states", 7, check="contradicts_known")
    assert verdicts(counted("x", "dlx_bits", 8), wrong) == {"x": "one only"}
    assert verdicts(counted("x", "dlx_bits", 8, goal="first")) == {}


def test_the_lines_name_the_count_and_who_came_to_it_and_end_with_a_summary() -> None:
    table = CountsTable()
    for run in (counted("x", "dlx_bits", 8), counted("x", "dlx_states", 8), counted("y", "a", 1), counted("y", "b", 2)):
        table.add(run)
    first, second, last = table.lines()
    assert first.split() == ["agree", "squares/x", "8", "dlx_bits", "dlx_states"]
    assert second.split() == ["DISAGREE", "squares/y", "a=1", "b=2"]
    assert last == "1 agree, 1 DISAGREE, 0 one only, 0 unfinished"
