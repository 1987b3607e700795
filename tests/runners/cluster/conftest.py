"""A stand-in for Slurm whose queue is a file, and runs for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.cluster.standin import DIVISION, Queue
from tilings.runners.plan import plan as plans
from tilings.runners.plan.run import Run


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Queue:
    tools = tmp_path / "tools"
    tools.mkdir()
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setattr("tilings.runners.cluster.command._FIRST_PAUSE_S", 0.01)
    return Queue(tools)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """Two runs in every shard, in the order of the shards."""
    fakes.install(monkeypatch, "exit 0")
    (tmp_path / "home").mkdir()
    made = [fakes.run(tmp_path, wall_s=5.0, seed=seed) for seed in range(1, 2 * DIVISION + 1)]
    return [run for shard in plans.shards(plans.of(made), DIVISION) for run in shard.runs]
