"""Cgroups of version 1: a group in each of the hierarchies of memory, cpuacct, pids and freezer.

https://docs.kernel.org/admin-guide/cgroup-v1/
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from tilings.runners.confine import cgroup
from tilings.runners.confine.command import Command, Limits, UsageSample

CONTROLLERS = ("freezer", "memory", "cpuacct", "pids")
_AT_LIMIT = 0.9  # of the limit: a larger peak, and the kernel killed because of it


class CgroupV1:
    """Makes the groups in these folders: controller -> folder."""

    name = "cgroup_v1"
    mem_method = "cgroup_v1_max_usage"

    def __init__(self, homes: dict[str, Path]) -> None:
        self.homes = homes

    @property
    def holds(self) -> str:
        """See command.Backend."""
        return f"the kernel counts and limits each run as a whole, in groups such as one in {self.homes['memory']}"

    def tree(self, command: Command) -> Group:
        """See command.Backend."""
        return Group(self.homes, command.limits)

    def sweep(self) -> int:
        """See command.Backend."""
        return cgroup.sweep(self.homes.values(), partial(Group, self.homes, cgroup.TRIAL))


class Group(cgroup.Group):
    """The group of one run; name: of an existing one."""

    # A thread that moves itself need not wait, as a process must, until no process of the machine is forking: 15 ms.
    entry = "tasks"

    def __init__(self, homes: dict[str, Path], limits: Limits, name: str = "") -> None:
        super().__init__((homes[controller] for controller in CONTROLLERS), limits, name)
        self._at = {controller: homes[controller] / self.name for controller in CONTROLLERS}

    def limit(self) -> None:
        """See cgroup.Group. Memory and swap together have the limit of memory, where the kernel counts swap."""
        memory = self._at["memory"]
        most = str(self._limits.memory_bytes)
        (memory / "memory.limit_in_bytes").write_text(most)
        with suppress(FileNotFoundError):
            (memory / "memory.memsw.limit_in_bytes").write_text(most)
        (self._at["pids"] / "pids.max").write_text(str(self._limits.processes))

    def used(self) -> UsageSample:
        """See command.Tree. Raises OSError where somebody else has removed the group."""
        memory = self._at["memory"]
        peak = cgroup.read(memory / "memory.memsw.max_usage_in_bytes")
        peak_bytes = int(peak or cgroup.read(memory / "memory.max_usage_in_bytes"))
        cpu_ns = int((self._at["cpuacct"] / "cpuacct.usage").read_text(encoding="ascii"))
        return UsageSample(cpu_ns / 1e9, peak_bytes, self._passed(peak_bytes))

    def _passed(self, peak_bytes: int) -> str:
        """The limit that was exceeded, memory or processes; empty for none.

        The kernel also counts here what it killed because a group above this one, or the machine, was out of memory.
        Not every kernel counts how often a limit of memory and swap was hit.
        """
        if self._kills() and peak_bytes > _AT_LIMIT * self._limits.memory_bytes:
            return "memory"
        return "processes" if cgroup.refused_processes(self._at["pids"], self._limits.processes) else ""

    def _kills(self) -> int:
        return cgroup.entries(self._at["memory"] / "memory.oom_control").get("oom_kill", 0)

    def lacked(self) -> str:
        """See command.Tree."""
        if self.used().passed:
            return ""
        if self._kills():
            return "memory"
        return "processes" if cgroup.wanted_processes(self._at["pids"]) else ""

    def kill_members(self) -> None:
        """See cgroup.Group. What is frozen dies when it is thawed."""
        state = self._at["freezer"] / "freezer.state"
        self.kill_frozen(state, "FROZEN", "THAWED", lambda: cgroup.read(state).strip() == "FREEZING")


def find() -> CgroupV1:
    """The backend for this process; raises OSError that says why there is none."""
    folders = cgroup.own()
    missing = [controller for controller in CONTROLLERS if controller not in folders]
    if missing:
        raise OSError(None, f"no hierarchy of version 1 has the controller {missing[0]}")
    homes = {controller: folders[controller] for controller in CONTROLLERS}
    with Group(homes, cgroup.TRIAL) as group:
        cgroup.try_entering(group)
    return CgroupV1(homes)
