"""The cost of confinement: the wall time of a whole call for a command that does nothing, ours beside BenchExec's."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

from tilings.runners.confine import Limits
from tools.soak import _executors
from tools.soak.figure import CannotRun, Figure

NOTHING = ["true"]
LIMITS = Limits(10.0, 10.0, 500)


def measure(quick: bool) -> Iterator[Figure]:
    """The median time of each executor in milliseconds; the executors take turns."""
    rounds = 3 if quick else 30
    calls: dict[str, Callable[[], object]] = {"a bare fork, exec and wait": lambda: subprocess.run(NOTHING, check=True)}
    for name, backend in _executors.backends().items():
        calls[f"{name}: confine.run"] = lambda backend=backend: _executors.confined(backend, NOTHING, LIMITS)
    reason = _executors.no_runexec()
    if not reason:
        calls["BenchExec: RunExecutor.execute_run"] = _by_library
        calls["BenchExec: runexec"] = lambda: _executors.by_runexec(NOTHING, LIMITS)
    times = _executors.in_child(lambda: _times(calls, rounds))
    for name, seconds in times.items():
        yield Figure(f"{name}, median", 1000 * statistics.median(seconds), "ms")
    if reason:
        raise CannotRun(reason)


def _times(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = defaultdict(list)
    for number in range(rounds + 1):
        for name, call in calls.items():
            start = time.monotonic()
            call()
            if number:  # the first call warms up
                times[name].append(time.monotonic() - start)
    return dict(times)


def _by_library() -> None:
    """BenchExec's library, in this process."""
    import logging

    from benchexec.runexecutor import RunExecutor

    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        RunExecutor(use_namespaces=False).execute_run(
            NOTHING, str(Path(folder) / "output"), walltimelimit=10, hardtimelimit=10, memlimit=LIMITS.memory_bytes
        )
