"""Allocates cores to runs, and measures the load of other programs on them.

The kernel counts in /proc/stat the time of other programs (foreign), and the time that the hypervisor gives to other
machines (stolen).
"""

import fcntl
import os
import resource
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from tilings.runners.confine.process_table import Watch
from tilings.runners.record import disturbance
from tilings.runners.record.schema import NOT_TRIED, RunRecord

CORES = Path("/sys/devices/system/cpu")
# The kernel counts in hundredths of a second: over this time a load is accurate to a few hundredths of a core.
SHORTEST_S = 0.5
_FIRST_S = 0.2
_TICK = os.sysconf("SC_CLK_TCK")


class Slot(NamedTuple):
    """The cores that a run is pinned to (empty: it is not pinned), and those reserved for it."""

    cores: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


class CoreAllocator:
    """Reserves cores for at most `jobs` runs at a time, of at most `threads` threads each.

    A run gets its own core for each of its threads, and waits until there are enough. A run with more threads than
    this harness has cores runs alone and unpinned. With fewer cores than jobs no run is pinned.
    """

    def __init__(self, jobs: int, threads: int = 1) -> None:
        self._free_jobs = jobs
        self._locks, locked = _lock(jobs * threads)
        self._cores = locked if len(locked) >= jobs else []
        self._free = list(self._cores)

    def take(self, threads: int) -> Slot | None:
        """Reserve cores for a run; None: it must wait."""
        if not self._free_jobs:
            return None
        slot = Slot()
        if threads > len(self._cores):
            slot = Slot((), tuple(self._cores))
        elif self._cores:
            slot = Slot(tuple(self._free[:threads]), tuple(self._free[:threads]))
        if len(slot.kept) > len(self._free) or len(slot.cores) < threads <= len(self._cores):
            return None
        self._free = self._free[len(slot.kept) :]
        self._free_jobs -= 1
        return slot

    def give_back(self, slot: Slot) -> None:
        """Release the cores of an ended run."""
        self._free = [*slot.kept, *self._free]
        self._free_jobs += 1

    def close(self) -> None:
        """Release all cores to other harnesses."""
        for lock in self._locks:
            lock.close()


def _lock(most: int) -> tuple[list[IO[bytes]], list[int]]:
    """Lock at most `most` cores that no other harness on this machine has locked; the locks, and the cores' numbers.

    A core's lock is on its file in /sys, which is the same for all users and need not be removed.
    """
    locks: list[IO[bytes]] = []
    cores: list[int] = []
    for core in sorted(os.sched_getaffinity(0)):
        if len(cores) < most:
            try:
                lock = (CORES / f"cpu{core}" / "uevent").open("rb")
            except OSError:  # hidden in some containers
                continue
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.close()
                continue
            locks.append(lock)
            cores.append(core)
    return locks, cores


class Load(NamedTuple):
    """The numbers of cores, of those that we may use, that other programs and other machines kept busy."""

    foreign: float
    stolen: float

    @property
    def disturbing(self) -> bool:
        """Whether the load is too high for reliable times."""
        return self.foreign + self.stolen > disturbance.DISTURBING_CORES


class Counts(NamedTuple):
    """Counts of CPU seconds.

    at: the time of counting, by the monotonic clock.
    busy: the seconds that all programs used, by core.
    own: the seconds that this process and its descendants used.
    stolen: the seconds that the hypervisor took, by core.
    """

    at: float
    busy: Mapping[int, float]
    own: float
    stolen: Mapping[int, float]


class LoadMeter:
    """Measures the load between samples, and during each run."""

    def __init__(self) -> None:
        self._cores = os.sched_getaffinity(0)
        self._tree = Watch(os.getpid())
        self._last = self.counts()
        self._load: Load | None = None

    def look_first(self) -> None:
        """Wait for a short while, to know the load before the first run."""
        time.sleep(_FIRST_S)
        self.load(_FIRST_S)

    def load(self, shortest_s: float = SHORTEST_S) -> Load | None:
        """The load since the last sample, or that sample's if it is younger than `shortest_s`; None: not known yet."""
        if time.monotonic() - self._last.at >= shortest_s:
            last, self._last = self._last, self.counts()
            passed = self._last.at - last.at
            self._load = Load(_foreign(last, self._last) / passed, _stolen(last, self._last, self._cores) / passed)
        return self._load

    def judged(self, record: RunRecord, cores: tuple[int, ...], before: Counts) -> RunRecord:
        """The record of a run with foreign_s, stolen_s and disturbed.

        cores: the cores that the run was pinned to; empty if it was not pinned.
        before: the counts at the run's start.

        Other programs used the run's cores at most for their time on all cores, and at most for the busy time of its
        cores beyond its own CPU time.
        """
        if record.ended in NOT_TRIED:
            return record._replace(disturbed=False)
        after = self.counts()
        foreign = _foreign(before, after)
        on_cores = foreign
        if cores and record.cpu_s is not None:
            used = sum(after.busy.get(core, 0.0) - before.busy.get(core, 0.0) for core in cores)
            on_cores = min(foreign, max(0.0, used - record.cpu_s))
        stolen = _stolen(before, after, cores or self._cores)
        measured = record._replace(foreign_s=on_cores, stolen_s=stolen)
        everywhere = foreign + _stolen(before, after, self._cores)
        return disturbance.judged(measured, everywhere, after.at - before.at)

    def counts(self) -> Counts:
        busy: dict[int, float] = {}
        stolen: dict[int, float] = {}
        for line in Path("/proc/stat").read_text(encoding="ascii").splitlines():
            name, *ticks = line.split()
            core = int(name[3:]) if name.startswith("cpu") and name != "cpu" else -1
            if core in self._cores:
                user, nice, system, _, _, irq, softirq, steal = map(int, ticks[:8])
                busy[core] = (user + nice + system + irq + softirq) / _TICK
                stolen[core] = steal / _TICK
        own = sum(process.cpu_s for process in self._tree.look())
        for scope in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            used = resource.getrusage(scope)
            own += used.ru_utime + used.ru_stime
        return Counts(time.monotonic(), busy, own, stolen)


def _foreign(before: Counts, after: Counts) -> float:
    """The CPU seconds of other programs between two counts."""
    return max(0.0, sum(after.busy.values()) - sum(before.busy.values()) - (after.own - before.own))


def _stolen(before: Counts, after: Counts, cores: Iterable[int]) -> float:
    """The CPU seconds that the hypervisor took from some cores between two counts."""
    return sum(after.stolen.get(core, 0.0) - before.stolen.get(core, 0.0) for core in cores)
