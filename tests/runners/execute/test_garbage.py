"""Events with fields of wrong types or sizes never break the record, and their claims do not count."""

from pathlib import Path

import pytest

from tests.runners import fakes
from tests.runners.fakes import CRASHED, EXHAUSTED, NOTHING, TILING, Runs, axes, how, says, worth
from tests.runners.recorded import append, to_row
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.record.schema import read_runs

GARBAGE = [
    '{"event": "Found"}',
    '{"event": "Found", "atoms": null, "objective": null}',
    '{"event": "Found", "atoms": [["square", [0, 0, 1.5]]], "objective": null}',
    '{"event": "Found", "atoms": [["square", [0, 0, null]]], "objective": null}',
    '{"event": "Found", "atoms": [["square", [0, 0, true]]], "objective": null}',
    '{"event": "Found", "atoms": [["square", "001"]], "objective": null}',
    '{"event": "Found", "atoms": [[1, [0, 0, 1]]], "objective": null}',
    '{"event": "Found", "atoms": [["square"]], "objective": null}',
    worth('"four"'),
    worth("true"),
    worth("[]"),
    worth("1" + "0" * 400),
    worth("1" + "0" * 5000),
    '{"event": "Bounded"}',
    '{"event": "Bounded", "bound": "low"}',
    '{"event": "Bounded", "bound": null}',
    '{"event": "Measured", "values": []}',
    '{"event": "SearchComplete", "count": -1}',
    '{"event": "SearchComplete", "count": 1.5}',
    '{"event": "SearchComplete", "count": "all"}',
    '{"event": "SearchComplete", "count": NaN}',
    '{"event": "Failed"}',
    '{"event": "Failed", "message": 5}',
    '{"event": "Failed", "message": "no", "phase": "late"}',
    '{"event": "Failed", "message": "no", "ended": "finished"}',
    '{"event": "NotApplicable", "message": null}',
    '{"event": "SearchComplete", "more": 1}',
    '{"event": "Nothing"}',
    '{"event": null}',
    '{"event": []}',
    '{"event": ' + "[" * 100_000,
]


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: line[:60])
def test_garbage_is_no_answer(outcome: Runs, tmp_path: Path, line: str) -> None:
    record = outcome(_prints(tmp_path, line), "optimum")
    assert how(record)[:-1] == (*CRASHED, 0, None)
    assert record.message.startswith(f"{NOTHING}; unreadable: {line[:20]}") and len(record.message) < 600


def test_a_proof_after_garbage_is_recorded_as_invalid(outcome: Runs) -> None:
    record = outcome(says(GARBAGE[2], EXHAUSTED), "optimum")
    assert axes(record) == ("unsat", "finished", "invalid"), "a solution that cannot be read is not none"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_a_number_that_is_not_finite_is_no_bound_and_no_objective(outcome: Runs, tmp_path: Path, number: str) -> None:
    bound = outcome(says(f'{{"event": "Bounded", "bound": {number}}}', worth("4")), "optimum")
    assert (*axes(bound), bound.bound) == ("feasible", "crash", "valid", None)
    for goal, check in (("first", "valid"), ("optimum", "invalid")):
        found = outcome(says(worth(number)), goal)
        expected = "valid" if number in ("Infinity", "1e400") else check  # the solution may be better than is said
        assert found.check == expected
        assert _reads_back(found, tmp_path)


@pytest.mark.parametrize(
    ("measured", "column", "kept"),
    [
        ('"nodes": 7', "nodes", 7),
        ('"nodes": 1234567.0', "nodes", 1234567),
        ('"nodes": 3.7', "nodes", None),
        ('"nodes": -1', "nodes", None),
        ('"nodes": "many"', "nodes", None),
        ('"nodes": 1' + "0" * 400, "nodes", None),
        ('"nodes": true', "nodes", None),
        ('"encode_s": -5.0', "encode_s", None),
        ('"encode_s": NaN', "encode_s", None),
        ('"solve_s": Infinity', "solve_s", None),
        ('"effort_unit": 5', "effort_unit", ""),
        ('"effort_unit": "a\\\\nb\\\\ud800"', "effort_unit", "a b"),
        ('"answer": "optimal"', "answer", "none"),
        ('"run_id": "mine"', "run_id", None),
        ('"wall_s": 0.0', "wall_s", None),
    ],
)
def test_a_measurement_that_does_not_fit_its_column_is_left_out(
    outcome: Runs, tmp_path: Path, measured: str, column: str, kept: object
) -> None:
    record = outcome(says(f'{{"event": "Measured", "values": {{{measured}}}}}'))
    if column in ("run_id", "wall_s"):
        assert getattr(record, column) not in ("mine", 0.0)
    else:
        assert getattr(record, column) == kept
    assert _reads_back(record, tmp_path)


@pytest.mark.parametrize("text", ["a\\\\ud800b", "a\\\\u0000b", "a\\\\nb", "a\\\\u001b[2Jb", "x" * 100_000])
def test_a_message_is_one_line_that_can_be_stored(outcome: Runs, tmp_path: Path, text: str) -> None:
    line = f'{{"event": "Failed", "message": "{text}"}}'
    record = outcome(_prints(tmp_path, line.replace("\\\\", "\\")))
    assert axes(record) == ("none", "crash", "unchecked")
    assert record.message.isprintable() and len(record.message) < 600
    assert _reads_back(record, tmp_path)


def test_the_trace_has_finite_numbers_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fakes.install(monkeypatch, says(worth("Infinity"), worth("5"), '{"event": "Bounded", "bound": -Infinity}'))
    ((_, found),) = execute([fakes.run(tmp_path, "optimum")], Session(tmp_path))
    assert [row[1:] for row in found.trace] == [(5.0, "")]


def test_a_solution_far_outside_the_board_is_invalid(outcome: Runs, tmp_path: Path) -> None:
    record = outcome(_prints(tmp_path, TILING.replace("[1,1,1]", f"[1,1,1{'0' * 4000}]")))
    assert axes(record) == ("sat", "finished", "invalid")
    assert record.message.startswith("board: (1, 1, 1000") and len(record.message) < 600


def _prints(folder: Path, line: str) -> str:
    """A script that prints a line, even one too long for a command line."""
    path = folder / "line"
    path.write_text(line + "\n", encoding="utf-8")
    return f"cat {path}"


def _reads_back(record: fakes.RunRecord, folder: Path) -> bool:
    path = folder / "runs.csv"
    path.unlink(missing_ok=True)
    append(path, record)
    (again,) = read_runs(path)
    return to_row(again) == to_row(record)
