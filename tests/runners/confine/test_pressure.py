"""How long a run could not go on is read from the kernel's files, of its own group where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from runners.confine import cgroup, cgroup_v2, pressure
from runners.confine.pressure import Pressure
from runners.confine.procfs import Descendants
from runners.confine.task import Limits
from tests.runners.confine import trees
from tests.runners.confine.test_cgroup_v2 import Unlimited

pytestmark = pytest.mark.machine
LIMITS = Limits(wall_s=10, cpu_s=10, memory_mb=100)
CORE = max(os.sched_getaffinity(0))
BURN = "import time\nwhile time.monotonic() < {}: pass"


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
    group = cgroup_v2.Group(tmp_path, LIMITS)
    (folder,) = group.folders
    folder.mkdir()
    write(folder, "cpu", 1_500_000)
    write(folder, "memory", 250_000)
    (folder / "memory.events").write_text(f"low 0\nhigh 0\nmax {reached}\noom 0\noom_kill 0\n")
    assert group.stalled_s() == stalled


def test_without_a_group_what_is_around_the_run_counts_from_its_start_on(tmp_path: Path) -> None:
    write(tmp_path, "memory", 1_000_000)
    tree = Descendants(LIMITS, Pressure(tmp_path))
    write(tmp_path, "memory", 3_000_000)
    assert tree.stalled_s() == 2.0


def test_around_a_run_is_its_harness_group_else_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "own", lambda: {"": tmp_path})
    assert pressure.surroundings().folder == Path("/proc/pressure")
    write(tmp_path, "memory", 0)
    assert pressure.surroundings().folder == tmp_path


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


def test_a_run_beside_another_program_on_its_core_says_for_how_long_it_waited(others: None) -> None:
    trees.require("cgroup_v2")
    found = trees.python("cgroup", BURN.format(time.monotonic() + 3), cores=(CORE,))
    if found["stalled_s"] is None:
        pytest.skip("this kernel does not count how long processors are short")
    assert found["stalled_s"] >= 0.3
