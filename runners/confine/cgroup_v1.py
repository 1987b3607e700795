"""Cgroups of version 1: a group in each of the hierarchies of memory, cpuacct, pids and freezer.

https://docs.kernel.org/admin-guide/cgroup-v1/
"""

import signal
import time
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

from runners.confine import cgroup
from runners.confine.output_reader import Line
from runners.confine.supervise import supervise
from runners.confine.task import Limits, Task, Usage
from runners.confine.tree import UsageSample

CONTROLLERS = ("freezer", "memory", "cpuacct", "pids")
_FREEZING_S = 0.2
_AT_LIMIT = 0.9  # of the limit: a larger peak, and the kernel killed because of it
_TRIAL = Limits(wall_s=1, cpu_s=1, memory_mb=100)


class CgroupV1:
    """Makes the groups in these folders: controller -> folder."""

    name = "cgroup_v1"
    mem_method = "cgroup_v1_max_usage"
    forks = True

    def __init__(self, homes: dict[str, Path]) -> None:
        self.homes = homes

    @property
    def holds(self) -> str:
        """See task.Backend."""
        return f"the kernel counts and limits each run as a whole, in groups such as one in {self.homes['memory']}"

    def run(self, task: Task) -> Generator[Line, None, Usage]:
        """See task.Backend."""
        with Group(self.homes, task.limits) as group:
            return (yield from supervise(task, group))

    def sweep(self) -> int:
        """Kill and remove what dead harnesses left; how many groups."""
        names = {folder.name for home in self.homes.values() for folder in cgroup.stale(home)}
        for name in names:
            Group(self.homes, name=name).remove()
        return len(names)


class Group(cgroup.Group):
    """The group of one run; `name`: one that is there."""

    # A thread that moves itself need not wait, as a process must, until no process of the machine is forking: 15 ms.
    entry = "tasks"

    def __init__(self, homes: dict[str, Path], limits: Limits | None = None, name: str = "") -> None:
        super().__init__((homes[controller] for controller in CONTROLLERS), name)
        self._at = {controller: homes[controller] / self.name for controller in CONTROLLERS}
        self._limits = limits

    def limit(self) -> None:
        """See cgroup.Group. Memory and swap together have the limit of memory, where the kernel counts swap."""
        assert self._limits is not None
        memory = self._at["memory"]
        most = str(self._limits.memory_bytes)
        (memory / "memory.limit_in_bytes").write_text(most)
        with suppress(FileNotFoundError):
            (memory / "memory.memsw.limit_in_bytes").write_text(most)
        (self._at["pids"] / "pids.max").write_text(str(self._limits.processes))

    def used(self) -> UsageSample:
        """See tree.Tree. Raises OSError where somebody else has removed the group."""
        memory = self._at["memory"]
        peak = cgroup.read(memory / "memory.memsw.max_usage_in_bytes")
        peak_bytes = int(peak or cgroup.read(memory / "memory.max_usage_in_bytes"))
        cpu_ns = int((self._at["cpuacct"] / "cpuacct.usage").read_text(encoding="ascii"))
        return UsageSample(cpu_ns / 1e9, peak_bytes, self._passed(peak_bytes))

    def _passed(self, peak_bytes: int) -> str:
        """The kernel also counts here what it killed because a group above this one, or the machine, was out of memory.
        (Not every kernel counts how often a limit of memory and swap was hit.)"""
        assert self._limits is not None
        if self._kills() and peak_bytes > _AT_LIMIT * self._limits.memory_bytes:
            return "memory"
        return "processes" if cgroup.refused_processes(self._at["pids"], self._limits.processes) else ""

    def _kills(self) -> int:
        return cgroup.entries(self._at["memory"] / "memory.oom_control").get("oom_kill", 0)

    def lacked(self) -> str:
        """See tree.Tree."""
        if self.used().passed:
            return ""
        if self._kills():
            return "memory"
        return "processes" if cgroup.wanted_processes(self._at["pids"]) else ""

    def kill_members(self) -> None:
        """See cgroup.Group. What is frozen cannot fork, and dies when it is thawed."""
        state = self._at["freezer"] / "freezer.state"
        with suppress(OSError):
            state.write_text("FROZEN")
        deadline = time.monotonic() + _FREEZING_S
        while cgroup.read(state).strip() == "FREEZING" and time.monotonic() < deadline:
            time.sleep(0)
        self.signal(signal.SIGKILL)
        with suppress(OSError):
            state.write_text("THAWED")


def find() -> CgroupV1:
    """The backend for this process; raises OSError that says why there is none."""
    folders = cgroup.own()
    missing = [controller for controller in CONTROLLERS if controller not in folders]
    if missing:
        raise OSError(None, f"no hierarchy of version 1 has the controller {missing[0]}")
    homes = {controller: folders[controller] for controller in CONTROLLERS}
    with Group(homes, _TRIAL) as group:
        cgroup.try_entering(group)
    return CgroupV1(homes)
