"""The state of a campaign, read from its folder without changing it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.called import called
from tests.runners import fakes
from tests.runners.plan import ladder_runs
from tests.runners.plan.ladder_runs import climb
from tests.runners.record.test_schema import record
from tests.runners.recorded import append
from tilings.models.problem import UserError
from tilings.models.terminal.command import ROOT
from tilings.runners.campaign import heartbeat
from tilings.runners.campaign.heartbeat import Heartbeat, Request
from tilings.runners.cluster import slurm
from tilings.runners.cluster.slurm import Submission
from tilings.runners.plan import estimate
from tilings.runners.plan import plan as plans
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import RunRecord
from tilings.runners.status import words
from tilings.runners.status.state import State, look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Run]:
    """Eight runs that differ in their seed."""
    fakes.install(monkeypatch, "")
    (tmp_path / "from").mkdir()
    return [fakes.run(tmp_path / "from")._replace(seed=seed) for seed in range(8)]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "camp").mkdir()
    return tmp_path / "camp"


def row(run: Run, **fields: Any) -> RunRecord:
    usual: dict[str, Any] = {
        "run_id": run.run_id, "family": run.family, "instance": run.instance, "formulation": run.formulation.name,
        "solver": run.solver, "goal": run.goal, "seed": run.seed, "answer": "sat", "check": "valid", "wall_s": 2.0,
        "threads": 1, "wall_limit_s": run.limits.wall_s,
    }  # fmt: skip
    return record(**usual | fields)


def write(home: Path, *rows: RunRecord, shard: str = "1of1") -> None:
    append(home / f"runs-{shard}.csv", *rows)


def begin(home: Path, runs: list[Run], number: int = 1, count: int = 1, budget: float | None = None) -> Heartbeat:
    return begin_plan(home, plans.of(runs), (), number, count, budget)


def begin_plan(
    home: Path, plan: Plan, opened: Sequence[str], number: int = 1, count: int = 1, budget: float | None = None
) -> Heartbeat:
    """opened: the ids of the open climbs, which the test may change."""
    mine = plans.shard(plan, number, count)
    return Heartbeat(home, Request("fake", (number, count), 2, budget), plan, mine, lambda: list(opened))


def change(path: Path, edit: Callable[[dict[str, Any]], None]) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    edit(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def text(value: State) -> str:
    return "\n".join(words.lines(value))


def test_made_running_and_left_are_reported_during_the_campaign(home: Path, runs: list[Run]) -> None:
    beat = begin(home, runs, budget=1.0)
    assert look(home).made == 0
    write(home, row(runs[0]), row(runs[1], answer="none", ended="wall", check="unchecked", wall_s=4.0))
    beat._written = 0.0
    beat.working(runs[2:4])
    change(home / "alive-1of1.json", lambda sign: sign.update(cores=2))  # on any machine
    value = look(home)
    assert (value.planned, value.made, value.running, value.left) == (8, 2, 2, 6)
    assert (value.solved, value.state) == (1, "working")
    (solver,), (family,) = value.by_solver, value.by_family
    assert (solver.name, family.name) == ("fake", "squares")
    assert (solver.planned, solver.made, solver.left, solver.running) == (8, 2, 6, 2)
    assert value.core_hours.used == pytest.approx(6 / 3600)
    assert value.expected is not None and value.expected.seconds == pytest.approx(
        6 * min(3.0, runs[0].limits.wall_s) / 2
    )
    assert "fake/" in text(value) and "of a budget of 1 (0 %)" in text(value)
    write(home, *map(row, runs[1:]))
    beat.ended()
    value = look(home)
    assert (value.state, value.left, value.solved, value.expected) == ("done", 0, 8, None)


def test_open_climbs_count_by_an_estimate_and_ended_ones_by_their_rows(home: Path, runs: list[Run]) -> None:
    climbs = climb(home.parent / "from"), climb(home.parent / "from", name="near")
    opened = [each.planned_id for each in climbs]
    beat = begin_plan(home, plans.of(runs[:1], climbs), opened)
    below, above = climbs[0].lowest(2)
    write(home, ladder_runs.row(below, "solved"))
    value = look(home)
    ahead = estimate.ahead(1) + estimate.ahead(0)
    assert (value.planned, value.made, value.left) == (2 + ahead, 1, 1 + ahead)
    opened.pop(0)
    assumed = ladder_runs.row(above, "skipped", None)._replace(wall_s=None)
    write(home, assumed, ladder_runs.row(climbs[1].first, "wall", disturbed=True))
    beat._beat("working")
    value = look(home)
    assert (value.made, value.assumed, value.left) == (3, 1, 1 + estimate.ahead(1))
    assert value.to_make_again == 1
    opened.clear()
    write(home, row(runs[0]), ladder_runs.row(climbs[1].first, "wall", 2))
    beat.ended()
    value = look(home)
    assert (value.state, value.planned, value.made, value.left) == ("done", 4, 4, 0)
    assert "answers  2 solved, 1 assumed" in text(value)


def test_a_climb_is_open_until_a_heartbeat_says_that_it_ended(home: Path, runs: list[Run]) -> None:
    begin_plan(home, Plan((climb(home.parent / "from"),)), [])
    (home / "alive-1of1.json").unlink()
    value = look(home)
    assert (value.state, value.left) == ("silent", estimate.ahead(0))


def test_rows_with_other_limits_are_of_no_climb_of_the_plan(home: Path, runs: list[Run]) -> None:
    climbing = climb(home.parent / "from")
    begin_plan(home, Plan((climbing,)), [])
    made = ladder_runs.row(climbing.first, "solved")
    write(home, made._replace(wall_limit_s=made.wall_limit_s + 1))
    value = look(home)
    assert (value.made, value.other_rows) == (0, 1)


def test_a_silent_shard_is_reported_with_its_time_and_has_no_running_runs(home: Path, runs: list[Run]) -> None:
    beat = begin(home, runs)
    beat._written = 0.0
    beat.working(runs[:2])
    change(home / "alive-1of1.json", lambda sign: sign.update(at=sign["at"] - 720))
    value = look(home)
    assert (value.state, value.running) == ("silent", 0)
    assert "no heartbeat since 12 min" in text(value) and "\nrunning" not in text(value)
    assert "end      unknown: stopped; resume it to finish" in text(value)
    beat.ended()
    assert look(home).state == "stopped"


def test_shards_are_one_campaign_and_those_not_begun_are_counted(home: Path, runs: list[Run]) -> None:
    begun = 2
    begin(home, runs, begun, 3)
    mine = plans.shard(plans.of(runs), begun, 3).runs
    write(home, row(mine[0]), shard=f"{begun}of3")
    value = look(home)
    assert (value.planned, value.left, len(value.shards)) == (8, 7, 1)
    assert value.shards_waiting == 2
    assert "not begun" in text(value)
    for number in {1, 2, 3} - {begun}:
        begin(home, runs, number, 3)
    value = look(home)
    assert (value.planned, value.left) == (8, 7)
    assert sum(shard.planned for shard in value.shards) == 8


def test_rows_of_another_division_count_and_its_plan_does_not(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    write(home, row(runs[0]), row(runs[1], run_id="0123456789abcdef"))
    for number in (1, 2):
        begin(home, runs, number, 2)
    value = look(home)
    assert {shard.shard for shard in value.shards} <= {"1of2", "2of2"}
    assert (value.planned, value.made, value.other_rows) == (8, 1, 1)
    assert "besides  1 recorded run, not in this plan" in text(value)


def test_wrong_answers_and_contradictions_come_first_and_change_the_exit_code(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    write(
        home, row(runs[0], check="invalid", message="two squares <overlap>"), row(runs[1]), row(runs[2], answer="unsat")
    )
    done = called("tilings.runners.status", home)
    assert done.returncode == 3
    first, second = done.stdout.splitlines()[:2]
    assert first.startswith("WRONG ANSWER (invalid): fake/") and "two squares <overlap>" in first
    assert "contradict" in second or "unsat" in second


def test_a_run_that_is_made_again_counts_once_and_its_time_twice(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    write(home, row(runs[0], disturbed=True, attempt=1), row(runs[1], ended="interrupted", answer="none"))
    value = look(home)
    assert (value.made, value.to_make_again, value.came_to_nothing) == (1, 1, 1)
    write(home, row(runs[0], attempt=2))
    value = look(home)
    assert (value.made, value.to_make_again, value.disturbed) == (1, 0, 0)
    assert value.by_solver[0].core_hours == pytest.approx(4 / 3600)


def test_a_torn_row_waits_and_a_broken_one_is_named(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    write(home, row(runs[0]), row(runs[1]))
    path = home / "runs-1of1.csv"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert look(home).made == 1
    path.write_bytes(whole + b"nonsense,1\n")
    value = look(home)
    assert (value.made, len(value.remarks)) == (2, 1)
    assert value.remarks[0].startswith("runs-1of1.csv:4: this row is broken")


def test_a_file_that_could_not_be_read_once_is_read_when_it_can_be(
    home: Path, runs: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(home, runs)
    write(home, row(runs[0]))

    def stale(_: Path) -> Any:
        raise OSError(116, "Stale file handle")

    with monkeypatch.context() as patch:
        patch.setattr("tilings.runners.record.csv_log.files.opened", stale)
        value = look(home)
    assert value.made == 0 and "runs-1of1.csv: cannot be read: Stale file handle" in value.remarks
    write(home, row(runs[1]))
    value = look(home)
    assert (value.made, value.remarks) == (2, ())


def test_nothing_is_written_and_a_folder_that_may_only_be_read_will_do(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    write(home, row(runs[0]))
    before = {path: path.stat().st_mtime_ns for path in [home, *home.iterdir()]}
    home.chmod(0o555)
    try:
        assert called("tilings.runners.status", home).returncode == 0
    finally:
        home.chmod(0o755)
    assert {path: path.stat().st_mtime_ns for path in [home, *home.iterdir()]} == before


def test_a_folder_without_a_plan_has_numbers_of_rows_only(home: Path, runs: list[Run]) -> None:
    write(home, row(runs[0]))
    value = look(home)
    assert (value.planned, value.left, value.made) == (None, None, 1)
    assert "there is no plan" in text(value)


def test_a_job_that_waits_in_a_queue_is_followed(home: Path, runs: list[Run]) -> None:
    slurm.record(home, [Submission("tilings-1", 2, [1, 2], ["command"], "2026-01-01", {}, "17")])
    value = look(home)
    assert (value.state, words.headline(value)) == ("waiting", "camp: submitted as job 17, not begun")
    begin(home, runs)
    assert look(home).state == "working"


def test_a_folder_without_a_campaign_is_refused_in_one_line(home: Path, runs: list[Run]) -> None:
    with pytest.raises(UserError, match="holds no campaign"):
        look(home)
    with pytest.raises(UserError, match="there is no folder"):
        look(home / "none")
    begin(home, runs)
    change(home / "plan-1of1.json", lambda plan: plan.update(version=1))
    with pytest.raises(UserError, match="another version"):
        look(home)


def set_clock(monkeypatch: pytest.MonkeyPatch, by: float) -> None:
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + by)


@pytest.mark.parametrize("by", [-86400.0, 86400.0])
def test_setting_the_clock_changes_no_elapsed_time(
    home: Path, runs: list[Run], monkeypatch: pytest.MonkeyPatch, by: float
) -> None:
    sign = begin(home, runs)
    monkeypatch.setattr(heartbeat, "_SOON_S", 0.0)
    sign.working(runs[:1])
    with monkeypatch.context() as patch:
        set_clock(patch, by)
        sign.working(runs[:2])
        value = look(home)
        (shard,) = value.shards
        assert (shard.state, value.running, value.remarks) == ("working", 2, ())
        assert 0 <= value.looked_at - shard.since < 3600
        assert all(run.for_s < 3600 for run in shard.running)


def test_the_last_division_is_followed_though_the_clock_was_set_back(
    home: Path, runs: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    for count, by in ((3, 0.0), (5, -3600.0), (2, -7200.0)):
        with monkeypatch.context() as patch:
            set_clock(patch, by)
            begin(home, runs, 1, count)
            assert [shard.shard for shard in look(home).shards] == [f"1of{count}"]


def test_the_rate_leaves_out_runs_from_before_the_clock_was_set_back(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    change(home / "alive-1of1.json", lambda sign: sign.update(since=time.time() - 600))
    now = datetime.now(UTC)
    for number, ago in enumerate((-1800, -300, -30, 500, 400, 10)):  # set back by half an hour before the fourth
        write(home, row(runs[number], started_at=(now - timedelta(seconds=ago)).isoformat(timespec="seconds")))
    assert look(home).rate.runs == 3


def test_following_stops_when_its_output_is_closed(home: Path, runs: list[Run]) -> None:
    begin(home, runs)
    follow = f"{sys.executable} -m tilings.runners.status {home} --follow --every 0.05 | head -n 1"
    done = subprocess.run(["bash", "-c", follow], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_heartbeats_that_cannot_be_written_stop_nothing(home: Path, runs: list[Run]) -> None:
    beat = begin(home, runs)
    for path in home.iterdir():
        path.unlink()
    home.rmdir()
    beat._written = 0.0
    beat.working(runs)
    beat.ended()


def test_following_ends_with_the_campaign(home: Path, runs: list[Run]) -> None:
    beat = begin(home, runs)
    write(home, *map(row, runs))
    beat.ended()
    done = called("tilings.runners.status", home, "--follow")
    assert (done.returncode, done.stdout) == (0, "camp: 8 of 8 runs made (100 %), done\n")


def test_a_campaign_writes_its_plan_and_its_running_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []
    working = Heartbeat.working

    def counted(beat: Heartbeat, runs: Iterable[Run]) -> None:
        numbers.append(len(list(runs)))
        working(beat, runs)

    monkeypatch.setattr(Heartbeat, "working", counted)
    words = ["--suite", "smoke", "--instance", "dominoes4x4", "--formulation", "dlx_cover", "--goal", "count"]
    assert called("tilings.runners.all", *words, "--attempts", "1", "--results", tmp_path / "c").returncode == 0
    assert max(numbers) > 0
    value = json.loads(called("tilings.runners.status", tmp_path / "c", "--json").stdout)
    assert (value["state"], value["left"], value["suite"]) == ("done", 0, "smoke")
    assert value["made"] == value["planned"] == value["shards"][0]["planned"] > 0
    called("tilings.runners.all", *words, "--attempts", "1", "--fresh", "--results", tmp_path / "c")
    (aside,) = (tmp_path / "c").glob("superseded-*")
    assert {"plan-1of1.json", "alive-1of1.json"} <= {path.name for path in aside.iterdir()}


@pytest.mark.parametrize(
    "name, damage, why",
    [
        ("plan", lambda content: content["climbs"][0].pop("solver"), "'solver'"),
        ("plan", lambda content: content.update(climbs=3), "'climbs'"),
        ("plan", lambda content: content["whole"]["kinds"].append([]), "'family'"),
        ("plan", lambda content: content.update(shard=[2, 1]), "'shard'"),
        ("plan", lambda content: content.update(budget_hours=0), "'budget_hours'"),
        ("plan", lambda content: content.update(written_at=float("nan")), "'written_at'"),
        ("alive", lambda content: content.update(cores=0), "'jobs' or 'cores' is 0"),
        ("alive", lambda content: content.update(host="a\x1b[31m"), "'host'"),
        ("alive", lambda content: content.update(at=1e300), "'at'"),
        ("alive", lambda content: content.update(running=[{}]), "'run_id'"),
    ],
)
def test_a_damaged_plan_or_sign_is_a_remark(
    home: Path, runs: list[Run], name: str, damage: Callable[[dict[str, Any]], None], why: str
) -> None:
    begin(home, runs)
    write(home, row(runs[0]))
    change(home / f"{name}-1of1.json", damage)
    value = look(home)
    assert len(value.remarks) == 1 and value.remarks[0].startswith(f"{name}-1of1.json cannot be read: {why}")
    assert value.made == 1


@pytest.mark.parametrize(
    "damage, why",
    [
        (lambda text: text.replace(",campaign,", ",camp,", 1), "runs-1of1.csv:1: lacks the column campaign"),
        (lambda text: text.replace(",message,", ",run_id,", 1), "runs-1of1.csv:1: lacks the column message"),
        (lambda text: text.replace("run_id,", "message,run_id,", 1), "runs-1of1.csv:1: has the column message twice"),
        (lambda text: text.replace(",,,2,,", ",,,nan,,", 1), "runs-1of1.csv:2: this row is broken"),
        (lambda text: text.replace(",,,2,,", f",,,{'9' * 400},,", 1), "runs-1of1.csv:2: this row is broken"),
    ],
)
def test_damaged_rows_are_a_remark(home: Path, runs: list[Run], damage: Callable[[str], str], why: str) -> None:
    begin(home, runs)
    write(home, row(runs[0]))
    path = home / "runs-1of1.csv"
    before = path.read_text(encoding="utf-8")
    path.write_text(damage(before), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != before
    assert [each for each in look(home).remarks if each.startswith(why)]
