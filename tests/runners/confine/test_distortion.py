"""Suspend, a stopped run, a changed clock and a shortage of processors or memory are detected."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.runners.confine import trees
from tests.runners.confine.test_cgroup_v2 import Unlimited
from tilings.runners.confine import cgroup, cgroup_v2, distortion
from tilings.runners.confine.command import Limits
from tilings.runners.confine.distortion import Pressure
from tilings.runners.confine.procfs import Descendants

LIMITS = Limits(wall_s=10, cpu_s=10, memory_mb=100)
CORE = max(os.sched_getaffinity(0))
BURN = "import time\nwhile time.monotonic() < {}: pass"


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
    monkeypatch.setattr(distortion, "_SCHEDSTAT", made.schedstat)
    module = SimpleNamespace(
        time=lambda: made.day, monotonic=lambda: made.up,
        clock_gettime=made.clock_gettime, CLOCK_BOOTTIME=time.CLOCK_BOOTTIME,
    )  # fmt: skip
    monkeypatch.setattr(distortion, "time", module)
    return made


def test_nothing_is_said_of_a_run_that_was_left_alone(fake: Fake) -> None:
    found = distortion.Clocks()
    fake.passed(10.0)
    found.look(waited_s=9.8)
    fake.day += 0.2  # adjusted gently
    assert found.words() == ""


@pytest.mark.parametrize("by", [3600.0, -3600.0])
def test_a_clock_that_was_set_is_named(fake: Fake, by: float) -> None:
    found = distortion.Clocks()
    fake.day += by
    assert found.words() == f"the clock was set by {by:+.0f} s meanwhile"


def test_a_machine_that_slept_is_named_and_its_clock_was_not_set(fake: Fake) -> None:
    found = distortion.Clocks()
    fake.asleep, fake.day = 30.0, fake.day + 30.0
    assert found.words() == "the machine slept for 30.0 s meanwhile"


@pytest.mark.parametrize("how", ["on", "ready"])
def test_who_comes_late_was_stopped_but_for_the_time_at_work_or_in_line_for_a_processor(fake: Fake, how: str) -> None:
    found = distortion.Clocks()
    fake.passed(3.0)
    fake.spent(**{how: 3.0})
    assert found.look() == fake.up and not found.stopped_s
    fake.passed(2.05)
    found.look(waited_s=0.05)
    assert found.words() == "the run was stopped for 2.0 s meanwhile"


def write(folder: Path, kind: str, full_us: int) -> None:
    averages = "avg10=0.12 avg60=1.00 avg300=0.00"
    (folder / f"{kind}.pressure").write_text(f"some {averages} total=99999999\nfull {averages} total={full_us}\n")


@pytest.fixture
def others() -> Iterator[None]:
    """Another program keeps the last core busy."""
    code = f"import os\nos.sched_setaffinity(0, [{CORE}])\nprint(flush=True)\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as hog:
        assert hog.stdout is not None
        hog.stdout.readline()
        yield
        hog.kill()


def test_the_time_without_processor_and_that_without_memory_are_added(tmp_path: Path) -> None:
    write(tmp_path, "cpu", 1_500_000)
    assert Pressure(tmp_path).stalled_s() == 1.5
    write(tmp_path, "memory", 250_000)
    assert Pressure(tmp_path).stalled_s() == 1.75


@pytest.mark.parametrize("content", [None, "some avg10=0.00 avg60=0.00 avg300=0.00 total=5\n"])
def test_a_kernel_that_does_not_count_it_leaves_it_open(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "cpu.pressure").write_text(content)
    assert Pressure(tmp_path).stalled_s() is None


@pytest.mark.parametrize(("reached", "stalled"), [(0, 1.75), (3, 1.5)])
def test_memory_that_the_runs_own_limit_holds_back_does_not_count(tmp_path: Path, reached: int, stalled: float) -> None:
    group = cgroup_v2.GroupV2(tmp_path, LIMITS)
    (folder,) = group.folders
    folder.mkdir()
    write(folder, "cpu", 1_500_000)
    write(folder, "memory", 250_000)
    (folder / "memory.events").write_text(f"low 0\nhigh 0\nmax {reached}\noom 0\noom_kill 0\n")
    assert group.stalled_s() == stalled


def test_without_a_group_what_is_around_the_run_counts_from_its_start_on(tmp_path: Path) -> None:
    write(tmp_path, "memory", 1_000_000)
    tree = Descendants(LIMITS, Pressure(tmp_path), forked=False)
    write(tmp_path, "memory", 3_000_000)
    assert tree.stalled_s() == 2.0


def test_around_a_run_is_its_harness_group_else_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "own", lambda: {"": tmp_path})
    assert distortion.own_pressure().folder == Path("/proc/pressure")
    write(tmp_path, "memory", 0)
    assert distortion.own_pressure().folder == tmp_path


@pytest.mark.machine
def test_a_group_that_shares_its_core_counts_how_long_it_waits(others: None) -> None:
    home = cgroup.own().get("")
    if home is None or not os.access(home / "cgroup.procs", os.W_OK):
        pytest.skip("no cgroup of version 2 can be made here")
    with Unlimited(home, LIMITS) as group:
        if group.stalled_s() is None:
            pytest.skip("this kernel does not count how long processors are short")
        burn = BURN.format(time.monotonic() + 1.5)
        command = ["taskset", "-c", str(CORE), sys.executable, "-c", burn]
        subprocess.run(command, preexec_fn=group.enter, check=True)
        waited = group.stalled_s()
    assert waited is not None
    assert waited >= 0.3


@pytest.mark.machine
def test_a_run_beside_another_program_on_its_core_says_for_how_long_it_waited(others: None) -> None:
    trees.require("cgroup_v2")
    found = trees.python("cgroup", BURN.format(time.monotonic() + 3), cores=(CORE,))
    if found["stalled_s"] is None:
        pytest.skip("this kernel does not count how long processors are short")
    assert found["stalled_s"] >= 0.3
