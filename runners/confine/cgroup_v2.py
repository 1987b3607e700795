"""Cgroups of version 2: one group with memory and pids. https://docs.kernel.org/admin-guide/cgroup-v2.html"""

import errno
import os
import signal
import time
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

from runners.confine import cgroup
from runners.confine.output_reader import Line
from runners.confine.pressure import KINDS, Pressure
from runners.confine.supervise import supervise
from runners.confine.task import Limits, Task, Usage
from runners.confine.tree import UsageSample

CONTROLLERS = ("memory", "pids")
_FREEZING_S = 0.2
_TRIAL = Limits(wall_s=1, cpu_s=1, memory_mb=100)
_LEAF = "tilings-harness"


class CgroupV2:
    """Makes the groups in this folder, whose children have the controllers."""

    name = "cgroup_v2"
    forks = True

    def __init__(self, home: Path, mem_method: str = "cgroup_v2_peak") -> None:
        self.home, self.mem_method = home, mem_method

    def run(self, task: Task) -> Generator[Line, None, Usage]:
        """See task.Backend."""
        with Group(self.home, task.limits) as group:
            return (yield from supervise(task, group))

    def sweep(self) -> int:
        """Kill and remove what dead harnesses left; how many groups."""
        left = list(cgroup.stale(self.home))
        for folder in left:
            Group(self.home, name=folder.name).remove()
        return len(left)


class Group(cgroup.Group):
    """The group of one run; `name`: one that is there."""

    def __init__(self, home: Path, limits: Limits | None = None, name: str = "") -> None:
        super().__init__([home], name)
        self._limits = limits
        self._largest = 0

    def limit(self) -> None:
        """See cgroup.Group. Nothing is swapped; where the kernel ends one process for memory, it ends them all."""
        assert self._limits is not None
        (folder,) = self.folders
        (folder / "memory.max").write_text(str(self._limits.memory_bytes))
        (folder / "pids.max").write_text(str(self._limits.processes))
        for optional, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
            if (folder / optional).exists():  # there are kernels without swap
                (folder / optional).write_text(value)

    def used(self) -> UsageSample:
        """See tree.Tree. Kernels before 5.19 do not keep the peak: there the largest sample is taken.

        Raises OSError where somebody else has removed the group.
        """
        (folder,) = self.folders
        cpu = cgroup.entries(folder / "cpu.stat")
        if "usage_usec" not in cpu:
            raise OSError(None, "the cgroup of the run is gone", str(folder))
        self._largest = max(self._largest, int(cgroup.read(folder / "memory.current") or 0))
        peak = int(cgroup.read(folder / "memory.peak") or self._largest)
        passed = self._passed()
        starved = not passed and bool(cgroup.entries(folder / "memory.events").get("oom_kill"))
        return UsageSample(cpu["usage_usec"] / 1e6, peak, passed, starved)

    def stalled_s(self) -> float | None:
        """See tree.Tree. What waits for memory because of the group's own limit has itself to blame."""
        (folder,) = self.folders
        at_limit = cgroup.entries(folder / "memory.events").get("max")
        return Pressure(folder).stalled_s(("cpu",) if at_limit else KINDS)

    def _passed(self) -> str:
        """The limit that was exceeded, memory or processes; empty for none.

        `oom` counts only this group's own limit; `oom_kill` would count shortages of the machine as well.
        """
        (folder,) = self.folders
        if cgroup.entries(folder / "memory.events").get("oom"):
            return "memory"
        assert self._limits is not None
        return "processes" if cgroup.refused_processes(folder, self._limits.processes) else ""

    def kill_members(self) -> None:
        """See cgroup.Group. Kernels before 5.14 cannot do it at once: there what is frozen cannot fork."""
        (folder,) = self.folders
        at_once = folder / "cgroup.kill"
        if at_once.exists():
            with suppress(FileNotFoundError):
                at_once.write_text("1")
        else:
            self._kill_frozen(folder)

    def _kill_frozen(self, folder: Path) -> None:
        """SIGKILL ends what is frozen, too."""
        with suppress(OSError):
            (folder / "cgroup.freeze").write_text("1")
        deadline = time.monotonic() + _FREEZING_S
        while cgroup.entries(folder / "cgroup.events").get("frozen") == 0 and time.monotonic() < deadline:
            time.sleep(0)
        self.signal(signal.SIGKILL)
        with suppress(OSError):
            (folder / "cgroup.freeze").write_text("0")


def find() -> CgroupV2:
    """The backend for this process; raises OSError that says why there is none.

    A group whose children have controllers must not hold processes itself (but for the root). So runs are made in
    this process's own group where that is the root; where we are alone in it, as in
    ``systemd-run --user --scope -p Delegate=yes``, we move into a leaf of our own first; else beside our own group.
    """
    own = cgroup.own().get("")
    if own is None:
        raise OSError(None, "no hierarchy of version 2 is mounted")
    reasons = []
    for home in [own] if own.is_mount() else [own, own.parent]:
        try:
            enable(home, may_move=home == own)
            with Group(home, _TRIAL) as group:
                cgroup.try_entering(group)
                peak = (group.folders[0] / "memory.peak").exists()
            return CgroupV2(home, "cgroup_v2_peak" if peak else "cgroup_v2_current_sampled")
        except OSError as error:
            reasons.append(f"{home}: {error.strerror}")
    raise OSError(None, "; ".join(reasons))


def enable(home: Path, may_move: bool) -> None:
    """Give the children of a group the controllers; may_move: this process may leave it for that. Raises OSError."""
    control = home / "cgroup.subtree_control"
    missing = set(CONTROLLERS) - set(cgroup.read(control).split())
    absent = missing - set(cgroup.read(home / "cgroup.controllers").split())
    if absent:
        raise OSError(None, f"no controller {' and '.join(sorted(absent))}")
    if not missing:
        return
    words = " ".join(f"+{controller}" for controller in CONTROLLERS)
    try:
        control.write_text(words)
    except OSError as error:
        if error.errno != errno.EBUSY or not may_move:
            raise
        if cgroup.read(home / "cgroup.procs").split() != [str(os.getpid())]:
            raise OSError(None, "other programs are in it, so its children can have no controllers") from None
        leaf = home / _LEAF
        leaf.mkdir(exist_ok=True)
        (leaf / "cgroup.procs").write_text("0")
        control.write_text(words)
