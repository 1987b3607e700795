"""A run that was given up is verified against the rows of the rungs below it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from runners.plan.run import Run
from runners.record.schema import RunRecord
from runners.verify.findings import Row
from runners.verify.ladder_rules import LadderRules
from tests.runners import fakes
from tests.runners.plan.ladder_runs import row, runs

REASON = "assumed unsolved: nothing solved at sizes 7 and 8"


def faults(*records: RunRecord) -> list[str]:
    rules = LadderRules()
    for record in records:
        rules.add(Row("here", record))
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
