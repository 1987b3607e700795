"""Shards of a campaign are complete, queued or lost, and only lost ones are submitted."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.problem import UserError
from runners.cluster.request import option
from runners.cluster.shards import Shards, refuse_queued
from runners.cluster.submissions import Submissions
from runners.plan.run import Run
from tests.runners.cluster.standin import DIVISION, Queue, shards_of, submitted, write


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
    (one,) = Submissions(tmp_path / "home").all
    assert (one.job, one.division) == ("1", DIVISION)
    assert one.command == ["python", "-m", "runners.all", "--jobs", "1"]
    script = queue.script(1)
    wanted = ("--array=0-2%3", "--cpus-per-task=1", "--signal=TERM@60", f"--job-name={one.name}", "--time=6")
    assert [word for word in wanted if f"#SBATCH {word}\n" not in script] == []


def test_the_number_of_shards_at_a_time_can_be_limited(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    chosen = dict([option("array-parallelism=2")])
    Shards(tmp_path / "home", runs, DIVISION, ["python", "-m", "runners.all"], chosen).submit_lost()
    assert "#SBATCH --array=0-2%2\n" in queue.script(1)


def test_the_states_of_the_shards_are_told(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards = shards_of(tmp_path, runs)
    assert shards.words(shards.queue()) == "shards: 3 lost"
    shards.submit_lost()
    assert shards.words(shards.queue()) == "shards: 3 pending (Resources)"
    write(tmp_path, runs[0])
    write(tmp_path, runs[4], ended="harness_error")
    assert [record.run_id for record in shards.look()] == [runs[0].run_id]
    assert shards.look() == []
    write(tmp_path, *runs[1:])
    assert len(shards.look()) == 5
    queue.finish()
    assert (shards.words(shards.queue()), shards.complaint()) == ("shards: 3 complete", "")


def test_what_a_lost_shard_has_not_made_is_missing(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards = shards_of(tmp_path, runs)
    shards.submit_lost()
    write(tmp_path, *runs[:5])
    shards.look()
    assert "1 of 6 runs are missing, of shard 3/3: the same command" in shards.complaint()
    assert shards.complaint().endswith(f"{tmp_path}/home/cluster/1_2_0_log.err")


def test_rows_of_other_runs_give_a_hint_at_different_files_or_solvers_on_the_nodes(
    tmp_path: Path, queue: Queue, runs: list[Run]
) -> None:
    shards = shards_of(tmp_path, runs[:2])
    shards.submit_lost()
    write(tmp_path, *runs[2:])
    assert shards.look() == []
    assert "other runs came: do the nodes have the files and solvers" in shards.complaint()


def test_queued_jobs_of_another_division_are_an_error(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards_of(tmp_path, runs).submit_lost()
    home = tmp_path / "home"
    refuse_queued(home, DIVISION)
    for division in (4, None):  # None: --fresh
        with pytest.raises(UserError, match="--jobs 3 to attach to them, or end them: scancel 1"):
            refuse_queued(home, division)
    queue.finish()
    refuse_queued(home, 4)


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
