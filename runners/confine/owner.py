"""Identifies the owner of a process tree: by process id and start time, within its PID namespace."""

import os
from functools import cache
from pathlib import Path

# An environment variable of every process of a tree, which names its owner.
MARKER = "TILINGS_RUN"


def marker() -> str:
    """This process as an owner: ``pid:start time``."""
    pid = os.getpid()
    return f"{pid}:{_start_time(pid)}"


def is_dead(mark: str) -> bool:
    """Whether the owner that a marker names has ended; False for text that is no marker."""
    pid, _, start = mark.partition(":")
    return pid.isdecimal() and start.isdecimal() and _start_time(int(pid)) != start


@cache
def namespace() -> str:
    """The number of this process's PID namespace: a process id means another process in another one."""
    return str(Path("/proc/self/ns/pid").stat().st_ino)


def _start_time(pid: int) -> str:
    """In clock ticks since the machine's boot; empty where the process is dead (a zombie is)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
