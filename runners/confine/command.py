"""A command to confine, its limits and its usage; the interface of backends, which enforce limits on process trees."""

import resource
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from tilings.runners.confine.output_reader import Sink
from tilings.runners.confine.stopping import StopRequest

# An environment variable of the command: the time of the call (time.monotonic).
CALLED_AT = "TILINGS_CALLED_AT"


class Limits(NamedTuple):
    """Limits on the sum of a process tree: seconds of wall and CPU time, MB (10^6 bytes) of memory and of output,
    processes at a time (each thread is one)."""

    wall_s: float
    cpu_s: float
    memory_mb: int
    output_mb: int = 256
    processes: int = 1000

    @property
    def identity(self) -> dict[str, float]:
        """The limits that a result depends on, for a run's hash: all but the number of processes."""
        return {name: value for name, value in self._asdict().items() if name != "processes"}

    @property
    def file_mb(self) -> int:
        """The largest size of a single file, wherever it is: the kernel ends a process that writes more (SIGXFSZ)."""
        return 2 * self.output_mb

    @property
    def memory_bytes(self) -> int:
        """The memory limit in bytes."""
        return self.memory_mb * 1_000_000


class Usage(NamedTuple):
    """The ending and the resource usage of a confined command.

    ended: finished | wall | cpu | memory | output | processes | interrupted.
    exit_code, signal: the command's own, without those of its children.
    wall_s: the time from the call until its end, or until the limit that it passed.
    cpu_s: the time of the whole tree until its last process was gone.
    peak_mb: its own memory, without the pages that a fork shares with its parent.
    complaint: the last line on standard error.
    stalled_s: the seconds without progress because processors or memory were short (None: not counted).
    distortion: in words, a disturbance from outside that changed its end or its times.
    shortage: in words, a resource that it was refused although its own limits allowed it.
    """

    ended: str
    exit_code: int | None
    signal: int | None
    wall_s: float
    cpu_s: float
    peak_mb: float
    complaint: str = ""
    stalled_s: float | None = None
    distortion: str = ""
    shortage: str = ""


class Command(NamedTuple):
    """A command to run to its end or to the first limit that it passes.

    words: the program and its arguments.
    log: receives both output streams.
    cores: the cores that the tree is pinned to (empty: it is not pinned).
    stop: polled for a request to stop.
    call: a function that the forked process calls instead of running the program.
    """

    words: Sequence[str]
    limits: Limits
    log: Sink
    cwd: Path
    env: dict[str, str] | None = None
    cores: tuple[int, ...] = ()
    stop: StopRequest | None = None
    call: Callable[[], None] | None = None


class UsageSample(NamedTuple):
    """The usage of a tree so far: seconds of CPU time, the peak of its memory in bytes, and the limit that it has
    passed, memory or processes (empty: none)."""

    cpu_s: float
    peak_bytes: int
    passed: str = ""


class Tree(Protocol):
    """The process tree of a run, measured and ended as a whole. A context: at its end no process of it is left."""

    def __enter__(self) -> "Tree": ...
    def __exit__(self, *_: object) -> None: ...

    def enter(self) -> None:
        """Make this process the root of the tree: called in the forked process before it executes the command."""

    def reaped(self, cost: resource.struct_rusage) -> None:
        """Add the usage of an ended process of the tree, which includes that of the children it had waited for."""

    def used(self) -> UsageSample: ...

    def shortage(self) -> str:
        """The resource that it was refused although its own limits allowed it: processes, or memory, where the kernel
        killed a process of it; empty for neither, or where that is unknown."""

    def stalled_s(self) -> float | None:
        """The seconds without progress because processors or memory were short; None if not counted."""

    def signal(self, number: int) -> None:
        """Send a signal to all live processes of the tree."""

    def kill(self) -> None:
        """SIGKILL all live processes of the tree; no fork escapes, and some may die a little later."""


class Backend(Protocol):
    """Measures process trees and enforces their limits.

    name: the record's limit_backend.
    mem_method: the method by which peak_mb is measured.
    holds: in words, how the limits are enforced, and how accurately.
    """

    name: str
    mem_method: str

    @property
    def holds(self) -> str: ...

    def tree(self, command: Command) -> Tree: ...

    def sweep(self) -> int:
        """End and remove the groups and processes that killed harnesses left behind; returns their number."""


Item = TypeVar("Item")


class Execution(Generic[Item]):
    """A running command: iterating over it yields its output, and at the end sets `usage`."""

    usage: Usage

    def __init__(self, items: Generator[Item, None, Usage]) -> None:
        self._items = items

    def __iter__(self) -> Generator[Item]:
        self.usage = yield from self._items

    def finish(self) -> Usage:
        """Run the command to its end, and drop its output."""
        for _ in self:
            pass
        return self.usage
