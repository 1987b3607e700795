"""A false claim of a solver is recorded as what it claimed, with the check that it failed."""

from pathlib import Path

import pytest

from tests.runners.fakes import EXHAUSTED, TILING, WRONG, Runs, axes, counted, how, says, worth
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan.manifest import Shipped

OVERLAP = "overlap: (0, 0, 1) and (0, 0, 1) both cover the cell (0, 0)"
MISSTATED = "objective: the solver reports {}, the solution has 4"
OTHER_FAMILY = "undecodable: unknown atom circle(0,0,1); a formulation shows square(x,y,side) only"
LATE = "exhausted: a solution came after the end of the search was reported"
BOUND = '{"event": "Bounded", "bound": 5}'
BEATEN = "bound: the solver reports 5, a solution has 4"
FEWER = "count: the solver reports 0, but printed 1 different solutions"


@pytest.mark.parametrize(
    ("goal", "lines", "answer", "message"),
    [
        ("first", [WRONG], "sat", OVERLAP),
        ("first", [TILING, WRONG], "sat", OVERLAP),
        ("first", [WRONG, TILING], "sat", OVERLAP),
        ("first", [TILING.replace("square", "circle")], "none", OTHER_FAMILY),
        ("first", [EXHAUSTED, TILING], "sat", LATE),
        ("optimum", [worth("3"), EXHAUSTED], "optimal", MISSTATED.format("3")),
        ("optimum", [worth("5"), EXHAUSTED], "optimal", MISSTATED.format("5")),
        ("optimum", [worth("NaN"), EXHAUSTED], "optimal", MISSTATED.format("nan")),
        ("optimum", [worth("3")], "feasible", MISSTATED.format("3")),
        ("optimum", [worth("4"), BOUND], "feasible", BEATEN),
        ("optimum", [worth("4"), BOUND, EXHAUSTED], "optimal", BEATEN),
        ("optimum", [worth("4"), EXHAUSTED, worth("4")], "optimal", LATE),
        ("count", [TILING, counted("0")], "counted", FEWER),
        ("count", [TILING, counted("1"), counted("2")], "counted", "count: the solver reports 1, and then 2"),
        ("count", [counted("0"), EXHAUSTED], "counted", "count: the solver reports 0, and then None"),
        ("count", [WRONG, EXHAUSTED], "counted", OVERLAP),
    ],
)
def test_a_false_claim_is_recorded_as_invalid(
    outcome: Runs, goal: str, lines: list[str], answer: str, message: str
) -> None:
    record = outcome(says(*lines), goal)
    ended = ("crash", "invalid", "encode") if answer in ("none", "feasible") else ("finished", "invalid", "")
    assert how(record) == (answer, *ended, 0, None, message)
    assert record.objective is None, "what is wrong has no value"
    if goal == "count":
        assert record.solutions == (1 if counted("1") in lines else 0)


@pytest.mark.parametrize(
    ("lines", "goal", "answer"),
    [
        pytest.param([EXHAUSTED], "first", "unsat", id="no solution where there is one"),
        pytest.param([EXHAUSTED], "optimum", "unsat", id="an optimum without a solution"),
        pytest.param([counted("7")], "count", "counted", id="a wrong count"),
        pytest.param(['{"event": "Bounded", "bound": 5}'], "optimum", "none", id="a wrong bound"),
    ],
)
def test_an_answer_that_contradicts_a_known_one_is_recorded_as_that(
    outcome: Runs, tmp_path: Path, lines: list[str], goal: str, answer: str
) -> None:
    record = outcome(says(*lines), goal)
    known = {"first": "sat", "count": "1", "optimum": "4"}
    shipped = Shipped(
        record.family, record.instance, tmp_path / "tiny.json", record.instance_sha256, known={goal: known[goal]},
        source="by hand",
    )  # fmt: skip
    judged = CrossCheck([shipped]).against_known(record)
    assert (judged.answer, judged.check) == (answer, "contradicts_known")
    assert "the manifest (by hand)" in judged.message


def test_a_solution_better_than_the_claimed_objective_is_valid(outcome: Runs) -> None:
    record = outcome(says(worth("5")), "optimum")
    assert axes(record) == ("feasible", "crash", "valid")
    assert record.objective == 4, "the model's objective variable is but a bound on it"


def test_output_without_a_claim_after_the_final_answer_is_ignored(outcome: Runs) -> None:
    record = outcome(says(TILING, EXHAUSTED, "goodbye", EXHAUSTED), "count")
    assert how(record) == ("counted", "finished", "valid", "", 0, None, "")
    assert record.solutions == 1


def test_an_unbounded_objective_is_an_answer_without_a_value(outcome: Runs) -> None:
    record = outcome(says(worth("4"), '{"event": "Unbounded"}'), "optimum")
    assert (record.answer, record.ended, record.objective, record.bound) == ("unbounded", "finished", None, None)
    assert record.proven
