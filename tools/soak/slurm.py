"""A campaign on Slurm: many shards, one of them killed, the node drained and resumed.

The Slurm is one of our own, of one node on loopback (tests/slurm.py); the campaign is ``runners.all --cluster slurm``
as a person types it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from models.terminal.command import ROOT
from runners.cluster.submissions import Submissions
from runners.record.schema import RETRIED_ENDINGS, read_runs
from tests import slurm
from tools.soak.figure import CannotRun, Figure

RUNS, SHARDS = 1000, 50
QUICK_RUNS, QUICK_SHARDS = 60, 6
_SUITE = """
timeout = 30
memory = 500
[[runs]]
family = "polycubes"
instances = ["dominoes4x4"]
goals = ["count"]
solvers = ["dlx"]
formulations = ["dlx_cover"]
seeds = {seeds}
"""
_LONGEST_S = 1800
Environment = dict[str, str]


def measure(quick: bool) -> Iterator[Figure]:
    """The numbers of rows lost and duplicated, and the time taken."""
    runs, shards = (QUICK_RUNS, QUICK_SHARDS) if quick else (RUNS, SHARDS)
    try:
        with slurm.started() as cluster, tempfile.TemporaryDirectory(prefix="soak-") as folder:
            yield from _campaign(cluster.environment, Path(folder), runs, shards)
    except slurm.CannotStart as reason:
        raise CannotRun(f"no Slurm: {reason}") from None


def _campaign(environment: Environment, folder: Path, runs: int, shards: int) -> Iterator[Figure]:
    (folder / "soak.toml").write_text(_SUITE.format(seeds=list(range(1, runs + 1))), encoding="utf-8")
    home = folder / "home"
    words = ["--suite", folder / "soak.toml", "--results", home, "--cluster", "slurm", "--jobs", shards]
    began = time.monotonic()
    with (folder / "said").open("w", encoding="utf-8") as said:
        campaign = subprocess.Popen(
            [sys.executable, "-m", "runners.all", *map(str, words)], cwd=ROOT, env=environment, stdout=said, stderr=said
        )
    try:
        killed = _kill_one(environment, home)
        waiting = _drain_and_resume(environment)
        code = campaign.wait(_LONGEST_S)
    finally:
        campaign.kill()
        campaign.wait()
    records = [record for path in home.glob("runs-*.csv") for record in read_runs(path)]
    rows = Counter(record.run_id for record in records if record.ended not in RETRIED_ENDINGS)
    again = [shard for one in Submissions(home).all[1:] for shard in one.shards]
    yield Figure("runs", runs)
    yield Figure("shards, the tasks of a job array", shards)
    yield Figure("rows that the killed shard had written", killed)
    yield Figure("shards that waited while the node was drained", waiting)
    yield Figure("shards submitted again", len(again))
    yield Figure("rows lost", runs - len(rows), most=0)
    yield Figure("rows doubled", sum(rows.values()) - len(rows), most=0)
    yield Figure("exit code of the campaign (1: a run found no answer)", code, most=1)
    yield Figure("from submission to summary", time.monotonic() - began, "s")


def _kill_one(environment: Environment, home: Path) -> int:
    """SIGKILL all processes of a shard that is half done; returns the number of rows that it had written."""

    def half_done() -> tuple[str, int] | None:
        squeue = ("squeue", "--noheader", "--array", "--states=RUNNING", "--format=%i")
        for task in _said(environment, *squeue).split():
            submission = Submissions(home).all[0]
            shard = submission.shards[int(task.partition("_")[2])]
            path = home / f"runs-{shard}of{submission.division}.csv"
            if path.exists() and (written := len(read_runs(path))) >= 3:
                return task, written
        return None

    task, written = slurm.come(half_done)
    _said(environment, "scancel", "--signal=KILL", "--full", task)
    return written


def _drain_and_resume(environment: Environment) -> int:
    """Drain the node until nothing runs on it and for some seconds more; returns the number of waiting shards."""
    node = _said(environment, "sinfo", "--noheader", "--format=%N").strip()
    _said(environment, "scontrol", "update", f"nodename={node}", "state=drain", "reason=soak")
    slurm.come(lambda: not _said(environment, "squeue", "--noheader", "--array", "--states=RUNNING,COMPLETING") or None)
    time.sleep(3)
    waiting = len(_said(environment, "squeue", "--noheader", "--array").splitlines())
    _said(environment, "scontrol", "update", f"nodename={node}", "state=resume")
    return waiting


def _said(environment: Environment, *command: str) -> str:
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout
