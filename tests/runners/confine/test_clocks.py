"""A machine that slept, a run that was stopped and a clock that was set are noticed; a busy machine is not."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from runners.confine import clocks


@dataclass
class Fake:
    """The clocks of a machine."""

    day: float = 1e9
    up: float = 100.0
    asleep: float = 0.0
    schedstat: Path = Path()

    def spent(self, on: float = 0.0, ready: float = 0.0) -> None:
        """So many seconds in all on a processor, and in line for one."""
        self.schedstat.write_text(f"{int(on * 1e9)} {int(ready * 1e9)} 1\n", encoding="utf-8")

    def clock_gettime(self, clock: int) -> float:
        assert clock == time.CLOCK_BOOTTIME
        return self.up + self.asleep

    def passed(self, seconds: float) -> None:
        """So much time passes awake."""
        self.up, self.day = self.up + seconds, self.day + seconds


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Fake:
    """In the place of the module `time`, and of the kernel's counts."""
    made = Fake(schedstat=tmp_path / "schedstat")
    made.spent()
    monkeypatch.setattr(clocks, "_SCHEDSTAT", made.schedstat)
    module = SimpleNamespace(
        time=lambda: made.day, monotonic=lambda: made.up,
        clock_gettime=made.clock_gettime, CLOCK_BOOTTIME=time.CLOCK_BOOTTIME,
    )  # fmt: skip
    monkeypatch.setattr(clocks, "time", module)
    return made


def test_nothing_is_said_of_a_run_that_was_left_alone(fake: Fake) -> None:
    found = clocks.Clocks()
    fake.passed(10.0)
    found.look(waited_s=9.8)
    fake.day += 0.2  # adjusted gently
    assert found.words() == ""


@pytest.mark.parametrize("by", [3600.0, -3600.0])
def test_a_clock_that_was_set_is_named(fake: Fake, by: float) -> None:
    found = clocks.Clocks()
    fake.day += by
    assert found.words() == f"the clock was set by {by:+.0f} s meanwhile"


def test_a_machine_that_slept_is_named_and_its_clock_was_not_set(fake: Fake) -> None:
    found = clocks.Clocks()
    fake.asleep, fake.day = 30.0, fake.day + 30.0
    assert found.words() == "the machine slept for 30.0 s meanwhile"


@pytest.mark.parametrize("how", ["on", "ready"])
def test_who_comes_late_was_stopped_but_for_the_time_at_work_or_in_line_for_a_processor(fake: Fake, how: str) -> None:
    found = clocks.Clocks()
    fake.passed(3.0)
    fake.spent(**{how: 3.0})
    assert found.look() == fake.up and not found.held_s
    fake.passed(2.05)
    found.look(waited_s=0.05)
    assert found.words() == "the run was stopped for 2.0 s meanwhile"
