"""Who owns a tree: a process id means a process only together with its start time, and within its PID namespace."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

# Set for every process of a tree, so that those of a harness that was killed can be told.
MARKER = "TILINGS_RUN"


def marker() -> str:
    """What says that this process is the owner: ``pid:start time``."""
    pid = os.getpid()
    return f"{pid}:{_start_time(pid)}"


def is_dead(mark: str) -> bool:
    """Whether the owner that a marker names is gone; False for what is no marker."""
    pid, _, start = mark.partition(":")
    return pid.isdecimal() and start.isdecimal() and _start_time(int(pid)) != start


@cache
def namespace() -> str:
    """The number of this process's PID namespace: in another one, our process ids mean others."""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def _start_time(pid: int) -> str:
    """In clock ticks since the machine's boot; empty where the process is dead (a zombie is)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
