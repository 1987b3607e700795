"""A campaign of a user's own models passes the audit, unchecked where there is no checker."""

from __future__ import annotations

from pathlib import Path

from tests.called import typed
from tilings.runners.record.schema import read_runs


def test_unchecked_answers_and_negative_objectives_are_in_order(tmp_path: Path) -> None:
    (tmp_path / "p.lp").write_text("1 { p(1..3) } 1. #minimize { -X : p(X) }.\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text('[[runs]]\nmodels = ["./p.lp"]\nsolvers = ["clingo"]\n', encoding="utf-8")
    made = typed(
        "tilings.runners.all", "--suite", tmp_path / "mine.toml", "--results", tmp_path / "results", "--attempts", 1
    )
    (row,) = read_runs(tmp_path / "results" / "runs-1of1.csv")
    assert (row.answer, row.objective, row.check) == ("optimal", -3, "unchecked"), made.stderr
    done = typed("tilings.runners.verify", tmp_path / "results")
    assert done.returncode == 0 and "nothing wrong, 0 remarks" in done.stdout, done.stdout
