"""Notices what made the time of a run another one than its solver's: the machine slept, the run was stopped, the clock
of the day was set.

No limit and no measured time depends on the clock of the day; but solvers may take their own limit by it, and the
monotonic clock, by which ours are held, stands still while the machine sleeps.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

HELD_S = 0.5  # less may pass while a disk is read
_SLEPT_S, _SET_S = 0.1, 1.0  # a clock that is adjusted gently goes astray by less in an hour
_AT_ONCE_S = 0.001
_TRIES = 10
_SCHEDSTAT = Path("/proc/thread-self/schedstat")


@dataclass(frozen=True)
class _Reading:
    """The clock since the boot, sleep included, and the clock of the day, both as seen from the monotonic clock."""

    asleep_s: float
    day_s: float


class Clocks:
    """The clocks since this was made. held_s: for how long this process did not run in all, when it should have."""

    def __init__(self) -> None:
        self._first = _read()
        self.held_s = 0.0
        self._looked = time.monotonic(), _spent_s()

    def look(self, waited_s: float = 0.0) -> float:
        """The monotonic clock; to be asked again and again. waited_s: the longest that the caller has waited since the
        last look: who comes later, and has neither been at work nor in line for a processor, was stopped."""
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
        said = [
            f"the machine slept for {slept:.1f} s" * (slept >= _SLEPT_S),
            f"the run was stopped for {self.held_s:.1f} s" * bool(self.held_s),
            f"the clock was set by {jumped:+.0f} s" * (abs(jumped) >= _SET_S),
        ]
        return " and ".join(filter(None, said)) + " meanwhile" * any(said)


def _spent_s() -> float:
    """The time of this thread on a processor, or ready to be (https://docs.kernel.org/scheduler/sched-stats.html)."""
    try:
        with _SCHEDSTAT.open("rb") as file:
            on, ready, _ = file.read().split()
    except (OSError, ValueError):  # a kernel that does not count
        return time.thread_time()
    return (int(on) + int(ready)) / 1e9


def _read() -> _Reading:
    """All clocks at one moment, or as nearly as this process is let."""
    readings = []
    for _ in range(_TRIES):
        before = time.monotonic()
        since_boot, day = time.clock_gettime(time.CLOCK_BOOTTIME), time.time()
        took = time.monotonic() - before
        readings.append((took, _Reading(since_boot - before, day - since_boot)))
        if took < _AT_ONCE_S:
            break
    return min(readings, key=lambda each: each[0])[1]
