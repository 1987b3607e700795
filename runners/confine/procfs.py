"""The backend without cgroups: the tree is the descendants of this process, sampled from /proc.

Memory is the sampled sum of resident set sizes: RLIMIT_AS would count address space that solvers reserve and never
touch. Between two samples only ended processes are accounted for, by what the kernel reports when they are reaped.
A process that was forked to call a function counts without the memory that it shared with this process at its start.
"""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

from tilings.runners.confine import process_table
from tilings.runners.confine.command import Command, Limits, UsageSample
from tilings.runners.confine.distortion import Pressure, own_pressure

_ROUNDS = 10


class Procfs:
    """Needs nothing but /proc."""

    name = "procfs"
    mem_method = "rss_sum_sampled"
    holds = (
        "the harness looks at each run every 2 to 50 ms and ends it: in between, memory and the number of processes may"
        " pass their limits, and memory that processes share counts twice"
    )

    def __init__(self) -> None:
        self._pressure = own_pressure()

    def tree(self, command: Command) -> Descendants:
        """See command.Backend."""
        return Descendants(command.limits, self._pressure, forked=command.call is not None)

    def sweep(self) -> int:
        """See command.Backend. It costs a look at each process of this user."""
        ended: set[int] = set()
        for _ in range(_ROUNDS):  # until no process that a fork has saved is left
            killed = process_table.end(_orphaned)
            if not killed:
                break
            ended |= killed
        return len(ended)


def _orphaned() -> Iterator[int]:
    """The processes whose environment carries the marker of a dead owner."""
    mark = f"{process_table.MARKER}=".encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "environ").read_bytes().split(b"\0")
                marks = [word.removeprefix(mark).decode() for word in words if word.startswith(mark)]
                # In another PID namespace, ours or an owner's process id would mean another process.
                if marks and process_table.is_dead(marks[0]) and _in_our_namespace(entry):
                    yield int(entry.name)
            except OSError:  # another user's, or gone
                continue


def _in_our_namespace(entry: Path) -> bool:
    return str((entry / "ns/pid").stat().st_ino) == process_table.namespace()


class Descendants:
    """The descendants of this process as a tree; see command.Tree for the methods.

    pressure: of the cgroup that they are in, None where it does not count; forked: the first of them is a fork of this
    process.
    """

    def __init__(self, limits: Limits, pressure: Pressure | None = None, forked: bool = False) -> None:
        self._limits = limits
        self._pressure, self._stalled_before_s = pressure, pressure.stalled_s() if pressure else None
        self._shared_bytes = process_table.resident_bytes() if forked else 0
        self._fork = 0
        self._watch = process_table.Watch(os.getpid())
        self._peak_bytes = 0
        self._most = 0
        self._reaped_cpu_s = 0.0
        self._lost_cpu_s = self._missing_cpu_s = self._most_cpu_s = 0.0
        # A child's ru_maxrss starts at what this process had when it forked: below that it says nothing.
        self._inherited_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def __enter__(self) -> Descendants:
        return self

    def __exit__(self, *_: object) -> None: ...

    def enter(self) -> None:
        """See command.Tree; every descendant of this process is in it."""

    def reaped(self, cost: resource.struct_rusage) -> None:
        """See command.Tree."""
        self._reaped_cpu_s += cost.ru_utime + cost.ru_stime
        if cost.ru_maxrss > self._inherited_kb:
            self._peak_bytes = max(self._peak_bytes, cost.ru_maxrss * 1024 - self._shared_bytes)

    def used(self) -> UsageSample:
        """See command.Tree: exact for what was reaped, sampled for what still runs."""
        live = self._watch.look()
        self._peak_bytes = max(self._peak_bytes, sum(map(self._own_bytes, live)))
        self._most = max(self._most, sum(process.threads for process in live))
        return UsageSample(self._cpu_s(live), self._peak_bytes, self._passed())

    def lacked(self) -> str:
        """See command.Tree."""
        return ""

    def stalled_s(self) -> float | None:
        """See command.Tree: the time in which nothing in the enclosing cgroup could go on."""
        now = self._pressure.stalled_s() if self._pressure else None
        return None if now is None or self._stalled_before_s is None else now - self._stalled_before_s

    def _own_bytes(self, process: process_table.Process) -> int:
        self._fork = self._fork or process.pid  # there is no other process at the first look
        shared = self._shared_bytes if process.pid == self._fork else 0
        return max(0, process.resident_bytes - shared)

    def _cpu_s(self, live: list[process_table.Process]) -> float:
        """The time of reaped processes, of live ones, and as far as it was sampled of those that the kernel reaped by
        itself (where their parent ignores SIGCHLD): the sum falls when these go. It falls for one look, too, if a
        process was reaped while /proc was being read, which is why it has to fall twice."""
        total = self._reaped_cpu_s + self._lost_cpu_s + sum(process.cpu_s for process in live)
        missing = max(0.0, self._most_cpu_s - total)
        if missing and (self._missing_cpu_s or not live):
            self._lost_cpu_s += missing
            missing = 0.0
        self._missing_cpu_s = missing
        self._most_cpu_s = max(self._most_cpu_s, total)
        return self._most_cpu_s

    def _passed(self) -> str:
        if self._peak_bytes > self._limits.memory_bytes:
            return "memory"
        return "processes" if self._most > self._limits.processes else ""

    def signal(self, number: int) -> None:
        """See command.Tree."""
        process_table.send(self._pids(), number)

    def kill(self) -> None:
        """See command.Tree."""
        process_table.end(self._pids)

    def _pids(self) -> list[int]:
        return [process.pid for process in self._watch.look() if not process.dead]
