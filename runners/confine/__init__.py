"""Runs a command so that its whole process tree is counted, limited and ended.

In: a command line and limits. Out: the lines of its output with their times, and what it used.

By a cgroup of its own where one can be made, else by looking into /proc, or by BenchExec's runexec: see task.Backend.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from runners.confine.choice import choose, usable
from runners.confine.output_reader import Sink
from runners.confine.stopping import STOPPING, Interruption, Stop, StopRequest, deferred_signals
from runners.confine.supervise import adopt_orphans
from runners.confine.sweep import sweep
from runners.confine.task import Backend, Limits, Task, Usage

__all__ = [
    "STOPPING", "StopRequest", "Backend", "Interruption", "Limits", "Stop", "Task", "Usage", "adopt_orphans", "choose",
    "deferred_signals", "run", "sweep", "usable",
]  # fmt: skip


def run(
    command: Sequence[str],
    limits: Limits,
    on_line: Callable[[float, str], None],
    log: Sink,
    cwd: Path,
    env: dict[str, str] | None = None,
    cores: tuple[int, ...] = (),
    stop: StopRequest | None = None,
    backend: Backend | None = None,
) -> Usage:
    """Run a command (see Task) by a backend (None: the best that can be used).

    This process must have no other children, and be the child subreaper. Raises OSError where the command cannot be
    started.
    """
    return (backend or choose()).run(Task(command, limits, on_line, log, cwd, env, cores, stop))
