"""Under systemd and cgroups of version 2, runs stay below the limits of their unit, and systemd leaves them alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runners.confine import trees
from tests.runners.confine.trees import ROOT
from tests.waiting import until

LOOK = "import json; from tilings.runners import confine; found = confine.choose(); "
LOOK += "print(json.dumps([found.name, str(getattr(found, 'home', ''))]))"
STAYS = "import atexit, time; atexit.register(time.sleep, 2)"


def scope(*properties: str) -> list[str]:
    """The beginning of a command that systemd starts in a scope, of this user's manager or of the machine's."""
    if not Path("/sys/fs/cgroup/cgroup.controllers").exists():
        pytest.skip("cgroups are not of version 2 alone")
    if not Path("/run/systemd/system").exists() or (os.getuid() and "XDG_RUNTIME_DIR" not in os.environ):
        pytest.skip("systemd is not running here, or not for this user")
    words = ["systemd-run", "--quiet", *(["--user"] if os.getuid() else []), "--scope"]
    return words + [word for each in properties for word in ("-p", each)]


def chosen(*properties: str) -> tuple[str, str]:
    """What a harness beside the shell that started it in a scope chooses: the backend, and the folder of its groups."""
    script = [*scope(*properties), "sh", "-c", '"$@"; true', "sh", sys.executable, "-c", LOOK]
    done = subprocess.run(script, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    name, home = json.loads(done.stdout)
    return name, home


def test_in_a_delegated_scope_runs_stay_below_its_limits_also_beside_a_shell() -> None:
    name, home = chosen("Delegate=yes", "MemoryMax=500M")
    assert (name, Path(home).suffix) == ("cgroup_v2", ".scope")
    assert until(lambda: not Path(home).exists()), "it has gone with its scope"


def test_runs_are_made_beside_a_scope_that_is_not_delegated() -> None:
    name, home = chosen()
    assert (name, Path(home).suffix) == ("cgroup_v2", ".slice")


def test_runs_do_not_escape_the_memory_limit_of_a_scope_that_is_not_delegated() -> None:
    assert chosen("MemoryMax=500M") == ("procfs", "")


def test_a_delegated_scope_outlives_a_run_that_lacked_memory() -> None:
    eat = [sys.executable, "-c", "x = b'1' * 200_000_000"]
    found = trees.confined("cgroup", eat, within=scope("Delegate=yes"), memory_mb=100, first=STAYS)
    assert (found["ended"], found["left"]) == ("memory", 0)


def test_a_run_that_the_scope_has_no_place_for_ends_as_processes() -> None:
    start = "import threading, time\nfor _ in range(80): threading.Thread(target=time.sleep, args=(2,)).start()"
    command = [sys.executable, "-c", start]
    found = trees.confined("cgroup", command, within=scope("Delegate=yes", "TasksMax=40"))
    assert (found["ended"], found["exit_code"], found["left"]) == ("processes", 1, 0)
    assert "TasksMax" in found["shortage"]
