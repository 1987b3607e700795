"""A process tree whose children together pass a limit of memory: python _allocate.py CHILDREN MB RATE REPORT.

Each child allocates up to MB megabytes (10^6 bytes) and touches them, RATE of them a second (0: as fast as it can).
The file REPORT holds, as a 64-bit number, the most bytes that its children had touched at any one time.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import time

STEP = 1_000_000
LOOK_S = 0.001


def main() -> None:
    """Start the children, and add up until they have ended."""
    children, most, rate = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    report = os.open(sys.argv[4], os.O_RDWR | os.O_CREAT, 0o600)
    os.ftruncate(report, 8)
    shown = mmap.mmap(report, 8)
    shared = mmap.mmap(-1, 8 * children)
    pids = [_child(shared, number, most, rate) for number in range(children)]
    while any(pids):
        for number, pid in enumerate(pids):
            if pid and os.waitpid(pid, os.WNOHANG)[0]:
                pids[number] = 0
        touched = struct.unpack(f"{children}q", shared[:])
        living = sum(bytes_ for bytes_, pid in zip(touched, pids, strict=True) if pid)
        shown[:] = struct.pack("q", max(living, struct.unpack("q", shown[:])[0]))
        time.sleep(LOOK_S)


def _child(shared: mmap.mmap, number: int, most: int, rate: float) -> int:
    pid = os.fork()
    if pid:
        return pid
    start, kept = time.monotonic(), []
    for step in range(1, most + 1):
        kept.append(bytearray(b"\1") * STEP)
        shared[8 * number : 8 * number + 8] = struct.pack("q", step * STEP)
        if rate:
            time.sleep(max(0.0, start + step / rate - time.monotonic()))
    time.sleep(60)
    os._exit(0)


if __name__ == "__main__":
    main()
