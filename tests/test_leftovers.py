"""A process that a test leaves behind is found, also in another session or with another parent."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from tests.leftovers import MARK, survivors
from tests.waiting import until

DETACHED = "setsid sleep 60 >/dev/null 2>&1 & echo $!"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> str:
    """A session of its own, in which nothing runs yet."""
    monkeypatch.setenv(MARK, "a session for this test")
    return "a session for this test"


def test_an_orphan_in_another_session_is_found_with_the_test_that_started_it(session: str) -> None:
    started = subprocess.run(["sh", "-c", DETACHED], capture_output=True, text=True, check=True)
    pid = int(started.stdout)
    try:
        assert until(lambda: "sleep 60" in survivors(session).get(pid, ""))
        assert "test_an_orphan_in_another_session" in survivors(session)[pid]
    finally:
        os.kill(pid, signal.SIGKILL)


def test_a_living_fork_is_found_and_an_ended_one_is_not() -> None:
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.read(read, 1)
        os._exit(0)
    try:
        assert pid in survivors("any session")
    finally:
        os.write(write, b"x")
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        ended = survivors("any session")
        os.waitpid(pid, 0)
        os.close(read)
        os.close(write)
    assert pid not in ended, "it only waited to be reaped"
