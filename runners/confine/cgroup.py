"""A cgroup for each run, and what the kernel's files say of the cgroups that this process is in.

The kernel measures and limits a group's whole tree, whatever its processes do. The groups are made below (v1) or near
(v2) the one that this process is in. A group's name contains its owner, so that the group of a killed harness can be
recognised and removed.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from tilings.runners.confine import process_table
from tilings.runners.confine.command import Limits, UsageSample

MOUNTS, OWN = Path("/proc/self/mountinfo"), Path("/proc/self/cgroup")
_ESCAPED = re.compile(r"\\(040|011|012|043|134)")  # blanks and the like in the names of folders
_COUNT = re.compile(r"[0-9]{1,20}")
_PREFIX = "tilings"
_REMOVAL_S = 10.0
_PAUSE_S = 0.001
_FREEZING_S = 0.2
_UNLIMITED = 1 << 60  # version 1 has a number for it
TRIAL = Limits(wall_s=1, cpu_s=1, memory_mb=100)


class Group:
    """The cgroup of one run, in one hierarchy or (v1) in several at once. A context; see command.Tree for the methods.

    homes: the folders in which it is made, first the one where its processes are listed; name: of an existing group;
    entry: the file through which a process with one thread enters.
    """

    entry = "cgroup.procs"

    def __init__(self, homes: Iterable[Path], limits: Limits, name: str = "") -> None:
        parts = (_PREFIX, process_table.namespace(), process_table.marker().replace(":", "-"), str(time.monotonic_ns()))
        self.name = name or "-".join(parts)
        self.folders = [home / self.name for home in dict.fromkeys(homes)]
        self._limits = limits
        self._entries: list[int] = []

    def __enter__(self) -> Group:
        try:
            for folder in self.folders:
                _make(folder)
            self.limit()
            self._entries = [os.open(folder / self.entry, os.O_WRONLY) for folder in self.folders]
        except OSError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for entry in self._entries:
            os.close(entry)
        self.remove()

    def limit(self) -> None:
        """Set the limits."""
        raise NotImplementedError

    def used(self) -> UsageSample:
        """See command.Tree."""
        raise NotImplementedError

    def lacked(self) -> str:
        """See command.Tree."""
        raise NotImplementedError

    def stalled_s(self) -> float | None:
        """See command.Tree. In version 1 the kernel does not count it by group."""
        return None

    def kill_members(self) -> None:
        """SIGKILL all processes in the group, so that no fork escapes."""
        raise NotImplementedError

    def kill_frozen(self, state: Path, frozen: str, thawed: str, freezing: Callable[[], bool]) -> None:
        """Freeze the group, so that it cannot fork, send SIGKILL to what is in it, and thaw it.

        state: the file to write `frozen` and `thawed` to; freezing: whether it is not yet frozen.
        """
        with suppress(OSError):
            state.write_text(frozen)
        deadline = time.monotonic() + _FREEZING_S
        while freezing() and time.monotonic() < deadline:
            time.sleep(0)
        self.signal(signal.SIGKILL)
        with suppress(OSError):
            state.write_text(thawed)

    def kill(self) -> None:
        """See command.Tree. What has left the group, as only a privileged process can, is still below this process."""
        self.kill_members()
        if not self.alive():
            process_table.end(lambda: (below.pid for below in process_table.descendants(os.getpid()) if not below.dead))

    def enter(self) -> None:
        """See command.Tree."""
        for entry in self._entries:
            os.write(entry, b"0")  # 0: the writing process

    def reaped(self, cost: resource.struct_rusage) -> None:
        """See command.Tree; the kernel has counted it."""

    def signal(self, number: int) -> None:
        """See command.Tree."""
        process_table.send(self.pids(), number)

    def alive(self) -> bool:
        """Whether a process in the group is alive."""
        return bool(self.pids())

    def pids(self) -> list[int]:
        """The processes in the group, zombies not among them."""
        return [int(line) for line in read(self.folders[0] / "cgroup.procs").split()]

    def remove(self) -> None:
        """Kill what is in the group, and remove it. What cannot be removed in time is left to a later sweep."""
        deadline = time.monotonic() + _REMOVAL_S
        for folder in reversed(self.folders):  # the list of its processes goes last
            while folder.exists():
                try:
                    folder.rmdir()
                except OSError:
                    if time.monotonic() > deadline:
                        break
                    self.kill_members()
                    time.sleep(_PAUSE_S)


def sweep(homes: Iterable[Path], group: Callable[[str], Group]) -> int:
    """Kill and remove the groups in these folders whose owner is dead; their number. group: of an existing name."""
    names = {folder.name for home in homes for folder in stale(home)}
    for name in names:
        group(name).remove()
    return len(names)


def stale(home: Path) -> Iterator[Path]:
    """The groups in a folder whose owner is dead; those of other PID namespaces are left alone."""
    for folder in home.glob(f"{_PREFIX}-{process_table.namespace()}-*"):
        pid, start = folder.name.split("-")[2:4]
        if process_table.is_dead(f"{pid}:{start}"):
            yield folder


def _make(folder: Path) -> None:
    try:
        folder.mkdir()
    except OSError as error:
        raise OSError(error.errno, f"no group can be made in it: {error.strerror}", str(folder.parent)) from None


def try_entering(group: Group) -> None:
    """Raises OSError where a process cannot be put into the group."""
    try:
        subprocess.run(["true"], preexec_fn=group.enter, check=True)
    except subprocess.SubprocessError:
        raise OSError(None, f"no process can be moved into {group.folders[0].parent}") from None


def read(path: Path) -> str:
    """A file of a cgroup; empty where this kernel has none."""
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def entries(path: Path) -> dict[str, int]:
    """The numbers of a file of lines ``name number``; empty where this kernel has none."""
    pairs = (line.split() for line in read(path).splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and _COUNT.fullmatch(pair[1])}


def wanted_processes(folder: Path) -> bool:
    """Whether a group was refused a process.

    Before 6.11, and in v1, the kernel counts here also those that a group above it refused; else only its own.
    """
    return bool(entries(folder / "pids.events").get("max"))


def refused_processes(folder: Path, most: int) -> bool:
    """Whether a group reached the limit of its processes, and wanted more."""
    peak = read(folder / "pids.peak")
    return wanted_processes(folder) and (not peak or int(peak) >= most)


def mounts() -> dict[str, tuple[Path, str]]:
    """The hierarchies that are mounted: controller -> (mount point, which cgroup is mounted there); "" for v2."""
    found: dict[str, tuple[Path, str]] = {}
    for line in read(MOUNTS).split("\n"):
        before, _, after = line.partition(" - ")
        kind, *more = after.split(" ")
        fields = [_ESCAPED.sub(lambda code: chr(int(code[1], 8)), field) for field in before.split(" ")]
        if len(fields) < 5 or not more or kind not in ("cgroup", "cgroup2"):
            continue
        for controller in more[-1].split(",") if kind == "cgroup" else [""]:
            found.setdefault(controller, (Path(fields[4]), fields[3]))
    return found


def own() -> dict[str, Path]:
    """The folders of the groups that this process is in: controller -> folder; "" for v2."""
    found = {}
    mounted = mounts()
    for line in read(OWN).split("\n"):
        if line.count(":") < 2:
            continue
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            if controller in mounted:
                point, root = mounted[controller]
                below = path.removeprefix(root.rstrip("/")) if path.startswith(root) else path
                found[controller] = point / below.lstrip("/")
    return found


def allowed() -> dict[str, float]:
    """Limits that the enclosing cgroups impose on all runs together: memory_mb (10^6 bytes), processors, processes.

    A limit that cannot be seen from here, or does not exist, is left out.
    """
    least: dict[str, float] = {}
    for name, amount in _limits():
        least[name] = min(amount, least.get(name, amount))
    return least


def _limits() -> Iterator[tuple[str, float]]:
    groups = own()
    for controller, memory, quota in (("", "memory.max", "cpu.max"), ("memory", "memory.limit_in_bytes", "")):
        for folder in _upwards(groups.get(controller)):
            if (most := _number(folder / memory)) is not None and most < _UNLIMITED:
                yield "memory_mb", most / 1e6
            words = read(folder / quota).split() if quota else []
            if len(words) == 2 and words[0] != "max":
                yield "processors", int(words[0]) / int(words[1])
    for folder in _upwards(groups.get("cpu")):
        share, period = _number(folder / "cpu.cfs_quota_us"), _number(folder / "cpu.cfs_period_us")
        if share is not None and period:
            yield "processors", share / period
    for folder in (*_upwards(groups.get("")), *_upwards(groups.get("pids"))):
        if (most := _number(folder / "pids.max")) is not None:
            yield "processes", most


def _upwards(folder: Path | None) -> Iterator[Path]:
    """A group, and those above it that can be seen."""
    while folder is not None and (folder / "cgroup.procs").exists():
        yield folder
        folder = folder.parent


def _number(path: Path) -> int | None:
    """The number in a file; None for no limit (max, or -1), or no file."""
    words = read(path).split()
    return int(words[0]) if words and words[0].isdecimal() else None
