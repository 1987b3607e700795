"""Cgroups of version 2, on imitated files of the kernel, and in a real hierarchy where this machine has one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runners.confine import trees
from tests.waiting import until
from tilings.runners.confine import cgroup, cgroup_v2, choice
from tilings.runners.confine.command import Limits, UsageSample

LIMITS = Limits(wall_s=1, cpu_s=1, memory_mb=50, processes=70)


@pytest.fixture
def group(tmp_path: Path) -> cgroup_v2.GroupV2:
    """A group in an ordinary folder."""
    made = cgroup_v2.GroupV2(tmp_path, LIMITS)
    (folder,) = made.folders
    folder.mkdir()
    for name in ("memory.swap.max", "cgroup.procs"):
        (folder / name).touch()
    return made


def fill(group: cgroup_v2.GroupV2, **files: str) -> None:
    for name, content in files.items():
        (group.folders[0] / name.replace("_", ".", 1)).write_text(content, encoding="ascii")


def test_the_limits_are_written_to_the_groups_files(group: cgroup_v2.GroupV2) -> None:
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
    group: cgroup_v2.GroupV2, memory: str, pids: str, passed: str
) -> None:
    cpu = "usage_usec 1500000\nuser_usec 1\nsystem_usec 2\n"
    fill(group, cpu_stat=cpu, memory_current="5\n", memory_peak="4096\n", memory_events=memory, pids_events=pids)
    assert group.used() == UsageSample(1.5, 4096, passed)
    shortage = "memory" if "oom_kill 1\n" in memory else ""
    assert group.shortage() == shortage, "killed without having passed its own limit"


def test_reading_a_group_that_is_gone_is_an_error(group: cgroup_v2.GroupV2) -> None:
    with pytest.raises(OSError, match="gone"):
        group.used()


def test_without_the_kernels_peak_the_largest_sample_counts(group: cgroup_v2.GroupV2) -> None:
    fill(group, cpu_stat="usage_usec 0\n", memory_current="800\n")
    group.used()
    fill(group, memory_current="300\n")
    assert group.used().peak_bytes == 800


def test_the_group_is_killed_by_the_kernel_where_it_can(group: cgroup_v2.GroupV2) -> None:
    fill(group, cgroup_kill="")
    group.kill_members()
    assert (group.folders[0] / "cgroup.kill").read_text() == "1"


def test_without_the_kernels_kill_the_members_are_frozen_killed_and_thawed(group: cgroup_v2.GroupV2) -> None:
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        fill(group, cgroup_procs=f"{sleeper.pid}\n", cgroup_events="populated 1\nfrozen 1\n")
        group.kill_members()
        assert sleeper.wait(60) == -9
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


def test_what_is_in_a_group_moves_to_a_leaf_before_its_children_have_controllers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = [str(os.getpid()), "1"]
    files = {"cgroup.controllers": "memory pids", "cgroup.procs": "\n".join(inside), "cgroup.subtree_control": ""}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    moved: list[str] = []
    write = Path.write_text

    def as_the_kernel(path: Path, text: str, *rest: str) -> int:
        if path.name == "cgroup.subtree_control" and moved != inside:
            raise OSError(errno.EBUSY, "Device or resource busy")
        if path == tmp_path / "tilings-harness" / "cgroup.procs":
            moved.append(text)
        return write(path, text, *rest)

    monkeypatch.setattr(Path, "write_text", as_the_kernel)
    with pytest.raises(OSError, match="busy"):
        cgroup_v2.enable(tmp_path, may_move=False)
    cgroup_v2.enable(tmp_path, may_move=True)
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+memory +pids"


@pytest.mark.parametrize(
    ("name", "memory", "reasons"),
    [
        ("a.scope", "max", ["systemd has not delegated it", "no controller"]),
        ("a.scope", "100000000", ["systemd has not delegated it", "would escape the memory.max of a.scope"]),
        ("a", "100000000", ["no controller", "would escape the memory.max of a"]),
        ("tilings-harness", "max", ["no controller"]),
    ],
)
def test_runs_are_made_neither_in_a_unit_that_is_not_delegated_nor_beside_a_limited_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, memory: str, reasons: list[str]
) -> None:
    own = tmp_path / name
    own.mkdir()
    (own / "memory.max").write_text(memory)
    (own / "cpu.max").write_text("max 100000")
    monkeypatch.setattr(cgroup, "own", lambda: {"": own})
    with pytest.raises(OSError, match="no controller|escape") as refusal:
        cgroup_v2.find()
    told = str(refusal.value.strerror).split("; ")
    assert [reason in said for reason, said in zip(reasons, told, strict=True)] == [True] * len(reasons)


def test_the_limits_of_a_group_are_in_bytes_and_processors(tmp_path: Path) -> None:
    for name, content in {"memory.max": "max", "memory.high": "5000", "cpu.max": "150000 100000"}.items():
        (tmp_path / name).write_text(content)
    assert cgroup_v2.limits_of(tmp_path) == {"memory.high": 5000, "cpu.max": 1.5}


@pytest.mark.parametrize(("local", "pids", "shortage"), [(1, 0, "processes"), (0, 0, ""), (None, 2, "processes")])
def test_a_limit_of_processes_reached_in_a_group_above_is_a_shortage_of_processes(
    tmp_path: Path, local: int | None, pids: int, shortage: str
) -> None:
    """local: how many the kernel counts above; before 6.11 it counts them in the run's group."""
    (tmp_path / "pids.max").write_text("30")
    (tmp_path / "pids.events.local").write_text("max 7\n")
    made = cgroup_v2.GroupV2(tmp_path, LIMITS)
    (folder,) = made.folders
    folder.mkdir()
    files = {"pids_peak": "20\n", "pids_events": f"max {pids}\n", "memory_events": "oom 0\noom_kill 0\n"}
    fill(made, **files, **({} if local is None else {"pids_events.local": "max 0\n"}))
    made.limit()
    (tmp_path / "pids.events.local").write_text(f"max {7 + (local or 0)}\n")
    assert made.shortage() == shortage


class Unlimited(cgroup_v2.GroupV2):
    """A group in a hierarchy that has no controllers."""

    def limit(self) -> None: ...


def test_a_real_group_counts_and_is_killed_and_removed() -> None:
    home = cgroup.own().get("")
    if home is None or not os.access(home / "cgroup.procs", os.W_OK):
        pytest.skip("no cgroup of version 2 can be made here")
    with Unlimited(home, LIMITS) as group:
        burner = subprocess.Popen(["sh", "-c", "setsid sh -c 'while :; do :; done' & wait"], preexec_fn=group.enter)
        assert until(lambda: group.used().cpu_s >= 0.1)
        assert until(lambda: len(group.pids()) >= 2)
        group.kill_members()
        assert burner.wait(60) == -9
        assert until(lambda: not group.alive())
    assert not group.folders[0].exists()


@pytest.fixture
def home() -> Path:
    """Where groups with controllers are made."""
    trees.require("cgroup_v2")
    return next(trial.backend.home for trial in choice.tried() if isinstance(trial.backend, cgroup_v2.CgroupV2))


ESCAPED = "import os, signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
# Each process forks, leaves its session and its parent, and goes on.
BOMB = f"""{ESCAPED}while True:
  try:
    if os.fork(): os.setsid()
  except OSError: pass"""


def test_one_order_to_the_kernel_ends_a_fork_bomb_that_leaves_its_session(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cgroup_v2.GroupV2(home, LIMITS) as group:
        (folder,) = group.folders
        if not (folder / "cgroup.kill").exists():
            pytest.skip("this kernel cannot kill a group at once")
        monkeypatch.setattr(group, "kill_frozen", None)
        with subprocess.Popen([sys.executable, "-c", BOMB], preexec_fn=group.enter) as bomb:
            assert until(lambda: len(group.pids()) == LIMITS.processes), "it is held by the limit of processes"
            group.kill_members()
            assert bomb.wait(60) == -9
        assert until(lambda: not group.alive())
        time.sleep(0.1)
        assert not group.alive(), "no fork has escaped"
        assert group.used().passed == "processes"
