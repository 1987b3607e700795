"""Runs of a fake solver on ladders, and tables of what they would come to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.runners import fakes
from tilings.runners.execute.attempt import Attempt
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import RunRecord


def runs(folder: Path, sizes: list[float], give_up: int = 2, seeds: int = 1, ladder: str = "hn/sat") -> list[Run]:
    """A run for each rung and seed; a fake solver must be installed."""
    one = fakes.run(folder, wall_s=5.0)
    return [
        replace(one, instance=f"n{size:g}", seed=seed, ladder=ladder, rung=size, give_up=give_up)
        for size in sizes
        for seed in range(1, seeds + 1)
    ]


def row(run: Run, outcome: str, attempt: int = 1, disturbed: bool = False) -> RunRecord:
    """The record of a run. outcome: ``solved``, or how it ended."""
    record = replace(Attempt(run, number=attempt).record(), disturbed=disturbed)
    solved = outcome == "solved"
    return replace(record, answer="sat" if solved else "none", ended="finished" if solved else outcome)
