"""Fixtures and settings for all tests.

ortools and highspy can share a process only if ortools is imported first. PuLP imports highspy, so it comes later.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import ortools.sat.python.cp_model  # noqa: F401
import pytest
from hypothesis import HealthCheck, settings

from runners.confine import STOPPING
from tests.leftovers import MARK, survivors
from tests.plugged import Make, made

GRACE_S = 5.0
# On a loaded machine drawing an example may take long, which says nothing about the test.
settings.register_profile("shared", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared")


@pytest.fixture(scope="session", autouse=True)
def _no_process_survives() -> Iterator[None]:
    """Fails if a process that a test or a fixture started is still there at the end, and ends it."""
    session = os.environ[MARK] = f"{os.getpid()} {time.time_ns()}"
    yield
    deadline = time.monotonic() + GRACE_S
    while (left := survivors(session)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert not left, f"processes that were left behind: {left}"


@pytest.fixture(autouse=True)
def _handlers_of_signals() -> Iterator[None]:
    """A handler that a test installs ends with it: the forks of a later one would not end when they are asked to."""
    before = {number: signal.getsignal(number) for number in STOPPING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def plug_in(tmp_path: Path) -> Iterator[Make]:
    """Writes a folder of plug-ins and puts it in force for the test."""
    with made(tmp_path) as make:
        yield make
