"""Processes of a killed harness are ended by the next one; those of a living harness are left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runners.confine import trees
from tests.runners.confine.trees import GENEROUS, ROOT, WORKER
from tests.waiting import until
from tilings.runners.confine import cgroup

pytestmark = pytest.mark.machine

LEAVES = "setsid sh -c 'echo $$; exec sleep 300' & wait"


@pytest.fixture(params=["cgroup", "procfs"])
def harness(request: pytest.FixtureRequest) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A process that confines a tree, and the pid of a grandchild in it."""
    trees.require(request.param)
    tell = WORKER.replace("lines.append(line)", "print(line, flush=True)")
    arguments = [request.param, str(GENEROUS).replace("'", '"'), f'["sh", "-c", "{LEAVES}"]', "[]"]
    with subprocess.Popen([sys.executable, "-c", tell, *arguments], cwd=ROOT, text=True, stdout=-1) as process:
        assert process.stdout is not None
        grandchild = int(process.stdout.readline())
        yield process, grandchild
        process.kill()
        if alive(grandchild):
            os.kill(grandchild, signal.SIGKILL)


def sweep() -> None:
    """Ends left-over processes as a harness does when it starts."""
    subprocess.run([sys.executable, "-c", "from tilings.runners import confine; confine.sweep()"], cwd=ROOT, check=True)


def test_a_killed_harness_s_tree_is_ended(harness: tuple[subprocess.Popen[str], int]) -> None:
    process, grandchild = harness
    process.kill()
    process.wait()
    sweep()  # another harness on this machine may be faster
    assert until(lambda: not alive(grandchild))
    groups = [folder for home in cgroup.own().values() for folder in home.glob(f"tilings-*-{process.pid}-*")]
    assert groups == []


def test_a_living_harness_s_tree_is_left_alone(harness: tuple[subprocess.Popen[str], int]) -> None:
    process, grandchild = harness
    sweep()
    assert process.poll() is None
    assert alive(grandchild)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
    except OSError:
        return False
