"""A command to confine, its limits, and what it used."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from runners.confine.output_reader import Line, Sink
from runners.confine.stopping import StopRequest

# An environment variable of the command: when it was called (time.monotonic).
CALLED_AT = "TILINGS_CALLED_AT"


@dataclass(frozen=True)
class Limits:
    """What the sum of the process tree may use: seconds of wall and CPU time, MB (10^6 bytes) of memory and of output,
    processes at a time (each thread is one)."""

    wall_s: float
    cpu_s: float
    memory_mb: int
    output_mb: int = 256
    processes: int = 1000

    @property
    def identity(self) -> dict[str, float]:
        """The limits that a result depends on, for a run's hash; no solver comes near the number of processes."""
        return {name: value for name, value in vars(self).items() if name != "processes"}

    @property
    def file_mb(self) -> int:
        """The most that a single file may hold, wherever it is: the kernel ends who writes more (SIGXFSZ)."""
        return 2 * self.output_mb

    @property
    def memory_bytes(self) -> int:
        """The memory limit in bytes."""
        return self.memory_mb * 1_000_000


@dataclass(frozen=True)
class Usage:
    """How a confined command ended and what it cost.

    ended: finished | wall | cpu | memory | output | processes | interrupted; exit_code, signal: of the command itself;
    wall_s: from the call until its end, or until the limit that it passed; cpu_s: of the whole tree until nothing was
    left of it; peak_mb: what it took itself, without what a fork shares with its parent;
    complaint: the last line that the tree wrote to standard error; stalled_s: for how long it could not go on because
    processors or memory were short, None where nobody counts that; upset: what happened to it from outside, so that
    neither its end nor its times are its own; lacked: in words, what it failed without although its own limits allowed
    it.
    """

    ended: str
    exit_code: int | None
    signal: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    complaint: str = ""
    stalled_s: float | None = None
    upset: str = ""
    lacked: str = ""


@dataclass(frozen=True)
class Task:
    """A command to run to its end or to the first limit that it passes.

    log: receives both output streams; cores: those that the tree is pinned to, empty for none; stop: is asked again and
    again whether to break off; call: what a forked process calls instead of becoming the command, where the backend can
    have that (Backend.forks).
    """

    command: Sequence[str]
    limits: Limits
    log: Sink
    cwd: Path
    env: dict[str, str] | None = None
    cores: tuple[int, ...] = ()
    stop: StopRequest | None = None
    call: Callable[[], None] | None = None


class Backend(Protocol):
    """Enforces the limits of a process tree.

    name, mem_method: the record's limit_backend, and what is measured as peak_mb; holds: in words, what holds a run's
    limits, and how well; forks: whether it can have a forked
    process call a function (Task.call).
    """

    name: str
    mem_method: str
    forks: bool

    @property
    def holds(self) -> str: ...

    def run(self, task: Task) -> Generator[Line, None, Usage]:
        """Run a command, yield its lines as they come, and leave nothing of its tree, also when closed before its end.

        Raises OSError where the command cannot be started.
        """


Item = TypeVar("Item")


class Execution(Generic[Item]):
    """A command that runs while this is iterated over, which yields what it says; then `usage` is known."""

    usage: Usage

    def __init__(self, items: Generator[Item, None, Usage]) -> None:
        self._items = items

    def __iter__(self) -> Generator[Item]:
        self.usage = yield from self._items

    def finish(self) -> Usage:
        """Run the command to its end, whatever it says."""
        for _ in self:
            pass
        return self.usage
