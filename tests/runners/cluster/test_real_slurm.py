"""A campaign on a real Slurm of one node."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.terminal.command import ROOT
from runners.record.schema import RETRIED_ENDINGS, read_runs
from tests import slurm as one_node

pytestmark = pytest.mark.machine


@pytest.fixture(scope="module")
def cluster() -> Iterator[dict[str, str]]:
    """The environment of a real Slurm."""
    pytest.importorskip("submitit")
    try:
        with one_node.started() as environment:
            yield environment
    except one_node.CannotStart as reason:
        pytest.skip(f"no Slurm: {reason}")


def test_on_a_real_slurm_no_run_is_lost_or_duplicated(cluster: dict[str, str], tmp_path: Path) -> None:
    """The shell dies and a new one attaches again; a running task is cancelled, and its shard is made again."""
    suite = tmp_path / "slow.toml"
    suite.write_text(
        'timeout = 60\nmemory = 500\n[[runs]]\nfamily = "polycubes"\ninstances = ["pentominoes6x10"]\n'
        'goals = ["count"]\nsolvers = ["dlx"]\nformulations = ["dlx_cover"]\nseeds = [1, 2, 3, 4, 5, 6, 7, 8, 9]\n',
        encoding="utf-8",
    )
    home = tmp_path / "home"
    words = ["--suite", str(suite), "--results", str(home), "--cluster", "slurm", "--jobs", "3"]
    ours = [sys.executable, "-m", "runners.all", *words]
    first = subprocess.Popen(ours, cwd=ROOT, env=cluster, stderr=subprocess.PIPE, text=True)
    task = _running_task(cluster)
    first.send_signal(signal.SIGINT)
    assert "goes on without this shell (scancel 1 ends it)" in first.communicate(timeout=30)[1]
    assert first.returncode == 130
    subprocess.run(["scancel", task], env=cluster, check=True)
    other = subprocess.run([*ours, "--jobs", "4"], cwd=ROOT, env=cluster, capture_output=True, text=True, check=False)
    assert (other.returncode, "--jobs 3 to attach" in other.stderr) == (2, True), other.stderr
    again = subprocess.run(ours, cwd=ROOT, env=cluster, capture_output=True, text=True, check=False, timeout=120)
    assert again.returncode == 0, again.stderr
    assert "9 counted" in again.stdout
    complete = subprocess.run(ours, cwd=ROOT, env=cluster, capture_output=True, text=True, check=False)
    assert (complete.returncode, complete.stdout) == (0, again.stdout)
    records = [record for path in home.glob("runs-*.csv") for record in read_runs(path)]
    recorded = Counter((record.run_id, record.attempt) for record in records if record.ended not in RETRIED_ENDINGS)
    assert set(recorded.values()) == {1} and len({run_id for run_id, _ in recorded}) == 9
    submissions = json.loads((home / "cluster.json").read_text(encoding="utf-8"))["submissions"]
    lost = submissions[0]["shards"][int(task.partition("_")[2])]
    assert [one["shards"] for one in submissions[1:]] == [[lost]]


def _running_task(cluster: dict[str, str]) -> str:
    squeue = ["squeue", "--noheader", "--array", "--states=RUNNING", "--format=%i"]
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        said = subprocess.run(squeue, env=cluster, capture_output=True, text=True, check=False).stdout.split()
        if said:
            return said[0]
        time.sleep(0.1)
    raise AssertionError("no task started in 30 s")
