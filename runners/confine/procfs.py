"""The backend without cgroups: the tree is the descendants of this process, sampled from /proc.

Memory is the sampled sum of resident set sizes: RLIMIT_AS would count address space that solvers reserve and never
touch. Between two samples the kernel's report on reaped processes is the only source. A process that was forked to call
a function counts without the memory that it shared with this process at its start.
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
    """The backend that samples /proc, which every Linux has."""

    name = "procfs"
    mem_method = "rss_sum_sampled"
    holds = (
        "the harness samples each run every 2 to 50 ms, and ends it at a limit: memory and processes may pass their "
        "limits in between, and memory that processes share counts twice"
    )

    def __init__(self) -> None:
        self._pressure = own_pressure()

    def tree(self, command: Command) -> Descendants:
        return Descendants(command.limits, self._pressure, forked=command.call is not None)

    def sweep(self) -> int:
        ended: set[int] = set()
        for _ in range(_ROUNDS):  # a fork may have escaped
            killed = process_table.end(_orphaned)
            if not killed:
                break
            ended |= killed
        return len(ended)


def _orphaned() -> Iterator[int]:
    """The processes whose environment has the marker of a dead owner."""
    mark = f"{process_table.MARKER}=".encode()
    for pid in process_table.running():
        try:
            words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            marks = [word.removeprefix(mark).decode() for word in words if word.startswith(mark)]
            # In another PID namespace the owner's process id means another process.
            here = marks and str(Path(f"/proc/{pid}/ns/pid").stat().st_ino) == process_table.namespace()
            if here and process_table.is_dead(marks[0]):
                yield pid
        except OSError:  # another user's, or gone
            continue


class Descendants:
    """The descendants of this process as a tree, with the methods of command.Tree.

    pressure: the kernel's pressure figures for their cgroup; None if they do not count.
    forked: whether the first of them is a fork of this process.
    """

    def __init__(self, limits: Limits, pressure: Pressure | None, forked: bool) -> None:
        self._limits = limits
        self._pressure, self._stalled_before_s = pressure, pressure.stalled_s() if pressure else None
        self._shared_bytes = process_table.resident_bytes() if forked else 0
        self._fork = 0
        self._watch = process_table.Watch(os.getpid())
        self._peak_bytes = 0
        self._most = 0
        self._reaped_cpu_s = 0.0
        self._lost_cpu_s = self._missing_cpu_s = self._most_cpu_s = 0.0
        # A child's ru_maxrss starts at this process's own at the fork, and means nothing up to that.
        self._inherited_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def __enter__(self) -> Descendants:
        return self

    def __exit__(self, *_: object) -> None: ...

    def enter(self) -> None:
        """Nothing to do: every descendant of this process is in the tree."""

    def reaped(self, cost: resource.struct_rusage) -> None:
        self._reaped_cpu_s += cost.ru_utime + cost.ru_stime
        if cost.ru_maxrss > self._inherited_kb:
            self._peak_bytes = max(self._peak_bytes, cost.ru_maxrss * 1024 - self._shared_bytes)

    def used(self) -> UsageSample:
        """See command.Tree. Exact for reaped processes, sampled for running ones."""
        live = self._watch.look()
        self._peak_bytes = max(self._peak_bytes, sum(map(self._own_bytes, live)))
        self._most = max(self._most, sum(process.threads for process in live))
        return UsageSample(self._cpu_s(live), self._peak_bytes, self._passed())

    def shortage(self) -> str:
        return ""

    def stalled_s(self) -> float | None:
        """See command.Tree. The seconds of the enclosing cgroup."""
        now = self._pressure.stalled_s() if self._pressure else None
        return None if now is None or self._stalled_before_s is None else now - self._stalled_before_s

    def _own_bytes(self, process: process_table.Process) -> int:
        self._fork = self._fork or process.pid  # the first sample has no other process
        shared = self._shared_bytes if process.pid == self._fork else 0
        return max(0, process.resident_bytes - shared)

    def _cpu_s(self, live: list[process_table.Process]) -> float:
        """The time of reaped and of live processes, and as far as sampled of processes that the kernel reaped because
        their parent ignores SIGCHLD.

        The sum falls when such a process ends. It also falls for one sample if a process is reaped while /proc is being
        read, so only a second fall counts.
        """
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
        process_table.send(self._pids(), number)

    def kill(self) -> None:
        process_table.end(self._pids)

    def _pids(self) -> list[int]:
        return [process.pid for process in self._watch.look() if not process.dead]
