"""The queue makes exactly the runs and assumptions of the climbs, however the session goes."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.runners import fakes
from tests.runners.plan.ladder_runs import Outcome, climb, grows, row, runs
from tilings.runners.execute.queue import RunQueue
from tilings.runners.plan import plan as plans
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record.results import result
from tilings.runners.record.rows import Row, by_run
from tilings.runners.record.schema import ASSUMED, RunRecord

Rows = dict[str, RunRecord]


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.install(monkeypatch, "")


def session(plan: Plan, outcomes: dict[str, list[str]] | Outcome, rows: Rows, jobs: int = 1, most: int = 10**6) -> int:
    """Make the runs of a plan, at most so many at a time and in all; the results are added to the rows.

    outcomes: of a run's attempts, the last one for all further ones; a word before ``!`` is that of a disturbed run.
    The first of those under way always ends first. Returns how many runs were made.
    """
    queue = RunQueue(plan, rows)
    under_way: list[tuple[Run, int]] = []
    made = 0
    while True:
        for run, (ended, reason) in queue.assumed():
            rows[run.run_id] = row(run, ended, None)._replace(message=reason, wall_s=None)
        if not queue.open():
            assert queue.left().total() == len(queue) + len(under_way)
        if made == most or not (queue.peek() or under_way):
            return made
        while queue.peek() and len(under_way) < jobs:
            under_way.append(queue.take())
        run, attempt = under_way.pop(0)
        if callable(outcomes):
            word, wall_s = outcomes(run)
        else:
            words = outcomes[run.run_id]
            word, wall_s = words[min(attempt, len(words)) - 1], 1.0
        record = row(run, word.rstrip("!"), attempt, word.endswith("!"), wall_s)
        assert run.run_id not in rows or by_run([Row("", rows[run.run_id]), Row("", record)])[run.run_id].run is record
        rows[run.run_id] = record
        queue.done(record)
        made += 1


def of_instances(rows: Rows, *endings: str) -> set[str]:
    return {record.instance for record in rows.values() if record.ended in endings}


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.floats(-1, 20), min_size=1, max_size=4), st.integers(1, 3), st.integers(1, 4), st.integers(1, 3),
    st.lists(st.integers(0, 12), max_size=3),
)  # fmt: skip
def test_the_rows_are_those_of_climbs_that_were_made_in_one_go(
    tmp_path: Path, reaches: list[float], cases: int, jobs: int, shards: int, stops: list[int]
) -> None:
    climbs = [climb(tmp_path, (), cases, name, threads=n) for name in "ab" for n in range(1, len(reaches) + 1)]
    outcome: Outcome = lambda run: grows(reaches[run.threads - 1])(run)  # noqa: E731
    plan = Plan(tuple(climbs))
    rows: Rows = {}
    for most in (*stops, 10**6):  # each session but the last is interrupted after so many runs
        for part in plans.shards(plan, shards):
            session(part, outcome, rows, jobs, most)
    results = {run_id: result(record) for run_id, record in rows.items() if record.ended not in ASSUMED}
    expected: dict[str, str] = {}
    for climbing in climbs:
        decision = climbing.decide(results)
        assert not decision.due
        expected |= {run.run_id: "made" for run in decision.made}
        expected |= {run_id: assumed.ended for run_id, (_, assumed) in decision.assumed.items()}
    kinds = {run_id: record.ended if record.ended in ASSUMED else "made" for run_id, record in rows.items()}
    assert kinds == expected
    assert session(plan, outcome, dict(rows)) == 0, "nothing is left"


def test_a_ladder_is_climbed_rung_by_rung_over_all_contestants(tmp_path: Path) -> None:
    climbs = [climb(tmp_path, name=name, threads=threads, every=True) for name in "ab" for threads in (1, 2)]
    taken = order(Plan(tuple(climbs)), lambda run: "solved" if (run.rung or 0) < 2 else "wall")
    names = [run.ladder for run in taken]
    assert sorted(names) in (names, names[::-1]), "one ladder after the other"
    assert [run.rung for run in taken] == 2 * [0, 0, 1, 1, 2, 2]


def test_contestants_run_on_the_same_case_with_the_same_seed_one_after_the_other(tmp_path: Path) -> None:
    planned = [run._replace(threads=threads) for run in runs(tmp_path, 9) for threads in (1, 2)]
    taken = order(plans.of(planned), lambda _: "wall")
    seeds = [run.seed for run in taken]
    assert seeds[::2] == seeds[1::2] and sorted(seeds[::2]) == list(range(1, 10))
    assert seeds != sorted(seeds), "a drift of the machine's speed does not follow the seeds"
    assert [run.run_id for run in order(plans.of(planned[::-1]), lambda _: "wall")] == [run.run_id for run in taken]


def test_a_run_that_is_on_a_list_and_on_a_ladder_decides_the_ladder(tmp_path: Path) -> None:
    climbing = climb(tmp_path, (1, 2, 3), every=True)
    plan = plans.of(climbing.lowest(1), [climbing])
    assert [run.rung for run in order(plan, lambda _: "solved")] == [1, 2, 3]


def order(plan: Plan, outcome: Callable[[Run], str]) -> list[Run]:
    """The runs of a plan in the order in which one process makes them."""
    queue, taken = RunQueue(plan), []
    while queue.peek():
        run, _ = queue.take()
        taken.append(run)
        queue.done(row(run, outcome(run)))
    return taken


def test_disturbed_runs_are_made_again_at_the_end_until_they_are_not(tmp_path: Path) -> None:
    planned = runs(tmp_path, 3)
    words = [["wall!", "solved"], ["wall"], ["wall!"]]
    outcomes = dict(zip((run.run_id for run in planned), words, strict=True))
    rows: Rows = {}
    assert session(plans.of(planned), outcomes, rows) == 3 + 1 + 3
    assert [(rows[run.run_id].attempt, rows[run.run_id].disturbed) for run in planned] == [
        (2, False), (1, False), (4, True),
    ]  # fmt: skip
    assert session(plans.of(planned), outcomes, rows) == 0, "three times are enough"


def test_a_session_that_goes_on_makes_the_disturbed_runs_of_the_last_one_again(tmp_path: Path) -> None:
    planned = runs(tmp_path, 2)
    outcomes = {run.run_id: ["wall!", "wall!", "solved"] for run in planned}
    rows: Rows = {}
    for most in (1, 2, 1, 100):
        session(plans.of(planned), outcomes, rows, most=most)
    assert [rows[run.run_id].attempt for run in planned] == [3, 3]


def test_a_rung_that_is_held_undisturbed_makes_the_rungs_above_due(tmp_path: Path) -> None:
    climbing = climb(tmp_path, every=True)
    words = [["wall!", "solved"], ["solved"], ["wall"]]
    ids = [run.run_id for run in climbing.lowest(len(words))]
    outcomes = dict(zip(ids, words, strict=True))
    rows: Rows = {}
    session(Plan((climbing,)), outcomes, rows, most=1)
    assert of_instances(rows, "given_up") == {"n1-s1"}, "0 is not held"
    session(Plan((climbing,)), outcomes, rows)
    assert of_instances(rows, "given_up") == {"n3-s1"}, "2 is not held"
