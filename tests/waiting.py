"""Waiting for what another process does. The machine's speed decides no test: the limit only ends a hopeless wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LONGEST_S = 120.0
# A wall limit that ends a test's run only after a script has begun and said something, also on a busy machine.
LIMIT_S = 2.0


def until(true: Callable[[], object]) -> bool:
    """Whether something becomes true."""
    deadline = time.monotonic() + LONGEST_S
    while not (found := bool(true())) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def ended(pid: int) -> bool:
    """Whether a process has ended; a zombie has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].startswith("Z")
    except OSError:
        return True


@contextmanager
def at_once() -> Iterator[None]:
    """Fails where something takes a minute of CPU time. What takes milliseconds and, done wrong, minutes or hours is
    told apart so on any machine."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 60
