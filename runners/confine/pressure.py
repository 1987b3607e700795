"""For how long nothing could go on because processors or memory were short: the kernel's pressure stall information.

https://docs.kernel.org/accounting/psi.html
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from runners.confine import cgroup

KINDS = ("cpu", "memory")


@dataclass(frozen=True)
class Pressure:
    """The files in which the kernel counts for a cgroup, or for the machine; they end in `suffix`."""

    folder: Path
    suffix: str = ".pressure"

    def stalled_s(self, kinds: tuple[str, ...] = KINDS) -> float | None:
        """The seconds in which none of those that wanted to go on could. None: this kernel does not count them."""
        counts = [_full_s(f"{self.folder}/{kind}{self.suffix}") for kind in kinds]
        known = [count for count in counts if count is not None]
        return sum(known) if known else None


def surroundings() -> Pressure:
    """That of the cgroup of version 2 that this process is in; of the machine where that is the root, or there is none.

    (For the machine the kernel counts only memory: some processor always runs what wants to.)
    """
    own = cgroup.own().get("")
    if own is not None and (own / "memory.pressure").exists():
        return Pressure(own)
    return Pressure(Path("/proc/pressure"), suffix="")


def _full_s(path: str) -> float | None:
    """The total of the line ``full``, in the kernel's microseconds; None where there is none."""
    try:
        file = os.open(path, os.O_RDONLY)
        try:
            words = os.read(file, 1000).split()
        finally:
            os.close(file)
    except OSError:  # no such file, or a kernel that was told not to count
        return None
    return int(words[-1].partition(b"=")[2]) / 1e6 if b"full" in words else None
