"""The process tree of a run, as the supervisor uses it; each backend implements it."""

from __future__ import annotations

import resource
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class UsageSample:
    """What a tree has used so far: seconds of CPU time, the peak of its memory in bytes, and the limit (memory or
    processes) that it was seen to pass; empty where none."""

    cpu_s: float
    peak_bytes: int
    passed: str = ""


class Tree(Protocol):
    """A process tree that is measured and ended as a whole. A context: at its end nothing of it is left."""

    def __enter__(self) -> Tree: ...
    def __exit__(self, *_: object) -> None: ...

    def enter(self) -> None:
        """Become the root of the tree: called in the forked process, before it is the command."""

    def reaped(self, cost: resource.struct_rusage) -> None:
        """Add what an ended process of the tree, with the children that it had waited for, has used."""

    def used(self) -> UsageSample:
        """What the tree has used so far."""

    def lacked(self) -> str:
        """What it has not got although its own limits allowed it: processes, or memory, for which the kernel ended some
        of its; empty for neither, or where nobody knows."""

    def stalled_s(self) -> float | None:
        """For how long the tree could not go on because processors or memory were short; None where nobody counts."""

    def signal(self, number: int) -> None:
        """Send a signal to all that is alive."""

    def kill(self) -> None:
        """SIGKILL all that is alive, so that no fork escapes; some may die a little later."""
