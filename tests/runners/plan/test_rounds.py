"""Configurations climb in rounds of growing limits, and the best ones of each paradigm go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.plan.ladder_runs import ladder, row
from tilings.models.formulation import NATIVE
from tilings.runners.execute.queue import RunQueue
from tilings.runners.plan import plan as plans
from tilings.runners.plan.climb import PlannedClimb
from tilings.runners.plan.estimate import Estimator
from tilings.runners.plan.plan import Plan
from tilings.runners.plan.rounds import kept, limits_s
from tilings.runners.plan.run import Run, limits
from tilings.runners.record.schema import RunRecord

Reaches = Mapping[str, Mapping[str, tuple[int, int]]]  # of the presets of paradigms, under either limit
REACHES: Reaches = {"cp": {"a": (4, 9), "b": (4, 12), "c": (3, 20)}, NATIVE: {"d": (1, 2)}}


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, REACHES)


def install(monkeypatch: pytest.MonkeyPatch, reaches: Reaches) -> None:
    """Install a fake solver whose presets are of these paradigms."""
    fakes.install(monkeypatch, "")
    of = {preset: paradigm for paradigm, presets in reaches.items() for preset in presets}
    monkeypatch.setattr(Run, "paradigm", property(lambda run: of[run.preset]))


def planned(folder: Path, timeout_s: float = 5.0, reaches: Reaches = REACHES) -> Plan:
    """The configurations in rounds: three of one paradigm and a native search."""
    one = fakes.run(folder, wall_s=timeout_s)
    rounds = [limits(seconds, 500, 1) for seconds in limits_s(timeout_s)]

    def climb(preset: str, number: int) -> PlannedClimb:
        def runs_of(instance: str, size: float) -> list[Run]:
            limit = rounds[number]
            return [one._replace(instance=instance, ladder="hn", rung=size, preset=preset, limits=limit)]

        most = kept(number, len(rounds))
        return PlannedClimb(ladder("hn"), runs_of, rounds=rounds[: number + 1], kept=most)

    presets = [preset for names in reaches.values() for preset in names]
    return plans.of([], [climb(preset, number) for preset in presets for number in range(len(rounds))])


def outcome(run: Run, reaches: Reaches = REACHES) -> RunRecord:
    """Sizes up to the reach are solved: just within the limit, so that the climbs leap over none."""
    short, long = next(names[run.preset] for names in reaches.values() if run.preset in names)
    reach = short if run.limits.wall_s < 5 else long
    solved = (run.rung or 0) <= reach
    # Of equal reach, b has the shorter time.
    seconds = run.limits.wall_s * (0.7 if run.preset == "b" else 0.9) if solved else run.limits.wall_s
    return row(run, "solved" if solved else "wall", wall_s=seconds)


def made(
    plan: Plan,
    recorded: dict[str, RunRecord] | None = None,
    most: int = 1000,
    outcome: Callable[[Run], RunRecord] = outcome,
    begins: Callable[..., None] = lambda *_: None,
) -> list[Run]:
    """The runs that a queue makes, at most so many, in their order; adds their rows."""
    recorded = {} if recorded is None else recorded
    queue, runs = RunQueue(plan, recorded, begins), []
    while len(runs) < most and queue.peek():
        run, _ = queue.take()
        runs.append(run)
        recorded[run.run_id] = outcome(run)
        queue.done(recorded[run.run_id])
    return runs


def test_two_of_a_paradigm_and_the_reference_go_on_and_no_solved_run_is_made_again(tmp_path: Path) -> None:
    runs = made(planned(tmp_path))
    sizes = {
        (preset, seconds): sorted(run.rung or 0 for run in runs if (run.preset, run.limits.wall_s) == (preset, seconds))
        for preset in "abcd" for seconds in (0.5, 5.0)
    }  # fmt: skip
    assert [sizes[preset, 0.5][-1] for preset in "abcd"] == [5, 5, 4, 2]
    assert not sizes["c", 5.0], "it would have won; a short limit may choose wrongly"
    assert {preset: (sizes[preset, 5.0][0], sizes[preset, 5.0][-1]) for preset in "abd"} == {
        "a": (7, 10), "b": (7, 13), "d": (2, 3),
    }, "up to 4 they are solved, and the longer limit leaps further"  # fmt: skip


def test_an_interrupted_campaign_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = {run.run_id for run in made(planned(tmp_path))}
    for at in range(1, len(whole), 5):
        recorded: dict[str, RunRecord] = {}
        before = made(planned(tmp_path), recorded, most=at)
        after = made(planned(tmp_path), recorded)
        assert {run.run_id for run in [*before, *after]} == whole and len(before) + len(after) == len(whole)
    assert not planned(tmp_path).due(recorded)


def test_a_climb_that_has_begun_goes_on_though_a_repeated_run_changes_the_round_before(tmp_path: Path) -> None:
    recorded: dict[str, RunRecord] = {}
    made(planned(tmp_path), recorded)
    first = {run_id: row for run_id, row in recorded.items() if row.wall_limit_s < 5 and row.preset == "b"}
    worse = {run_id: row._replace(answer="none", ended="wall") for run_id, row in first.items() if row.rung == 1}
    assert worse
    plan = planned(tmp_path)
    assert {run.preset for run in plan.due(recorded | worse)} == {"b"}, "its round is gone through again"
    assert not planned(tmp_path).due(recorded)


def test_the_last_of_three_rounds_has_one_of_each_paradigm_and_the_better_of_equal_reach(tmp_path: Path) -> None:
    runs = made(planned(tmp_path, 50.0))
    by_limit = {seconds: {run.preset for run in runs if run.limits.wall_s == seconds} for seconds in (0.5, 5.0, 50.0)}
    assert by_limit == {0.5: {*"abcd"}, 5.0: {*"abd"}, 50.0: {*"bd"}}


def test_an_estimate_counts_the_later_rounds_before_they_begin(tmp_path: Path) -> None:
    plan = planned(tmp_path)
    assert len(Estimator().of_plan(plan, {}).open) == 4 + 1 + 1
    recorded: dict[str, RunRecord] = {}
    made(plan, recorded)
    assert not Estimator().of_plan(planned(tmp_path), recorded).open


def test_one_search_of_each_configuration_has_the_last_limit(tmp_path: Path) -> None:
    assert {run.limits.wall_s for run in plans.lowest(planned(tmp_path), 1).runs} == {5.0}
