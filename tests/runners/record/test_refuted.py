"""A checked solution refutes the answers that exclude it; nothing else does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.record.test_schema import record
from tilings.runners.record import refuted
from tilings.runners.record.schema import RunRecord


def optimum(value: int, answer: str = "optimal", sense: str = "min", **fields: object) -> RunRecord:
    return record(
        goal="optimum", answer=answer, objective=value, sense=sense, solver=fields.pop("solver", "s"), **fields
    )


def count(number: int, **fields: object) -> RunRecord:
    return record(goal="count", solutions=number, **{"answer": "counted", "solver": "s"} | fields)


BEST = optimum(4, "feasible", check="valid", solver="good")
FOUND = record(goal="first", answer="sat", check="valid", solver="good")
SEVERAL = count(3, answer="none", check="valid", count_check="enumerated", solver="good", ended="wall")
PASSED = ", which passed the check"


@pytest.mark.parametrize(
    ("row", "shown", "words"),
    [
        (optimum(5), BEST, "the optimum 5, but good/f has a solution of 4"),
        (optimum(5, check="valid"), BEST, "the optimum 5, but good/f has a solution of 4"),
        (optimum(4), BEST, ""),
        (optimum(3), BEST, ""),
        (optimum(5, sense="max"), BEST._replace(sense="max", objective=6),
         "the optimum 5, but good/f has a solution of 6"),
        (optimum(9, "feasible", bound=5.0, check="valid"), BEST,
         "a solution of 9 and the bound 5, but good/f has a solution of 4"),
        (optimum(9, "feasible", bound=4.0, check="valid"), BEST, ""),
        (record(goal="optimum", answer="none", bound=4.5, sense="min"), BEST,
         "the bound 4.5, but good/f has a solution of 4"),
        (record(goal="optimum", answer="unsat", proof="verified"), BEST, "no solution, but good/f has a solution of 4"),
        (record(goal="first", answer="unsat"), FOUND, "no solution, but good/f has a solution"),
        (record(goal="first", answer="unsat"), SEVERAL, "no solution, but good/f has at least 3 solutions"),
        (count(0), FOUND, "0 solutions, but good/f has a solution"),
        (count(2), SEVERAL, "2 solutions, but good/f has at least 3 solutions"),
        (count(3), SEVERAL, ""),
        (count(4), SEVERAL, ""),
        (count(2), SEVERAL._replace(answer="counted"), "2 solutions, but good/f has at least 3 solutions"),
        (count(2), SEVERAL._replace(count_check="told"), ""),
        (count(0), SEVERAL._replace(count_check="told"), "0 solutions, but good/f has at least 1 solution"),
        (record(goal="first", answer="unsat"), FOUND._replace(check="unchecked"), ""),
        (record(goal="first", answer="unsat"), FOUND._replace(check="invalid"), ""),
        (record(goal="first", answer="unsat"), FOUND._replace(instance_sha256="1" * 64), ""),
        (record(goal="first", answer="unsat"), BEST, ""),
        (record(goal="first", answer="unsat", family="own"), FOUND._replace(family="own"), ""),
        (record(goal="first", answer="unsat", family="own"), FOUND._replace(family="own", checked_by="rows"),
         "no solution, but good/f has a solution"),
    ],
)  # fmt: skip
def test_an_answer_is_wrong_beside_a_checked_solution_that_it_excludes(
    row: RunRecord, shown: RunRecord, words: str
) -> None:
    for order in ([row, shown], [shown, row]):
        judged = {each.solver: each for each in refuted.compared(order)}
        assert judged["good"] == shown
        assert judged["s"] == (row._replace(check="contradicts_known", message=words + PASSED) if words else row)


def test_a_row_that_was_wrong_before_keeps_its_reason() -> None:
    wrong = optimum(5)._replace(check="invalid", message="overlap")
    assert refuted.compared([wrong, BEST]) == [wrong, BEST]


_ROWS = st.lists(
    st.one_of(
        st.builds(optimum, st.integers(1, 5), st.sampled_from(["optimal", "feasible"]),
                  check=st.sampled_from(["valid", "unchecked"])),
        st.builds(count, st.integers(0, 5), answer=st.sampled_from(["counted", "none"]), check=st.just("valid"),
                  count_check=st.sampled_from(["enumerated", "told"])),
    ),
    max_size=6,
)  # fmt: skip


@given(_ROWS)
def test_after_the_comparison_no_standing_answer_is_below_what_was_checked(rows: list[RunRecord]) -> None:
    judged = refuted.compared(rows)
    assert refuted.compared(judged) == judged
    least = min((row.objective for row in rows if row.goal == "optimum" and row.check == "valid"), default=None)
    most = max((row.solutions for row in rows if row.count_check == "enumerated"), default=0)
    for before, row in zip(rows, judged, strict=True):
        optimal = row.answer == "optimal" and least is not None and row.objective > least
        fewer = row.answer == "counted" and (row.solutions < most or (row.solutions == 0 and any(
            each.solutions for each in rows if each.goal == "count")))  # fmt: skip
        assert (row.check == "contradicts_known") == (optimal or fewer), (before, row)
