"""A plan: its shards, its lowest rungs, and what is due."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.runners.plan.test_matrix import ALL, climbing, polycubes
from tests.runners.record.test_schema import record
from tilings.runners.plan import matrix, suite_reader
from tilings.runners.plan import plan as plans


def test_the_lowest_rungs_of_climbs_and_of_ladders_are_a_matrix(tmp_path: Path) -> None:
    lowest = plans.lowest(matrix.plan(climbing(tmp_path), ALL), 2)
    assert not lowest.open and len(lowest.runs) == 2 * 4
    assert {(run.ladder, run.rung) for run in lowest.runs} == {
        (name, size) for name in ("near-k2", "near-k3") for size in (7, 8)
    }
    smoke = plans.lowest(matrix.plan(suite_reader.load("smoke"), ALL), 1)
    assert {run.instance for run in smoke.runs} >= {"assignment7"} and len({run.run_id for run in smoke.runs}) > 50


def test_all_climbs_on_one_ladder_are_in_one_shard(tmp_path: Path) -> None:
    parts = plans.shards(matrix.plan(climbing(tmp_path), ALL), 5)
    assert len(parts) == 2, "the others have no runs"
    assert sorted(each.first.ladder for part in parts for each in part.climbs) == [*["near-k2"] * 2, *["near-k3"] * 2]
    assert all(len({each.first.ladder for each in part.climbs}) == 1 for part in parts)


def test_a_plan_tells_its_next_runs_from_the_rows(tmp_path: Path) -> None:
    plan = matrix.plan(climbing(tmp_path), replace(ALL, solvers=["dlx"]))
    due = plan.due({})
    assert {run.rung for run in due} == {7} and plan.known({}) == []
    solved = record(answer="counted", check="valid", wall_s=0.001)
    rows = {run.run_id: solved._replace(run_id=run.run_id) for run in due}
    assert {run.rung for run in plan.due(rows)} == {8}
    assert plan.known(rows) == due
    disturbed = {run_id: row._replace(disturbed=True) for run_id, row in rows.items()}
    assert {run.rung for run in plan.due(disturbed)} == {7, 8}


def test_shards_are_disjoint_and_complete_and_divide_the_cases_evenly() -> None:
    plan = matrix.plan(suite_reader.load("smoke"), ALL)
    parts = [part.runs for part in plans.shards(plan, 4)]
    assert sorted(run.run_id for part in parts for run in part) == sorted(run.run_id for run in plan.runs)
    cases = [{(run.family, run.goal, run.instance) for run in part} for part in parts]
    assert sum(map(len, cases)) == len(set.union(*cases)), "all contestants on a case are in one shard"
    assert max(map(len, cases)) - min(map(len, cases)) <= 1


def test_seeds_and_parts_of_a_search_are_spread_over_shards(tmp_path: Path) -> None:
    plan = matrix.plan(polycubes(tmp_path, "parts = 8\nseeds = [1, 2, 3, 4]"), ALL)
    for part in plans.shards(plan, 2):
        counts = Counter(run.formulation.name for run in part.runs if run.goal == "count")
        assert counts["dlx_bits"] == counts["dlx_cover"] > 0
