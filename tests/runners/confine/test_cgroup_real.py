"""A real cgroup, of version 1 or 2, counts and ends what polling /proc would miss."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.runners.confine import trees
from tests.runners.confine.trees import python, shell
from tilings.runners.confine import cgroup, choice
from tilings.runners.confine.cgroup_v1 import CgroupV1
from tilings.runners.confine.cgroup_v2 import CgroupV2


@pytest.fixture(autouse=True)
def _usable() -> None:
    trees.require("cgroup")


def test_a_command_that_survives_the_kernels_killing_is_still_out_of_memory() -> None:
    eat = 'x = [b"1" * 10_000_000 for _ in range(100)]'
    found = shell("cgroup", f"{sys.executable} -c '{eat}'; exit 3", memory_mb=100)
    assert (found["ended"], found["left"]) == ("memory", 0)


def test_the_rest_of_a_run_is_ended_when_the_kernel_killed_one_process() -> None:
    eat = 'x = [b"1" * 10_000_000 for _ in range(100)]'
    found = shell("cgroup", f"{sys.executable} -c '{eat}'; sleep 600", memory_mb=100)
    assert (found["ended"], found["left"]) == ("memory", 0)
    assert found["wall_s"] < 300, "nobody waited for the rest"


def test_the_page_cache_does_not_count_as_passing_the_memory_limit(tmp_path: Path) -> None:
    found = shell("cgroup", f"head -c 150000000 /dev/zero > {tmp_path}/file; echo done", memory_mb=100)
    assert (found["ended"], found["exit_code"], found["lines"]) == ("finished", 0, ["done"])
    assert found["peak_mb"] <= 100


@pytest.fixture(params=[("memory", "200000000"), ("pids", "20")])
def inside(request: pytest.FixtureRequest) -> Iterator[str]:
    """Code that puts a process into a group with less memory, or fewer processes, than the limits of a run in it."""
    controller, limit = request.param
    best = choice.choose("cgroup")
    assert isinstance(best, CgroupV1 | CgroupV2)
    outer = (best.home if isinstance(best, CgroupV2) else best.homes[controller]) / f"outer-{os.getpid()}"
    inner = outer / "inner" if isinstance(best, CgroupV2) else outer
    inner.mkdir(parents=True)
    if inner != outer:  # in version 2 a group that gives controllers to its children has no processes
        (outer / "cgroup.subtree_control").write_text("+memory +pids")
    names = {"memory": "memory.max" if inner != outer else "memory.limit_in_bytes", "pids": "pids.max"}
    (outer / names[controller]).write_text(limit)
    yield f"from pathlib import Path; Path('{inner}/cgroup.procs').write_text('0')"
    for folder in (inner / "tilings-harness", inner, outer):
        with suppress(FileNotFoundError):
            folder.rmdir()


def test_the_limit_of_a_parent_group_is_not_reported_as_the_runs_own(inside: str) -> None:
    eat = """
import threading, time
x = [b"1" * 10_000_000 for _ in range(50)]
for _ in range(50): threading.Thread(target=time.sleep, args=(1,)).start()"""
    found = trees.confined("cgroup", [sys.executable, "-c", eat], first=inside, memory_mb=1000)
    how = (found["ended"], found["exit_code"], found["signal"])
    assert how in (("finished", None, 9), ("processes", 1, None))
    assert "a cgroup above the run's" in found["shortage"], "what it died of is another's limit"


def test_the_peak_does_not_pass_the_limit() -> None:
    eat = 'x = [b"1" * 10_000_000 for _ in range(100)]'
    assert 90 <= python("cgroup", eat, memory_mb=100)["peak_mb"] <= 100


def test_a_fork_bomb_is_held_and_ended() -> None:
    bomb = "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass"
    found = python("cgroup", bomb, processes=50)
    assert (found["ended"], found["left"]) == ("processes", 0)


def test_no_group_outlives_its_run() -> None:
    script = "import os, time; print(open('/proc/self/cgroup').read().replace(chr(10), ' '), flush=True); "
    found = python("cgroup", f"{script}os.fork() or time.sleep(600)")
    names = {word.rpartition("/")[2] for line in found["lines"] for word in line.split() if "/tilings-" in word}
    assert names, "the tree was in a group"
    assert not [path for home in cgroup.own().values() for name in names for path in home.glob(f"**/{name}")]
