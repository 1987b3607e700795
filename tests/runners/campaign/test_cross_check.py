"""The cross-check compares claims with the known answers and with each other."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.runners.record.test_schema import record
from tilings.runners.campaign.cross_check import CrossCheck
from tilings.runners.plan.manifest import Shipped
from tilings.runners.record.schema import RunRecord

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
def test_a_claim_is_checked_against_the_known_answer_of_the_manifest(claim: RunRecord, check: str) -> None:
    assert CrossCheck([KNOWN]).against_known(claim).check == check


def test_an_instance_that_is_not_shipped_has_no_known_answer() -> None:
    claim = answer("unsat", "first", instance_sha256="other")
    assert CrossCheck([KNOWN]).against_known(claim) == claim


def test_each_contradiction_is_reported_with_the_row_that_causes_it() -> None:
    cross_check = CrossCheck([])
    assert cross_check.against_others(answer("counted", "count", solutions=8)) == []
    assert cross_check.against_others(answer("counted", "count", solutions=8)) == []
    (found,) = cross_check.against_others(answer("counted", "count", solutions=7, solver="other"))
    assert "says counted 8, but other/f says counted 7" in str(found)


def test_a_wrong_answer_that_came_first_is_told_once() -> None:
    cross_check = CrossCheck([])
    assert cross_check.unreported(answer("counted", "count", solutions=7, solver="wrong")) == []
    found = [cross_check.unreported(answer("counted", "count", solutions=8, solver=name)) for name in "abc"]
    assert [len(each) for each in found] == [1, 0, 0]
    assert len(cross_check.unreported(answer("counted", "count", solutions=9, solver="another"))) == 1


def test_what_a_checked_solution_refutes_is_wrong_and_in_no_contradiction_whichever_comes_first() -> None:
    best, worse = (answer("optimal", "optimum", objective=value, check="valid", solver=str(value)) for value in (4, 9))
    alone = answer("optimal", "optimum", objective=6)
    for order in itertools.permutations([best, worse]):
        cross_check = CrossCheck([])
        assert [cross_check.against_others(each) for each in order] == [[], []]
        assert cross_check.against_others(alone) == [], "it is refuted, too"
    assert CrossCheck([]).of_all([best, alone, worse]) == []


def test_refuted_answers_claim_nothing() -> None:
    cross_check = CrossCheck([])
    cross_check.against_others(answer("counted", "count", solutions=9)._replace(check="invalid"))
    assert cross_check.against_others(answer("counted", "count", solutions=8)) == []


def counted(number: int, solutions: int, of: int = 3, **fields: object) -> RunRecord:
    return answer("counted", "count", solutions=solutions, options=f"part={number}/{of}", **fields)


@pytest.mark.parametrize("solutions", [0, 1, 7])
def test_a_part_is_not_taken_for_the_whole(solutions: int) -> None:
    cross_check = CrossCheck([KNOWN])
    cross_check.against_others(answer("sat", "first", check="valid"))
    cross_check.against_others(answer("counted", "count", solutions=8, solver="other"))
    part = counted(1, solutions)
    assert cross_check.against_known(part) == part
    assert cross_check.against_others(part) == []


def test_a_part_with_more_solutions_than_the_whole_is_refuted_at_once() -> None:
    cross_check = CrossCheck([KNOWN])
    found = cross_check.against_known(counted(1, 9))
    assert found.check == "contradicts_known" and "s/f[part=1/3] says at least 9" in found.message
    cross_check.against_others(answer("counted", "count", solutions=8))
    assert len(cross_check.against_others(counted(1, 9))) == 1


@pytest.mark.parametrize("last", [5, 4])
def test_the_last_part_is_checked_by_the_sum_of_all_parts(last: int) -> None:
    """The parts may come in any order."""
    for order in itertools.permutations([counted(1, 0), counted(2, 3), counted(3, last)]):
        cross_check = CrossCheck([KNOWN])
        *earlier, final = order
        for part in earlier:
            assert cross_check.against_known(part) == part
            assert cross_check.against_others(part) == []
        settled = cross_check.against_known(final)
        assert settled.check == ("unchecked" if last == 5 else "contradicts_known")
        assert last == 5 or "says counted 8, but s/f[parts=3] says counted 7" in settled.message
        assert cross_check.against_others(settled) == [], "a wrong answer is told once"


def test_the_sum_of_parts_that_other_harnesses_recorded_is_checked_on_reading() -> None:
    cross_check = CrossCheck([KNOWN])
    found = [clash for part in (1, 2, 3) for clash in cross_check.against_others(counted(part, 2))]
    assert [str(clash).partition(": ")[2] for clash in found] == [
        "the manifest (someone) says counted 8, but s/f[parts=3] says counted 6"
    ]


def test_the_sum_of_parts_is_compared_with_other_solvers() -> None:
    cross_check = CrossCheck([])
    cross_check.against_others(answer("counted", "count", solutions=6, solver="good"))
    cross_check.against_others(answer("counted", "count", solutions=5, solver="bad"))
    found = [clash for part in (1, 2, 3) for clash in cross_check.against_others(counted(part, 2))]
    assert len(found) == 1 and "bad/f says counted 5, but s/f[parts=3] says counted 6" in str(found[0])
    (later,) = cross_check.against_others(answer("counted", "count", solutions=7, solver="late"))
    assert "late/f says counted 7" in str(later)


CLAIMS = [
    *[answer(kind, "optimum", objective=value) for kind in ("optimal", "feasible") for value in (3, 4, 5)],
    *[answer(kind, "optimum", bound=bound, objective=5) for kind in ("feasible", "none") for bound in (2.0, 5.0, 6.0)],
    answer("unsat", "optimum"),
    *[answer("counted", "count", solutions=number) for number in (0, 1, 2)],
    *[answer("none", "count", solutions=number) for number in (1, 2)],
    answer("sat", "first"),
    answer("unsat", "first"),
]


@pytest.mark.parametrize("latest", CLAIMS)
def test_forgetting_claims_never_hides_a_contradiction(latest: RunRecord) -> None:
    for earlier in itertools.permutations(CLAIMS, 2):
        cross_check = CrossCheck([])
        for claim in earlier:
            cross_check.against_others(claim)
        assert bool(cross_check.against_others(latest)) == any(contradictory(claim, latest) for claim in earlier)


def contradictory(one: RunRecord, other: RunRecord) -> bool:
    cross_check = CrossCheck([])
    cross_check.against_others(one)
    return bool(cross_check.against_others(other))


def test_equal_claims_are_stored_once() -> None:
    cross_check = CrossCheck([])
    for seed in range(1000):
        cross_check.against_others(answer("feasible", "optimum", objective=5 + seed % 50, seed=seed))
        cross_check.against_others(answer("sat", "first", seed=seed))
    assert sum(map(len, cross_check._claims.values())) == 2


def test_the_later_of_two_counts_by_algorithms_that_share_nothing_is_called_confirmed() -> None:
    cross_check = CrossCheck([])
    enumerated = answer("counted", "count", solutions=8, count_check="enumerated")
    computed = enumerated._replace(formulation="other", count_check="computed")
    assert cross_check.settled(enumerated) == enumerated
    cross_check.against_others(enumerated)
    assert cross_check.settled(computed).count_check == "computed_confirmed"
    assert cross_check.settled(enumerated._replace(seed=2)).count_check == "enumerated"
