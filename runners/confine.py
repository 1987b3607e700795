"""One run and its whole process tree: start it, drain its output, hold its limits, leave nothing behind.

Must be called in a process of its own (see execute.py) that is the child subreaper: whatever the solver forks, in
whatever process group or session, becomes a descendant of this process when its parent dies, so it is counted,
killed and reaped here. (MiniZinc puts its solver into a process group of its own: killing the group is not enough.)

Linux only: prctl and /proc. Memory is the sampled sum of the tree's resident set sizes: RLIMIT_AS would count
address space that solvers reserve and never touch.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from runners.drain import Drain, Sink
from runners.processes import descendants

BACKEND = "procfs"
MEM_METHOD = "rss_sum_sampled"
GRACE_S = 0.25
LONGEST_PAUSE_S = 0.05
# What asks a harness to stop: it ends its runs in order, and finishes a row that it is writing.
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


@dataclass(frozen=True)
class Limits:
    """What the sum of the process tree may use: seconds of wall and CPU time, MB (10^6 bytes) of memory, of output."""

    wall_s: float
    cpu_s: float
    memory_mb: int
    output_mb: int = 256


@dataclass(frozen=True)
class Usage:
    """How a confined command ended and what it cost.

    ended: finished | wall | cpu | memory | output | interrupted; exit_code, signal: of the command itself;
    complaint: the last line that the tree wrote to standard error.
    """

    ended: str
    exit_code: int | None
    signal: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    complaint: str = ""


class Stop:
    """Whether this process was asked to stop (SIGTERM)."""

    def __init__(self) -> None:
        self.requested = False
        signal.signal(signal.SIGTERM, self._request)

    def _request(self, *_: object) -> None:
        self.requested = True


@contextmanager
def held_back() -> Iterator[None]:
    """What asks to stop waits until the end of this context, and takes effect then. For the main thread.

    By handlers and not by a mask of signals, which is one thread's: another thread of the program would take them.
    """
    came: list[int] = []
    handlers = {}
    try:
        for number in STOPPING:
            handlers[number] = signal.signal(number, lambda asked, _: came.append(asked))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for asked in came:
            signal.raise_signal(asked)


def adopt_orphans(follow_parent: bool = False) -> None:
    """Make this process the child subreaper; `follow_parent`: have it told (SIGTERM) when its own parent dies."""
    libc = ctypes.CDLL(None, use_errno=True)
    refused = libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if follow_parent:
        refused = refused or libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if refused:
        raise OSError(ctypes.get_errno(), "prctl refused: the process tree cannot be confined")


def run(
    command: Sequence[str],
    limits: Limits,
    on_line: Callable[[float, str], None],
    log: Sink,
    cwd: Path,
    env: dict[str, str] | None = None,
    cpu: int | None = None,
    stop: Stop | None = None,
) -> Usage:
    """Run a command to its end or to the first limit that it passes.

    on_line receives each line of standard output with the seconds since the start; `log` receives both streams.
    cpu: the core that the tree is pinned to. Raises OSError where the command cannot be started.
    """
    start = time.monotonic()
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=cwd,
        start_new_session=True, preexec_fn=_prepared(cpu),
    )  # fmt: skip
    tree = _Tree(process.pid)
    drain = Drain(process, on_line, log, start, limits.output_mb * 1_000_000)
    ended, pause = "finished", 0.002
    try:
        while not tree.command_gone() and ended == "finished":
            drain.read(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)
            tree.sample()
            ended = _verdict(limits, tree, drain, time.monotonic() - start, stop)
        wall = time.monotonic() - start
        tree.kill(0.0 if ended == "finished" else GRACE_S, drain)
        drain.rest()
    finally:
        tree.kill_at_once()
    process.returncode = tree.status if tree.status is not None else -signal.SIGKILL
    if drain.overflow:
        ended = "output"
    died = process.returncode < 0
    code, by_signal = (None, -process.returncode) if died else (process.returncode, None)
    return Usage(ended, code, by_signal, wall, tree.cpu_s(), tree.peak_bytes / 1e6, drain.complaint())


def _prepared(cpu: int | None) -> Callable[[], None]:
    """What the forked process does before it becomes the command: pin itself, and die with this process."""
    libc = ctypes.CDLL(None)

    def prepare() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if cpu is not None:
            os.sched_setaffinity(0, {cpu})

    return prepare


def _verdict(limits: Limits, tree: _Tree, drain: Drain, wall: float, stop: Stop | None) -> str:
    passed = {
        "interrupted": stop is not None and stop.requested,
        "output": drain.overflow,
        "wall": wall > limits.wall_s,
        "cpu": tree.cpu_s() > limits.cpu_s,
        "memory": tree.peak_bytes > limits.memory_mb * 1_000_000,
    }
    return next((name for name, is_passed in passed.items() if is_passed), "finished")


class _Tree:
    """The descendants of this process: what they use, and how they are ended."""

    def __init__(self, command_pid: int) -> None:
        self.command_pid = command_pid
        self.status: int | None = None
        self.peak_bytes = 0
        self._live_cpu_s = 0.0
        self._reaped_cpu_s = 0.0
        # A child's ru_maxrss starts at what this process had when it forked: below that it says nothing.
        self._inherited_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def command_gone(self) -> bool:
        """Reap whatever ended; whether the command itself has."""
        try:
            while True:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    break
                self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
                if usage.ru_maxrss > self._inherited_kb:
                    self.peak_bytes = max(self.peak_bytes, usage.ru_maxrss * 1024)
                if pid == self.command_pid:
                    self.status = os.waitstatus_to_exitcode(status)
        except ChildProcessError:
            pass
        return self.status is not None

    def sample(self) -> None:
        """Look at what the live processes use now."""
        live = descendants(os.getpid())
        self._live_cpu_s = sum(process.cpu_s for process in live)
        self.peak_bytes = max(self.peak_bytes, sum(process.resident_bytes for process in live))

    def cpu_s(self) -> float:
        """CPU seconds of the tree so far: exact for what was reaped, sampled for what still runs."""
        return self._reaped_cpu_s + self._live_cpu_s

    def kill(self, grace_s: float, drain: Drain) -> None:
        """SIGTERM, a grace, then SIGKILL until no descendant is left."""
        deadline = time.monotonic() + grace_s
        if grace_s:
            self._signal(signal.SIGTERM)
        while descendants(os.getpid()):
            if time.monotonic() >= deadline:
                self._signal(signal.SIGKILL)
            drain.read(0.005)
            self.command_gone()
        self.command_gone()
        self._live_cpu_s = 0.0

    def kill_at_once(self) -> None:
        """SIGKILL until no descendant is left, reading nothing: for when reading itself has failed."""
        while descendants(os.getpid()):
            self._signal(signal.SIGKILL)
            self.command_gone()
            time.sleep(0.001)

    def _signal(self, number: int) -> None:
        for process in descendants(os.getpid()):
            try:
                os.kill(process.pid, number)
            except ProcessLookupError:
                continue
