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

from tests.leftovers import MARK, survivors
from tests.plugged import Make, made
from tests.waiting import until
from tilings.runners.confine import STOPPING
from tools.blocks import scratch

# On a loaded machine an example may take long to draw and to test, which says nothing about the test. A test marked
# `fuzz` states no number of examples: `make fuzz` runs it with those of the profile `fuzz`.
settings.register_profile("shared", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", settings.get_profile("shared"), max_examples=3000)
settings.load_profile("shared")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Documents and examples come first: some take half a minute, and one that came last would leave cores idle."""
    items.sort(key=lambda item: item.path.name != "test_blocks.py" and item.path.parent.name != "examples")


@pytest.fixture(scope="session", autouse=True)
def _no_process_survives() -> Iterator[None]:
    """Fails if a process that a test or a fixture started is still there at the end, and ends it."""
    session = os.environ[MARK] = f"{os.getpid()} {time.time_ns()}"
    yield
    if until(lambda: not survivors(session)):
        return
    left = survivors(session)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    raise AssertionError(f"processes that were left behind: {left}")


@pytest.fixture(scope="session")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository, which the documents of a process share."""
    folder = tmp_path_factory.mktemp("repository")
    scratch.copy(folder)
    return folder


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
