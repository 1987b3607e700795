"""``runners.all --cluster``: its arguments, and its steps from submission to summary."""

from __future__ import annotations

import math
from argparse import Namespace
from pathlib import Path

import pytest

from tests.called import called
from tests.runners.cluster.standin import DIVISION, Queue, shards_of, submitted, write
from tests.runners.plan.ladder_runs import climb
from tilings.models.problem import UserError
from tilings.runners.campaign import lock
from tilings.runners.cluster import command, slurm
from tilings.runners.cluster.command import refuse_queued
from tilings.runners.cluster.slurm import submissions
from tilings.runners.plan import plan as plans
from tilings.runners.plan.run import Run, limits


def test_the_rows_of_all_shards_are_cross_checked_and_summarised(
    tmp_path: Path, queue: Queue, runs: list[Run], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tilings.runners.all"])
    given = Namespace(jobs=DIVISION, fresh=False, detach=True, cluster_option=[], json=False)
    home = tmp_path / "home"
    assert command.make(plans.of(runs), given, home) == 0
    assert "job 1 is in the queue and continues without this shell (scancel 1 ends it)" in capsys.readouterr().err
    queue.finish()
    given.detach = False
    write(tmp_path, *runs[:4], division="1of3")
    write(tmp_path, *runs[4:], division="3of3")
    assert command.make(plans.of(runs), given, home) == 0
    assert "answer: 6 sat\n" in capsys.readouterr().out
    write(tmp_path, runs[4], answer="unsat", division="3of3")
    assert command.make(plans.of(runs), given, home) == 3
    assert "\n1 contradiction\n" in capsys.readouterr().err
    given.fresh, given.detach = True, True
    assert command.make(plans.of(runs), given, home) == 0
    assert submitted(tmp_path) == [[1, 2, 3]]
    assert list(home.glob("runs-*.csv")) == []


def test_only_one_process_follows_a_campaign(
    tmp_path: Path, queue: Queue, runs: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilings.runners.campaign.lock.PATIENCE_S", 0.1)
    given = Namespace(jobs=DIVISION, fresh=False, detach=True, cluster_option=[], json=False)
    with lock.lock(tmp_path / "home", 0, DIVISION, alone=False), pytest.raises(UserError, match="another run"):
        command.make(plans.of(runs), given, tmp_path / "home")


def test_a_queue_that_does_not_respond_loses_nothing(
    tmp_path: Path, queue: Queue, runs: list[Run], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tilings.runners.all"])
    given = Namespace(jobs=DIVISION, fresh=False, detach=True, cluster_option=[], json=False)
    command.make(plans.of(runs), given, tmp_path / "home")
    given.detach = False
    calls = []

    def queued() -> dict[tuple[str, int], slurm.QueuedTask]:
        calls.append(1)
        if len(calls) == 4:  # the first look of the watch
            raise slurm.NotResponding("no contact")
        if len(calls) == 5:
            write(tmp_path, *runs[:5])
            queue.finish()
        return real()

    real = slurm.queued
    monkeypatch.setattr(slurm, "queued", queued)
    assert command.make(plans.of(runs), given, tmp_path / "home") == 1
    assert "at least 1 run of shard 3/3 missing: the same command" in capsys.readouterr().err
    assert submitted(tmp_path) == [[1, 2, 3]]
    monkeypatch.setattr(slurm, "queued", real)
    given.detach = True
    command.make(plans.of(runs), given, tmp_path / "home")
    assert submitted(tmp_path) == [[1, 2, 3], [3]]


def test_a_task_runs_the_users_command_without_the_cluster_options() -> None:
    words = "--suite s.toml --cluster slurm --jobs 200 --cluster-option mem=4G --solver dlx --detach --fresh"
    assert command.of_tasks(words.split())[1:] == ["-m", "tilings.runners.all", "--suite", "s.toml", "--solver", "dlx"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--cluster", "slurm"), "--cluster needs --jobs N"),
        (("--cluster", "slurm", "--jobs", "3", "--shard", "1/3"), "not --shard"),
        (("--detach",), "need --cluster slurm"),
        (("--cluster-option", "mem=3G"), "need --cluster slurm"),
        (("--cluster", "slurm", "--jobs", "3", "--cluster-option", "array=1"), "array cannot be set"),
        (("--cluster", "slurm", "--jobs", "3", "--suite", "smoke", "--solver", "dlx"), "there is no sbatch here"),
        (("--shard", "0/3"), "k/n with 1 <= k <= n, not '0/3'"),
        (("--shard", "4/3"), "k/n with 1 <= k <= n, not '4/3'"),
        (("--shard", "a/b"), "k/n with 1 <= k <= n, not 'a/b'"),
    ],
)
def test_options_that_exclude_each_other_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    done = called("tilings.runners.all", "--results", tmp_path, *words)
    assert done.returncode == 2
    assert "error: " in done.stderr.splitlines()[-1]
    assert complaint in done.stderr.splitlines()[-1]


def test_without_submitit_its_installation_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(UserError, match="pip install submitit"):
        slurm.require()


def test_only_lost_shards_are_submitted(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    write(tmp_path, *runs[2:4], division="2of9")  # another division's rows count as well
    shards = shards_of(tmp_path, runs)
    shards.submit_lost()
    shards.submit_lost()
    assert submitted(tmp_path) == [[1, 3]]
    queue.finish(queue.lines()[1])
    shards.submit_lost()
    assert submitted(tmp_path) == [[1, 3], [1]]
    shards = shards_of(tmp_path, runs)
    shards.submit_lost()  # another shell, later: both jobs are in the queue
    assert submitted(tmp_path) == [[1, 3], [1]]
    assert shards.jobs == ["1", "2"]


def test_a_task_runs_its_shard_with_the_requested_resources(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards_of(tmp_path, runs).submit_lost()
    (array,) = submissions(tmp_path / "home")
    assert (array.job, array.division) == ("1", DIVISION)
    assert array.command == ["python", "-m", "tilings.runners.all", "--jobs", "1"]
    script = queue.script(1)
    options = ("--array=0-2%3", "--cpus-per-task=1", "--signal=TERM@60", f"--job-name={array.name}", "--time=6")
    assert [option for option in options if f"#SBATCH {option}\n" not in script] == []


def test_the_states_of_the_shards_are_reported(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards = shards_of(tmp_path, runs)
    assert shards.states(shards.queue()) == "shards: 3 lost"
    shards.submit_lost()
    assert shards.states(shards.queue()) == "shards: 3 pending (Resources)"
    write(tmp_path, runs[0])
    write(tmp_path, runs[4], ended="harness_error")
    assert [record.run_id for record in shards.update()] == [runs[0].run_id]
    assert shards.update() == []
    write(tmp_path, *runs[1:])
    assert len(shards.update()) == 5
    queue.finish()
    assert (shards.states(shards.queue()), shards.complaint()) == ("shards: 3 complete", "")


def test_the_remaining_runs_of_a_lost_shard_are_missing(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards = shards_of(tmp_path, runs)
    shards.submit_lost()
    write(tmp_path, *runs[:5])
    shards.update()
    assert "at least 1 run of shard 3/3 missing: the same command" in shards.complaint()
    assert shards.complaint().endswith(f"{tmp_path}/home/cluster/1_2_0_log.err")


def test_rows_of_other_runs_give_a_hint_at_different_files_or_solvers_on_the_nodes(
    tmp_path: Path, queue: Queue, runs: list[Run]
) -> None:
    shards = shards_of(tmp_path, runs[:2])
    shards.submit_lost()
    write(tmp_path, *runs[2:])
    assert shards.update() == []
    assert "the rows are of other runs: check that the nodes have the files and solvers" in shards.complaint()


def test_queued_jobs_of_another_division_are_an_error(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards_of(tmp_path, runs).submit_lost()
    home = tmp_path / "home"
    refuse_queued(home, DIVISION)
    for division in (4, None):  # None: --fresh
        with pytest.raises(UserError, match="--jobs 3 to attach to them, or end them: scancel 1"):
            refuse_queued(home, division)
    queue.finish()
    refuse_queued(home, 4)


def test_a_shard_is_complete_when_its_climbs_have_ended_and_has_time_for_the_open_ones(
    tmp_path: Path, queue: Queue, runs: list[Run]
) -> None:
    whole = climb(tmp_path, (1, 2), limits=limits(600, 500, 1))
    shards = shards_of(tmp_path, [], whole)
    assert shards.states({}) == "shards: 1 lost", "the others have nothing to do"
    shards.submit_lost()
    assert submitted(tmp_path) == [[1]]
    minutes = 1.05 * (4 + 1) * 10  # four limits, and one more where the last run starts late
    assert f"#SBATCH --time={math.ceil(minutes) + 5}\n" in queue.script(1)
    lower, upper = whole.lowest(2)
    write(tmp_path, lower)
    assert [row.run_id for row in shards.update()] == [lower.run_id]
    assert "at least 1 run of shard 1/3 missing" in shards.complaint()
    assert shards.kinds().total() == 1
    write(tmp_path, upper)
    shards.update()
    assert (shards.states({}), shards.complaint()) == ("shards: 1 complete", "")


def test_rows_of_other_climbs_are_not_of_the_campaign(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards = shards_of(tmp_path, [], climb(tmp_path))
    write(tmp_path, climb(tmp_path, name="near").first, climb(tmp_path, threads=2).first)
    assert shards.update() == [] and shards.made == {}


def test_a_refusal_by_slurm_is_reported_in_one_line(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    queue.refuse("sbatch: error: Invalid account\n")
    with pytest.raises(UserError, match="Slurm refused the job: sbatch: error: Invalid account"):
        shards_of(tmp_path, runs).submit_lost()
    queue.refuse("sbatch: unrecognized option '--foo'\nTry \"sbatch --help\" for more information\n")
    with pytest.raises(UserError, match="unrecognized option '--foo'"):
        shards_of(tmp_path, runs).submit_lost()


def test_a_file_of_another_schema_is_refused(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    (tmp_path / "home/runs-1of2.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"runs-1of2.csv:1: lacks .* columns"):
        shards_of(tmp_path, runs)
