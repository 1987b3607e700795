"""A campaign on a cluster: what is complete, in the queue or lost; and once on a real Slurm of one node."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from models.problem import UserError
from runners import attempt, folder, plan
from runners.cluster import command, slurm
from runners.cluster.request import option, request
from runners.cluster.rows import Rows
from runners.cluster.shards import MOST_TRIES, Shards, Tries, refuse_queued
from runners.cluster.submissions import Submissions
from runners.record import AGAIN, COLUMNS, read_runs, to_row
from runners.table import Appender
from tests import slurm as one_node
from tests.runners import fakes

ROOT = Path(__file__).parent.parent.parent
DIVISION = 3


class Queue:
    """Scripts in the place of Slurm's commands, which read and write files of a folder.

    Submitted jobs wait until finish() is called, and no task ever runs: rows are written by the test.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        sbatch = f"""
[ -e {folder}/refusal ] && {{ cat {folder}/refusal >&2; exit 1; }}
for word; do script=$word; done
echo x >> {folder}/jobs; job=$(wc -l < {folder}/jobs)
name=$(sed -n 's/^#SBATCH --job-name=//p' "$script")
last=$(sed -n 's/^#SBATCH --array=0-\\([0-9]*\\)%.*/\\1/p' "$script")
cp "$script" {folder}/script-$job
for i in $(seq 0 ${{last:-0}}); do echo "$name|${{last:+$i}}|PENDING|Resources" >> {folder}/queue; done
echo "Submitted batch job $job"
"""
        self._script("sbatch", f'[ "$1" = --version ] && {{ echo slurm 0; exit; }}\n{sbatch}')
        self._script("squeue", f"[ -e {folder}/silent ] && {{ echo 'no contact' >&2; exit 1; }}\ncat {folder}/queue")
        self._script("sinfo", "echo 'short|1:00'; echo 'local*|1-02:03:04'; echo 'endless|infinite'")
        self._script("srun", "exit 1")
        self.finish()

    def _script(self, name: str, text: str) -> None:
        (self._folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (self._folder / name).chmod(0o755)

    def finish(self, *left: str) -> None:
        """All jobs are gone, but for those of these lines."""
        (self._folder / "queue").write_text("".join(f"{line}\n" for line in left), encoding="utf-8")

    def lines(self) -> list[str]:
        return (self._folder / "queue").read_text(encoding="utf-8").splitlines()

    def silent(self, is_silent: bool) -> None:
        (self._folder / "silent").touch() if is_silent else (self._folder / "silent").unlink()

    def refuse(self, words: str) -> None:
        (self._folder / "refusal").write_text(words, encoding="utf-8")

    def script(self, job: int) -> str:
        return (self._folder / f"script-{job}").read_text(encoding="utf-8")


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Queue:
    tools = tmp_path / "tools"
    tools.mkdir()
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    monkeypatch.setattr("runners.cluster.shards._FIRST_PAUSE_S", 0.01)
    return Queue(tools)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[plan.Run]:
    """Two runs in every shard, in the order of the shards."""
    fakes.install(monkeypatch, "exit 0")
    (tmp_path / "home").mkdir()
    made = [fakes.run(tmp_path, seed=seed) for seed in range(1, 60)]
    return [run for number in range(1, DIVISION + 1) for run in plan.shard(made, number, DIVISION)[:2]]


def shards_of(tmp_path: Path, runs: list[plan.Run]) -> Shards:
    return Shards(tmp_path / "home", runs, DIVISION, ["python", "-m", "runners.all"], {})


def write(
    tmp_path: Path, *runs: plan.Run, ended: str = "finished", answer: str = "sat", division: str = "1of1"
) -> None:
    """Record runs, as a task would."""
    rows = Appender(tmp_path / "home" / f"runs-{division}.csv", COLUMNS)
    rows.append(*[to_row(replace(attempt.blank(run, attempt.Place()), ended=ended, answer=answer)) for run in runs])
    rows.close()


def submitted(tmp_path: Path) -> list[list[int]]:
    return [one.shards for one in Submissions(tmp_path / "home").all]


def test_only_lost_shards_are_submitted(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    write(tmp_path, *runs[2:4], division="2of9")  # another division's rows count as well
    shards = shards_of(tmp_path, runs)
    shards.submit_lost()
    shards.submit_lost()
    assert submitted(tmp_path) == [[1, 3]]
    queue.finish(queue.lines()[1])
    shards.submit_lost()
    assert submitted(tmp_path) == [[1, 3], [1]]
    assert shards_of(tmp_path, runs).jobs() == []
    shards = shards_of(tmp_path, runs)
    shards.submit_lost()  # another shell, later: both jobs are in the queue
    assert submitted(tmp_path) == [[1, 3], [1]]
    assert shards.jobs() == ["1", "2"]


def test_what_a_task_runs_and_asks_for(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    shards_of(tmp_path, runs).submit_lost()
    (one,) = Submissions(tmp_path / "home").all
    assert (one.job, one.division, one.versions["slurm"]) == ("1", DIVISION, "slurm 0")
    assert one.command == ["python", "-m", "runners.all", "--jobs", "1"]
    script = queue.script(1)
    wanted = ("--array=0-2%3", "--cpus-per-task=1", "--signal=TERM@60", f"--job-name={one.name}", "--time=6")
    assert [word for word in wanted if f"#SBATCH {word}\n" not in script] == []


def test_so_many_shards_at_a_time(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    chosen = dict([option("array-parallelism=2")])
    Shards(tmp_path / "home", runs, DIVISION, ["python", "-m", "runners.all"], chosen).submit_lost()
    assert "#SBATCH --array=0-2%2\n" in queue.script(1)


def test_a_campaign_is_followed_to_its_end(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    shards = shards_of(tmp_path, runs)
    follow = shards.follow()
    assert next(follow).words == "shards: 3 lost"
    assert next(follow).words == "shards: 3 pending (Resources)"
    write(tmp_path, runs[0])
    write(tmp_path, runs[4], ended="harness_error")
    assert [record.run_id for record in next(follow).records] == [runs[0].run_id]
    write(tmp_path, *runs[1:])
    assert len(next(follow).records) == 5
    assert next(follow).words == "shards: 3 pending (Resources), 3 complete"
    queue.finish()
    assert [look.words for look in follow] == ["shards: 3 complete"]
    assert submitted(tmp_path) == [[1, 2, 3]]
    assert shards.complaint() == ""


def test_a_queue_that_does_not_answer_loses_nothing(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    follow = shards_of(tmp_path, runs).follow()
    next(follow)
    queue.silent(True)
    assert "no contact" in next(follow).words
    queue.silent(False)
    assert "3 pending" in next(follow).words
    assert submitted(tmp_path) == [[1, 2, 3]]


def test_a_shard_that_crashes_is_given_up(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    shards = shards_of(tmp_path, runs)
    for look, _ in enumerate(shards.follow()):
        if look == 1:
            write(tmp_path, *runs[:4], runs[4])
        queue.finish()
    assert submitted(tmp_path) == [[1, 2, 3], [3], [3], [3]]  # the second of them because of the row that came
    assert "1 of 6 runs are missing: no more rows from shard 3/3 in 3 tries" in shards.complaint()
    assert shards.complaint().endswith(f"{tmp_path}/home/cluster/4_0_log.err")


def test_tries_start_anew_with_every_row() -> None:
    tries = Tries()
    for done in (0, 0, 0, 1, 1, 1):
        assert tries.left(7, done)
        tries.count(7, done)
    assert not tries.left(7, 1)
    assert tries.left(7, 2)
    assert MOST_TRIES == 3


def test_nodes_with_other_solvers_are_suspected(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    shards = shards_of(tmp_path, runs[:2])
    for _ in shards.follow():
        write(tmp_path, *runs[2:])
        queue.finish()
    assert "other runs came: do the nodes have the files and solvers" in shards.complaint()


def test_jobs_of_another_division_are_in_the_way(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    shards_of(tmp_path, runs).submit_lost()
    home = tmp_path / "home"
    refuse_queued(home, DIVISION)
    for division in (4, None):  # None: --fresh
        with pytest.raises(UserError, match="--jobs 3 to attach to them, or end them: scancel 1"):
            refuse_queued(home, division)
    queue.finish()
    refuse_queued(home, 4)


def test_what_slurm_refuses_is_one_line(tmp_path: Path, queue: Queue, runs: list[plan.Run]) -> None:
    queue.refuse("sbatch: error: Invalid account\n")
    with pytest.raises(UserError, match="Slurm refused the job: sbatch: error: Invalid account"):
        shards_of(tmp_path, runs).submit_lost()
    queue.refuse("sbatch: unrecognized option '--foo'\nTry \"sbatch --help\" for more information\n")
    with pytest.raises(UserError, match="unrecognized option '--foo'"):
        shards_of(tmp_path, runs).submit_lost()


def test_what_the_shards_wrote_is_compared_and_summed_up(
    tmp_path: Path,
    queue: Queue,
    runs: list[plan.Run],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["runners.all"])
    given = Namespace(jobs=DIVISION, fresh=False, detach=True, cluster_option=[])
    home = tmp_path / "home"
    assert command.make(runs, given, home) == 0
    assert "job 1 is in the queue and goes on without this shell (scancel 1 ends it)" in capsys.readouterr().err
    queue.finish()
    given.detach = False
    write(tmp_path, *runs[:4], division="1of3")
    write(tmp_path, *runs[4:], division="3of3")
    assert command.make(runs, given, home) == 0
    assert "answer: 6 sat\n" in capsys.readouterr().out
    write(tmp_path, runs[4], answer="unsat", division="3of3")
    assert command.make(runs, given, home) == 3
    assert "contradictions between solvers" in capsys.readouterr().err
    given.fresh, given.detach = True, True
    assert command.make(runs, given, home) == 0
    assert submitted(tmp_path) == [[1, 2, 3]]
    assert list(home.glob("runs-*.csv")) == []


def test_one_watches_a_campaign(
    tmp_path: Path, queue: Queue, runs: list[plan.Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runners.folder.PATIENCE_S", 0.1)
    given = Namespace(jobs=DIVISION, fresh=False, detach=True, cluster_option=[])
    with folder.lock(tmp_path / "home", 0, DIVISION, alone=False), pytest.raises(UserError, match="another run"):
        command.make(runs, given, tmp_path / "home")


def test_rows_are_read_as_they_are_appended(tmp_path: Path, runs: list[plan.Run]) -> None:
    rows = Rows(tmp_path / "home")
    write(tmp_path, runs[0])
    path = tmp_path / "home" / "runs-1of1.csv"
    with path.open("a", encoding="utf-8") as file:
        file.write("torn,")
    assert [record.run_id for record in rows.look()] == [runs[0].run_id]
    write(tmp_path, *runs[:2], ended="interrupted")  # repairs the torn row first
    assert rows.look() == []
    assert list(rows.again) == [runs[1].run_id]
    write(tmp_path, runs[1], division="2of2")
    assert [record.run_id for record in rows.look()] == [runs[1].run_id]
    assert (rows.again, len(rows.done)) == ({}, 2)
    path.rename(path.with_name("before"))  # as a task does that leaves one row for each run
    write(tmp_path, *runs[1:3])
    assert [record.run_id for record in rows.look()] == [runs[2].run_id]
    path.with_name("runs-1of2.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"runs-1of2.csv lacks the column"):
        rows.look()


def test_time_memory_and_cores_follow_from_the_runs(tmp_path: Path, runs: list[plan.Run]) -> None:
    long = [replace(run, limits=plan.limits({"timeout": 600, "memory": 1048}, 1)) for run in runs]
    alone = request([long[:1], long[1:4]], {}, None)
    assert alone.at_a_time == 1
    assert alone.options == {"cpus_per_task": 1, "time": 42 + 5, "mem": "1477M"}  # 40 minutes and 5 %
    assert request([long], {}, 30).options["time"] == 30
    four = request([long[:4]], {"cpus_per_task": "4", "time": "1-0"}, 30)
    assert (four.at_a_time, four.options["time"], four.options["mem"]) == (4, "1-0", "5047M")
    two = request([[replace(run, threads=2) for run in long[:4]]], {"mem_per_cpu": "1G"}, None)
    assert (two.at_a_time, two.options["cpus_per_task"], "mem" in two.options) == (1, 2, False)
    with pytest.raises(UserError, match="cpus-per-task=many"):
        request([long], {"cpus_per_task": "many"}, None)


def test_options_of_sbatch() -> None:
    assert option("partition=long") == ("partition", "long")
    assert option("--cpus-per-task=4") == ("cpus_per_task", "4")
    assert option("exclusive") == ("exclusive", True)
    for bad in ("=3", "partition=", "a b=c", "array=0-3", "job-name=x"):
        with pytest.raises(ArgumentTypeError):
            option(bad)


def test_limits_of_partitions(queue: Queue) -> None:
    assert slurm.longest_minutes(None) == 26 * 60 + 3
    assert [slurm.longest_minutes(name) for name in ("short", "endless", "none")] == [1, None, None]


def test_a_task_is_the_command_of_a_person() -> None:
    words = "--suite s.toml --cluster slurm --jobs 200 --cluster-option mem=4G --solver dlx --detach --fresh"
    assert command.of_tasks(words.split())[1:] == ["-m", "runners.all", "--suite", "s.toml", "--solver", "dlx"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--cluster", "slurm"), "--cluster needs --jobs N"),
        (("--cluster", "slurm", "--jobs", "3", "--shard", "1/3"), "no --shard"),
        (("--detach",), "need --cluster slurm"),
        (("--cluster-option", "mem=3G"), "need --cluster slurm"),
        (("--cluster", "slurm", "--jobs", "3", "--cluster-option", "array=1"), "array is not free to choose"),
        (("--cluster", "slurm", "--jobs", "3", "--suite", "smoke", "--solver", "dlx"), "there is no sbatch here"),
        (("--shard", "0/3"), "k/n with 1 <= k <= n, not '0/3'"),
        (("--shard", "4/3"), "k/n with 1 <= k <= n, not '4/3'"),
        (("--shard", "a/b"), "k/n with 1 <= k <= n, not 'a/b'"),
    ],
)
def test_words_that_do_not_go_together(tmp_path: Path, words: tuple[str, ...], complaint: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "runners.all", "--results", str(tmp_path), *words], cwd=ROOT, capture_output=True,
        text=True, check=False, env=os.environ | {"PATH": "/nowhere"},
    )  # fmt: skip
    assert done.returncode == 2
    assert "error: " in done.stderr.splitlines()[-1]
    assert complaint in done.stderr.splitlines()[-1]


def test_without_submitit_its_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(UserError, match="pip install submitit"):
        slurm.require()


@pytest.fixture(scope="module")
def cluster() -> Iterator[dict[str, str]]:
    """The environment of a real Slurm."""
    pytest.importorskip("submitit")
    try:
        with one_node.started() as environment:
            yield environment
    except one_node.CannotStart as reason:
        pytest.skip(f"no Slurm: {reason}")


def test_on_a_real_slurm_nothing_is_lost_or_doubled(cluster: dict[str, str], tmp_path: Path) -> None:
    """The shell is lost and attaches again; a running task is cancelled, and its shard made again."""
    suite = tmp_path / "slow.toml"
    suite.write_text(
        'timeout = 60\nmemory = 500\n[[runs]]\nfamily = "polycubes"\ninstances = ["pentominoes4x15"]\n'
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
    other = subprocess.run([*ours, "--jobs", "4"], cwd=ROOT, env=cluster, capture_output=True, text=True, check=False)
    assert (other.returncode, "--jobs 3 to attach" in other.stderr) == (2, True)
    subprocess.run(["scancel", task], env=cluster, check=True)
    again = subprocess.run(ours, cwd=ROOT, env=cluster, capture_output=True, text=True, check=False, timeout=120)
    assert again.returncode == 0, again.stderr
    assert "9 counted" in again.stdout
    complete = subprocess.run(ours, cwd=ROOT, env=cluster, capture_output=True, text=True, check=False)
    assert (complete.returncode, complete.stdout) == (0, again.stdout)
    records = [record for path in home.glob("runs-*.csv") for record in read_runs(path)]
    recorded = Counter(record.run_id for record in records if record.ended not in AGAIN)
    assert sorted(recorded.values()) == [1] * 9
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
