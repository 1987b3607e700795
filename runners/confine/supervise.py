"""Starts a run, reads its output, enforces the limits of its whole process tree, and ends all its processes.

Must be called in a process of its own (see runners.execute) that is the child subreaper: every process that the solver
forks, in any process group or session, becomes a child of this process when its parent dies, and is counted, killed and
reaped here. (MiniZinc puts its solver into a process group of its own: killing the group is not enough.)

Linux only: prctl, pidfd_open and /proc.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from tilings.models.terminal.phrases import MOST_DIGITS
from tilings.runners.confine import process_table
from tilings.runners.confine.command import CALLED_AT, Backend, Command, Limits, Tree, Usage, UsageSample
from tilings.runners.confine.distortion import Clocks
from tilings.runners.confine.output_reader import Line, OutputReader
from tilings.runners.confine.stopping import STOPPING, follow_parent

# The seconds between SIGTERM and SIGKILL; 0 at other limits, which would be exceeded further.
_GRACE_S = dict.fromkeys(("interrupted", "wall", "cpu", "output"), 0.2)
LONGEST_PAUSE_S = 0.05
SHORTEST_PAUSE_S = 0.002
_LIBC = ctypes.CDLL(None)
_KILLED = "it was killed by another program"
_SHORTAGES = {
    "memory": "killed by the kernel: the machine, or a cgroup above the run's, was out of memory",
    "processes": "a cgroup above the run's (TasksMax of a unit of systemd) refused more processes",
}


def supervise(command: Command, backend: Backend) -> Generator[Line, None, Usage]:
    """Run a command to its end or to the first limit that it passes, and yield the lines of its output.

    At its end, and when closed before, no process of its tree is left. Raises OSError where the command cannot be
    started.
    """
    with backend.tree(command) as tree:
        return (yield from _supervised(command, tree))


def _supervised(command: Command, tree: Tree) -> Generator[Line, None, Usage]:
    clocks = Clocks()
    start = time.monotonic()
    process = _started(command, tree, start)
    run = _Run(command, tree, process, start, clocks)
    try:
        ended = yield from run.watch()
        wall_s = clocks.look() - start  # it may have been stopped since the last look
        yield from run.end(_GRACE_S.get(ended, 0.0))
        yield from run.output.rest()
    finally:
        run.end_at_once()
        run.output.close()
    used = tree.used()
    if ended == "finished":  # a limit may have been passed after the last sample
        late = _over_cpu(command.limits, used) or ("wall" if wall_s > command.limits.wall_s else "finished")
        ended = "output" if run.output.overflow else used.passed or late
    status = run.status if run.status is not None else -signal.SIGKILL
    shortage = tree.shortage() if ended == "finished" and status else ""
    if shortage == "processes":
        ended = shortage
    distortion = clocks.words()
    if ended == "finished" and status == -signal.SIGKILL and not shortage:
        distortion = ", and ".join(filter(None, [distortion, _KILLED]))
    return Usage(
        ended, exit_code=status if status >= 0 else None, signal=-status if status < 0 else None,
        wall_s=wall_s, cpu_s=used.cpu_s, peak_mb=used.peak_bytes / 1e6,
        complaint=run.output.complaint(), stalled_s=tree.stalled_s(), distortion=distortion,
        shortage=_SHORTAGES.get(shortage, ""),
    )  # fmt: skip


def _started(command: Command, tree: Tree, called_at: float) -> subprocess.Popen[bytes] | _Fork:
    environment = dict(os.environ if command.env is None else command.env)
    environment |= {
        process_table.MARKER: process_table.marker(),
        CALLED_AT: str(called_at),
        "PYTHONINTMAXSTRDIGITS": str(MOST_DIGITS),
    }
    prepare = _prepared(command, tree)
    if command.call is not None:
        return _Fork(command.call, prepare, command.cwd, environment)
    try:
        return subprocess.Popen(
            command.words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, cwd=command.cwd, start_new_session=True, preexec_fn=prepare,
        )  # fmt: skip
    except subprocess.SubprocessError as error:
        raise OSError(None, f"the command could not be confined ({error})", command.words[0]) from None


def _prepared(command: Command, tree: Tree) -> Callable[[], None]:
    """The steps of the forked process before it executes the command."""

    def prepare() -> None:
        follow_parent()
        tree.enter()
        if command.cores:
            os.sched_setaffinity(0, command.cores)
        resource.setrlimit(resource.RLIMIT_FSIZE, 2 * (command.limits.file_mb * 1_000_000,))

    return prepare


class _Fork:
    """A forked process that calls a function after `prepare`; its two output streams are pipes, as Popen's can be.

    Unlike a command's process it keeps the libraries that its parent has loaded. It has its own session, streams,
    signals, folder and environment, and no open file of its parent. Raises OSError where it could not be prepared.
    """

    returncode: int | None = None

    def __init__(
        self, call: Callable[[], None], prepare: Callable[[], None], folder: Path, environment: dict[str, str]
    ) -> None:
        out, err, refusal = os.pipe(), os.pipe(), os.pipe()
        _LIBC.fflush(None)  # else what libraries have printed here is printed there as well
        self.pid = os.fork()
        if not self.pid:
            _become(call, prepare, folder, environment, (out[1], err[1]), refusal[1])
        for _, writing in (out, err, refusal):
            os.close(writing)
        self.stdout, self.stderr = os.fdopen(out[0], "rb", 0), os.fdopen(err[0], "rb", 0)
        with os.fdopen(refusal[0], "rb") as file:  # the pipe is closed when the call begins
            reason = file.read().decode()
        if reason:
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            self.stdout.close()
            self.stderr.close()
            raise OSError(None, f"the process could not be confined ({reason})")


def _become(
    call: Callable[[], None],
    prepare: Callable[[], None],
    folder: Path,
    environment: dict[str, str],
    streams: tuple[int, int],
    refusal: int,
) -> NoReturn:
    """The main function of the forked process, which ends without the parent's clean-up at exit."""
    code = 1
    try:
        try:
            os.setsid()
            for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), *streams)):
                os.dup2(stream, number)
            prepare()
            _reset(folder, environment)
        except Exception as error:
            os.write(refusal, repr(error).encode(errors="replace"))
            os._exit(1)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        call()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # reported as by the interpreter
        sys.excepthook(*sys.exc_info())
    finally:
        for printed in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                printed.flush()
        _LIBC.fflush(None)
        os._exit(code)


def _reset(folder: Path, environment: dict[str, str]) -> None:
    """Set the folder, environment, signals and streams of a new interpreter."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # that of the environment
    for number in STOPPING:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115 - to its end
        for number, mode in enumerate("rww")
    )


class _Run:
    """A running command: watches its limits, and ends it."""

    def __init__(
        self, command: Command, tree: Tree, process: subprocess.Popen[bytes] | _Fork, start: float, clocks: Clocks
    ) -> None:
        self.status: int | None = None
        self._clocks = clocks
        self._command, self._tree, self._process, self._start = command, tree, process, start
        self._cores = len(command.cores) or len(os.sched_getaffinity(0))
        assert process.stdout is not None and process.stderr is not None
        most_bytes = command.limits.output_mb * 1_000_000
        self.output = OutputReader((process.stdout, process.stderr), process.pid, command.log, start, most_bytes)

    def watch(self) -> Generator[Line, None, str]:
        """Yield lines until the end of the command or a limit; returns Usage.ended.

        The tree's usage is sampled at growing intervals, because sampling costs time, but before all cores together
        could have passed the limit of CPU time. A wait for output ends at the limit of wall time.
        """
        limits, pause = self._command.limits, SHORTEST_PAUSE_S
        next_look, wait = self._start + pause, 0.0
        self._clocks.look()
        while True:
            now = self._clocks.look(wait)
            if self._reap():
                return "finished"
            if self._command.stop is not None and self._command.stop.requested:
                return "interrupted"
            if self.output.overflow:
                return "output"
            if now - self._start >= limits.wall_s:
                return "wall"
            if now >= next_look:
                used = self._tree.used()
                passed = used.passed or _over_cpu(limits, used)
                if passed:
                    return passed
                pause = min(2 * pause, LONGEST_PAUSE_S)
                next_look = now + max(SHORTEST_PAUSE_S, min(pause, (limits.cpu_s - used.cpu_s) / self._cores))
            wait = max(0.0, min(next_look, self._start + limits.wall_s) - now)
            yield from self.output.read(wait)

    def end(self, grace_s: float) -> Iterator[Line]:
        """SIGTERM, a grace, then SIGKILL until no process of the tree is left; yields the lines written meanwhile."""
        deadline = time.monotonic() + grace_s
        if grace_s:
            self._tree.signal(signal.SIGTERM)
        while self._left():
            if time.monotonic() >= deadline:
                self._tree.kill()
            yield from self.output.read(SHORTEST_PAUSE_S)

    def end_at_once(self) -> None:
        """SIGKILL until no process is left, without reading output: reading itself may have failed."""
        while self._left():
            self._tree.kill()
            time.sleep(SHORTEST_PAUSE_S / 2)

    def _left(self) -> bool:
        """Whether a process of the tree is alive or not yet reaped: this process still has children."""
        self._reap()
        return not self._childless

    def _reap(self) -> bool:
        """Reap the processes that have ended; whether the command itself has."""
        self._childless = False
        try:
            while True:
                pid, status, cost = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    break
                self._tree.reaped(cost)
                if pid == self._process.pid:
                    self.status = self._process.returncode = os.waitstatus_to_exitcode(status)
        except ChildProcessError:
            self._childless = True
        return self.status is not None


def _over_cpu(limits: Limits, used: UsageSample) -> str:
    return "cpu" if used.cpu_s > limits.cpu_s else ""
