"""What /proc says about processes. (Not every kernel has /proc/PID/task/TID/children, so parents are read instead.)"""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Process:
    """A live process: CPU seconds of its own and of the children it has waited for, resident memory in bytes."""

    pid: int
    parent: int
    cpu_s: float
    resident_bytes: int


def descendants(root: int) -> list[Process]:
    """All live descendants of a process (zombies, which only wait to be reaped, are among them)."""
    children = defaultdict(list)
    for entry in Path("/proc").iterdir():
        process = _read(entry) if entry.name.isdigit() else None
        if process:
            children[process.parent].append(process)
    found, frontier = [], [root]
    while frontier:
        below = children[frontier.pop()]
        found += below
        frontier += [process.pid for process in below]
    return found


def _read(entry: Path) -> Process | None:
    try:
        fields = (entry / "stat").read_bytes().rpartition(b")")[2].split()
    except OSError:  # it went away in between
        return None
    cpu_s = sum(map(int, fields[11:15])) / _TICK
    return Process(int(entry.name), int(fields[1]), cpu_s, int(fields[21]) * _PAGE)
