"""Lines of squeue and the file of submissions are read strictly: an overlooked task would be submitted again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilings.models.problem import UserError
from tilings.runners.cluster import slurm
from tilings.runners.cluster.slurm import NAME, Silent, Task, submissions


def test_names_may_hold_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "a|b\u2028c|3|RUNNING|None\nd|N/A|PENDING|(Priority)\ne|²|PENDING|\n"
    monkeypatch.setattr(slurm, "_ask", lambda *_: said)
    assert slurm.queued() == {
        ("a|b\u2028c", 3): Task("RUNNING", "None"),
        ("d", 0): Task("PENDING", "(Priority)"),
        ("e", 0): Task("PENDING", ""),
    }


@pytest.mark.parametrize("line", ["slurm_load_jobs: warning", "a|1|RUNNING", "|"])
def test_a_line_that_is_no_task_is_no_answer(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slurm, "_ask", lambda *_: f"a|1|RUNNING|None\n{line}\n")
    with pytest.raises(Silent, match="squeue printed a line that is not a task"):
        slurm.queued()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"submissions": [{}]}', '{"submissions": 1}', "[" * 100_000])
def test_a_file_that_is_no_list_of_submissions_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / NAME).write_text(content)
    with pytest.raises(UserError, match="is not a list of submissions: move it away"):
        submissions(tmp_path)
