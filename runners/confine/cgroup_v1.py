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
_AT_LIMIT = 0.9  # of the limit: if the peak is larger, the kernel killed because of the limit


class CgroupV1:
    """The backend of version 1. homes: the parent folder of the groups, by controller."""

    name = "cgroup_v1"
    mem_method = "cgroup_v1_max_usage"

    def __init__(self, homes: dict[str, Path]) -> None:
        self.homes = homes

    @property
    def holds(self) -> str:
        return f"the kernel counts and limits each run as a whole, in groups such as one in {self.homes['memory']}"

    def tree(self, command: Command) -> GroupV1:
        return GroupV1(self.homes, command.limits)

    def sweep(self) -> int:
        return cgroup.sweep(self.homes.values(), partial(GroupV1, self.homes, cgroup.TRIAL))


class GroupV1(cgroup.Group):
    """The group of one run, in version 1."""

    # Moving a process takes 15 ms, because the kernel waits for all forks on the machine; moving a thread does not.
    entry = "tasks"

    def __init__(self, homes: dict[str, Path], limits: Limits, name: str = "") -> None:
        super().__init__((homes[controller] for controller in CONTROLLERS), limits, name)
        self._at = {controller: homes[controller] / self.name for controller in CONTROLLERS}

    def limit(self) -> None:
        """Where the kernel counts swap, the limit of memory holds for memory and swap together."""
        memory = self._at["memory"]
        most = str(self._limits.memory_bytes)
        (memory / "memory.limit_in_bytes").write_text(most)
        with suppress(FileNotFoundError):
            (memory / "memory.memsw.limit_in_bytes").write_text(most)
        (self._at["pids"] / "pids.max").write_text(str(self._limits.processes))

    def used(self) -> UsageSample:
        """See command.Tree. Raises OSError where another program has removed the group."""
        memory = self._at["memory"]
        peak = cgroup.read(memory / "memory.memsw.max_usage_in_bytes")
        peak_bytes = int(peak or cgroup.read(memory / "memory.max_usage_in_bytes"))
        cpu_ns = int((self._at["cpuacct"] / "cpuacct.usage").read_text(encoding="ascii"))
        return UsageSample(cpu_ns / 1e9, peak_bytes, self._passed(peak_bytes))

    def _passed(self, peak_bytes: int) -> str:
        """The exceeded limit, memory or processes, or empty.

        The kernel's count of kills includes those for lack of memory in a group above this one, or on the machine; and
        not every kernel counts how often a limit of memory and swap was hit. So the peak decides.
        """
        if self._kills() and peak_bytes > _AT_LIMIT * self._limits.memory_bytes:
            return "memory"
        return "processes" if cgroup.refused_processes(self._at["pids"], self._limits.processes) else ""

    def _kills(self) -> int:
        return cgroup.entries(self._at["memory"] / "memory.oom_control").get("oom_kill", 0)

    def shortage(self) -> str:
        if self.used().passed:
            return ""
        if self._kills():
            return "memory"
        return "processes" if cgroup.wanted_processes(self._at["pids"]) else ""

    def kill_members(self) -> None:
        state = self._at["freezer"] / "freezer.state"
        self.kill_frozen(state, "FROZEN", "THAWED", lambda: cgroup.read(state).strip() == "FREEZING")


def find() -> CgroupV1:
    """The backend for this process; raises OSError, with the reason, where it cannot be used."""
    folders = cgroup.own()
    missing = [controller for controller in CONTROLLERS if controller not in folders]
    if missing:
        raise OSError(None, f"no hierarchy of version 1 has the controller {missing[0]}")
    homes = {controller: folders[controller] for controller in CONTROLLERS}
    with GroupV1(homes, cgroup.TRIAL) as group:
        cgroup.try_entering(group)
    return CgroupV1(homes)
