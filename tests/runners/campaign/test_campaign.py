"""A campaign neither loses nor duplicates a run wherever its harness is killed, and each shard has one harness."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.runners import fakes
from tests.runners.record.test_schema import record
from tests.waiting import LONGEST_S, until
from tilings.models.problem import UserError
from tilings.runners.campaign import lock
from tilings.runners.campaign.campaign import Campaign
from tilings.runners.execute.attempt import Outcome
from tilings.runners.plan.manifest import InstanceFile
from tilings.runners.plan.run import Run
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.schema import RunRecord, read_runs, read_traces
from tilings.runners.record.stored_instances import StoredInstances
from tilings.runners.record.stored_solutions import StoredSolutions
from tilings.runners.verify.artifacts import ArtifactReader

ROOT = Path(__file__).parents[3]
Made = tuple[Run, RunRecord, Outcome]
TILING = ((0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Made:
    """A run with a solution and a trace of two rows."""
    fakes.install(monkeypatch, "")
    run = fakes.run(tmp_path)
    found = record(run_id=run.run_id, answer="sat", check="valid")
    return run, found, Outcome(found, [(0.1, 5, ""), (0.2, 4, "")], TILING)


def keep(home: Path, run: Run, found: RunRecord, outcome: Outcome) -> None:
    campaign = Campaign(home)
    campaign.keep(run, found, outcome)
    campaign.close()


def recorded(home: Path) -> list[str]:
    campaign = Campaign(home)
    campaign.close()
    return list(campaign.recorded)


def recorded_completely(home: Path, run_id: str) -> bool:
    """Whether a run is recorded once, with its solution and with one copy of its trace."""
    rows = Counter(found.run_id for found in read_runs(home / "runs-1of1.csv"))
    traced = Counter(row["run_id"] for row in read_traces(home / "trace-1of1.csv"))
    solution = StoredSolutions(home).content(run_id)["solution"]
    return rows == {run_id: 1} and traced == {run_id: 2} and len(solution) == 4


@pytest.mark.parametrize("call", ["fsync", "write"])
def test_a_kill_at_any_moment_of_recording_loses_and_duplicates_nothing(tmp_path: Path, made: Made, call: str) -> None:
    run = made[0]
    for moment in range(20):
        home = tmp_path / f"killed{moment}"
        Campaign(home).close()
        pid = os.fork()
        if not pid:
            _die_at(call, moment)
            keep(home, *made)
            os._exit(0)
        died = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if run.run_id not in recorded(home):
            keep(home, *made)
        assert recorded_completely(home, run.run_id), moment
        if not died:
            assert moment > 1, "it was never killed"
            return
    pytest.fail("it was killed always")


def _die_at(call: str, moment: int) -> None:
    """End this process just before the call with the given number."""
    left = [moment]

    def dying(real):  # type: ignore[no-untyped-def]
        def called(*arguments, **named):  # type: ignore[no-untyped-def]
            if left[0] == 0:
                os._exit(9)
            left[0] -= 1
            return real(*arguments, **named)

        return called

    if call == "write":
        Appender.append = dying(Appender.append)  # type: ignore[method-assign]
    elif call == "replace":
        Path.replace = dying(Path.replace)  # type: ignore[method-assign]
    else:
        os.fsync = dying(os.fsync)


@pytest.mark.parametrize("ended", ["interrupted", "harness_error"])
def test_a_run_without_an_outcome_is_made_again_and_counts_once(tmp_path: Path, made: Made, ended: str) -> None:
    run, found, outcome = made
    home = tmp_path / "c"
    keep(home, run, found._replace(ended=ended, answer="none"), Outcome(found, [], None))
    assert recorded(home) == []
    keep(home, run, found, outcome)
    assert recorded(home) == [run.run_id]
    assert recorded_completely(home, run.run_id)


def test_another_shard_may_run_at_the_same_time_and_sees_all_records(tmp_path: Path, made: Made) -> None:
    one = Campaign(tmp_path / "c", (1, 2))
    one.keep(*made)
    other = Campaign(tmp_path / "c", (2, 2))
    assert list(other.recorded) == [made[0].run_id]
    one.close()
    other.close()


def test_a_second_harness_on_a_shard_is_refused_and_told_who_holds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lock, "PATIENCE_S", 0.1)
    first = Campaign(tmp_path / "c")
    with pytest.raises(UserError, match=rf"another run is writing .*process {os.getpid()} on \S+ since 20"):
        Campaign(tmp_path / "c")
    with pytest.raises(UserError, match="another run is writing"):
        Campaign(tmp_path / "c", (1, 2))
    first.close()
    Campaign(tmp_path / "c", (1, 2)).close()


def test_without_locks_between_machines_a_sign_of_life_of_another_one_refuses(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lock, "_no_locks_between_machines", lambda folder: "nolock")
    monkeypatch.setattr(lock, "_WATCHED_S", 2.0)
    sign = {"state": "working", "host": "other", "process": 7, "at": 0.0}
    (tmp_path / "alive-1of2.json").write_text(json.dumps(sign), encoding="utf-8")
    Campaign(tmp_path, (1, 2)).close()  # it does not change: the other machine is gone
    assert f"warning: {tmp_path} is mounted with nolock: never start one shard" in capsys.readouterr().err
    script = """
import json, pathlib, sys, time
for at in range(10_000):
    sign = {"state": "working", "host": "other", "process": 7, "at": at}
    beside = pathlib.Path(sys.argv[1] + ".new")
    beside.write_text(json.dumps(sign))
    beside.replace(sys.argv[1])
    time.sleep(0.1)
"""
    alive = tmp_path / "alive-1of2.json"
    other = subprocess.Popen([sys.executable, "-c", script, str(alive)])
    monkeypatch.setattr(lock, "_WATCHED_S", LONGEST_S)
    try:
        assert until(lambda: json.loads(alive.read_text(encoding="utf-8"))["at"] > 0)
        for shard in ((1, 2), (1, 3)):
            with pytest.raises(UserError, match=r"another run is writing .*\(process 7 on other\)"):
                Campaign(tmp_path, shard)
        Campaign(tmp_path, (2, 2)).close()
    finally:
        other.kill()
        other.wait()


def test_of_two_harnesses_that_start_together_at_most_one_continues(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The other harness takes its lock after this one began and before this one has its own."""
    monkeypatch.setattr(lock, "PATIENCE_S", 0.1)
    (tmp_path / "c").mkdir()
    others: list[Campaign] = []
    taking = lock._take

    def take(*given: Any) -> None:
        if not others:
            others.append(None)  # type: ignore[arg-type]
            others[0] = Campaign(tmp_path / "c", (1, 2))
        taking(*given)

    monkeypatch.setattr(lock, "_take", take)
    with pytest.raises(UserError, match="another run is writing"):
        Campaign(tmp_path / "c")
    others[0].close()


def test_the_campaign_that_a_fresh_start_sets_aside_stays_complete(tmp_path: Path, made: Made) -> None:
    keep(tmp_path / "c", *made)
    again = Campaign(tmp_path / "c", fresh=True)
    assert not again.recorded
    again.keep(made[0], made[1], made[2]._replace(solution=()))
    again.close()
    (aside,) = (tmp_path / "c").glob("superseded-*")
    assert recorded_completely(aside, made[0].run_id) and StoredInstances(aside).text("squares", "tiny")


def test_earlier_rows_keep_their_copy_of_an_instance_that_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: Made
) -> None:
    run, found, outcome = made
    found = found._replace(instance=run.instance, instance_sha256=run.source.sha256)
    keep(tmp_path / "c", run, found, outcome)
    monkeypatch.setattr(fakes, "INSTANCE", fakes.INSTANCE | {"max_copies": 3})
    changed = fakes.run(tmp_path)
    for _ in range(2):
        keep(tmp_path / "c", changed, found._replace(run_id=changed.run_id), outcome)
    for each in (run, changed):
        case = ArtifactReader(tmp_path / "c").case(found._replace(instance_sha256=each.source.sha256))
        assert isinstance(case, InstanceFile) and case.sha256 == each.source.sha256
    with pytest.raises(UserError, match=r"tiny\.json was changed during the campaign"):
        keep(tmp_path / "c", run, found, outcome)


def test_a_harness_waits_for_the_workers_of_one_that_was_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lock, "PATIENCE_S", LONGEST_S)
    Campaign(tmp_path / "c").close()
    script = "import fcntl, sys, time; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print(flush=True)"
    holder = subprocess.Popen(
        [sys.executable, "-c", f"{script}; time.sleep(0.5)", str(tmp_path / "c" / ".lock-1of1")], stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    Campaign(tmp_path / "c").close()
    holder.wait()


def test_every_attempt_of_a_disturbed_run_is_kept_and_the_last_one_counts(tmp_path: Path, made: Made) -> None:
    run, found, outcome = made
    home = tmp_path / "c"
    disturbed = found._replace(attempt=1, disturbed=True)
    again = found._replace(attempt=2, answer="none", ended="wall")
    keep(home, run, found._replace(ended="given_up", answer="none", attempt=None), Outcome(found, [], None))
    keep(home, run, disturbed, outcome)
    keep(home, run, again, Outcome(again, [(0.3, 6, "")], None))
    campaign = Campaign(home)
    campaign.close()
    (counting,) = campaign.recorded.values()
    assert (counting.attempt, counting.ended) == (2, "wall")
    assert [(row.attempt, row.ended) for row in read_runs(home / "runs-1of1.csv")] == [(1, "finished"), (2, "wall")]
    assert not StoredSolutions(home).run_ids, "that of an attempt that does not count is gone"
    assert [row["attempt"] for row in read_traces(home / "trace-1of1.csv")] == ["1", "1", "2"]


@pytest.mark.parametrize("replaced", [False, True])
def test_a_folder_that_is_moved_meanwhile_stops_the_campaign_which_goes_on_at_its_new_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: Made, replaced: bool
) -> None:
    monkeypatch.setattr(lock, "PATIENCE_S", 0.1)
    home, place = tmp_path / "here", tmp_path / "there"
    campaign = Campaign(home)
    home.rename(place)
    if replaced:
        Campaign(home).close()
    with pytest.raises(UserError, match=r"here was moved .* new path as --results"):
        campaign.keep(*made)
    assert not replaced or not StoredSolutions(home).run_ids
    with pytest.raises(UserError, match="another run is writing"):
        keep(place, *made)
    campaign.close()
    keep(place, *made)
    assert recorded_completely(place, made[0].run_id)


def test_a_folder_that_is_moved_and_linked_to_goes_on(tmp_path: Path, made: Made) -> None:
    home, place = tmp_path / "here", tmp_path / "there"
    campaign = Campaign(home)
    home.rename(place)
    home.symlink_to(place)
    campaign.keep(*made)
    campaign.close()
    assert recorded_completely(place, made[0].run_id)


def test_a_trace_of_no_attempt_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "trace-1of1.csv").write_text("run_id,t_s,objective,bound,attempt\na,0,5,,two\n", encoding="utf-8")
    with pytest.raises(UserError, match="trace-1of1.csv: 'two' is not an attempt of a run"):
        Campaign(tmp_path)
