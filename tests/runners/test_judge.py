"""Claims are compared with the known answers and with each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from runners.judge import Judge
from runners.manifest import Shipped
from runners.record import RunRecord
from tests.runners.test_record import record

KNOWN = Shipped("squares", "h02", Path("h02.json"), "0", {"first": "sat", "count": "8", "optimum": "4"}, "someone")


def answer(kind: str, goal: str, **fields: object) -> RunRecord:
    return record(answer=kind, goal=goal, sense="min", **fields)


@pytest.mark.parametrize(
    ("claim", "check"),
    [
        (answer("sat", "first", check="valid"), "valid"),
        (answer("unsat", "first"), "contradicts_known"),
        (answer("counted", "count", solutions=8), "valid"),
        (answer("counted", "count", solutions=7, check="valid"), "contradicts_known"),
        (answer("optimal", "optimum", objective=4, check="valid"), "valid"),
        (answer("optimal", "optimum", objective=5, check="valid"), "contradicts_known"),
        (answer("feasible", "optimum", objective=5, check="valid"), "valid"),
        (answer("feasible", "optimum", objective=3, check="valid"), "contradicts_known"),
        (answer("none", "optimum", bound=5.0), "contradicts_known"),
        (answer("none", "optimum", bound=3.0), "unchecked"),
        (answer("sat", "first", check="invalid"), "invalid"),
        (answer("none", "first"), "unchecked"),
        (answer("counted", "count", solutions=0), "contradicts_known"),
        (answer("none", "count", solutions=9, check="valid"), "contradicts_known"),
        (answer("none", "count", solutions=7, check="valid"), "valid"),
    ],
)
def test_against_the_manifest(claim: RunRecord, check: str) -> None:
    assert Judge([KNOWN]).against_known(claim).check == check


def test_an_instance_that_is_not_shipped_has_no_known_answer() -> None:
    claim = answer("unsat", "first", instance_sha256="other")
    assert Judge([KNOWN]).against_known(claim) == claim


def test_each_contradiction_is_told_when_it_comes() -> None:
    judge = Judge([])
    assert judge.against_others(answer("counted", "count", solutions=8)) == []
    assert judge.against_others(answer("counted", "count", solutions=8)) == []
    (found,) = judge.against_others(answer("counted", "count", solutions=7, solver="other"))
    assert "says counted 8, but other/f says counted 7" in str(found)


def test_refuted_answers_claim_nothing() -> None:
    judge = Judge([])
    judge.against_others(replace(answer("counted", "count", solutions=9), check="invalid"))
    assert judge.against_others(answer("counted", "count", solutions=8)) == []
