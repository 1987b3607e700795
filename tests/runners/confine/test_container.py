"""In a container without privileges and cgroups, limits hold by looking into /proc, and the doctor says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runners.confine import trees
from tests.runners.confine.trees import ROOT

CONTAINER = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--mount-proc", "sh", "-c"]
CONTAINER += ['mount -t tmpfs -o ro none /sys/fs/cgroup && exec "$@"', "sh"]


@pytest.fixture(autouse=True)
def _possible() -> None:
    try:
        subprocess.run([*CONTAINER, "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no container can be made here: {error}")


def test_the_memory_limit_of_a_tree_holds() -> None:
    child = "import time; x = b'1' * 40_000_000; time.sleep(200)"
    parent = f"import subprocess, sys; [subprocess.Popen([sys.executable, '-c', {child!r}]) for _ in range(8)]"
    command = [sys.executable, "-c", f"{parent}\nimport time; time.sleep(200)"]
    found = trees.confined("auto", command, within=CONTAINER, memory_mb=200)
    assert (found["ended"], found["left"]) == ("memory", 0)


def test_a_puzzle_is_solved_and_the_doctor_says_what_holds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # a container has one of its own, where no other root has files
    solve = [*CONTAINER, sys.executable, "-m", "tilings.runners.solve", "soma-rotations", "--goal", "count", "--json"]
    done = subprocess.run(solve, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["answer"], answer["solutions"], answer["limit_backend"]) == ("counted", 480, "procfs")
    doctor = [*CONTAINER, sys.executable, "-m", "tilings.runners.doctor"]
    said = subprocess.run(doctor, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    words = {line.split()[0]: line for line in said}
    assert "procfs    can enforce the limits of runs (default): the harness samples each run" in words["procfs"]
    assert "cannot enforce limits" in words["cgroup_v2"]
    assert "cannot enforce limits" in words["cgroup_v1"]
