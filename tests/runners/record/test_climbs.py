"""From rows to rungs: which are held, the reach that they show, and what speaks against it."""

import math
from typing import Any

import pytest

from tests.runners.record.test_schema import record
from tilings.runners.record.climbs import Climb, by_ladder, climbs
from tilings.runners.record.results import OPEN, Result, case, deciding, majority, result, whole
from tilings.runners.record.schema import RunRecord

LIMIT_S = 5.0


def solved(wall_s: float = 1.0) -> Result:
    return Result(True, True, wall_s)


UNSOLVED, UNTRIED = Result(True, False, LIMIT_S), Result(False, False)
MISSED = Result(True, False)


@pytest.mark.parametrize(
    ("ended", "answer", "expected"),
    [
        ("finished", "sat", Result(True, True, 1.0)), ("wall", "none", Result(True, False, 1.0)),
        ("crash", "none", Result(True, False, 1.0)), ("not_applicable", "none", Result(False, False, 1.0)),
        ("given_up", "none", Result(False, False, 1.0)),
    ],
)  # fmt: skip
def test_a_run_is_solved_if_it_reached_its_goal(ended: str, answer: str, expected: Result) -> None:
    assert result(record(ended=ended, answer=answer, wall_s=1.0, wall_limit_s=LIMIT_S)) == expected


def test_an_answer_that_is_refuted_or_came_too_late_does_not_solve_a_run() -> None:
    run = record(answer="sat", wall_s=1.0, wall_limit_s=LIMIT_S)
    assert not result(run._replace(check="contradicts_known")).solved
    assert not result(run._replace(wall_s=60.0)).solved


def test_a_time_is_no_less_than_the_clock_tells_and_at_most_the_limit() -> None:
    times = {0.0: 0.001, 5.2: LIMIT_S, None: LIMIT_S}
    assert {wall_s: result(record(wall_s=wall_s, wall_limit_s=LIMIT_S)).wall_s for wall_s in times} == times


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([solved(1.0), UNSOLVED, solved(3.0)], solved(2.0)), ([solved(), UNSOLVED, UNSOLVED], MISSED),
        ([solved(), UNSOLVED], MISSED), ([solved(2.0), solved(1.0)], solved(1.5)),
        ([solved(), UNTRIED, UNTRIED], solved()), ([UNTRIED, UNTRIED], UNTRIED), ([], UNTRIED),
        ([solved(1.0), solved(2.0), OPEN], solved(1.5)), ([UNSOLVED, OPEN], MISSED), ([solved(), OPEN, OPEN], OPEN),
    ],
)  # fmt: skip
def test_more_than_half_of_those_that_were_tried_must_be_solved(results: list[Result], expected: Result) -> None:
    assert majority(results) == majority(results[::-1]) == expected


def test_only_so_many_open_ones_are_due_as_may_decide() -> None:
    assert [deciding([OPEN] * number) for number in (1, 2, 3, 5)] == [1, 1, 2, 3]
    assert deciding([solved(), OPEN, OPEN]) == deciding([solved(), UNSOLVED, OPEN]) == 1
    assert deciding([solved(), solved(), OPEN]) == deciding([]) == 0


@pytest.mark.parametrize(
    ("seeds", "expected"),
    [
        ([solved(1.0), UNSOLVED, solved(2.0)], solved(2.0)), ([solved(1.0), UNSOLVED, UNSOLVED], UNSOLVED),
        ([solved(2.0), solved(1.0)], solved(1.0)), ([solved(), UNSOLVED], UNSOLVED),
        ([solved(3.0), solved(1.0), solved(4.0), solved(2.0)], solved(2.0)), ([solved(3.0), OPEN], OPEN),
        ([solved(3.0), solved(1.0), OPEN], solved(1.0)), ([UNTRIED, solved()], solved()),
    ],
)  # fmt: skip
def test_of_the_seeds_of_a_case_more_than_half_must_be_solved_and_the_median_counts(
    seeds: list[Result], expected: Result
) -> None:
    assert case(seeds) == expected


def test_a_divided_search_is_solved_when_all_of_its_parts_are() -> None:
    assert whole([solved(1.0), solved(2.0)]) == solved(2.0)
    assert not whole([solved(1.0), UNSOLVED]).solved
    assert whole([UNSOLVED, OPEN]).solved is None


def row(number: int, size: float, instance: int, took: float | str, **about: Any) -> RunRecord:
    """A run on a ladder. took: its seconds, or its ending without an answer."""
    usual = {
        "run_id": str(number), "ladder": "hn", "rung": float(size), "instance": f"n{size}-{instance}",
        "family": "squares", "goal": "first", "wall_limit_s": LIMIT_S, "answer": "sat", "check": "valid",
    }  # fmt: skip
    if isinstance(took, str):
        usual |= {"answer": "none", "check": "unchecked", "ended": took, "wall_s": LIMIT_S if took == "wall" else None}
    else:
        usual |= {"wall_s": took}
    return record(**usual | about)


def climb(*rows: tuple[Any, ...]) -> Climb:
    """The climb of rows, each a size, a case, seconds or an ending, and further fields."""
    (found,) = climbs([row(at, *own[:3], **(own[3] if own[3:] else {})) for at, own in enumerate(rows)])
    return found


@pytest.mark.parametrize(
    ("rows", "reach", "is_open", "holes"),
    [
        ([(6, 0, 1.0), (8, 0, 2.0), (10, 0, "wall")], 8, False, []),
        ([(6, 0, "wall")], None, False, []),
        ([(6, 0, 1.0), (8, 0, 2.0)], 8, True, []),
        ([(10, 0, 1.0), (11, 0, "wall"), (12, 0, 2.0), (13, 0, "wall")], 12, False, [11]),
    ],
)
def test_the_reach_is_the_largest_size_held_and_open_until_a_larger_one_was_tried(
    rows: list[tuple[Any, ...]], reach: float | None, is_open: bool, holes: list[float]
) -> None:
    found = climb(*rows)
    assert (found.reach, found.open, found.holes) == (reach, is_open, holes)


@pytest.mark.parametrize(("third", "held"), [(3.0, True), ("wall", False)])
def test_a_rung_is_held_with_more_than_half_of_its_cases(third: float | str, held: bool) -> None:
    (rung,) = climb((10, 0, 1.0), (10, 1, "wall"), (10, 2, third)).rungs
    assert rung.held is held
    assert rung.time_s == 3.0 if held else math.isnan(rung.time_s)


def test_a_case_is_shown_by_its_median_run_and_knows_the_times_of_all_that_solved_it() -> None:
    (rung,) = climb(*((10, 0, took, {"seed": seed}) for seed, took in enumerate((3.0, "wall", 1.0)))).rungs
    (own,) = rung.cases
    assert (own.run.seed, own.time_s, own.solved, own.seeds) == (0, 3.0, True, (1.0, 3.0))


def test_crashes_and_wrong_answers_are_unsolved_and_named() -> None:
    made = [(10, number, 1.0) for number in range(18)]
    found = climb(*made, (12, 0, "crash"), (14, 0, 1.0, {"check": "invalid"}))
    assert [rung.held for rung in found.rungs] == [True, False, False]
    assert found.faults == ["n12-0: crash", "n14-0: wrong answer"]


def test_a_rung_is_not_assumed_to_be_held_where_the_answers_above_it_are_refuted() -> None:
    made, wrong = [(10, number, 1.0) for number in range(18)], {"check": "contradicts_known"}
    found = climb(*made, (12, 0, "skipped"), (14, 0, 1.0, wrong), (14, 1, 1.0, wrong), (14, 2, "skipped"))
    assert [rung.held for rung in found.rungs] == [True, False, False] and found.reach == 10


def test_a_configuration_that_is_not_ranked_has_no_climb() -> None:
    runs = [row(number, 10, number, 1.0) for number in range(10)]
    assert climbs(runs)
    assert climbs([*(run._replace(check="invalid") for run in runs[:2]), *runs[2:]]) == []
    assert climbs(runs, fair=[False] * len(runs)) == []


def test_skipped_rungs_are_held_and_given_up_ones_are_not_and_neither_was_tried() -> None:
    found = climb((10, 0, "skipped"), (12, 0, 1.0), (14, 0, "wall"), (16, 0, "wall"), (18, 0, "given_up"))
    assert [(rung.held, rung.tried) for rung in found.rungs] == [
        (True, False), (True, True), (False, True), (False, True), (False, False),
    ]  # fmt: skip
    assert found.reach == 12 and not found.open


def test_runs_that_could_not_take_place_say_nothing() -> None:
    found = climb((10, 0, 1.0), (12, 0, "not_installed"), (14, 0, "interrupted"))
    assert [rung.size for rung in found.rungs] == [10]


def test_kinds_of_machine_make_ladders_of_their_own() -> None:
    runs = [row(number, 10, number, 1.0) for number in range(4)]
    assert len(by_ladder(climbs(runs, ["this", "that"] * 2))) == 2


def test_a_climb_that_goes_on_under_a_longer_limit_is_one_and_each_case_counts_under_its_longest() -> None:
    longer = {"wall_limit_s": 60.0}
    rows = [(10, 0, 1.0), (12, 0, "wall"), (12, 0, 30.0, longer), (14, 0, "wall"), (14, 0, "wall", longer),
            (16, 0, "wall", longer)]  # fmt: skip
    found = climb(*rows)
    assert found.ladder.limit_s == 60.0 and found.reach == 12 and not found.open
    assert [rung.cases[0].run.wall_limit_s for rung in found.rungs] == [LIMIT_S, 60.0, 60.0, 60.0]
    assert found.within(LIMIT_S).reach == 10
    begun = climb(*rows[:3], (14, 0, "wall"))
    assert [rung.tried for rung in begun.rungs] == [True, True, False], "14 was not tried under the longer limit"


def test_climbs_under_several_limits_are_compared_within_the_shortest_of_their_longest() -> None:
    one = [row(1, 10, 0, 1.0), row(2, 12, 0, 4.0), row(3, 14, 0, "wall")]
    about = {"solver": "other", "wall_limit_s": 60.0}
    other = [row(4, 10, 0, 4.0, **about), row(5, 12, 0, 30.0, **about)]
    found = climbs([*one, *other])
    assert {each.ladder.limit_s for each in found} == {LIMIT_S}
    assert {each.solver: each.reach for each in found} == {one[0].solver: 12, "other": 10}


def test_under_a_shorter_limit_longer_runs_are_unsolved() -> None:
    found = climb((10, 0, 0.4), (12, 0, "skipped"), (14, 0, 0.6, {"seed": 1}), (14, 0, 0.5, {"seed": 2}))
    short = found.within(0.5)
    assert (short.reach, found.within(0.45).reach) == (14, 10), "12 is assumed because 14 is held"
    assert short.rungs[2].cases[0].seeds == (0.5,)
    with pytest.raises(ValueError, match="longer than the limit"):
        found.within(6.0)


def test_within_the_limit_of_an_early_round_a_climb_has_what_it_had_then() -> None:
    late = {"wall_limit_s": 60.0}
    early = [(10, 0, 1.0), (12, 0, 1.0), (12, 1, "wall"), (12, 2, "wall")]
    found = climb(*early, (14, 0, "wall"), (14, 0, 30.0, late), (16, 0, 2.0, late), (18, 0, "wall", late))
    assert found.reach == 16 and found.within(LIMIT_S).reach == climb(*early).reach == 10
    assert found.within(20.0).rungs[-1].size == 18, "a time between two limits is of the later round"
    just_later = pytest.approx(LIMIT_S, abs=0.01)
    assert found.steps == {10: 1.0, 12: just_later, 14: 30.0, 16: just_later}
    assert min(list(found.steps.values())[1:]) > LIMIT_S


def test_after_rounds_those_that_went_on_are_compared_within_the_last_limit_and_all_within_the_first() -> None:
    rows = [
        row(1, 10, 0, 0.3, wall_limit_s=0.5), row(2, 12, 0, "wall", wall_limit_s=0.5), row(3, 12, 0, 2.0),
        row(4, 14, 0, "wall"),
        row(5, 10, 0, 0.2, wall_limit_s=0.5, solver="second"), row(6, 12, 0, "wall", wall_limit_s=0.5, solver="second"),
        row(7, 12, 0, "wall", solver="second"),
        row(8, 10, 0, "wall", wall_limit_s=0.5, solver="third"),
    ]  # fmt: skip
    first = rows[0].solver
    last = {each.solver: (each.reach, each.ladder.limit_s) for each in climbs(rows)}
    assert last == {first: (12, LIMIT_S), "second": (10, LIMIT_S)}, "10 was solved under the first limit"
    assert [(each.solver, each.ladder.limit_s) for each in climbs(rows, left_out=True)] == [("third", 0.5)]
    short = {each.solver: (each.reach, each.ladder.limit_s) for each in climbs(rows, shortest=True)}
    assert short == {first: (10, 0.5), "second": (10, 0.5), "third": (None, 0.5)}


def test_who_holds_the_largest_size_early_has_nothing_left_to_run_under_a_longer_limit() -> None:
    early = [row(1, 10, 0, 0.3), row(2, 12, 0, 0.4)]
    late = [row(3, 10, 0, 1.0, solver="late"), row(4, 12, 0, "wall", solver="late", wall_limit_s=60.0)]
    assert {each.solver: (each.reach, each.ladder.limit_s) for each in climbs([*early, *late])} == {
        early[0].solver: (12, 60.0), "late": (10, 60.0),
    }  # fmt: skip
    missed = [early[0], row(5, 12, 0, "wall")]
    assert {each.ladder.limit_s for each in climbs([*missed, *late])} == {LIMIT_S}, "it may hold 12 within 60 s"
