"""Two counts confirm each other where one was enumerated and one was not, in whatever order they are recorded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.record.test_schema import record
from tilings.runners.record import support
from tilings.runners.record.schema import RunRecord
from tilings.runners.record.support import COUNT_CHECKS, CountLedger


def counted(count_check: str, **fields: object) -> RunRecord:
    return record(**{"goal": "count", "answer": "counted", "solutions": 8, "count_check": count_check} | fields)


KINDS = st.sampled_from([cell for cell in COUNT_CHECKS if not cell.endswith("confirmed")])
ROWS = st.builds(lambda kind, model: counted(kind, formulation=model), KINDS, st.sampled_from("fg"))


def ledger(*records: RunRecord) -> CountLedger:
    found = CountLedger()
    for each in records:
        found.add(each)
    return found


@pytest.mark.parametrize(
    ("earlier", "later", "confirmed"),
    [
        ("enumerated", "computed", True),
        ("computed", "enumerated", True),
        ("computed_confirmed", "enumerated", True),
        ("enumerated", "enumerated", False),
        ("enumerated_confirmed", "enumerated", False),
        ("computed", "computed", False),
        ("told", "computed", False),
        ("computed", "told", False),
        ("", "computed", False),
        ("computed", "", False),
    ],
)
def test_an_enumerated_and_a_computed_count_confirm_each_other(earlier: str, later: str, confirmed: bool) -> None:
    assert ledger(counted(earlier)).confirms(counted(later, formulation="other")) == confirmed


@pytest.mark.parametrize(
    "other",
    [
        {"solutions": 7},
        {"formulation": "same"},
        {"instance_sha256": "other"},
        {"check": "invalid"},
        {"check": "contradicts_known"},
        {"answer": "none"},
        {"options": "part=1/2"},
    ],
)
def test_only_a_whole_right_count_of_the_same_instance_by_another_formulation_confirms(other: dict[str, str]) -> None:
    same = {"formulation": "same"}
    assert not ledger(counted("computed", **other)).confirms(counted("enumerated", **same))
    assert not ledger(counted("computed", **same)).confirms(counted("enumerated", **other))


@given(st.lists(ROWS, min_size=1, max_size=5).flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(rows))))
def test_what_rows_come_to_together_does_not_depend_on_their_order(both: tuple[list[RunRecord], ...]) -> None:
    said = []
    for rows in both:
        found, written = CountLedger(), []
        for row in rows:
            confirmed = support.confirmed(row.count_check) if found.confirms(row) else row.count_check
            written.append(row._replace(count_check=confirmed))
            found.add(written[-1])
        together = support.together({support.known(row) for row in written})
        assert any(row.count_check.endswith("_confirmed") for row in written) == (together == "confirmed")
        said.append(together)
    assert said[0] == said[1]


def test_solvers_of_one_formula_whose_symmetry_breaking_is_unproven_are_one_word() -> None:
    proof = record(solver="kissat", formulation="f", answer="unsat", proof=support.UP_TO_SYMMETRY)
    same = record(solver="glucose", formulation="f", answer="unsat")
    other = record(solver="glucose", formulation="g", answer="unsat")
    assert support.Support([proof, same]).words == support.WORD
    assert support.Support([proof, other]).words == support.AGREED
    assert support.Support([same, same._replace(solver="kissat")]).words == support.AGREED
