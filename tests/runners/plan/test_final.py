"""After the last round of a ladder the best of each paradigm meets the leader on fresh instances."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from tests.runners.plan import test_rounds as in_rounds
from tests.runners.plan.ladder_runs import row
from tests.runners.plan.test_rounds import Reaches, install, planned
from tilings.models.formulation import NATIVE
from tilings.runners.plan.final import BUDGET
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.run import Run
from tilings.runners.record import paired
from tilings.runners.record.schema import RunRecord, configuration

REACHES: Reaches = {
    "cp": {"a": (4, 9), "b": (4, 12)}, "sat": {"s": (3, 9)}, "mip": {"m": (2, 3)}, "asp": {"none": (-1, -1)},
    NATIVE: {"own": (9, 30)},
}  # fmt: skip
by_reach = partial(in_rounds.outcome, reaches=REACHES)


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, REACHES)


def plan(folder: Path) -> Plan:
    return planned(folder, reaches=REACHES)


def final(
    plan: Plan,
    recorded: dict[str, RunRecord] | None = None,
    most: int = 1000,
    outcome: Callable[[Run], RunRecord] = by_reach,
) -> list[Run]:
    """The runs of the final that a queue makes, at most so many runs in all."""
    return [run for run in in_rounds.made(plan, recorded, most, outcome) if run.pair is not None]


def won(runs: list[Run], outcome: Callable[[Run], RunRecord] = by_reach) -> dict[str, tuple[int, int, str]]:
    """Pairs, wins and verdict of the leader on each rival."""
    rows = [*map(outcome, runs)]
    found = paired.final(rows, sorted({*map(configuration, rows)}, key=lambda who: "bsm".index(who[-2])))
    assert found and found.leader.endswith("preset=b]")
    return {duel.rival[-2]: (len(duel.pairs), duel.verdict.wins, duel.verdict.decided) for duel in found.duels}


def test_the_best_of_each_paradigm_meet_on_fresh_instances_until_each_pair_is_decided(tmp_path: Path) -> None:
    runs = final(plan(tmp_path))
    assert won(runs) == {"s": (6, 6, paired.AHEAD), "m": (6, 6, paired.AHEAD)}
    assert {run.preset for run in runs} == {*"bsm"}, "the best of its paradigm, that holds a rung; no native search"
    assert all("~" in run.instance for run in runs), "none is on the ladder"
    assert {run.rung for run in runs if run.preset == "s"} <= {9, 10, 11, 12}, "from one reach to the other"


def test_the_runs_on_an_instance_follow_each_other_in_an_order_that_rotates(tmp_path: Path) -> None:
    meetings = [[run.preset for run in own] for _, own in groupby(final(plan(tmp_path)), lambda run: run.pair)]
    assert all(sorted(each) == sorted(set(each)) and "b" in each for each in meetings)
    assert {each.index("b") for each in meetings if len(each) > 1} >= {0, 1}


def test_an_interrupted_final_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = [run.run_id for run in final(plan(tmp_path))]
    for most in range(60, 85, 5):
        recorded: dict[str, RunRecord] = {}
        before = final(plan(tmp_path), recorded, most)
        assert [run.run_id for run in before + final(plan(tmp_path), recorded)] == whole
    assert not plan(tmp_path).due(recorded)


def test_equal_ones_are_called_equal_and_what_the_budget_leaves_open_stays_open(tmp_path: Path) -> None:
    def alike(run: Run) -> RunRecord:
        return by_reach(run) if run.pair is None or run.preset == "m" else row(run, "solved", wall_s=1.0)

    assert won(final(plan(tmp_path), outcome=alike), alike)["s"][1:] == (0, paired.EQUAL)

    def neither(run: Run) -> RunRecord:
        return by_reach(run) if run.pair is None else row(run, "wall", wall_s=run.limits.wall_s)

    runs = final(plan(tmp_path), outcome=neither)
    assert {verdict for _, _, verdict in won(runs, neither).values()} == {paired.OPEN}
    assert BUDGET <= len(runs) < BUDGET + 3


@pytest.mark.parametrize(("timeout_s", "at_once"), [(5.0, 2), (300.0, 1)])
def test_so_many_rivals_are_met_at_a_time_as_can_be_decided_if_every_run_takes_its_limit(
    tmp_path: Path, timeout_s: float, at_once: int
) -> None:
    runs = final(planned(tmp_path, timeout_s, REACHES))
    met = [{run.preset for run in own} - {"b"} for _, own in groupby(runs, lambda run: run.pair)]
    assert max(map(len, met)) == at_once
    if at_once == 1:
        assert met[:6] == [{"s"}] * 6, "the next one first, until it is decided"


def test_the_next_rival_takes_the_place_of_one_that_leaves(tmp_path: Path) -> None:
    def quick(run: Run) -> RunRecord:
        return (
            by_reach(run) if run.pair is None else row(run, "solved", wall_s={"b": 1.0, "s": 9.0}.get(run.preset, 50.0))
        )

    runs = final(planned(tmp_path, 300.0, REACHES), outcome=quick)
    assert [(run.preset, run.pair) for run in runs if run.preset == "s"] == [("s", pair) for pair in range(1, 7)]
    assert won(runs, quick)["m"] == (6, 6, paired.AHEAD)
