"""The reach of a climb in a later round is predicted once, before its first run there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runners.campaign.test_campaign import TILING
from tests.runners.plan.ladder_runs import row
from tests.runners.plan.test_rounds import Reaches, install, made, planned
from tests.runners.recorded import faults
from tilings.runners import confine
from tilings.runners.campaign import campaign
from tilings.runners.campaign.campaign import Campaign
from tilings.runners.campaign.heartbeat import Request
from tilings.runners.campaign.predictor import Predictor
from tilings.runners.execute.attempt import Attempt, Outcome, Session
from tilings.runners.execute.queue import RunQueue
from tilings.runners.plan.run import Run
from tilings.runners.record import machine
from tilings.runners.record.predictions import Prediction, read
from tilings.runners.record.schema import RunRecord

Rows = dict[str, RunRecord]
REACHES: Reaches = {"cp": {"a": (5, 8)}, "sat": {"b": (4, 7)}, "mip": {"none": (-1, -1)}}
LOWEST_S = {"a": 0.01, "b": 0.02, "none": 99.0}  # on size 0; doubled with each size
TRUTH = {"a": (5, 8.97), "b": (4, 7.97)}  # held within 0.5 s; the size that takes 5 s
HERE = machine.describe()["cpu_model"]


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, REACHES)


def outcome(run: Run, cpu_model: str = HERE) -> RunRecord:
    seconds, limit_s = LOWEST_S[run.preset] * 2 ** (run.rung or 0), run.limits.wall_s
    record = row(run, "solved" if seconds < limit_s else "wall")._replace(wall_s=min(seconds, limit_s))
    return record._replace(cpu_model=cpu_model, check="valid" if record.answer == "sat" else "unchecked")


def session(
    home: Path,
    rows: Rows,
    most: int = 1000,
    outcome: Callable[[Run], RunRecord] = outcome,
    shard: str = "1of1",
) -> list[Run]:
    """The runs of a session, at most so many; the rows are added."""
    home.mkdir(exist_ok=True)
    predictor = Predictor(home, shard)
    runs = made(planned(home, reaches=REACHES), rows, most, outcome, predictor.begin)
    predictor.close()
    return runs


def predicted(home: Path) -> dict[str, Prediction]:
    """The predictions by preset; none is there twice."""
    found = [each for _, each in read(home)]
    by_preset = {each.configuration[-2]: each for each in found}
    assert len(by_preset) == len(found)
    return by_preset


def test_a_climb_is_predicted_from_its_runs_under_the_shorter_limit(tmp_path: Path) -> None:
    session(tmp_path, {})
    assert predicted(tmp_path).keys() == TRUTH.keys(), "one that solved nothing has no prediction"
    for preset, each in predicted(tmp_path).items():
        held, truth = TRUTH[preset]
        assert (each.from_limit_s, each.limit_s, each.held, each.cpu_model) == (0.5, 5.0, held, HERE)
        assert each.low < truth < each.high and each.reach == pytest.approx(truth, abs=1)


def test_the_prediction_is_on_disk_before_the_first_run(tmp_path: Path) -> None:
    def watched(run: Run) -> RunRecord:
        assert run.limits.wall_s < 5 or run.preset in (*predicted(tmp_path), "none")
        return outcome(run)

    assert session(tmp_path, {}, outcome=watched)


def test_an_interrupted_campaign_predicts_nothing_again(tmp_path: Path) -> None:
    number = len(session(tmp_path / "whole", {}))
    for at in range(1, number, 8):
        home, rows = tmp_path / str(at), Rows()
        session(home, rows, most=at)
        before = predicted(home)
        session(home, rows)
        assert predicted(home) | before == predicted(home) and predicted(home).keys() == TRUTH.keys()


def test_a_torn_prediction_is_made_again_unless_the_round_has_begun(tmp_path: Path) -> None:
    rows = Rows()
    session(tmp_path, rows)
    path = tmp_path / "predictions-1of1.csv"
    path.write_bytes(path.read_bytes()[:-9])
    session(tmp_path, rows)
    assert len(predicted(tmp_path)) == 1, "what came is known by now"
    session(tmp_path, {run_id: each for run_id, each in rows.items() if each.wall_limit_s < 5})
    assert len(predicted(tmp_path)) == 2


def test_another_division_into_shards_predicts_nothing_again(tmp_path: Path) -> None:
    session(tmp_path, {})
    session(tmp_path, {}, shard="1of2")
    assert predicted(tmp_path) and not (tmp_path / "predictions-1of2.csv").exists()


def test_runs_on_another_kind_of_machine_predict_nothing(tmp_path: Path) -> None:
    session(tmp_path, {}, outcome=lambda run: outcome(run, "another"))
    assert not predicted(tmp_path)


def test_the_file_of_a_campaign_verifies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def execute(queue: RunQueue, session: Session, *_: Any, **__: Any) -> Iterator[tuple[Run, Outcome]]:
        while queue.peek():
            run, number = queue.take()
            wanted, record = outcome(run), Attempt(run, session, number).record()
            record = record._replace(answer=wanted.answer, check=wanted.check, ended=wanted.ended, wall_s=wanted.wall_s)
            yield run, Outcome(record, solution=TILING if record.answer == "sat" else None)

    monkeypatch.setattr(campaign, "execute", execute)
    home, plan = tmp_path / "c", planned(tmp_path, reaches=REACHES)
    made = Campaign(home)
    made.resume(Request("fake", (1, 1), 1), plan, plan)
    made.make(confine.choose(), "cold")
    assert predicted(home).keys() == TRUTH.keys() and faults(home) == []
