"""Measures the CPU time that other programs take beside our runs, from the kernel's counts (/proc/stat)."""

import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path

from runners.confine.process_table import Watch

# A run that shares its core with half a core of other load loses about a third of its speed; all runs share caches.
DISTURBING_CORES = 0.5
# The kernel counts in hundredths of a second: over this time, a load is exact to a few hundredths of a core.
SHORTEST_S = 0.5
_FIRST_S = 0.2
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Load:
    """How many of the cores that we may use others kept busy: other programs (foreign), or other machines by the
    hypervisor (stolen)."""

    foreign: float
    stolen: float

    @property
    def disturbing(self) -> bool:
        """Whether the load is too high for the times of a run to be trusted."""
        return self.foreign + self.stolen > DISTURBING_CORES


@dataclass(frozen=True)
class _Counts:
    """The clock, and the CPU seconds of all programs (busy), of this process and its descendants (own), and stolen."""

    at: float
    busy: float
    own: float
    stolen: float


class LoadMeter:
    """Measures the load while a harness makes its runs, between one sample and the next."""

    def __init__(self) -> None:
        self._cores = {f"cpu{core}" for core in os.sched_getaffinity(0)}
        self._tree = Watch(os.getpid())
        self._last = self._counts()
        self._load: Load | None = None

    def look_first(self) -> None:
        """Wait for a short while, so that the load is known from the first run on."""
        time.sleep(_FIRST_S)
        self.load(_FIRST_S)

    def load(self, shortest_s: float = SHORTEST_S) -> Load | None:
        """The load since the last sample, or that sample's if it is younger than this. None: not known yet."""
        if time.monotonic() - self._last.at >= shortest_s:
            last, self._last = self._last, self._counts()
            passed = self._last.at - last.at
            foreign = (self._last.busy - last.busy) - (self._last.own - last.own)
            self._load = Load(max(0.0, foreign / passed), (self._last.stolen - last.stolen) / passed)
        return self._load

    def _counts(self) -> _Counts:
        busy = stolen = 0
        for line in Path("/proc/stat").read_text(encoding="ascii").splitlines():
            core, *ticks = line.split()
            if core in self._cores:
                user, nice, system, _, _, irq, softirq, steal = map(int, ticks[:8])
                busy += user + nice + system + irq + softirq
                stolen += steal
        own = sum(process.cpu_s for process in self._tree.look())
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
            used = resource.getrusage(who)
            own += used.ru_utime + used.ru_stime
        return _Counts(time.monotonic(), busy / _TICK, own, stolen / _TICK)
