"""A false claim of a solver is recorded as what it claimed, with the check that it failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runners.fakes import EXHAUSTED, TILING, WRONG, Runs, axes, counted, how, says, worth
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan.manifest import Shipped

OVERLAP = "overlap: (0, 0, 1) and (0, 0, 1) both cover the cell (0, 0)"
MISSTATED = "objective: the solver reports {}, the solution has 4"
FEWER = "count: the solver reports 0, but printed 1 different solutions"


@pytest.mark.parametrize(
    ("lines", "answer", "message"),
    [
        pytest.param([WRONG], "sat", OVERLAP, id="a wrong tiling"),
        pytest.param([TILING, WRONG], "sat", OVERLAP, id="a wrong one after a right one"),
        pytest.param([WRONG, TILING], "sat", OVERLAP, id="a wrong one before a right one"),
        pytest.param(
            [TILING.replace("square", "circle")], "none",
            "undecodable: unknown atom circle(0,0,1); a formulation shows square(x,y,side) only",
            id="of another family",
        ),
        pytest.param(
            [EXHAUSTED, TILING], "sat",
            "exhausted: a solution came after the end of the search was reported", id="after there was none",
        ),
    ],
)  # fmt: skip
def test_a_false_solution_or_refutation_is_recorded_as_invalid(
    outcome: Runs, lines: list[str], answer: str, message: str
) -> None:
    record = outcome(says(*lines))
    ended = ("finished", "invalid", "", 0, None) if answer == "sat" else ("crash", "invalid", "encode", 0, None)
    assert how(record) == (answer, *ended, message)


@pytest.mark.parametrize(
    ("lines", "answer", "message"),
    [
        pytest.param([worth("3"), EXHAUSTED], "optimal", MISSTATED.format("3"), id="better"),
        pytest.param([worth("5"), EXHAUSTED], "optimal", MISSTATED.format("5"), id="worse"),
        pytest.param([worth("NaN"), EXHAUSTED], "optimal", MISSTATED.format("nan"), id="NaN"),
        pytest.param([worth("3")], "feasible", MISSTATED.format("3"), id="without a proof"),
        pytest.param(
            [worth("4"), '{"event": "Bounded", "bound": 5}'], "feasible",
            "bound: the solver reports 5, a solution has 4", id="a bound that a solution beats",
        ),
        pytest.param(
            [worth("4"), '{"event": "Bounded", "bound": 5}', EXHAUSTED], "optimal",
            "bound: the solver reports 5, a solution has 4", id="and a proof",
        ),
        pytest.param(
            [worth("4"), EXHAUSTED, worth("4")], "optimal",
            "exhausted: a solution came after the end of the search was reported", id="a solution after the proof",
        ),
    ],
)  # fmt: skip
def test_a_false_objective_or_bound_is_recorded_as_invalid(
    outcome: Runs, lines: list[str], answer: str, message: str
) -> None:
    record = outcome(says(*lines), "optimum")
    ended = ("finished", "invalid", "", 0, None) if answer == "optimal" else ("crash", "invalid", "encode", 0, None)
    assert how(record) == (answer, *ended, message)
    assert record.objective is None, "what is wrong has no value"


@pytest.mark.parametrize(
    ("lines", "solutions", "message"),
    [
        pytest.param([TILING, counted("0")], 0, FEWER, id="fewer than came"),
        pytest.param([TILING, counted("1"), counted("2")], 1, "count: the solver reports 1, and then 2", id="two"),
        pytest.param([counted("0"), EXHAUSTED], 0, "count: the solver reports 0, and then None", id="a count and none"),
        pytest.param([WRONG, EXHAUSTED], 0, OVERLAP, id="of wrong solutions"),
    ],
)  # fmt: skip
def test_a_false_count_is_recorded_as_invalid(outcome: Runs, lines: list[str], solutions: int, message: str) -> None:
    record = outcome(says(*lines), "count")
    assert how(record) == ("counted", "finished", "invalid", "", 0, None, message)
    assert record.solutions == solutions


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
