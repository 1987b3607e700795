"""The time limit of a command holds for the solver and the checks together; of a campaign, for the solver alone."""

import io
import time
from pathlib import Path

import pytest

from tilings.runners.confine import Limits
from tilings.runners.execute.attempt import Attempt, Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.plan import manifest
from tilings.runners.plan.run import Run
from tilings.runners.proofs.context import CheckContext
from tilings.runners.solve.choosing import choose

LIMITS = Limits(10.0, 10.0, 100)


def run_of(name: str, **options: object) -> Run:
    (entry,) = manifest.shipped(name=name)
    return choose(manifest.read_instance(entry.path), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("frame_s", "end_s", "own_s"), [(None, 11.0, 10.0), (2.0, 8.0, 7.2), (60.0, 5.0, 4.5)])
def test_the_solver_has_what_the_command_leaves_and_at_least_half(
    frame_s: float | None, end_s: float, own_s: float
) -> None:
    attempt = Attempt(run_of("h04", timeout=10), Session(frame_s=frame_s))
    assert (attempt._limits.wall_s, attempt._own_limit_s) == (end_s, own_s)
    assert attempt.record().wall_limit_s == 10.0


@pytest.mark.parametrize(("left_s", "most_s"), [(None, 10.0), (1000.0, 10.0), (4.0, 4.0), (-5.0, 0.1)])
def test_a_check_ends_with_the_command_and_begins_with_a_phrase(left_s: float | None, most_s: float) -> None:
    told: list[str] = []
    until = None if left_s is None else time.monotonic() + left_s
    limits = CheckContext(LIMITS, Path(), io.BytesIO(), until=until, tell=told.append).begin("the proof", LIMITS)
    assert limits.wall_s <= most_s and limits._replace(wall_s=10.0) == LIMITS
    assert told == [f"checking the proof, at most {limits.wall_s:.0f} s"]


def test_solutions_are_checked_alike_as_they_come_and_at_the_end() -> None:
    columns = ("answer", "solutions", "check", "count_check", "ended", "message")
    run = run_of("soma-rotations", goal="count", solver="clingo")
    records = [outcome.record for frame_s in (None, 1.0) for _, outcome in execute([run], Session(frame_s=frame_s))]
    one, other = ([getattr(record, column) for column in columns] for record in records)
    assert one == other == ["counted", 480, "valid", "enumerated", "finished", ""]
