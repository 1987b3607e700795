"""The cores that a harness has for its runs, so that no two runs of this machine share one."""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO

CORES = Path("/sys/devices/system/cpu")


@dataclass(frozen=True)
class Slot:
    """A run's place: the cores that it is pinned to (none: to none), and those that nobody else gets meanwhile."""

    cores: tuple[int, ...]
    kept: tuple[int, ...]


class CoreAllocator:
    """Places for `jobs` runs at a time, of at most so many threads each.

    A run gets a core of its own for each of its threads, and waits until there are enough. One that has more threads
    than this harness has cores runs alone, and unpinned. Where not even each job can have a core, no run is pinned.
    """

    def __init__(self, jobs: int, threads: int = 1) -> None:
        self._free_jobs = jobs
        self._locks, held = _hold(jobs * threads)
        self._held = held if len(held) >= jobs else []
        self._free = list(self._held)

    def take(self, threads: int) -> Slot | None:
        """A place for a run; None: it has to wait."""
        if not self._free_jobs:
            return None
        slot = Slot((), ())
        if threads > len(self._held):
            slot = Slot((), tuple(self._held))
        elif self._held:
            slot = Slot(tuple(self._free[:threads]), tuple(self._free[:threads]))
        if len(slot.kept) > len(self._free) or len(slot.cores) < threads <= len(self._held):
            return None
        self._free = self._free[len(slot.kept) :]
        self._free_jobs -= 1
        return slot

    def give_back(self, slot: Slot) -> None:
        """The run has ended."""
        self._free = [*slot.kept, *self._free]
        self._free_jobs += 1

    def close(self) -> None:
        """Let other harnesses have the cores."""
        for lock in self._locks:
            lock.close()


def _hold(most: int) -> tuple[list[IO[bytes]], list[int]]:
    """At most so many cores that no other harness on this machine has taken, with the locks that say so.

    What is locked is a file of the kernel's for each core: all users see the same, and none is left behind.
    """
    locks: list[IO[bytes]] = []
    cores: list[int] = []
    for core in sorted(os.sched_getaffinity(0)):
        if len(cores) < most:
            try:
                lock = (CORES / f"cpu{core}" / "uevent").open("rb")
            except OSError:  # a container may not show it
                continue
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.close()
                continue
            locks.append(lock)
            cores.append(core)
    return locks, cores
