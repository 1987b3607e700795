"""Ends what killed harnesses have left behind: their cgroups with all that is in them, and marked processes."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from runners.confine import owner
from runners.confine.choice import cgroups


def sweep() -> int:
    """Kill and remove what belongs to owners that are dead; how many processes and groups that were.

    Call it at a harness's start: it costs a look at each process of this user.
    """
    return sum(backend.sweep() for backend in cgroups()) + _sweep_processes()


def _sweep_processes() -> int:
    """SIGKILL every process whose environment carries the marker of a dead owner."""
    mark = f"{owner.MARKER}=".encode()
    ended = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        with suppress(OSError):  # another user's, or gone
            words = (entry / "environ").read_bytes().split(b"\0")
            marks = [word.removeprefix(mark).decode() for word in words if word.startswith(mark)]
            # In another PID namespace, ours or an owner's process id would mean another process.
            if marks and owner.is_dead(marks[-1]) and str((entry / "ns/pid").stat().st_ino) == owner.namespace():
                os.kill(int(entry.name), signal.SIGKILL)
                ended += 1
    return ended
