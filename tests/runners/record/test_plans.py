"""Models and data that the latest plan lacks stay recorded, and are no longer judged or shown."""

import hashlib
import json
from pathlib import Path

from tests.runners.record.test_schema import record
from tests.runners.status.test_status import begin_plan, change, text, write
from tilings.reports.data.campaign import read_results
from tilings.runners.plan.plan import Plan
from tilings.runners.record.plans import latest
from tilings.runners.record.schema import RunRecord
from tilings.runners.status.state import look


def made(home: Path, name: str, run_id: str, problem: str, **fields: object) -> RunRecord:
    """The row of a run of a model, of which the folder has the last version."""
    content = {"family": "own", "name": name, "format": "mzn", "model": "m.mzn", "data": [], "files": {"m.mzn": run_id}}
    copy = home / "instances" / "own" / f"{name}.json"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(json.dumps(content | {"problem": problem}), encoding="utf-8")
    same = {"family": "own", "instance": name, "instance_sha256": hashlib.sha256(copy.read_bytes()).hexdigest()}
    return record(
        **same | {"run_id": run_id, "goal": "first", "answer": "sat", "check": "valid", "wall_s": 1.0} | fields
    )


def test_models_and_data_that_the_latest_plan_lacks_are_left_out(tmp_path: Path) -> None:
    begin_plan(tmp_path, Plan(()), ())
    former = made(tmp_path, "p-n6-ada", "former", "p-n6", goal="count", answer="counted", solutions=3)
    removed = made(tmp_path, "p-n7-ada", "removed", "p-n7", answer="unsat", check="contradicts_known")
    planned, single = made(tmp_path, "p-n6-ada", "planned", "p-n6"), made(tmp_path, "ada", "single", "")
    write(tmp_path, former, removed, planned, planned._replace(solver="other", run_id="by another solver"), single)
    kind = {"family": "own", "formulation": "f", "solver": "gecode", "goal": "first", "threads": 1, "costs": True}
    climbs = [kind | {"wall_limit_s": 4.0, "climb_id": "", "run_ids": ["planned"]}]
    change(tmp_path / "plan-1of1.json", lambda plan: plan.update(climbs=climbs))
    found = read_results(tmp_path)
    assert {run.run_id for run in found.records} == {"planned", "by another solver", "single"}
    assert found.problems == {("own", "p-n6"): {}}
    assert found.remarks == (
        "2 recorded runs of models or data that are not in the latest plan: left out until a plan has them again.",
    )
    state = look(tmp_path)
    assert state.json["models"] == [
        {"family": "own", "problem": "p-n6", "model": "ada", "state": "right", "words": "first 1.00 s by s"}
    ]
    assert text(state).endswith("\np-n6\n  ada  right  first 1.00 s by s\n  fastest: ada (1.00 s) alone")
    assert not state.wrong and "besides  4 recorded runs, not in this plan" in text(state)


def test_nothing_is_left_out_where_a_shard_has_not_begun(tmp_path: Path) -> None:
    write(tmp_path, made(tmp_path, "p-n6-ada", "made", "p-n6"))
    begin_plan(tmp_path, Plan(()), (), 1, 2)
    change(tmp_path / "plan-1of2.json", lambda plan: plan["whole"].update(shards=2))
    assert len(read_results(tmp_path).records) == 1


def test_a_damaged_plan_leaves_nothing_out(tmp_path: Path) -> None:
    write(tmp_path, made(tmp_path, "p-n6-ada", "made", "p-n6"))
    begin_plan(tmp_path, Plan(()), ())
    for damage in ({"shard": [1, float("inf")]}, {"climbs": [{"run_ids": [[]]}]}, {"whole": []}):
        change(tmp_path / "plan-1of1.json", lambda plan, damage=damage: plan.update(damage))  # type: ignore[misc]
        assert latest(tmp_path) == [] and len(read_results(tmp_path).records) == 1
