"""A tree of 8 children that pass the memory limit together but not alone.

The tree itself adds up what its living children have touched; by how much the most of that passed the limit is the
overshoot. (It may be negative: interpreters and page tables count, too, where the kernel counts.)
"""

from __future__ import annotations

import struct
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tilings.runners.confine import Limits
from tools.soak import _allocate
from tools.soak._ways import Way, no_runexec, own, ways
from tools.soak.figure import CannotRun, Figure

CHILDREN, EACH_MB, LIMIT_MB = 8, 100, 400
RATES = {"at 200 MB/s": 200.0 / CHILDREN, "as fast as it can": 0.0}


def measure(quick: bool) -> Iterator[Figure]:
    """The largest overshoot and the number of trees that were not stopped for their memory, for each way and rate."""
    all_ways = ways()
    for words, rate in list(RATES.items())[1 if quick else 0 :]:
        found: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for _ in range(1 if quick else 5):
            for name, way in all_ways.items():
                found[name].append(_overshoot_percent(way, rate))
        for name, runs in found.items():
            target = 0 if name == own() else None
            yield Figure(
                f"{name}: not stopped for its memory, {words}", sum(not ended for _, ended in runs), "", target
            )
            yield Figure(f"{name}: overshoot, {words}", max(percent for percent, _ in runs), "% of limit")
    if reason := no_runexec():
        raise CannotRun(reason)


def _overshoot_percent(way: Way, rate: float) -> tuple[float, bool]:
    """The overshoot in percent, and whether passing the limit ended the tree."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        report = Path(folder) / "report"
        command = [sys.executable, "-I", "-S", _allocate.__file__, str(CHILDREN), str(EACH_MB), str(rate), str(report)]
        cost = way(command, Limits(20.0, 40.0, LIMIT_MB))
        (touched,) = struct.unpack("q", report.read_bytes())
    return 100 * (touched / 1e6 / LIMIT_MB - 1), cost.ended == "memory"
