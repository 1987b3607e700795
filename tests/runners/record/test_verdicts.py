"""The verdict on a model: one that is wrong anywhere is ranked nowhere, and times that are close decide nothing."""

import pytest

from tests.runners.record.test_schema import record
from tilings.runners.record.schema import RunRecord
from tilings.runners.record.verdicts import ModelVerdict, fastest, lines, verdicts, wrong

N5, N7 = ("own", "rulers-n5"), ("own", "rulers-n7")


def row(model: str, wall_s: float, problem: str = "rulers-n5", **fields: object) -> RunRecord:
    """A right answer of a model, by default."""
    columns = {"answer": "optimal", "goal": "optimum", "check": "valid", "solver": "gecode"} | fields
    return record(
        family="own", instance=problem, formulation=model, wall_s=wall_s, run_id=f"{model} {problem}", **columns
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "anna (1.00 s) before ben (1.30 s)"),
        ({"wall_s": 1.14}, "too close to call: anna (1.00 s), ben (1.14 s)"),
        ({"disturbed": True}, "not ranked (other programs disturbed these runs)"),
        ({"check": "contradicts_known"}, "anna (1.00 s) alone"),
    ],
)
def test_the_fastest_is_named_where_the_times_tell(changes: dict[str, object], words: str) -> None:
    found = verdicts([row("anna", 1.0), row("ben", **{"wall_s": 1.3} | changes), row("cleo", 9.0)][:2], {})
    assert fastest(found, N5) == words


def test_a_model_that_is_wrong_with_other_data_has_no_time_and_says_where() -> None:
    rows = row("anna", 1.0), row("ben", 0.1), row("ben", 0.1, "rulers-n7", check="invalid", message="c.py: too short")
    unsound = {each.run_id: ("rulers-n7",) for each in rows[1:]}
    found = verdicts(rows, unsound)
    assert found[*N5, "ben"] == ModelVerdict("right", "here, and wrong on rulers-n7")
    assert found[*N7, "ben"] == ModelVerdict("wrong", "too short")
    assert list(lines(found, {N5: {"optimum": 11}, N7: {}})) == [
        "rulers-n5 (expected: optimum 11)",
        "  anna  right  optimum 1.00 s",
        "  ben   right  here, and wrong on rulers-n7",
        "  fastest: anna (1.00 s) alone",
        "rulers-n7",
        "  ben   wrong  too short",
        "  fastest: none is right",
    ]


def test_wrong_answers_of_models_are_told_by_model_and_others_by_run() -> None:
    rows = [
        row(model, 1.0, problem, check="invalid") for model in ("ben", "dan") for problem in ("rulers-n5", "rulers-n7")
    ]
    rows += [row("ben", 1.0, check="contradicts_known"), row("eva", 1.0, check="disagrees"), row("ada", 1.0)]
    rows += [row("h9", 1.0, "squares", check="invalid")]
    assert wrong(rows, {N5: {}, N7: {}}) == [
        "2 wrong models (ben, dan; 5 runs)", "1 wrong answer", "1 disagreeing model (eva; 1 run)",
    ]  # fmt: skip
    assert wrong([row(f"m{at}", 1.0, check="invalid") for at in range(12)], {N5}) == [
        "12 wrong models (m0, m1, m10, m11, m2, m3, m4, m5, 4 more; 12 runs)"
    ]
    assert wrong([row("ada", 1.0)], {N5}) == []


def test_a_model_that_one_solver_refuses_and_another_searches_has_no_answer() -> None:
    rows = row("anna", 1.0, answer="none", ended="crash"), row("anna", 9.0, answer="none", ended="wall", solver="x")
    assert [each.state for each in verdicts(rows, {}).values()] == ["no answer"]


def test_a_right_model_names_the_solvers_that_failed_on_it() -> None:
    rows = row("anna", 1.0), row("anna", 0.1, answer="none", ended="crash", check="unchecked", solver="chuffed")
    assert list(verdicts(rows, {}).values()) == [
        ModelVerdict("right", "optimum 1.00 s by gecode; failed on chuffed", 1.0)
    ]


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({"check": "unchecked"}, ModelVerdict("not checked", "optimum 1.00 s")),
        ({"answer": "feasible", "ended": "wall"}, ModelVerdict("no answer", "optimum: not within the limit of time")),
        ({"answer": "none", "ended": "memory"}, ModelVerdict("no answer", "optimum: not within the limit of memory")),
        ({"answer": "none", "ended": "crash", "message": "syntax error"}, ModelVerdict("failed", "syntax error")),
        ({"answer": "none", "ended": "not_installed"}, ModelVerdict("failed", "not_installed")),
        ({"check": "disagrees", "message": "one is wrong"}, ModelVerdict("disagreeing", "one is wrong")),
    ],
)
def test_a_model_without_a_right_answer_says_why(fields: dict[str, object], verdict: ModelVerdict) -> None:
    assert list(verdicts([row("anna", 1.0, **fields)], {}).values()) == [verdict]
