"""Lines of squeue and the file of submissions are read strictly: an overlooked task would be submitted again."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tilings.models.problem import UserError
from tilings.runners.cluster import slurm
from tilings.runners.cluster.slurm import NAME, NotResponding, QueuedTask, submissions


def queue(monkeypatch: pytest.MonkeyPatch, printed: str) -> None:
    """Have squeue print this text."""
    monkeypatch.setattr(slurm.subprocess, "run", lambda *_, **__: CompletedProcess((), 0, printed, ""))


def test_names_may_contain_any_character(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = "a|b\u2028c|3|RUNNING|None\nd|N/A|PENDING|(Priority)\ne|²|PENDING|\n"
    queue(monkeypatch, printed)
    assert slurm.queued() == {
        ("a|b\u2028c", 3): QueuedTask("RUNNING", "None"),
        ("d", 0): QueuedTask("PENDING", "(Priority)"),
        ("e", 0): QueuedTask("PENDING", ""),
    }


@pytest.mark.parametrize("line", ["slurm_load_jobs: warning", "a|1|RUNNING", "|"])
def test_a_line_that_is_not_a_task_is_an_error(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    queue(monkeypatch, f"a|1|RUNNING|None\n{line}\n")
    with pytest.raises(NotResponding, match="squeue printed a line that is not a task"):
        slurm.queued()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"submissions": [{}]}', '{"submissions": 1}', "[" * 100_000])
def test_a_file_that_is_not_a_list_of_submissions_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / NAME).write_text(content)
    with pytest.raises(UserError, match="is not a list of submissions: move it away"):
        submissions(tmp_path)
