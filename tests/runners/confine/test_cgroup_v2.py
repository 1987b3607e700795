"""Cgroups of version 2, on imitated files of the kernel, and in a real hierarchy where this machine has one."""

from __future__ import annotations

import errno
import os
import subprocess
import time
from pathlib import Path

import pytest

from runners.confine import cgroup, cgroup_v2
from runners.confine.task import Limits
from runners.confine.tree import UsageSample

pytestmark = pytest.mark.machine

LIMITS = Limits(wall_s=1, cpu_s=1, memory_mb=50, processes=70)


@pytest.fixture
def group(tmp_path: Path) -> cgroup_v2.Group:
    """A group in an ordinary folder."""
    made = cgroup_v2.Group(tmp_path, LIMITS)
    (folder,) = made.folders
    folder.mkdir()
    for name in ("memory.swap.max", "cgroup.procs"):
        (folder / name).touch()
    return made


def fill(group: cgroup_v2.Group, **files: str) -> None:
    for name, content in files.items():
        (group.folders[0] / name.replace("_", ".", 1)).write_text(content, encoding="ascii")


def test_the_limits_are_written_to_the_groups_files(group: cgroup_v2.Group) -> None:
    group.limit()
    (folder,) = group.folders
    told = {path.name: path.read_text() for path in folder.iterdir() if path.read_text()}
    assert told == {"memory.max": "50000000", "memory.swap.max": "0", "pids.max": "70"}


@pytest.mark.parametrize(
    ("memory", "pids", "passed"),
    [
        ("low 0\nhigh 0\nmax 7\noom 0\noom_kill 0\n", "max 0\n", ""),
        ("low 0\nhigh 0\nmax 7\noom 1\noom_kill 0\n", "max 0\n", "memory"),
        ("low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 1\n", "max 3\n", "memory"),
        ("low 0\nhigh 0\nmax 7\noom 0\noom_kill 1\noom_group_kill 1\n", "max 0\n", ""),
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n", "max 3\n", "processes"),
    ],
)
def test_usage_and_the_limit_that_was_passed_are_read_from_the_groups_files(
    group: cgroup_v2.Group, memory: str, pids: str, passed: str
) -> None:
    cpu = "usage_usec 1500000\nuser_usec 1\nsystem_usec 2\n"
    fill(group, cpu_stat=cpu, memory_current="5\n", memory_peak="4096\n", memory_events=memory, pids_events=pids)
    starved = "oom_kill 1\n" in memory
    assert group.used() == UsageSample(1.5, 4096, passed, starved), "killed without having passed its own limit"


def test_reading_a_group_that_is_gone_is_an_error(group: cgroup_v2.Group) -> None:
    with pytest.raises(OSError, match="gone"):
        group.used()


def test_without_the_kernels_peak_the_largest_sample_counts(group: cgroup_v2.Group) -> None:
    fill(group, cpu_stat="usage_usec 0\n", memory_current="800\n")
    group.used()
    fill(group, memory_current="300\n")
    assert group.used().peak_bytes == 800


def test_the_group_is_killed_by_the_kernel_where_it_can(group: cgroup_v2.Group) -> None:
    fill(group, cgroup_kill="")
    group.kill_members()
    assert (group.folders[0] / "cgroup.kill").read_text() == "1"


def test_without_the_kernels_kill_the_members_are_frozen_killed_and_thawed(group: cgroup_v2.Group) -> None:
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        fill(group, cgroup_procs=f"{sleeper.pid}\n", cgroup_events="populated 1\nfrozen 1\n")
        group.kill_members()
        assert sleeper.wait(10) == -9
    assert (group.folders[0] / "cgroup.freeze").read_text() == "0"


def test_the_controllers_are_enabled_for_child_groups(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu\n")
    cgroup_v2.enable(tmp_path, may_move=False)
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_a_group_without_the_controllers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("cpu memory\n")
    (tmp_path / "cgroup.subtree_control").write_text("\n")
    with pytest.raises(OSError, match="no controller pids"):
        cgroup_v2.enable(tmp_path, may_move=True)


@pytest.mark.parametrize("alone", [True, False])
def test_a_process_that_is_alone_in_its_group_moves_to_a_child_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    files = {"cgroup.controllers": "memory pids", "cgroup.procs": f"{os.getpid()}\n{'' if alone else '1'}\n"}
    for name, content in (files | {"cgroup.subtree_control": ""}).items():
        (tmp_path / name).write_text(content)
    leaf = tmp_path / "tilings-harness" / "cgroup.procs"
    write = Path.write_text

    def refusing(path: Path, text: str, *rest: str) -> int:
        if path.name == "cgroup.subtree_control" and not leaf.exists():
            raise OSError(errno.EBUSY, "Device or resource busy")
        return write(path, text, *rest)

    monkeypatch.setattr(Path, "write_text", refusing)
    if alone:
        cgroup_v2.enable(tmp_path, may_move=True)
        assert leaf.read_text() == "0"
        assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory +pids"
    else:
        with pytest.raises(OSError, match="other programs"):
            cgroup_v2.enable(tmp_path, may_move=True)


class Unlimited(cgroup_v2.Group):
    """A group in a hierarchy that has no controllers."""

    def limit(self) -> None: ...


def test_a_real_group_counts_and_is_killed_and_removed() -> None:
    home = cgroup.own().get("")
    if home is None or not os.access(home / "cgroup.procs", os.W_OK):
        pytest.skip("no cgroup of version 2 can be made here")
    with Unlimited(home, LIMITS) as group:
        burner = subprocess.Popen(["sh", "-c", "setsid sh -c 'while :; do :; done' & wait"], preexec_fn=group.enter)
        deadline = time.monotonic() + 30
        while group.used().cpu_s < 0.1 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert group.used().cpu_s >= 0.1
        assert len(group.pids()) >= 2
        group.kill_members()
        assert burner.wait(10) == -9
        while group.alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not group.alive()
    assert not group.folders[0].exists()
