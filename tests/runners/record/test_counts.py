"""Two counts confirm each other where one was enumerated and one was not, in whatever order they are recorded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.record import counts
from runners.record.counts import COUNT_CHECKS, CountLedger
from runners.record.schema import RunRecord
from tests.runners.record.test_schema import record

CELLS = st.sampled_from([cell for cell in COUNT_CHECKS if not cell.endswith("confirmed")])


def counted(count_check: str, **fields: object) -> RunRecord:
    return record(**{"goal": "count", "answer": "counted", "solutions": 8, "count_check": count_check} | fields)


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
    assert ledger(counted(earlier)).confirms(counted(later)) == confirmed


@pytest.mark.parametrize(
    "other",
    [
        {"solutions": 7},
        {"instance_sha256": "other"},
        {"check": "invalid"},
        {"check": "contradicts_known"},
        {"answer": "none"},
        {"options": "part=1/2"},
    ],
)
def test_only_a_whole_right_count_of_the_same_instance_confirms(other: dict[str, str]) -> None:
    assert not ledger(counted("computed", **other)).confirms(counted("enumerated"))
    assert not ledger(counted("computed")).confirms(counted("enumerated", **other))


@given(st.lists(CELLS, min_size=1, max_size=5).flatmap(lambda cells: st.tuples(st.just(cells), st.permutations(cells))))
def test_what_rows_come_to_together_does_not_depend_on_their_order(both: tuple[list[str], list[str]]) -> None:
    said = []
    for cells in both:
        found, written = CountLedger(), []
        for cell in cells:
            confirmed = found.confirms(counted(cell))
            written.append(counted(counts.confirmed(cell) if confirmed else cell))
            found.add(written[-1])
        kinds = {counts.kind(row.count_check) for row in written}
        named = any(row.count_check.endswith("_confirmed") for row in written)
        assert named == (counts.together(kinds) == "confirmed")
        said.append(counts.together(kinds))
    assert said[0] == said[1]
