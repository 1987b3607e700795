"""Cgroups of version 2: one group with memory and pids. https://docs.kernel.org/admin-guide/cgroup-v2.html"""

from __future__ import annotations

import errno
import os
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path

from tilings.runners.confine import cgroup
from tilings.runners.confine.command import Command, Limits, UsageSample
from tilings.runners.confine.distortion import PRESSURES, Pressure

CONTROLLERS = ("memory", "pids")
_LEAF = "tilings-harness"
_ROUNDS = 10
_ANSWER_S = 5.0


class CgroupV2:
    """The backend of version 2. home: the groups' parent folder, which enables the controllers for its children."""

    name = "cgroup_v2"

    def __init__(self, home: Path, mem_method: str = "cgroup_v2_peak") -> None:
        self.home, self.mem_method = home, mem_method

    @property
    def holds(self) -> str:
        return f"the kernel counts and limits each run as a whole, in a group in {self.home}"

    def tree(self, command: Command) -> GroupV2:
        return GroupV2(self.home, command.limits)

    def sweep(self) -> int:
        return cgroup.sweep([self.home], partial(GroupV2, self.home, cgroup.TRIAL))


class GroupV2(cgroup.Group):
    """The group of one run, in version 2."""

    def __init__(self, home: Path, limits: Limits, name: str = "") -> None:
        super().__init__([home], limits, name)
        self._largest = self._refused_before = 0

    def limit(self) -> None:
        """Swap is off, and the kernel's OOM killer ends all processes of the group together."""
        (folder,) = self.folders
        (folder / "memory.max").write_text(str(self._limits.memory_bytes))
        (folder / "pids.max").write_text(str(self._limits.processes))
        for optional, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
            if (folder / optional).exists():  # there are kernels without swap
                (folder / optional).write_text(value)
        self._refused_before = self._refused_above()

    def used(self) -> UsageSample:
        """See command.Tree. Before 5.19 the kernel does not keep the peak, and the largest sample stands for it.

        Raises OSError where another program has removed the group.
        """
        (folder,) = self.folders
        cpu = cgroup.entries(folder / "cpu.stat")
        if "usage_usec" not in cpu:
            raise OSError(None, "the cgroup of the run is gone", str(folder))
        self._largest = max(self._largest, int(cgroup.read(folder / "memory.current") or 0))
        peak = int(cgroup.read(folder / "memory.peak") or self._largest)
        return UsageSample(cpu["usage_usec"] / 1e6, peak, self._passed())

    def shortage(self) -> str:
        (folder,) = self.folders
        if self._passed():
            return ""
        if cgroup.entries(folder / "memory.events").get("oom_kill"):
            return "memory"
        above = self._refused_above() > self._refused_before
        return "processes" if above or cgroup.wanted_processes(folder) else ""

    def _refused_above(self) -> int:
        """The number of processes that the groups above refused, where the kernel (6.11) counts them there."""
        (folder,) = self.folders
        if not (folder / "pids.events.local").exists():
            return 0
        local = (parent / "pids.events.local" for parent in folder.parents if (parent / "pids.max").exists())
        return sum(cgroup.entries(path).get("max", 0) for path in local)

    def stalled_s(self) -> float | None:
        """See command.Tree. Waits for memory at the group's own limit do not count."""
        (folder,) = self.folders
        at_limit = cgroup.entries(folder / "memory.events").get("max")
        return Pressure(folder).stalled_s(("cpu",) if at_limit else PRESSURES)

    def _passed(self) -> str:
        """The exceeded limit, memory or processes, or empty. `oom` counts only this group's own limit; `oom_kill`
        also counts shortages of the machine."""
        (folder,) = self.folders
        if cgroup.entries(folder / "memory.events").get("oom"):
            return "memory"
        return "processes" if cgroup.refused_processes(folder, self._limits.processes) else ""

    def kill_members(self) -> None:
        """See cgroup.Group. Before 5.14 there is no cgroup.kill; in version 2 SIGKILL also ends frozen processes."""
        (folder,) = self.folders
        at_once = folder / "cgroup.kill"
        if at_once.exists():
            with suppress(FileNotFoundError):
                at_once.write_text("1")
        else:
            events = folder / "cgroup.events"
            self.kill_frozen(folder / "cgroup.freeze", "1", "0", lambda: cgroup.entries(events).get("frozen") == 0)


def find() -> CgroupV2:
    """The backend for this process; raises OSError, with the reasons, where it cannot be used.

    A group whose children have controllers cannot have processes itself (except the root). So the groups of runs are
    made in one of two places:

    - in this process's own group, if that is the root or is delegated, as by ``systemd-run --user --scope -p
      Delegate=yes``. The group's processes move into a leaf first.
    - else beside the own group, unless the own group has limits, which runs would escape.

    A unit that systemd has not delegated is not used: systemd would end it with the first run that is out of memory.
    """
    own = cgroup.own().get("")
    if own is None:
        raise OSError(None, "no hierarchy of version 2 is mounted")
    reasons = []
    for home in [own] if own.is_mount() else [own.parent] if own.name == _LEAF else [own, own.parent]:
        try:
            if home == own and not _is_ours(own):
                words = "systemd has not delegated it: run systemd-run --user --scope -p Delegate=yes COMMAND"
                raise OSError(None, words)
            if home != own and (limited := sorted(limits_of(own))):
                raise OSError(None, f"runs in it would escape the {' and '.join(limited)} of {own.name}")
            enable(home, may_move=home == own)
            with GroupV2(home, cgroup.TRIAL) as group:
                cgroup.try_entering(group)
                peak = (group.folders[0] / "memory.peak").exists()
            return CgroupV2(home, "cgroup_v2_peak" if peak else "cgroup_v2_current_sampled")
        except OSError as error:
            reasons.append(f"{home}: {error.strerror}")
    raise OSError(None, "; ".join(reasons))


def limits_of(folder: Path) -> dict[str, float]:
    """A group's own limits: memory.max and memory.high in bytes, cpu.max in processors."""
    limits: dict[str, float] = {}
    for name in ("memory.max", "memory.high", "cpu.max"):
        most, *period = cgroup.read(folder / name).split() or ["max"]
        if most != "max":
            limits[name] = int(most) / int(period[0]) if period else int(most)
    return limits


def _is_ours(folder: Path) -> bool:
    """Whether groups may be made in a group: only in a unit's group that systemd has delegated.

    The manager of a user's units does not mark the group (systemd 252), so systemctl is called.
    """
    if folder.is_mount() or folder.suffix not in (".scope", ".service"):
        return True
    if any(_attribute(folder, f"{space}.delegate") == b"1" for space in ("user", "trusted")):
        return True
    of_user = any(part.startswith("user@") for part in folder.parent.parts)
    command = ["systemctl", *(["--user"] if of_user else []), "show", "--property=Delegate", folder.name]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_ANSWER_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.strip() == "Delegate=yes"


def _attribute(folder: Path, name: str) -> bytes:
    try:
        return os.getxattr(folder, name)
    except OSError:
        return b""


def enable(home: Path, may_move: bool) -> None:
    """Enable the controllers for the children of a group. may_move: whether its processes may be moved out of it.

    Raises OSError.
    """
    control = home / "cgroup.subtree_control"
    missing = set(CONTROLLERS) - set(cgroup.read(control).split())
    absent = missing - set(cgroup.read(home / "cgroup.controllers").split())
    if absent:
        raise OSError(None, f"no controller {' and '.join(sorted(absent))}")
    if not missing:
        return
    words = " ".join(f"+{controller}" for controller in CONTROLLERS)
    for _ in range(_ROUNDS):  # processes may be forked in it meanwhile
        try:
            control.write_text(words)
            return
        except OSError as error:
            if error.errno != errno.EBUSY or not may_move:
                raise
        _empty(home)
    raise OSError(errno.EBUSY, "new programs enter it all the time, and its children cannot have controllers")


def _empty(home: Path) -> None:
    """Move the processes of a group into a leaf below it, under the same limits."""
    leaf = home / _LEAF
    leaf.mkdir(exist_ok=True)
    for pid in cgroup.read(home / "cgroup.procs").split():
        with suppress(ProcessLookupError):
            (leaf / "cgroup.procs").write_text(pid)
