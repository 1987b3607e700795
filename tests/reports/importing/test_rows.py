"""A table of runs, by hand: its cells, what is wrong in them, and the pairs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tilings.models.problem import UserError
from tilings.reports.importing.rows import Defaults, Row, held_out, records
from tilings.runners.record.results import outcome
from tilings.runners.record.schema import RunRecord

CELLS = {"family": "f", "solver": "s", "instance": "i", "seconds": "1.5", "answer": "sat"}


def record(names: str = "", **cells: str) -> RunRecord:
    """The record of one row; an empty cell is left out."""
    given = {name: text for name, text in (CELLS | cells).items() if text}
    pattern = re.compile(names) if names else None
    (found,) = records([Row("t.csv:2", given)], Defaults(limit_s=10.0, names=pattern), "c")
    return found


@pytest.mark.parametrize(
    ("cells", "fields"),
    [
        ({}, {"answer": "sat", "wall_s": 1.5, "wall_limit_s": 10.0, "paradigm": "s", "formulation": "default"}),
        ({"answer": "solved", "goal": "optimum", "value": "7"}, {"answer": "optimal", "objective": 7.0}),
        ({"answer": "solved", "goal": "count", "value": "92"}, {"answer": "counted", "solutions": 92}),
        ({"answer": "Timeout", "seconds": ""}, {"answer": "none", "ended": "wall", "wall_s": 10.0}),
        ({"answer": "memory"}, {"ended": "memory", "wall_s": 1.5}),
        ({"seconds": "10.5"}, {"answer": "none", "ended": "wall", "message": "sat after the limit, in 10.5 s"}),
        ({"limit": "20", "seconds": "10.5"}, {"answer": "sat", "wall_limit_s": 20.0}),
        ({"size": "8"}, {"ladder": "f", "rung": 8.0}),
        ({"size": "8", "ladder": "a/b", "pair": "3"}, {"ladder": "a-b", "rung": 8.0, "pair": 3}),
        ({"instance": "../a/b c", "model": "m", "paradigm": "exact cover"},
         {"instance": "a-b-c", "formulation": "m", "paradigm": "exact cover"}),
        ({"names": r"(?P<ladder>\D+)-(?P<size>\d+)", "instance": "queens-8"}, {"ladder": "queens", "rung": 8.0}),
    ],
)  # fmt: skip
def test_a_row_becomes_a_record(cells: dict[str, str], fields: dict[str, Any]) -> None:
    found = record(**cells)
    assert {name: getattr(found, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("answer", "word"),
    [("sat", "solved"), ("unsat", "solved"), ("timeout", "timeout"), ("memory", "memory"), ("error", "failed"),
     ("unknown", "failed"), ("wrong", "wrong"), ("feasible", "incumbent")],
)  # fmt: skip
def test_each_answer_has_its_outcome_in_reports(answer: str, word: str) -> None:
    assert outcome(record(answer=answer)) == word


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"seconds": "1,5"}, "seconds '1,5' is not a number; write decimal points"),
        ({"seconds": "nan"}, "seconds 'nan' is not a number"),
        ({"seconds": "-1"}, "seconds is negative: -1"),
        ({"seconds": ""}, "seconds is empty in a solved run"),
        ({"size": "0"}, "size is 0: it must be above 0"),
        ({"seed": "1.5"}, "seed is 1.5: it must be a whole number"),
        ({"ladder": "q"}, "it has the ladder 'q' and no size"),
        ({"answer": ""}, "answer is empty"),
        (
            {"answer": "yes"},
            "answer 'yes' is not one of solved, sat, unsat, optimal, counted, feasible",
        ),
        ({"answer": "optimal"}, "answer 'optimal' does not fit the goal 'first': name another one by --goal"),
        ({"goal": "best"}, "goal 'best' is not one of first, count, optimum"),
        ({"goal": "count", "answer": "counted"}, "a count needs its number in the column 'value'"),
        ({"solver": "//"}, "solver is empty"),
        ({"names": "x(?P<size>.)"}, "the instance 'i' does not fit --names 'x(?P<size>.)'"),
    ],
)
def test_a_bad_cell_is_named_with_its_line(cells: dict[str, str], words: str) -> None:
    with pytest.raises(UserError, match=re.escape(f"t.csv:2: {words}")):
        record(**cells)


def test_a_limit_is_needed_and_a_run_stands_once() -> None:
    rows = [Row("t.csv:2", CELLS), Row("t.csv:3", CELLS | {"seconds": "2"})]
    with pytest.raises(UserError, match="its limit is not known: name one with --limit"):
        records(rows, Defaults(), "c")
    with pytest.raises(UserError, match="t.csv:3: the run of t.csv:2 again: s on i, goal first, seed 1; several runs"):
        records(rows, Defaults(limit_s=10.0), "c")
    rows[1] = Row("t.csv:3", rows[1].cells | {"seed": "2"})
    assert [each.seed for each in records(rows, Defaults(limit_s=10.0), "c")] == [1, 2]


def test_the_last_instances_of_each_size_are_pairs_and_not_in_order_of_size() -> None:
    rows = [
        Row("", CELLS | {"solver": solver, "size": str(size), "instance": f"{size}-{number}"})
        for solver in ("one", "two") for size in range(1, 9) for number in range(3)
    ]  # fmt: skip
    found = held_out(records(rows, Defaults(limit_s=10.0), "c"), 2)
    pairs: dict[int, list[RunRecord]] = {}
    for run in found:
        if run.pair:
            pairs.setdefault(run.pair, []).append(run)
    assert sorted(pairs) == list(range(1, 17))
    assert all({run.solver for run in own} == {"one", "two"} and len({run.instance for run in own}) == 1
               for own in pairs.values())  # fmt: skip
    sizes = [pairs[number][0].rung for number in sorted(pairs)]
    assert sorted(sizes[:8]) == sorted(sizes[8:]) == list(range(1, 9)) and sizes[:8] != sorted(sizes[:8])
    assert {run.instance.partition("-")[2] for run in found if run.pair is None} == {"0"}
    with pytest.raises(UserError, match="--pairs 3 leaves no instance of size 1 of the ladder f, which has 3"):
        held_out(records(rows, Defaults(limit_s=10.0), "c"), 3)
    with pytest.raises(UserError, match="leave out --pairs"):
        held_out(found, 1)
