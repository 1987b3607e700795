"""Descendants are found at each look, although other processes are not examined again; an owner is recognised."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.waiting import until
from tilings.runners.confine import process_table

FAMILY = """
import subprocess, sys
child = subprocess.Popen(["sh", "-c", "sleep 60 & echo; wait"], stdout=-1)
child.stdout.readline()
print(flush=True)
child.wait()
"""


def test_children_and_grandchildren_are_found_as_soon_as_they_exist() -> None:
    watch = process_table.Watch(os.getpid())
    others = {one.pid for one in watch.look()}
    with subprocess.Popen([sys.executable, "-c", FAMILY], stdout=-1) as process:
        assert process.stdout is not None
        process.stdout.readline()
        found = [one for one in watch.look() if one.pid not in others]
        assert [found[0].pid, len(found)] == [process.pid, 3]
        assert {one.pid for one in process_table.descendants(os.getpid())} - others == {one.pid for one in found}
        assert all(one.threads == 1 and not one.dead for one in found)
        # The kernel may count the pages of a new process with a delay.
        assert until(lambda: [one.resident_bytes > 0 for one in watch.look() if one.pid not in others] == [True] * 3)
        pids = [one.pid for one in found]
        assert process_table.end(lambda: set(pids) & {one.pid for one in watch.look() if not one.dead}) == set(pids)


def test_a_zombie_counts_as_dead() -> None:
    with subprocess.Popen(["true"]) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        (found,) = (one for one in process_table.descendants(os.getpid()) if one.pid == process.pid)
        assert found.dead


def test_an_owner_is_identified_by_its_process_number_and_start_time() -> None:
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        start = Path(f"/proc/{sleeper.pid}/stat").read_text().split()[21]
        assert not process_table.is_dead(f"{sleeper.pid}:{start}")
        assert process_table.is_dead(f"{sleeper.pid}:{int(start) - 1}"), "another process had this number"
        sleeper.kill()
        assert until(lambda: process_table.is_dead(f"{sleeper.pid}:{start}")), "also while nobody has waited for it"
    assert not process_table.is_dead("what somebody else put there")
