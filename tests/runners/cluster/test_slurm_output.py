"""What squeue prints is taken for the queue only where each line is a task, as an overlooked one is submitted again."""

from __future__ import annotations

import pytest

from runners.cluster import slurm
from runners.cluster.slurm import Silent, Task


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
    with pytest.raises(Silent, match="squeue printed what is no task"):
        slurm.queued()
