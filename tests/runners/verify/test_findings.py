"""Rules about several rows: runs given up have unsolved rungs below them; the table of counts has a verdict each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import row, runs
from tests.runners.record.test_schema import record
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import RunRecord
from tilings.runners.verify.findings import CountsTable, LadderRules, Row

REASON = "assumed unsolved: nothing solved at sizes 7 and 8"


def faults(*records: RunRecord) -> list[str]:
    rules = LadderRules()
    for each in records:
        rules.add(Row("here", each))
    return [finding.words for finding in rules.faults()]


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Run]:
    fakes.install(monkeypatch, "")
    return runs(tmp_path, [6, 7, 8, 9])


def climbed(ladder: list[Run], *outcomes: str, reason: str = REASON) -> list[RunRecord]:
    """The rows of all rungs, of which the last was given up."""
    last = replace(row(ladder[3], "given_up"), message=reason)
    return [*(row(run, outcome) for run, outcome in zip(ladder, outcomes, strict=False)), last]


def test_two_rungs_with_nothing_solved_are_a_reason(ladder: list[Run]) -> None:
    assert faults(*climbed(ladder, "solved", "wall", "memory")) == []


def test_a_rung_that_was_solved_or_not_tried_is_none(ladder: list[Run]) -> None:
    (solved,) = faults(*climbed(ladder, "wall", "wall", "solved"))
    assert "solved an instance at size 8" in solved
    (untried,) = faults(*climbed(ladder, "wall", "wall", "not_applicable"))
    assert "nothing solved at size 8, where no run is recorded" in untried
    (missing,) = faults(*climbed(ladder, "wall", "wall"))
    assert "at size 8, where no run" in missing


def test_a_reason_names_rungs_below(ladder: list[Run]) -> None:
    above = "assumed unsolved: nothing solved at sizes 8 and 10"
    assert "not below its own" in faults(*climbed(ladder, "wall", "wall", "wall", reason=above))[0]
    assert "not the reason" in faults(*climbed(ladder, "wall", "wall", "wall", reason="too late"))[0]


def test_rows_of_another_configuration_are_no_reason(ladder: list[Run]) -> None:
    rows = climbed(ladder, "wall", "wall", "wall")
    assert len(faults(*(replace(record, threads=2) for record in rows[:3]), rows[3])) == 2


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
