"""Shards of a campaign are complete, queued or lost, and only lost ones are submitted again."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.problem import UserError
from runners.cluster import holders
from runners.cluster import shards as shards_module
from runners.cluster.request import option
from runners.cluster.shards import MOST_TRIES, Rows, Shards, Tries, refuse_queued
from runners.cluster.submissions import Submissions
from runners.plan.run import Run
from tests.runners.cluster.standin import DIVISION, Queue, shards_of, sign, submitted, write


def test_only_lost_shards_are_submitted(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
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


def test_a_task_runs_its_shard_with_the_requested_resources(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards_of(tmp_path, runs).submit_lost()
    (one,) = Submissions(tmp_path / "home").all
    assert (one.job, one.division, one.versions["slurm"]) == ("1", DIVISION, "slurm 0")
    assert one.command == ["python", "-m", "runners.all", "--jobs", "1"]
    script = queue.script(1)
    wanted = ("--array=0-2%3", "--cpus-per-task=1", "--signal=TERM@60", f"--job-name={one.name}", "--time=6")
    assert [word for word in wanted if f"#SBATCH {word}\n" not in script] == []


def test_the_number_of_shards_at_a_time_can_be_limited(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    chosen = dict([option("array-parallelism=2")])
    Shards(tmp_path / "home", runs, DIVISION, ["python", "-m", "runners.all"], chosen).submit_lost()
    assert "#SBATCH --array=0-2%2\n" in queue.script(1)


def test_following_a_campaign_ends_when_all_shards_are_complete(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
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


def test_a_queue_that_does_not_answer_loses_nothing(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    follow = shards_of(tmp_path, runs).follow()
    next(follow)
    queue.silent(True)
    assert "no contact" in next(follow).words
    queue.silent(False)
    assert "3 pending" in next(follow).words
    assert submitted(tmp_path) == [[1, 2, 3]]


def test_a_shard_that_keeps_crashing_is_given_up(tmp_path: Path, queue: Queue, runs: list[Run]) -> None:
    shards = shards_of(tmp_path, runs)
    for look, _ in enumerate(shards.follow()):
        if look == 1:
            write(tmp_path, *runs[:4], runs[4])
        queue.finish()
    assert submitted(tmp_path) == [[1, 2, 3], [3], [3], [3]]  # the second of them because of the row that came
    assert "1 of 6 runs are missing: no more rows from shard 3/3 in 3 tries" in shards.complaint()
    assert shards.complaint().endswith(f"{tmp_path}/home/cluster/4_0_log.err")


def test_a_shard_that_somebody_else_goes_on_writing_is_not_given_up(
    tmp_path: Path, queue: Queue, runs: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node of which Slurm hears no more holds the lock, so that each task in its place is refused; then it dies."""
    monkeypatch.setattr(holders, "SILENT_S", 1.0)
    shards = shards_of(tmp_path, runs)
    write(tmp_path, *runs[:5])
    words = []
    for beat, look in enumerate(shards.follow()):
        words.append(look.words)
        if beat < 40:
            sign(tmp_path, 3, beat)
        if len(submitted(tmp_path)) == MOST_TRIES + 1:
            write(tmp_path, runs[5])
        queue.finish()
        monkeypatch.setattr(shards_module, "_LONGEST_PAUSE_S", 0.02)
    assert submitted(tmp_path) == [[3]] * (MOST_TRIES + 1)
    assert "shards: 2 complete, 1 written by somebody who is not in the queue" in words
    assert shards.complaint() == ""


def test_more_shards_than_an_array_may_have_tasks_are_refused_with_a_number_that_is_not(
    tmp_path: Path, queue: Queue, runs: list[Run]
) -> None:
    queue.most_tasks(2)
    with pytest.raises(UserError, match=r"3 shards have runs left, and an array has at most 2 .*: give --jobs 2 or"):
        shards_of(tmp_path, runs).submit_lost()
    assert submitted(tmp_path) == []


def test_every_new_row_of_a_shard_restarts_the_count_of_its_tries() -> None:
    tries = Tries()
    for done in (0, 0, 0, 1, 1, 1):
        assert tries.left(7, done)
        tries.count(7, done)
    assert not tries.left(7, 1)
    assert tries.left(7, 2)
    assert MOST_TRIES == 3


def test_rows_of_other_runs_give_a_hint_at_different_files_or_solvers_on_the_nodes(
    tmp_path: Path, queue: Queue, runs: list[Run]
) -> None:
    shards = shards_of(tmp_path, runs[:2])
    for _ in shards.follow():
        write(tmp_path, *runs[2:])
        queue.finish()
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


def test_rows_are_read_as_they_are_appended(tmp_path: Path, runs: list[Run]) -> None:
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
    with pytest.raises(UserError, match=r"runs-1of2.csv:1: lacks .* columns"):
        rows.look()
