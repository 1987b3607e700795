"""Ends what killed harnesses left behind: their cgroups with all processes in them, and processes with their mark."""

from collections.abc import Iterator
from pathlib import Path

from runners.confine import owner, process_table
from runners.confine.choice import cgroups

_ROUNDS = 10


def sweep() -> int:
    """Kill and remove what belongs to dead owners; returns how many groups and processes.

    Call it at a harness's start, and when a worker has died: it costs a look at each process of this user.
    """
    groups = sum(backend.sweep() for backend in cgroups())
    ended: set[int] = set()
    for _ in range(_ROUNDS):  # until nothing is left that a fork has saved
        found = process_table.end(_orphaned)
        if not found:
            break
        ended |= found
    return groups + len(ended)


def _orphaned() -> Iterator[int]:
    """The processes whose environment carries the marker of a dead owner."""
    mark = f"{owner.MARKER}=".encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                words = (entry / "environ").read_bytes().split(b"\0")
                marks = [word.removeprefix(mark).decode() for word in words if word.startswith(mark)]
                # In another PID namespace, ours or an owner's process id would mean another process.
                if marks and owner.is_dead(marks[0]) and str((entry / "ns/pid").stat().st_ino) == owner.namespace():
                    yield int(entry.name)
            except OSError:  # another user's, or gone
                continue
