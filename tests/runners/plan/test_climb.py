"""A configuration climbs a ladder to the sizes that it no longer solves, and most runs are made near these."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.runners import fakes
from tests.runners.plan.ladder_runs import LIMIT_S, Outcome, climb, grows, row
from tilings.models.problem import UserError
from tilings.runners.plan.climb import Decision, PlannedClimb, Share, Tries
from tilings.runners.plan.run import Run
from tilings.runners.plan.rung import PlannedRung
from tilings.runners.record.results import SKIPS, Result, climb_id, result

SOON, SLOW = 0.001, 3.0  # seconds, of which a climb makes larger and single steps


@pytest.fixture(autouse=True)
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    fakes.install(monkeypatch, "")


def climbed(climbing: PlannedClimb, outcome: Outcome) -> tuple[list[float], Decision]:
    """The sizes of the runs that are made, in their order, and the decision at the end."""
    made: dict[str, Result] = {}
    sizes = []
    while due := climbing.decide(made).due:
        for run in due:
            word, wall_s = outcome(run)
            made[run.run_id] = result(row(run, word, wall_s=wall_s))
            sizes.append(run.rung or 0.0)
    return sizes, climbing.decide(made)


def endings(decision: Decision) -> dict[str, str]:
    return {run.instance: assumed.ended for run, assumed in decision.assumed.values()}


def table(**sizes: str) -> Outcome:
    """The outcome of each size: S solved soon, s solved slowly, - not solved."""
    known = {float(size[1:]): word for size, word in sizes.items()}

    def outcome(run: object) -> tuple[str, float]:
        word = known[run.rung]  # type: ignore[attr-defined]
        return ("solved", SOON if word == "S" else SLOW) if word in "Ss" else ("wall", LIMIT_S)

    return outcome


def test_the_step_doubles_while_rungs_are_soon_solved_and_is_one_from_the_first_slow_one(tmp_path: Path) -> None:
    outcome = table(_0="S", _1="S", _3="S", _7="s", _8="s", _9="-")
    sizes, decision = climbed(climb(tmp_path), outcome)
    assert sizes == [0, 1, 3, 7, 8, 9]
    assert endings(decision) == {f"n{n}-s1": "skipped" for n in (2, 4, 5, 6)} | {"n10-s1": "given_up"}
    assert decision.held == [0, 1, 3, 7, 8]
    reasons = {run.instance: assumed.reason for run, assumed in decision.assumed.values()}
    assert reasons["n5-s1"] == "assumed solved: size 7 is solved"
    assert reasons["n10-s1"] == "assumed unsolved: not held at size 9"


@pytest.mark.parametrize(
    ("climbing", "sizes", "outcome", "made", "held"),
    [
        pytest.param({}, (), {"_0": "S", "_1": "S", "_3": "S", "_7": "S",
                              "_15": "-", "_11": "s", "_13": "-", "_12": "s"},
                     [0, 1, 3, 7, 15, 11, 13, 12], [0, 1, 3, 7, 11, 12], id="after a leap that fails, by halves"),
        pytest.param({}, (), {"_0": "s", "_1": "-"}, [0, 1], [0], id="one that is not held is the end"),
        pytest.param({}, (), {"_0": "-"}, [0], [], id="none is held"),
        pytest.param({"every": True}, (), {"_0": "S", "_1": "S", "_2": "S", "_3": "-"}, [0, 1, 2, 3], [0, 1, 2],
                     id="each rung"),
        pytest.param({}, (7, 8, 9), {"_7": "S", "_8": "S", "_9": "s"}, [7, 8, 9], [7, 8, 9], id="to the end of files"),
    ],
)  # fmt: skip
def test_the_rungs_that_are_tried_and_held(
    tmp_path: Path, climbing: dict, sizes: tuple, outcome: dict[str, str], made: list[float], held: list[float]
) -> None:
    tried, decision = climbed(climb(tmp_path, sizes, **climbing), table(**outcome))
    assert (tried, decision.held) == (made, held)


def test_a_third_case_is_only_run_where_the_first_two_differ(tmp_path: Path) -> None:
    def outcome(run: object) -> tuple[str, float]:
        solved = {0: (True, True), 1: (True, False, True), 2: (False, True, False)}
        case = int(run.instance[-1]) - 1  # type: ignore[attr-defined]
        return ("solved", SLOW) if solved[run.rung][case] else ("wall", LIMIT_S)  # type: ignore[attr-defined]

    sizes, decision = climbed(climb(tmp_path, cases=3), outcome)
    assert sizes == [0, 0, 1, 1, 1, 2, 2, 2] and decision.held == [0, 1]
    assert endings(decision) == {"n0-s3": "skipped"} | {f"n3-s{case}": "given_up" for case in (1, 2, 3)}


def test_further_seeds_are_run_only_near_the_limit_and_more_than_half_must_be_solved(tmp_path: Path) -> None:
    def outcome(run: object) -> tuple[str, float]:
        if run.rung < 2:  # type: ignore[attr-defined]
            return "solved", SKIPS * LIMIT_S * (1 if run.rung == 0 else 20)  # type: ignore[attr-defined]
        return ("solved", 2.0) if run.seed == 2 else ("wall", LIMIT_S)  # type: ignore[attr-defined]

    sizes, decision = climbed(climb(tmp_path, seeds=3), outcome)
    assert sizes == [0, 1, 1, 2, 2, 2] and decision.held == [0, 1]


def test_parts_of_a_search_are_held_when_all_are_solved(tmp_path: Path) -> None:
    whole = climb(tmp_path)

    def parts(name: str, size: float) -> list[Run]:
        (run,) = whole._runs_of(name, size)
        return [run._replace(options=run.options | {"part": f"{k}/2"}) for k in (1, 2)]

    divided = PlannedClimb(whole.ladder, parts)
    sizes, decision = climbed(
        divided, lambda run: ("solved", SLOW) if run.rung == 0 or "1/2" in run.options["part"] else ("wall", LIMIT_S)
    )
    assert sizes == [0, 0, 1, 1] and decision.held == [0]


def test_a_rung_that_could_not_be_tried_ends_a_climb_and_is_no_reason_to_give_up(tmp_path: Path) -> None:
    sizes, decision = climbed(climb(tmp_path), lambda run: ("not_applicable", 0.0))
    assert sizes == [0] and not decision.assumed and not decision.held


def test_sizes_stride_and_cases_restrict_a_climb(tmp_path: Path) -> None:
    whole = climb(tmp_path, cases=3)
    part = PlannedClimb(whole.ladder, whole._runs_of, Tries.RUNGS, (3, 8), Share(1, 2))
    assert climbed(part, grows(20))[0] == [3, 5, 7]
    with pytest.raises(UserError, match="the chosen instances leave out the lowest rung of squares/hn"):
        PlannedClimb(whole.ladder, lambda name, size: [])


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.floats(-1, 60), st.floats(1.1, 4), st.integers(1, 3), st.booleans())
def test_a_climb_finds_the_reach_of_a_solver_whose_time_grows(
    tmp_path: Path, reach: float, base: float, cases: int, every: bool
) -> None:
    sizes, decision = climbed(climb(tmp_path, cases=cases, every=every), grows(reach, base))
    truth = [size for size in range(63) if grows(reach, base)(climb(tmp_path).first._replace(rung=size))[0] == "solved"]
    assert (decision.held[-1:] or [-1]) == (truth[-1:] or [-1])
    above = [size for size in set(sizes) if size > (truth[-1] if truth else -1)]
    assert len(above) <= (1 if every else 6), "a leap of at most 32 rungs, and its halves"
    decided = {run.instance for run, _ in decision.assumed.values()} | {run.instance for run in decision.made}
    top = (truth[-1] if truth else -1) + 2
    assert {f"n{size}-s{case}" for size in range(int(top)) for case in range(1, cases + 1)} <= decided


def test_other_seeds_rungs_and_limits_are_of_the_same_climb_and_other_configurations_are_not(tmp_path: Path) -> None:
    run = climb(tmp_path).first
    alike = [run._replace(seed=2), run._replace(repetition=2), run._replace(instance="b", rung=8.0),
             run._replace(limits=run.limits._replace(wall_s=9.0))]  # fmt: skip
    assert {climb_id(each) for each in alike} == {climb_id(run)} == {climb_id(row(run, "solved"))}
    others = [
        run._replace(threads=2), run._replace(goal="count"), run._replace(options=run.options | {"strips": "off"}),
        run._replace(ladder="hn/unsat"),
    ]  # fmt: skip
    assert len({climb_id(each) for each in (run, *others)}) == 5


def test_in_a_long_round_the_first_case_decides_what_earlier_rounds_leave_open(tmp_path: Path) -> None:
    whole = climb(tmp_path, cases=3).rung(0)
    assert whole
    first, second, third = whole.cases
    narrow = PlannedRung(0.0, [first, second, third], narrow=True)
    solved, unsolved = Result(True, True, 1.0), Result(True, False, LIMIT_S)
    assert (len(whole.look(lambda _: None).due), narrow.look(lambda _: None).due) == (2, first)
    for known, held in (({1: solved, 2: solved}, True), ({0: solved}, True), ({0: unsolved, 1: solved}, False)):
        results = [known.get(case) for case in range(3)]
        look = narrow.look(lambda run: results[[first, second, third].index([run])])  # noqa: B023 - called here
        assert (look.result.solved, look.due) == (held, [])
