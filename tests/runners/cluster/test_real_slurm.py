"""Campaigns on a real Slurm of two nodes."""

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

from tests import plugged, slurm
from tests.slurm import Cluster
from tilings.models.terminal.command import ROOT
from tilings.runners.record.schema import RETRIED_ENDINGS, read_runs

pytestmark = pytest.mark.nightly  # its two nodes are one machine's: one such Slurm at a time

RUNS, SHARDS = 9, 3
SLOW = """
import time
from tilings.runners.solvers import dlx
from tilings.runners.solvers.interface.child_process import ChildSolver

def solve(task):
    time.sleep({pause})
    dlx.solve(task)

DLX = ChildSolver("slow", "dlx", package="pytest", solve=solve)
"""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A real Slurm of two nodes."""
    pytest.importorskip("submitit")
    try:
        with slurm.started(nodes=2) as started:
            yield started
    except slurm.CannotStart as reason:
        pytest.skip(f"no Slurm: {reason}")


def test_no_run_is_lost_or_duplicated(cluster: Cluster, tmp_path: Path) -> None:
    """The shell dies and a new one attaches again; a running task is cancelled, and its shard is made again."""
    home, ours = tmp_path / "home", _command(tmp_path)
    first = _start(ours, cluster)
    task = slurm.come(lambda: next(iter(cluster.tasks()), None))
    first.send_signal(signal.SIGINT)
    job = task.partition("_")[0]
    assert f"continues without this shell (scancel {job} ends it)" in first.communicate(timeout=30)[1]
    assert first.returncode == 130
    cluster.said("scancel", task)
    other = _start([*ours, "--jobs", "4"], cluster)
    assert "--jobs 3 to attach" in other.communicate(timeout=60)[1]
    assert other.returncode == 2
    summary = _ended(_start(ours, cluster))
    assert _ended(_start(ours, cluster)) == summary
    assert _once(home)
    submissions = _submissions(home)
    lost = submissions[0][int(task.partition("_")[2])]
    assert submissions[1:] == [[lost]]


def test_the_runs_of_a_lost_node_are_made_on_another(cluster: Cluster, tmp_path: Path) -> None:
    """All processes of a node die in the middle of a run. Slurm itself puts its task into the queue again."""
    home = tmp_path / "home"
    campaign = _start(_command(tmp_path), cluster)
    task, rows = slurm.come(lambda: _half_done(cluster, home, "node2"))
    cluster.lose("node2")
    before = rows.read_text(encoding="utf-8")
    cluster.said("scontrol", "update", "nodename=node2", "state=down", "reason=lost")
    _hurry(cluster, task)
    _ended(campaign)
    cluster.back("node2")
    assert _once(home)
    assert len(_submissions(home)) == 1
    assert rows.read_text(encoding="utf-8").startswith(before)


def test_a_node_that_only_slurm_has_lost_keeps_its_shard(cluster: Cluster, tmp_path: Path) -> None:
    """Its task goes on; the one that Slurm starts in its place is refused."""
    home = tmp_path / "home"
    campaign = _start(_command(tmp_path), cluster)
    task, rows = slurm.come(lambda: _half_done(cluster, home, "node2"))
    cluster.cut_off("node2")
    cluster.said("scontrol", "update", "nodename=node2", "state=down", "reason=lost")
    _hurry(cluster, task)
    campaign.communicate(timeout=120)
    slurm.come(lambda: len(read_runs(rows)) == _planned(home, rows) or None)
    cluster.back("node2")
    _ended(_start(_command(tmp_path), cluster))
    assert _once(home)


def test_an_array_has_as_many_tasks_as_slurm_allows(cluster: Cluster, tmp_path: Path) -> None:
    sleeps = [f"--array=0-{last}" for last in (slurm.MOST_TASKS - 1, slurm.MOST_TASKS)]
    jobs = [cluster.said("sbatch", "--hold", "--parsable", "--output=/dev/null", "--wrap=true", one) for one in sleeps]
    assert [job != "" for job in jobs] == [True, False]
    cluster.said("scancel", jobs[0])
    refused = _start([*_command(tmp_path, 20 * slurm.MOST_TASKS), "--jobs", str(20 * slurm.MOST_TASKS)], cluster)
    assert "Slurm refused the job: " in refused.communicate(timeout=60)[1]
    assert refused.returncode == 2
    campaign = _start([*_command(tmp_path, pause=0.3), "--cluster-option", "array-parallelism=1"], cluster)
    at_once = []
    while campaign.poll() is None:
        at_once.append(len(cluster.tasks()))
        time.sleep(0.2)
    assert max(at_once) == 1
    _ended(campaign)
    assert _once(tmp_path / "home")


def test_a_requeued_task_continues_where_it_stopped(cluster: Cluster, tmp_path: Path) -> None:
    """One task is requeued by hand, another to make room for an urgent job."""
    home = tmp_path / "home"
    campaign = _start(_command(tmp_path), cluster)
    task, rows = slurm.come(lambda: _half_done(cluster, home, "node1"))
    before = rows.read_text(encoding="utf-8")
    cluster.said("scontrol", "requeue", task)
    other, others = slurm.come(lambda: _half_done(cluster, home, "node2"))
    before_others = others.read_text(encoding="utf-8")
    cluster.said("sbatch", "--partition=urgent", "--nodelist=node2", "--output=/dev/null", "--wrap=sleep 1")
    _hurry(cluster, task)
    _hurry(cluster, other)
    _ended(campaign)
    assert _once(home)
    assert len(_submissions(home)) == 1
    assert rows.read_text(encoding="utf-8").startswith(before)
    assert others.read_text(encoding="utf-8").startswith(before_others)


def _command(folder: Path, runs: int = RUNS, pause: float = 2.0) -> list[str]:
    """A campaign of runs that take at least `pause` seconds, equally many in each of three shards."""
    plugged.write(folder / "plugged", {"solvers/slow.py": SLOW.format(pause=pause)})
    suite = folder / "slow.toml"

    suite.write_text(
        'timeout = 60\nmemory = 500\n[[runs]]\nfamily = "polycubes"\ninstances = ["dominoes4x4"]\n'
        'goals = ["count"]\nsolvers = ["slow"]\nformulations = ["dlx_cover"]\n'
        f"seeds = {list(range(1, runs + 1))}\n",
        encoding="utf-8",
    )
    words = ["--plugins", str(folder / "plugged")]
    words += ["--suite", str(suite), "--results", str(folder / "home"), "--cluster", "slurm", "--jobs", str(SHARDS)]
    return [sys.executable, "-m", "tilings.runners.all", *words, "--attempts", "1"]


def _start(command: list[str], cluster: Cluster) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=cluster.environment, stdout=pipe, stderr=pipe, text=True)


def _ended(campaign: subprocess.Popen[str]) -> str:
    """The summary of a campaign that ends with all runs made."""
    summary, complaint = campaign.communicate(timeout=120)
    assert campaign.returncode == 0, complaint
    assert f"{RUNS} counted" in summary
    return summary


def _once(home: Path) -> bool:
    """Whether every run has one row."""
    records = [record for path in home.glob("runs-*.csv") for record in read_runs(path)]
    recorded = Counter(record.run_id for record in records if record.ended not in RETRIED_ENDINGS)
    return len(recorded) == RUNS and set(recorded.values()) == {1}


def _submissions(home: Path) -> list[list[int]]:
    """The shards that were submitted, for each array."""
    submissions = json.loads((home / "cluster.json").read_text(encoding="utf-8"))["submissions"]
    return [one["shards"] for one in submissions]


def _half_done(cluster: Cluster, home: Path, node: str) -> tuple[str, Path] | None:
    """A task that runs on a node and has written some of its rows, and the file of its rows."""
    for task, where in cluster.tasks().items():
        shard = _submissions(home)[0][int(task.partition("_")[2])]
        rows = home / f"runs-{shard}of{SHARDS}.csv"
        if where == node and rows.exists() and 0 < len(read_runs(rows)) < _planned(home, rows):
            return task, rows
    return None


def _planned(home: Path, rows: Path) -> int:
    """The number of runs of a shard, 0 before it has written its plan."""
    plan = home / f"{rows.stem.replace('runs', 'plan')}.json"
    climbs = json.loads(plan.read_text(encoding="utf-8"))["climbs"] if plan.exists() else []
    return sum(len(climb["run_ids"]) for climb in climbs)


def _hurry(cluster: Cluster, task: str) -> None:
    """Have a task that was put into the queue again start at once, where Slurm would wait for two minutes."""
    begins = ("squeue", "--noheader", "--array", "--states=PENDING", f"--jobs={task}", "--format=%r")
    slurm.come(lambda: "BeginTime" in cluster.said(*begins) or None)
    cluster.said("scontrol", "update", f"jobid={task}", "starttime=now")
