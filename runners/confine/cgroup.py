"""A cgroup for each run, and the limits of the cgroups that this process is in.

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
    """The cgroup of one run, in one hierarchy or (v1) in several at once. A context, with the methods of command.Tree.

    homes: the parent folders, first the one that lists the group's processes.
    name: the name of an existing group; empty for a new group.
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
                try:
                    folder.mkdir()
                except OSError as error:
                    parent = str(folder.parent)
                    raise OSError(error.errno, f"cannot make a group in it: {error.strerror}", parent) from None
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
        raise NotImplementedError

    def used(self) -> UsageSample:
        raise NotImplementedError

    def shortage(self) -> str:
        raise NotImplementedError

    def stalled_s(self) -> float | None:
        return None  # in version 1 the kernel does not count it by group

    def kill_members(self) -> None:
        """SIGKILL all processes in the group; no fork escapes."""
        raise NotImplementedError

    def kill_frozen(self, state: Path, frozen: str, thawed: str, freezing: Callable[[], bool]) -> None:
        """Freeze the group, because frozen processes cannot fork, send SIGKILL to its processes, and thaw it.

        state: the file to write `frozen` and `thawed` to.
        freezing: returns whether the freeze is still under way.
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
        """See command.Tree. A privileged process can leave the group, but remains a descendant of this process."""
        self.kill_members()
        if not self.alive():
            process_table.end(lambda: (below.pid for below in process_table.descendants(os.getpid()) if not below.dead))

    def enter(self) -> None:
        for entry in self._entries:
            os.write(entry, b"0")  # 0: the writing process

    def reaped(self, cost: resource.struct_rusage) -> None:
        """Nothing to add: the kernel has counted it."""

    def signal(self, number: int) -> None:
        process_table.send(self.pids(), number)

    def alive(self) -> bool:
        return bool(self.pids())

    def pids(self) -> list[int]:
        """The processes in the group, without zombies."""
        return [int(line) for line in read(self.folders[0] / "cgroup.procs").split()]

    def remove(self) -> None:
        """Kill the processes of the group, and remove it; after a timeout it is left to a later sweep."""
        deadline = time.monotonic() + _REMOVAL_S
        for folder in reversed(self.folders):  # the first one, with the list of processes, goes last
            while folder.exists():
                try:
                    folder.rmdir()
                except OSError:
                    if time.monotonic() > deadline:
                        break
                    self.kill_members()
                    time.sleep(_PAUSE_S)


def sweep(homes: Iterable[Path], group: Callable[[str], Group]) -> int:
    """Kill and remove the groups whose owner is dead; returns their number. group: makes the Group of such a name."""
    names = {folder.name for home in homes for folder in stale(home)}
    for name in names:
        group(name).remove()
    return len(names)


def stale(home: Path) -> Iterator[Path]:
    """The groups in a folder whose owner is dead, without those of other PID namespaces."""
    for folder in home.glob(f"{_PREFIX}-{process_table.namespace()}-*"):
        pid, start = folder.name.split("-")[2:4]
        if process_table.is_dead(f"{pid}:{start}"):
            yield folder


def try_entering(group: Group) -> None:
    """Raises OSError where a process cannot enter the group."""
    try:
        subprocess.run(["true"], preexec_fn=group.enter, check=True)
    except subprocess.SubprocessError:
        raise OSError(None, f"cannot move a process into {group.folders[0].parent}") from None


def read(path: Path) -> str:
    """A file of a cgroup; empty where this kernel does not have it."""
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def entries(path: Path) -> dict[str, int]:
    """The numbers of a file of lines ``name number``; empty where this kernel does not have it."""
    pairs = (line.split() for line in read(path).splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and _COUNT.fullmatch(pair[1])}


def wanted_processes(folder: Path) -> bool:
    """Whether a group was refused a process.

    Before 6.11, and in v1, the kernel also counts refusals by the groups above it.
    """
    return bool(entries(folder / "pids.events").get("max"))


def refused_processes(folder: Path, most: int) -> bool:
    """Whether a group was refused a process at its own limit, `most`."""
    peak = read(folder / "pids.peak")
    return wanted_processes(folder) and (not peak or int(peak) >= most)


def mounts() -> dict[str, tuple[Path, str]]:
    """The mounted hierarchies: controller -> (mount point, the cgroup that is mounted there); "" for v2."""
    hierarchies: dict[str, tuple[Path, str]] = {}
    for line in read(MOUNTS).split("\n"):
        before, _, after = line.partition(" - ")
        kind, *more = after.split(" ")
        fields = [_ESCAPED.sub(lambda code: chr(int(code[1], 8)), field) for field in before.split(" ")]
        if len(fields) < 5 or not more or kind not in ("cgroup", "cgroup2"):
            continue
        for controller in more[-1].split(",") if kind == "cgroup" else [""]:
            hierarchies.setdefault(controller, (Path(fields[4]), fields[3]))
    return hierarchies


def own() -> dict[str, Path]:
    """The folders of this process's groups: controller -> folder; "" for v2."""
    folders = {}
    mounted = mounts()
    for line in read(OWN).split("\n"):
        if line.count(":") < 2:
            continue
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            if controller in mounted:
                point, root = mounted[controller]
                below = path.removeprefix(root.rstrip("/")) if path.startswith(root) else path
                folders[controller] = point / below.lstrip("/")
    return folders


def allowed() -> dict[str, float]:
    """Limits that the enclosing cgroups impose on all runs together: memory_mb (10^6 bytes), processors, processes.

    A limit that does not exist, or is not visible from inside a container, is left out.
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
    """A group and its visible ancestors."""
    while folder is not None and (folder / "cgroup.procs").exists():
        yield folder
        folder = folder.parent


def _number(path: Path) -> int | None:
    """The number in a file; None for no limit (max, or -1), or no file."""
    words = read(path).split()
    return int(words[0]) if words and words[0].isdecimal() else None
