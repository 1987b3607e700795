"""A tree of 8 children that pass the memory limit together but not alone.

The tree itself adds up the memory that its living children have touched. The overshoot is the maximum of this sum minus
the limit. (It may be negative: the kernel also counts interpreters and page tables.)
"""

from __future__ import annotations

import struct
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tilings.runners import confine
from tilings.runners.confine import Limits
from tools.soak import _allocate
from tools.soak._executors import Executor, executors, no_runexec
from tools.soak.figure import CannotRun, Figure

CHILDREN, EACH_MB, LIMIT_MB = 8, 100, 400
RATES = {"at 200 MB/s": 200.0 / CHILDREN, "as fast as it can": 0.0}


def measure(quick: bool) -> Iterator[Figure]:
    """The largest overshoot and the trees that did not end at their memory limit, for each executor and rate."""
    to_compare = executors()
    for words, rate in list(RATES.items())[1 if quick else 0 :]:
        results: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for _ in range(1 if quick else 5):
            for name, run in to_compare.items():
                results[name].append(_overshoot_percent(run, rate))
        for name, runs in results.items():
            target = 0 if name == confine.choose().name else None
            yield Figure(
                f"{name}: not stopped for its memory, {words}", sum(not ended for _, ended in runs), "", target
            )
            yield Figure(f"{name}: overshoot, {words}", max(percent for percent, _ in runs), "% of limit")
    if reason := no_runexec():
        raise CannotRun(reason)


def _overshoot_percent(run: Executor, rate: float) -> tuple[float, bool]:
    """The overshoot in percent, and whether passing the limit ended the tree."""
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        report = Path(folder) / "report"
        command = [sys.executable, "-I", "-S", _allocate.__file__, str(CHILDREN), str(EACH_MB), str(rate), str(report)]
        cost = run(command, Limits(20.0, 40.0, LIMIT_MB))
        (touched,) = struct.unpack("q", report.read_bytes())
    return 100 * (touched / 1e6 / LIMIT_MB - 1), cost.ended == "memory"
