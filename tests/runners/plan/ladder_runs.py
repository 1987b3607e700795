"""Ladders and climbs of a fake solver, and tables of their results."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.runners import fakes
from tilings.generators.ladders import Ladder, Rung
from tilings.runners.execute.attempt import Attempt
from tilings.runners.plan.climb import PlannedClimb, Tries
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import RunRecord

LIMIT_S = 5.0


def ladder(name: str, sizes: tuple[float, ...] = (), cases: int = 1) -> Ladder:
    """A ladder of these sizes, each with so many cases; without sizes it has no top."""

    def rung(number: int) -> Rung | None:
        if sizes and number >= len(sizes):
            return None
        size = sizes[number] if sizes else float(number)
        return Rung(size, tuple(f"{name[-1]}{size:g}-s{case}" for case in range(1, cases + 1)))

    return Ladder("squares", name, ("first",), "", "side", "", "", "", rung)


def climb(
    folder: Path, sizes: tuple[float, ...] = (), cases: int = 1, name: str = "hn", **changed: Any
) -> PlannedClimb:
    """A climb of the fake solver, which must be installed. changed: ``every`` or ``seeds``, and fields of
    its runs."""
    one = fakes.run(folder, wall_s=LIMIT_S)
    source = InstanceFile(one.source.path, name, one.family)  # each ladder has instances of its own
    tries = Tries.RUNGS if changed.pop("every", False) else Tries.STEPS
    seeds = changed.pop("seeds", 1)

    def runs_of(instance: str, size: float) -> list[Run]:
        made = one._replace(instance=instance, source=source, ladder=name, rung=size, **changed)
        return [made._replace(seed=seed) for seed in range(1, seeds + 1)]

    return PlannedClimb(ladder(name, sizes, cases), runs_of, tries)


def runs(folder: Path, number: int) -> list[Run]:
    """Runs of the fake solver on no ladder."""
    return [fakes.run(folder, wall_s=LIMIT_S)._replace(seed=seed) for seed in range(1, number + 1)]


def row(run: Run, outcome: str, attempt: int | None = 1, disturbed: bool = False, wall_s: float = 1.0) -> RunRecord:
    """The record of a run. outcome: ``solved``, or how it ended."""
    record = Attempt(run, number=attempt).record()._replace(disturbed=disturbed, wall_s=wall_s)
    solved = outcome == "solved"
    return record._replace(answer="sat" if solved else "none", ended="finished" if solved else outcome)


Outcome = Callable[[Run], tuple[str, float]]  # the outcome of a run and its seconds


def grows(reach: float, base: float = 2.0) -> Outcome:
    """A solver whose time grows by this factor with each unit of size, and reaches the limit beyond this size."""

    def outcome(run: Run) -> tuple[str, float]:
        seconds = LIMIT_S * base ** ((run.rung or 0.0) - reach - 0.5)
        return ("solved", seconds) if seconds < LIMIT_S else ("wall", LIMIT_S)

    return outcome
