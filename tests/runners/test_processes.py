"""Descendants are found again and again, though what is none of them is not looked at each time."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from runners import processes

FAMILY = """
import subprocess, sys
child = subprocess.Popen(["sh", "-c", "sleep 60 & echo; wait"], stdout=-1)
child.stdout.readline()
print(flush=True)
child.wait()
"""


def test_children_and_grandchildren_are_found_when_they_come() -> None:
    watch = processes.Watch(os.getpid())
    assert watch.look() == processes.descendants(os.getpid()) == []
    with subprocess.Popen([sys.executable, "-c", FAMILY], stdout=-1) as process:
        assert process.stdout is not None
        process.stdout.readline()
        found = watch.look()
        assert [found[0].pid, len(found)] == [process.pid, 3]
        assert {one.pid for one in processes.descendants(os.getpid())} == {one.pid for one in found}
        assert all(one.threads == 1 and one.resident_bytes > 0 and not one.dead for one in found)
        pids = [one.pid for one in found]
        assert processes.end(lambda: (one.pid for one in watch.look() if not one.dead)) == set(pids)


def test_who_waits_to_be_reaped_is_dead() -> None:
    with subprocess.Popen(["true"]):
        deadline = time.monotonic() + 20
        while not (found := processes.descendants(os.getpid()))[0].dead and time.monotonic() < deadline:
            time.sleep(0.01)
        assert [one.dead for one in found] == [True]
