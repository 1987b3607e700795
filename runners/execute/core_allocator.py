"""Allocates cores to runs, so that no two runs on this machine share one."""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO

CORES = Path("/sys/devices/system/cpu")


@dataclass(frozen=True)
class Slot:
    """The cores that a run is pinned to (empty: it is not pinned), and those that are reserved for it."""

    cores: tuple[int, ...]
    kept: tuple[int, ...]


class CoreAllocator:
    """Reserves cores for at most `jobs` runs at a time, of at most so many threads each.

    A run gets a core of its own for each of its threads, and waits until there are enough. One that has more threads
    than this harness has cores runs alone, and unpinned. Where not even each job can have a core, no run is pinned.
    """

    def __init__(self, jobs: int, threads: int = 1) -> None:
        self._free_jobs = jobs
        self._locks, held = _hold(jobs * threads)
        self._held = held if len(held) >= jobs else []
        self._free = list(self._held)

    def take(self, threads: int) -> Slot | None:
        """Reserve cores for a run; None: it has to wait."""
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
        """Release the cores of a run that has ended."""
        self._free = [*slot.kept, *self._free]
        self._free_jobs += 1

    def close(self) -> None:
        """Release all cores to other harnesses."""
        for lock in self._locks:
            lock.close()


def _hold(most: int) -> tuple[list[IO[bytes]], list[int]]:
    """Lock at most so many cores that no other harness on this machine holds; the locks, and the cores' numbers.

    A core's lock is on its file in /sys: all users see the same file, and none has to be removed.
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
