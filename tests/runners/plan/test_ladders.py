"""A configuration is not run on the rungs above those on which it solved nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import row, runs
from tilings.runners.plan import ladders, matrix
from tilings.runners.plan.ladders import Result
from tilings.runners.plan.manifest import Shipped
from tilings.runners.plan.run import Run

SOLVED, UNSOLVED, UNTRIED = Result(True, True), Result(True, False), Result(False, False)


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.install(monkeypatch, "")


def decided(planned: list[Run], *results: Result | None) -> tuple[list[str], dict[str, str]]:
    """The instances that are due and those that are given up, where these are the results so far, in order."""
    made = {run.run_id: result for run, result in zip(planned, results, strict=False) if result}
    (climb,) = ladders.climbs(planned).values()
    due, given_up = climb.decide(made)
    names = {run.run_id: run.instance for run in planned}
    return [run.instance for run in due], {names[run_id]: reason for run_id, reason in given_up.items()}


def test_rungs_are_climbed_from_the_lowest(tmp_path: Path) -> None:
    planned = runs(tmp_path, [9, 7, 10, 8])
    assert decided(planned)[0] == ["n7"]
    assert decided(sorted(planned, key=lambda run: run.rung or 0), SOLVED, UNSOLVED)[0] == ["n9"]


def test_after_two_rungs_with_nothing_solved_the_rungs_above_are_given_up(tmp_path: Path) -> None:
    planned = runs(tmp_path, [7, 8, 9, 10.5, 11])
    assert decided(planned, SOLVED, UNSOLVED) == (["n9"], {})
    reason = "assumed unsolved: nothing solved at sizes 8 and 9"
    assert decided(planned, SOLVED, UNSOLVED, UNSOLVED) == ([], {"n10.5": reason, "n11": reason})
    assert ladders.sizes_of(reason) == [8, 9]
    assert decided(planned, UNSOLVED, SOLVED, UNSOLVED) == (["n10.5"], {})


@pytest.mark.parametrize(("give_up", "reason"), [(1, "size 7"), (3, "sizes 7, 8 and 9")])
def test_the_number_of_rungs_is_chosen(tmp_path: Path, give_up: int, reason: str) -> None:
    found = decided(runs(tmp_path, [7, 8, 9, 10], give_up), *[UNSOLVED] * give_up)[1]
    assert found["n10"] == f"assumed unsolved: nothing solved at {reason}"
    assert ladders.sizes_of(found["n10"]) == list(range(7, 7 + give_up))


def test_a_rung_is_solved_if_any_seed_is(tmp_path: Path) -> None:
    planned = runs(tmp_path, [7, 8, 9], seeds=2)
    assert decided(planned, UNSOLVED, UNSOLVED, UNSOLVED, SOLVED)[0] == ["n9", "n9"]
    assert decided(planned, UNSOLVED, UNSOLVED, UNSOLVED)[0] == ["n8"], "a rung is decided once all its runs are made"


def test_a_rung_that_could_not_be_tried_counts_neither_way(tmp_path: Path) -> None:
    planned = runs(tmp_path, [7, 8, 9, 10])
    assert decided(planned, UNSOLVED, UNTRIED) == (["n9"], {})
    assert set(decided(planned, UNSOLVED, UNTRIED, UNSOLVED)[1]) == {"n10"}


def test_a_divided_search_is_solved_when_all_its_parts_are(tmp_path: Path) -> None:
    parts = [replace(run, options=run.options | {"part": f"{k}/2"}) for run in runs(tmp_path, [7, 8]) for k in (1, 2)]
    planned = [replace(run, give_up=1) for run in parts]
    assert decided(planned, SOLVED, UNSOLVED)[0] == []
    assert decided(planned, SOLVED, SOLVED)[0] == ["n8", "n8"]


def test_a_run_that_was_made_counts_and_is_never_given_up(tmp_path: Path) -> None:
    planned = runs(tmp_path, [7, 8, 9, 10])
    assert decided(planned, UNSOLVED, UNSOLVED, SOLVED) == (["n10"], {})


@pytest.mark.parametrize(
    ("outcome", "result"),
    [("solved", SOLVED), ("wall", UNSOLVED), ("crash", UNSOLVED), ("not_applicable", UNTRIED), ("given_up", UNTRIED)],
)
def test_what_a_row_means_for_its_ladder(tmp_path: Path, outcome: str, result: Result) -> None:
    assert ladders.result(row(runs(tmp_path, [7])[0], outcome)) == result
    assert ladders.result(replace(row(runs(tmp_path, [7])[0], "solved"), check="contradicts_known")) == UNSOLVED


def test_a_ladder_is_a_class_and_where_a_solution_is_sought_its_side() -> None:
    entry = Shipped("squares", "a", Path("a"), "0", {"first": "sat"}, "", "hn", 9.0)
    assert (ladders.name(entry, "first"), ladders.name(entry, "optimum")) == ("hn/sat", "hn")
    assert ladders.name(replace(entry, known={}), "first") == "hn"
    assert (
        ladders.name(replace(entry, size=None), "first") == ladders.name(replace(entry, ladder_class=""), "first") == ""
    )


def test_other_seeds_are_of_the_same_climb_and_other_configurations_are_not(tmp_path: Path) -> None:
    (run,) = runs(tmp_path, [7])
    alike = [replace(run, seed=2), replace(run, repetition=2), replace(run, instance="b", rung=8.0)]
    assert {ladders.climb_id(each) for each in alike} == {ladders.climb_id(run)}
    others = [
        replace(run, threads=2), replace(run, goal="count"), replace(run, options=run.options | {"strips": "off"}),
        replace(run, ladder="hn/unsat"), replace(run, limits=replace(run.limits, wall_s=9.0)),
    ]  # fmt: skip
    assert len({ladders.climb_id(each) for each in (run, *others)}) == 6


def test_all_runs_of_a_climb_lie_in_one_shard(tmp_path: Path) -> None:
    planned = runs(tmp_path, list(range(7, 20)), seeds=3)
    assert len({matrix.shard_of(run, 50) for run in planned}) == 1
    assert len({matrix.shard_of(replace(run, give_up=0), 50) for run in planned}) > 1


def test_runs_left_are_those_without_a_row_that_holds(tmp_path: Path) -> None:
    planned = runs(tmp_path, [7, 8, 9, 10])
    rows = {run.run_id: row(run, "wall") for run in planned[:2]}
    reason = "assumed unsolved: nothing solved at sizes 7 and 8"
    rows |= {run.run_id: replace(row(run, "given_up"), message=reason) for run in planned[2:]}
    assert ladders.left(planned, rows) == []
    never = [replace(run, give_up=0) for run in planned]
    assert ladders.left(never, rows) == never[2:], "an assumption is no reason not to run"
    solved = rows | {planned[0].run_id: row(planned[0], "solved")}
    assert ladders.left(planned, solved) == planned[2:], "9 is due, and 10 waits for it"
    disturbed = rows | {planned[1].run_id: row(planned[1], "wall", disturbed=True)}
    assert ladders.left(planned, disturbed) == [planned[1]]
