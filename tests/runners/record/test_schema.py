"""A record written to CSV reads back the same, and torn rows are dropped."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runners.recorded import append, to_row
from tilings.models.problem import UserError
from tilings.runners.record.csv_log import Appender
from tilings.runners.record.schema import ANSWERS, CHECKS, COLUMNS, ENDINGS, RunRecord, from_row, read_runs

BASE = {
    "run_id": "a1", "campaign": "c", "family": "squares", "instance": "h02", "instance_sha256": "0", "formulation": "f",
    "formulation_sha256": "1", "solver": "s", "solver_version": "1.0", "options": "", "goal": "first", "seed": 1,
    "repetition": 1, "threads": 1, "wall_limit_s": 10.0, "cpu_limit_s": 10.0, "mem_limit_mb": 100,
}  # fmt: skip


def record(**fields: object) -> RunRecord:
    return RunRecord(**BASE | fields)  # type: ignore[arg-type]


@given(
    answer=st.sampled_from(ANSWERS), ended=st.sampled_from(ENDINGS), check=st.sampled_from(CHECKS),
    objective=st.none() | st.integers(-10, 10**12), solutions=st.none() | st.integers(0, 10**18),
    wall_s=st.none() | st.integers(0, 10**6).map(lambda ms: ms / 1000), dirty=st.booleans(),
)  # fmt: skip
def test_a_row_reads_back_as_its_record(**fields: object) -> None:
    made = record(**fields)
    assert from_row(dict(zip(COLUMNS, to_row(made), strict=True))) == made


@pytest.mark.parametrize("length", [4299, 4301, 6021, 8001, 100_000])
def test_a_count_of_thousands_of_digits_is_read_whole(length: int) -> None:
    row = dict(zip(COLUMNS, to_row(record()), strict=True)) | {"solutions": "9" * length}
    assert from_row(row).solutions == 10**length - 1


def test_a_number_that_would_take_seconds_to_read_is_refused() -> None:
    row = dict(zip(COLUMNS, to_row(record()), strict=True)) | {"solutions": "9" * 100_001}
    with pytest.raises(ValueError, match="a number of 100,001 digits"):
        from_row(row)


@given(st.text())
def test_no_cell_holds_a_line_break(message: str) -> None:
    assert not any("\n" in cell or "\r" in cell for cell in to_row(record(message=message)))


def test_a_csv_of_another_schema_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "runs-1of1.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(UserError, match="lacks the column"):
        Appender(path, COLUMNS)
    with pytest.raises(UserError, match="lacks 78 of the 78 columns"):
        read_runs(path)
    assert path.read_text(encoding="utf-8") == "a,b\n1,2\n"
    path.write_text("a;b\n1;2\n", encoding="utf-8")
    with pytest.raises(UserError, match="its cells are separated by semicolons"):
        read_runs(path)


def test_a_cell_of_another_type_is_named(tmp_path: Path) -> None:
    path = tmp_path / "runs-1of1.csv"
    append(path, record())
    path.write_text(path.read_text(encoding="utf-8").replace(",10,10,100,", ",abc,10,100,"), encoding="utf-8")
    with pytest.raises(UserError, match="runs-1of1.csv:2: .*abc"):
        read_runs(path)


def test_a_file_saved_by_a_spreadsheet_is_read(tmp_path: Path) -> None:
    path = tmp_path / "runs-1of1.csv"
    made = record(dirty=True, disturbed=True, message="a, b")
    text = "\r\n".join(",".join(f'"{cell}"' for cell in row) for row in (COLUMNS, to_row(made))) + "\r\n"
    path.write_bytes(("\ufeff" + text.replace('"true"', "TRUE")).encode())
    assert read_runs(path) == [made]
    path.write_bytes(text.replace('"true"', "WAHR").encode())
    with pytest.raises(UserError, match="neither true nor false: 'WAHR'"):
        read_runs(path)


def test_only_a_final_answer_without_a_refutation_is_proven() -> None:
    assert record(answer="optimal").proven
    assert not record(answer="feasible").proven
    assert not record(answer="counted", check="contradicts_known").proven


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"goal": "count", "answer": "counted", "solutions": 480}, "counted 480"),
        ({"goal": "count", "answer": "none", "solutions": 0}, "at least 0"),
        ({"goal": "count", "answer": "none"}, "none"),
        ({"goal": "optimum", "answer": "feasible", "objective": 7}, "feasible 7"),
        ({"goal": "first", "answer": "unsat"}, "unsat"),
    ],
)
def test_an_answer_in_words_calls_an_unfinished_count_a_lower_bound(fields: dict[str, object], words: str) -> None:
    assert record(**fields).answer_words == words
