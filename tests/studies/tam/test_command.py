"""The command that judges the conclusions of the report on triominoes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.called import called


def test_the_conclusions_of_the_published_runs_are_judged() -> None:
    done = called("tilings.studies.tam", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found["conclusions"]) == 6
    assert {each["holds_there"] for each in found["conclusions"]} == {"yes", "no"}
    assert "chuffed/cp_pairwise" in found["models"] and found["disagreements"]


def test_a_folder_without_runs_of_his_models_is_refused(tmp_path: Path) -> None:
    for folder, said in ((tmp_path, "holds no runs of the campaign triominoes-report"), (tmp_path / "no", "no such")):
        done = called("tilings.studies.tam", "--results", folder)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr
