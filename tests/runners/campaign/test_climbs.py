"""A campaign of climbs: however often it is interrupted, its rows are those of one that was not, and they verify."""

from __future__ import annotations

import argparse
import json
import os
import re
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.fakes import FakeSolver, says
from tests.runners.plan.ladder_runs import ladder
from tests.runners.recorded import faults
from tilings.runners import confine
from tilings.runners.campaign.campaign import Campaign
from tilings.runners.campaign.heartbeat import Request
from tilings.runners.campaign.summary import CampaignSummary
from tilings.runners.plan import manifest
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record.schema import read_runs
from tilings.runners.solvers.interface.solver import Job
from tilings.runners.status.state import look

REACHES = {"a": 2, "b": 9}  # of the solver on each ladder
LIMIT_S = 3600.0  # a hundredth of it is long for a script


class Bounded(FakeSolver):
    """Tiles a board of up to a certain height by two squares, and fails on larger ones."""

    def command(self, job: Job) -> list[str]:
        side = job.instance.height
        squares = f'["square", [0,0,{side}]], ["square", [{side},0,{side}]]'
        tiling = f'{{"event": "Found", "atoms": [{squares}], "objective": null}}'
        return ["sh", "-c", says(tiling) if side <= REACHES[job.path.stem[0]] else "exit 1"]


@pytest.fixture
def plan(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Plan:
    """A run on no ladder and a climb on each of two ladders, whose rungs are made when they are needed."""
    monkeypatch.setattr(fakes, "FakeSolver", Bounded)
    fakes.install(monkeypatch, "")
    one = fakes.run(tmp_path, wall_s=LIMIT_S)._replace(attempts=1)  # other tests disturb the runs

    def runs_of(name: str, size: float) -> list[Run]:
        path = tmp_path / f"{name}.json"
        board = {"family": "squares", "name": name, "width": 2 * size, "height": size, "max_copies": 2}
        path.write_text(json.dumps(board), encoding="utf-8")
        source = manifest.read_instance(path)
        return [one._replace(instance=name, source=source, ladder=name[0], rung=float(size))]

    climbs = [PlannedClimb(ladder(name, tuple(range(1, 20))), runs_of) for name in REACHES]
    return plans.of(runs_of("a1-s9", 1), climbs)


def make(home: Path, plan: Plan) -> CampaignSummary:
    campaign = Campaign(home)
    campaign.resume(Request("fake", (1, 1), 1), plan, plan)
    return campaign.make(confine.choose(), "cold")


def killed(home: Path, plan: Plan, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a campaign in a process that is killed as soon as so many rows are on disk."""
    left = [rows]
    keep = Campaign.keep

    def last(campaign: Campaign, *given: object) -> None:
        keep(campaign, *given)  # type: ignore[arg-type]
        left[0] -= 1
        if not left[0]:
            os._exit(9)

    pid = os.fork()
    if not pid:
        monkeypatch.setattr(Campaign, "keep", last)
        make(home, plan)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


def recorded(home: Path) -> dict[str, tuple[str, str, str]]:
    """Ending, answer and message of each instance's run, without pauses of the machine, which a message names."""
    paused = re.compile(r"(; )?the run was stopped for \d+\.\d s meanwhile$")
    return {
        row.instance: (row.ended, row.answer, paused.sub("", row.message)) for row in read_runs(home / "runs-1of1.csv")
    }


def test_a_climb_goes_to_the_reach_and_its_rows_verify(
    tmp_path: Path, plan: Plan, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "c"
    summary = make(home, plan)
    rows = recorded(home)
    made = {name: answer for name, (ended, answer, _) in rows.items() if ended in ("finished", "crash")}
    assert {name for name, answer in made.items() if answer == "sat"} == {
        "a1-s9", "a1-s1", "a2-s1", *(f"b{n}-s1" for n in (1, 2, 4, 8, 9)),
    }  # fmt: skip
    assert {name for name, answer in made.items() if answer == "none"} == {
        "a4-s1", "a3-s1", "b16-s1", "b12-s1", "b10-s1",
    }  # fmt: skip
    assert {name for name, row in rows.items() if row[0] == "skipped"} == {f"b{n}-s1" for n in (3, 5, 6, 7)}
    assert {name for name, row in rows.items() if row[0] == "given_up"} == {"b11-s1"}
    assert faults(home) == []
    value = look(home)
    assert (value.state, value.left, value.assumed) == ("done", 0, 5)
    assert value.planned == value.made == len(rows) == 18
    capsys.readouterr()
    summary.report(argparse.Namespace(json=False))
    assert "(4 skipped and assumed solved, 1 given up and assumed unsolved" in capsys.readouterr().out


@pytest.mark.parametrize("stops", [(1,), (2, 3, 1), (17,)])
def test_an_interrupted_climb_resumes_where_it_stopped(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch, stops: tuple[int, ...]
) -> None:
    whole, home = tmp_path / "whole", tmp_path / "c"
    make(whole, plan)
    for rows in stops:
        killed(home, plan, rows, monkeypatch)
    assert len(read_runs(home / "runs-1of1.csv")) == sum(stops)
    make(home, plan)
    assert recorded(home) == recorded(whole)
    assert len(read_runs(home / "runs-1of1.csv")) == len(recorded(home)), "no run is recorded twice"
    before = (home / "runs-1of1.csv").read_bytes()
    make(home, plan)
    assert (home / "runs-1of1.csv").read_bytes() == before, "nothing was left"


def test_the_start_prints_the_number_of_climbs_and_their_usual_cost(tmp_path: Path, plan: Plan) -> None:
    campaign = Campaign(tmp_path / "c")
    sentences = campaign.resume(Request("fake", (1, 1), 1), plan, plan)
    campaign.close()
    assert sentences[0].startswith("2 climbs (0 done) of 1 solver on 2 ladders, 3600 s a run: usually 4 core-hours (")
    assert sentences[1].startswith("1 run (0 done, 1 to run): at most 1 core-hours")
