"""The accounted CPU time of process trees that burn a known amount.

Each process of a tree burns until its own CPU clock reaches its part, and reports the clock at its end; the sum of the
reports is the truth. The largest error of all repetitions counts.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tilings.runners import confine
from tilings.runners.confine import Limits
from tools.soak import _burn
from tools.soak._executors import Executor, executors, no_runexec
from tools.soak.figure import CannotRun, Figure

KINDS = {
    "threads": "threads",
    "children": "children",
    "escaped": "grandchildren that left their group",
    "unreaped": "children that nobody waits for",
}
MOST_PERCENT = 2.0


def measure(quick: bool) -> Iterator[Figure]:
    """The largest error of each executor on each kind of tree, in % of the truth."""
    repetitions, seconds = (1, 1.0) if quick else (4, 3.0)
    to_compare = executors()
    for kind, words in KINDS.items():
        errors: dict[str, list[float]] = defaultdict(list)
        for _ in range(repetitions):
            for name, run in to_compare.items():
                errors[name].append(_error_percent(run, kind, seconds))
        for name in to_compare:
            target = MOST_PERCENT if name == confine.choose().name else None
            yield Figure(f"{name}: error, {words}", max(map(abs, errors[name])), "%", target)
    if reason := no_runexec():
        raise CannotRun(reason)


def _error_percent(run: Executor, kind: str, seconds: float) -> float:
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        report = Path(folder) / "report"
        command = [sys.executable, "-I", "-S", str(Path(_burn.__file__)), kind, str(seconds), str(report)]
        cost = run(command, Limits(60.0, 120.0, 500))
        truth = sum(map(float, report.read_text(encoding="ascii").split()))
    return 100 * (cost.cpu_s - truth) / truth
