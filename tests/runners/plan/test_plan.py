"""A plan: its shards, its lowest rungs, and what is due."""

from __future__ import annotations

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
    plan = matrix.plan(climbing(tmp_path), ALL)
    parts = [plans.shard(plan, number, 5) for number in range(1, 6)]
    ladders = [{each.first.ladder for each in part.climbs} for part in parts]
    assert sorted(name for part in ladders for name in part) == ["near-k2", "near-k3"]
    assert sum(len(part.climbs) for part in parts) == 4


def test_a_plan_tells_its_next_runs_from_the_rows(tmp_path: Path) -> None:
    plan = matrix.plan(climbing(tmp_path), replace(ALL, solvers=["dlx"]))
    due = plan.due({})
    assert {run.rung for run in due} == {7} and plan.known({}) == []
    solved = record(answer="counted", check="valid", wall_s=0.001)
    rows = {run.run_id: replace(solved, run_id=run.run_id) for run in due}
    assert {run.rung for run in plan.due(rows)} == {8}
    assert plan.known(rows) == due
    disturbed = {run_id: replace(row, disturbed=True) for run_id, row in rows.items()}
    assert {run.rung for run in plan.due(disturbed)} == {7, 8}


def test_shards_are_disjoint_and_complete() -> None:
    plan = matrix.plan(suite_reader.load("smoke"), ALL)
    parts = [plans.shard(plan, number, 4).runs for number in (1, 2, 3, 4)]
    assert sorted(run.run_id for part in parts for run in part) == sorted(run.run_id for run in plan.runs)
    cases = [{(run.family, run.goal, run.instance) for run in part} for part in parts]
    assert sum(map(len, cases)) == len(set.union(*cases)), "all contestants on a case are in one shard"
    assert all(cases) and plans.shards(plan, 4) == 4


def test_seeds_and_parts_of_a_search_are_spread_over_shards(tmp_path: Path) -> None:
    plan = matrix.plan(polycubes(tmp_path, "parts = 8\nseeds = [1, 2, 3, 4]"), ALL)
    counts = [
        Counter((run.goal, run.formulation.name) for run in plans.shard(plan, number, 4).runs) for number in (1, 2)
    ]
    assert all(counts), "a search that is divided is made by several shards"
    assert counts[0]["count", "dlx_bits"] == counts[0]["count", "dlx_cover"]
