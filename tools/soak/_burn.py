"""A process tree that burns a known CPU time: python _burn.py KIND SECONDS REPORT.

Each of its processes runs until its own CPU clock has reached its part, and adds to the file REPORT, as its
last action, the CPU time that the clock then shows.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

PARTS = 4


def main() -> None:
    """Burn the CPU time in PARTS parts."""
    kind, seconds, report = sys.argv[1], float(sys.argv[2]), Path(sys.argv[3])
    {"threads": threads, "children": children, "escaped": escaped, "unreaped": unreaped}[kind](seconds, report)
    leave(report)


def threads(seconds: float, report: Path) -> None:
    """Threads of one process."""
    parts = [threading.Thread(target=burn, args=(seconds,)) for _ in range(PARTS)]
    for part in parts:
        part.start()
    for part in parts:
        part.join()


def children(seconds: float, report: Path) -> None:
    """Children that are waited for."""
    for pid in [forked(seconds / PARTS, report) for _ in range(PARTS)]:
        os.waitpid(pid, 0)


def unreaped(seconds: float, report: Path) -> None:
    """Children that are not waited for; the kernel reaps them, because SIGCHLD is ignored."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    reading, writing = os.pipe()
    for _ in range(PARTS):
        forked(seconds / PARTS, report)
    os.close(writing)
    os.read(reading, 1)  # until the last one has ended


def escaped(seconds: float, report: Path) -> None:
    """Grandchildren in separate sessions whose parents have ended."""
    reading, writing = os.pipe()
    for _ in range(PARTS):
        between = os.fork()
        if not between:
            os.setsid()
            forked(seconds / PARTS, report)
            leave(report)
        os.waitpid(between, 0)
    os.close(writing)
    os.read(reading, 1)


def forked(seconds: float, report: Path) -> int:
    """A child that burns the given CPU time."""
    pid = os.fork()
    if not pid:
        burn(seconds)
        leave(report)
    return pid


def burn(seconds: float) -> None:
    """Run until the CPU clock of this process shows the given time."""
    while time.process_time() < seconds:
        pass


def leave(report: Path) -> None:
    """Report, and end without any cleanup, which would cost more CPU time."""
    file = os.open(report, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, f"{time.process_time()}\n".encode())
    os._exit(0)


if __name__ == "__main__":
    main()
