"""The queue gives up exactly the runs that the rule takes from a full run, however the session goes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.runners import fakes
from tests.runners.plan.ladder_runs import row, runs
from tilings.runners.execute.queue import RunQueue
from tilings.runners.plan import matrix
from tilings.runners.plan.run import Run
from tilings.runners.record.rows import replaces
from tilings.runners.record.schema import RunRecord

OUTCOMES = ("solved", "wall", "crash", "not_applicable")
Rows = dict[str, RunRecord]


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.install(monkeypatch, "")


def session(planned: list[Run], outcomes: dict[str, list[str]], rows: Rows, jobs: int = 1, most: int = 10**6) -> int:
    """Make the runs of a plan, at most so many at a time and in all; what they come to is added to the rows.

    outcomes: of a run's attempts, the last one for all further ones; a word before ``!`` is that of a disturbed run.
    The first of those under way always ends first. Returns how many runs were made.
    """
    queue = RunQueue(planned, rows)
    under_way: list[tuple[Run, int]] = []
    made = 0
    while queue.peek() or under_way:
        while queue.peek() and len(under_way) < jobs:
            under_way.append(queue.take())
        for run, reason in queue.given_up():
            rows[run.run_id] = replace(row(run, "given_up"), message=reason, attempt=None)
        if made == most:
            return made
        run, attempt = under_way.pop(0)
        words = outcomes[run.run_id]
        word = words[min(attempt, len(words)) - 1]
        record = row(run, word.rstrip("!"), attempt, disturbed=word.endswith("!"))
        assert run.run_id not in rows or replaces(record, rows[run.run_id])
        rows[run.run_id] = record
        queue.done(record)
        made += 1
    for run, reason in queue.given_up():
        rows[run.run_id] = replace(row(run, "given_up"), message=reason, attempt=None)
    return made


def by_the_rule(planned: list[Run], outcomes: dict[str, list[str]]) -> set[str]:
    """The runs that the rule takes from a full run: written apart from the code, rung by rung."""
    left: set[str] = set()
    ladder = lambda run: (run.ladder, run.threads)  # noqa: E731
    for _, climbing in itertools.groupby(sorted(planned, key=ladder), key=ladder):
        failed = 0
        for _, rung in itertools.groupby(sorted(climbing, key=lambda run: run.rung), key=lambda run: run.rung):
            ids = [run.run_id for run in rung]
            if failed >= 2:
                left.update(ids)
                continue
            ended = {outcomes[run_id][-1] for run_id in ids}
            if "solved" in ended:
                failed = 0
            elif ended - {"not_applicable"}:
                failed += 1
    return left


def given_up(rows: Rows) -> set[str]:
    return {run_id for run_id, record in rows.items() if record.ended == "given_up"}


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[str, int, int, list[str]]]:
    """Ladders of two configurations with an outcome for each rung and seed."""
    found = []
    for ladder, threads in itertools.product(("a", "b"), (1, 2)):
        for rung in range(draw(st.integers(0, 6))):
            found.append((ladder, threads, rung, draw(st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=2))))
    return found


def planned_of(table: list[tuple[str, int, int, list[str]]], folder: Path) -> tuple[list[Run], dict[str, list[str]]]:
    """The runs of a table in the order of their ids, and their outcomes."""
    one = runs(folder, [0])[0]
    outcomes, planned = {}, []
    for ladder, threads, rung, seeds in table:
        for seed, outcome in enumerate(seeds, 1):
            run = replace(one, ladder=ladder, rung=rung, seed=seed, threads=threads, instance=f"{ladder}{rung}")
            planned.append(run)
            outcomes[run.run_id] = [outcome]
    return sorted(planned, key=lambda run: run.run_id), outcomes


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(tables(), st.integers(1, 4), st.integers(1, 3), st.lists(st.integers(0, 12), max_size=3))
def test_the_rows_are_those_of_a_full_run_with_the_rule_applied(
    tmp_path: Path, table: list[tuple[str, int, int, list[str]]], jobs: int, shards: int, stops: list[int]
) -> None:
    planned, outcomes = planned_of(table, tmp_path)
    rows: Rows = {}
    for most in (*stops, 10**6):  # each session but the last is interrupted after so many runs
        for number in range(1, shards + 1):
            session(matrix.shard(planned, number, shards), outcomes, rows, jobs, most)
    assert given_up(rows) == by_the_rule(planned, outcomes)
    assert rows.keys() == outcomes.keys()
    assert session(planned, outcomes, dict(rows)) == 0, "nothing is left"
    every = [replace(run, give_up=0) for run in planned]
    session(every, outcomes, rows, jobs)
    assert not given_up(rows) and all(rows[run.run_id].ended != "given_up" for run in every)


def test_the_order_of_the_plan_is_kept_across_configurations(tmp_path: Path) -> None:
    climbing = runs(tmp_path, [1, 2])
    others = [replace(run, ladder="", give_up=0, seed=seed) for seed in (5, 6) for run in climbing[:1]]
    queue = RunQueue([climbing[1], others[0], climbing[0], others[1]])
    first = queue.take()[0]
    second = queue.take()[0]
    assert [first, second] == [others[0], climbing[0]], "the higher rung waits for the lower one"
    queue.done(row(climbing[0], "solved"))
    assert queue.peek() == climbing[1], "which is before the rest of the plan"


def test_a_run_that_waits_for_another_one_is_not_given_out(tmp_path: Path) -> None:
    queue = RunQueue(runs(tmp_path, [1, 2]))
    queue.take()
    assert queue.peek() is None


def test_disturbed_runs_are_made_again_at_the_end_until_they_are_not(tmp_path: Path) -> None:
    planned = [replace(run, give_up=0) for run in runs(tmp_path, [1, 2, 3])]
    words = [["wall!", "solved"], ["wall"], ["wall!"]]
    outcomes = dict(zip((run.run_id for run in planned), words, strict=True))
    rows: Rows = {}
    assert session(planned, outcomes, rows) == 3 + 1 + 3
    assert [(rows[run.run_id].attempt, rows[run.run_id].disturbed) for run in planned] == [
        (2, False), (1, False), (4, True),
    ]  # fmt: skip
    assert session(planned, outcomes, rows) == 0, "three times are enough"


def test_a_session_that_goes_on_makes_the_disturbed_runs_of_the_last_one_again(tmp_path: Path) -> None:
    planned = [replace(run, give_up=0) for run in runs(tmp_path, [1, 2])]
    outcomes = {run.run_id: ["wall!", "wall!", "solved"] for run in planned}
    rows: Rows = {}
    for most in (1, 2, 1, 100):
        session(planned, outcomes, rows, most=most)
    assert [rows[run.run_id].attempt for run in planned] == [3, 3]


def test_a_rung_that_is_solved_undisturbed_makes_the_rungs_above_due(tmp_path: Path) -> None:
    planned = runs(tmp_path, [1, 2, 3, 4, 5])
    words = [["wall!", "solved"], ["wall"], ["wall"], ["solved"], ["solved"]]
    outcomes = dict(zip((run.run_id for run in planned), words, strict=True))
    rows: Rows = {}
    session(planned, outcomes, rows, most=2)
    assert given_up(rows) == {run.run_id for run in planned[2:]}
    session(planned, outcomes, rows)
    assert given_up(rows) == {run.run_id for run in planned[3:]}
    assert rows[planned[4].run_id].message.endswith("at sizes 2 and 3"), "no longer 1 and 2"


def test_an_error_of_ours_is_no_try_of_a_rung(tmp_path: Path) -> None:
    planned = runs(tmp_path, [1, 2, 3, 4])
    words = [["harness_error"], ["wall"], ["wall"], ["solved"]]
    rows: Rows = {}
    session(planned, dict(zip((run.run_id for run in planned), words, strict=True)), rows)
    assert given_up(rows) == {planned[3].run_id}
