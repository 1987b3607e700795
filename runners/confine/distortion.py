"""Detects what distorted a run's time: suspend, SIGSTOP, clock changes, and a shortage of processors or memory.

Limits and measured times use the monotonic clock, which stands still while the machine sleeps; solvers may use the
clock of the day for a limit of their own.
"""

import time
from pathlib import Path
from typing import NamedTuple

from tilings.runners.confine import cgroup

STOPPED_S = 0.5  # a shorter pause may be a read from a disk
_SLEPT_S, _SET_S = 0.1, 1.0  # the gradual adjustment of a clock is less in an hour
_AT_ONCE_S = 0.001
_TRIES = 10
PRESSURES = ("cpu", "memory")
_SCHEDSTAT = Path("/proc/thread-self/schedstat")


class Clocks:
    """Compares the clocks with their readings at its creation. stopped_s: the seconds for which this process was
    stopped in all."""

    def __init__(self) -> None:
        self._first = _read()
        self.stopped_s = 0.0
        self._looked = time.monotonic(), _spent_s()

    def look(self, waited_s: float = 0.0) -> float:
        """The monotonic clock; called repeatedly.

        waited_s: the longest wait of the caller since the last call. If this thread was neither on a processor nor in
        line for one for longer, the process was stopped.
        """
        now, spent = time.monotonic(), _spent_s()
        stopped = now - self._looked[0] - waited_s - (spent - self._looked[1])
        if stopped >= STOPPED_S:
            self.stopped_s += stopped
        self._looked = now, spent
        return now

    def words(self) -> str:
        """The distortions, for a message; empty without any."""
        slept, jumped = (last - first for first, last in zip(self._first, _read(), strict=True))
        events = []
        if slept >= _SLEPT_S:
            events.append(f"the machine slept for {slept:.1f} s")
        if self.stopped_s:
            events.append(f"the run was stopped for {self.stopped_s:.1f} s")
        if abs(jumped) >= _SET_S:
            events.append(f"the clock was set by {jumped:+.0f} s")
        return f"{' and '.join(events)} meanwhile" if events else ""


class Pressure(NamedTuple):
    """The kernel's pressure stall information for a cgroup, or for the machine, in files that end in `suffix`.

    https://docs.kernel.org/accounting/psi.html
    """

    folder: Path
    suffix: str = ".pressure"

    def stalled_s(self, kinds: tuple[str, ...] = PRESSURES) -> float | None:
        """The seconds without progress because processors or memory were short; None if this kernel does not count."""
        counts = [_full_s(f"{self.folder}/{kind}{self.suffix}") for kind in kinds]
        known = [count for count in counts if count is not None]
        return sum(known) if known else None


def own_pressure() -> Pressure:
    """The pressure of this process's cgroup of version 2; that of the machine at the root, or without such a cgroup.

    For the machine the kernel counts only memory.
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
    except (OSError, ValueError):  # this kernel does not count it
        return time.thread_time()
    return (int(on) + int(ready)) / 1e9


def _read() -> tuple[float, float]:
    """The time slept since the boot, and the clock of the day minus the clock since the boot: all clocks at one moment,
    as nearly as the scheduler allows."""
    readings = []
    for _ in range(_TRIES):
        before = time.monotonic()
        since_boot, day = time.clock_gettime(time.CLOCK_BOOTTIME), time.time()
        took = time.monotonic() - before
        readings.append((took, since_boot - before, day - since_boot))
        if took < _AT_ONCE_S:
            break
    return min(readings)[1:]


def _full_s(path: str) -> float | None:
    """The total of the line ``full``, which the kernel gives in microseconds; None where it is missing."""
    try:
        words = Path(path).read_bytes().split()
    except OSError:  # a kernel without the file, or started without counting
        return None
    return int(words[-1].partition(b"=")[2]) / 1e6 if b"full" in words else None
