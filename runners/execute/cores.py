"""The cores of runs: their allocation, so that no two runs on this machine share one, and what others take of them.

Others are other programs (foreign) and, by the hypervisor, other machines (stolen); the kernel counts both in
/proc/stat.
"""

from __future__ import annotations

import fcntl
import os
import resource
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from tilings.runners.confine.process_table import Watch
from tilings.runners.record import disturbance
from tilings.runners.record.schema import NOT_TRIED, RunRecord

CORES = Path("/sys/devices/system/cpu")
# The kernel counts in hundredths of a second: over this time, a load is exact to a few hundredths of a core.
SHORTEST_S = 0.5
_FIRST_S = 0.2
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Slot:
    """The cores that a run is pinned to (empty: it is not pinned), and those that are reserved for it."""

    cores: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()


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
        slot = Slot()
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


@dataclass(frozen=True)
class Load:
    """The number of the cores that we may use which others kept busy."""

    foreign: float
    stolen: float

    @property
    def disturbing(self) -> bool:
        """Whether the load is too high for the times of a run to be trusted."""
        return self.foreign + self.stolen > disturbance.DISTURBING_CORES


@dataclass(frozen=True)
class Counts:
    """The clock, and CPU seconds: of all programs on each core (busy), of this process and its descendants (own), and
    stolen from each core."""

    at: float
    busy: Mapping[int, float]
    own: float
    stolen: Mapping[int, float]


class LoadMeter:
    """Measures the load while a harness makes its runs, between one sample and the next, and during each run."""

    def __init__(self) -> None:
        self._cores = os.sched_getaffinity(0)
        self._tree = Watch(os.getpid())
        self._last = self.counts()
        self._load: Load | None = None

    def look_first(self) -> None:
        """Wait for a short while, so that the load is known from the first run on."""
        time.sleep(_FIRST_S)
        self.load(_FIRST_S)

    def load(self, shortest_s: float = SHORTEST_S) -> Load | None:
        """The load since the last sample, or that sample's if it is younger than this. None: not known yet."""
        if time.monotonic() - self._last.at >= shortest_s:
            last, self._last = self._last, self.counts()
            passed = self._last.at - last.at
            self._load = Load(_foreign(last, self._last) / passed, _stolen(last, self._last, self._cores) / passed)
        return self._load

    def judged(self, record: RunRecord, cores: tuple[int, ...], before: Counts) -> RunRecord:
        """The record of a run with what others took meanwhile, and whether that disturbed it.

        cores: those that it was pinned to, empty for none; before: the counts when it was started. What others took of
        its cores is at most what they took of all, and what was used of its cores beyond its own CPU time.
        """
        if record.ended in NOT_TRIED:
            return replace(record, disturbed=False)
        after = self.counts()
        foreign = _foreign(before, after)
        on_cores = foreign
        if cores and record.cpu_s is not None:
            used = sum(after.busy.get(core, 0.0) - before.busy.get(core, 0.0) for core in cores)
            on_cores = min(foreign, max(0.0, used - record.cpu_s))
        stolen = _stolen(before, after, cores or self._cores)
        measured = replace(record, foreign_s=on_cores, stolen_s=stolen)
        everywhere = foreign + _stolen(before, after, self._cores)
        return disturbance.judged(measured, everywhere, after.at - before.at)

    def counts(self) -> Counts:
        """The kernel's counts so far."""
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
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            used = resource.getrusage(who)
            own += used.ru_utime + used.ru_stime
        return Counts(time.monotonic(), busy, own, stolen)


def _foreign(before: Counts, after: Counts) -> float:
    """The CPU seconds of other programs between two counts."""
    return max(0.0, sum(after.busy.values()) - sum(before.busy.values()) - (after.own - before.own))


def _stolen(before: Counts, after: Counts, cores: Iterable[int]) -> float:
    """The CPU seconds that the hypervisor took from some cores between two counts."""
    return sum(after.stolen.get(core, 0.0) - before.stolen.get(core, 0.0) for core in cores)
