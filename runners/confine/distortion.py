"""Detects what distorted a run's time: suspend, SIGSTOP, clock changes, and a shortage of processors or memory.

No limit and no measured time depends on the clock of the day; but solvers may take their own limit by it, and the
monotonic clock, by which ours are held, stands still while the machine sleeps.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from tilings.runners.confine import cgroup

HELD_S = 0.5  # less may pass while a disk is read
_SLEPT_S, _SET_S = 0.1, 1.0  # a clock that is adjusted gently goes astray by less in an hour
_AT_ONCE_S = 0.001
_TRIES = 10
PRESSURES = ("cpu", "memory")
_SCHEDSTAT = Path("/proc/thread-self/schedstat")


@dataclass(frozen=True)
class _Reading:
    """The clock since the boot, sleep included, and the clock of the day, both as seen from the monotonic clock."""

    asleep_s: float
    day_s: float


class Clocks:
    """The clocks since this was made. held_s: the seconds in all for which this process was stopped."""

    def __init__(self) -> None:
        self._first = _read()
        self.held_s = 0.0
        self._looked = time.monotonic(), _spent_s()

    def look(self, waited_s: float = 0.0) -> float:
        """The monotonic clock; to be called again and again.

        waited_s: the longest that the caller has waited since the last look. A process that comes later, and has
        neither worked nor been in line for a processor, was stopped.
        """
        now, spent = time.monotonic(), _spent_s()
        held = now - self._looked[0] - waited_s - (spent - self._looked[1])
        if held >= HELD_S:
            self.held_s += held
        self._looked = now, spent
        return now

    def words(self) -> str:
        """What happened, for a message; empty if nothing did."""
        last = _read()
        slept = last.asleep_s - self._first.asleep_s
        jumped = last.day_s - self._first.day_s
        events = []
        if slept >= _SLEPT_S:
            events.append(f"the machine slept for {slept:.1f} s")
        if self.held_s:
            events.append(f"the run was stopped for {self.held_s:.1f} s")
        if abs(jumped) >= _SET_S:
            events.append(f"the clock was set by {jumped:+.0f} s")
        return f"{' and '.join(events)} meanwhile" if events else ""


@dataclass(frozen=True)
class Pressure:
    """The kernel's pressure stall information for a cgroup, or for the machine, in files that end in `suffix`.

    https://docs.kernel.org/accounting/psi.html
    """

    folder: Path
    suffix: str = ".pressure"

    def stalled_s(self, kinds: tuple[str, ...] = PRESSURES) -> float | None:
        """The seconds in which nothing could run because processors or memory were short.

        None: this kernel does not count them.
        """
        counts = [_full_s(f"{self.folder}/{kind}{self.suffix}") for kind in kinds]
        known = [count for count in counts if count is not None]
        return sum(known) if known else None


def own_pressure() -> Pressure:
    """That of the cgroup of version 2 that this process is in; of the machine where that is the root, or there is none.

    For the machine the kernel counts only memory: some processor always runs what wants to.
    """
    group = cgroup.own().get("")
    if group is not None and (group / "memory.pressure").exists():
        return Pressure(group)
    return Pressure(Path("/proc/pressure"), suffix="")


def _spent_s() -> float:
    """The time of this thread on a processor or in line for one (https://docs.kernel.org/scheduler/sched-stats.html)."""
    try:
        with _SCHEDSTAT.open("rb") as file:
            on, ready, _ = file.read().split()
    except (OSError, ValueError):  # a kernel that does not count
        return time.thread_time()
    return (int(on) + int(ready)) / 1e9


def _read() -> _Reading:
    """All clocks at one moment, or as nearly as the scheduler allows."""
    readings = []
    for _ in range(_TRIES):
        before = time.monotonic()
        since_boot, day = time.clock_gettime(time.CLOCK_BOOTTIME), time.time()
        took = time.monotonic() - before
        readings.append((took, _Reading(since_boot - before, day - since_boot)))
        if took < _AT_ONCE_S:
            break
    return min(readings, key=lambda reading: reading[0])[1]


def _full_s(path: str) -> float | None:
    """The total of the line ``full``, in the kernel's microseconds; None where there is none."""
    try:
        file = os.open(path, os.O_RDONLY)
        try:
            words = os.read(file, 1000).split()
        finally:
            os.close(file)
    except OSError:  # no such file, or a kernel that was started without counting
        return None
    return int(words[-1].partition(b"=")[2]) / 1e6 if b"full" in words else None
