"""Of several rows of one run one counts, and disturbed runs are made again."""

import gzip
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.runners.record.test_schema import record
from tests.runners.recorded import append
from tilings.models.problem import UserError
from tilings.runners.record import rows
from tilings.runners.record.schema import RunRecord

MADE = record(attempt=1, ended="finished")
ASSUMED = record(attempt=None, ended="given_up")
NOTHING = record(attempt=1, ended="interrupted")


@pytest.mark.parametrize(("version", "made_again"), [("1.0", True), ("", False)])
def test_a_run_that_met_a_missing_package_is_made_again_once_the_plan_finds_the_solver(
    version: str, made_again: bool
) -> None:
    lacking = record(ended="not_installed")
    formulation = SimpleNamespace(name=lacking.formulation)
    planned = [SimpleNamespace(solver=lacking.solver, formulation=formulation, version=version)]
    assert (rows.still_valid({lacking.run_id: lacking}, planned) == {}) == made_again
    assert rows.still_valid({MADE.run_id: MADE}, planned) == {MADE.run_id: MADE}


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        (MADE._replace(disturbed=True), MADE._replace(attempt=2)),
        (MADE._replace(disturbed=True), MADE._replace(attempt=2, disturbed=True)),
        (ASSUMED, MADE),
        (NOTHING, MADE),
        (NOTHING, ASSUMED),
        (ASSUMED, ASSUMED._replace(message="another reason")),
        (MADE._replace(attempt=None), MADE._replace(attempt=2)),
    ],
)
def test_what_came_to_more_or_came_later_counts(earlier: RunRecord, later: RunRecord) -> None:
    both = [rows.Row("runs.csv:2", earlier), rows.Row("runs.csv:3", later)]
    assert rows.by_run(both)[MADE.run_id].run == later
    assert rows.by_run(both[::-1])[MADE.run_id].run == (
        earlier if later.ended == earlier.ended == "given_up" else later
    )


@pytest.mark.parametrize(
    ("files", "started", "last"),
    [
        (("a.csv", "a.csv"), (9, 1), True),  # the clock may have been set back within a file
        (("a.csv", "a.csv"), (1, 9), True),
        (("a.csv", "b.csv"), (9, 1), False),
        (("a.csv", "b.csv"), (1, 9), True),
        (("a.csv", "b.csv"), (5, 5), True),
    ],
)
def test_of_equal_rows_the_last_of_a_file_counts_and_of_several_files_the_one_that_started_last(
    files: tuple[str, str], started: tuple[int, int], last: bool
) -> None:
    both = [
        rows.Row(f"{file}:{line}", MADE._replace(started_at=f"2026-11-26T10:00:0{second}Z"))
        for line, (file, second) in enumerate(zip(files, started, strict=True), 2)
    ]
    assert rows.by_run(both)[MADE.run_id] is both[last]


def test_a_disturbed_run_is_made_again_at_most_three_times() -> None:
    disturbed = [record(disturbed=True, attempt=number) for number in (None, 1, 2, 3, 4, 7)]
    assert [rows.again(row) for row in disturbed] == [True, True, True, True, False, False]
    assert rows.again(disturbed[0], most=2) and not rows.again(disturbed[0], most=1)
    assert not rows.again(record(disturbed=False, attempt=1))
    assert not rows.again(record(disturbed=True, ended="not_applicable")), "no solver was called"


def test_the_rows_that_count_are_read_from_all_files_of_a_folder(tmp_path: Path) -> None:
    assert rows.runs(tmp_path / "none") == []
    assert not (tmp_path / "none").exists()
    append(tmp_path / "runs-1of2.csv", record(run_id="r1", attempt=2), record(run_id="r2", ended="interrupted"))
    append(tmp_path / "runs-2of2.csv", record(run_id="r1", attempt=1, disturbed=True), ASSUMED._replace(run_id="r3"))
    before = sorted(tmp_path.iterdir())
    found = rows.made(rows.read_all(tmp_path))
    assert {run_id: row.attempt for run_id, row in found.items()} == {"r1": 2, "r3": None}
    assert isinstance(found["r3"], RunRecord), "its message says why"
    assert sorted(tmp_path.iterdir()) == before


def test_errors_and_remarks_name_the_file_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "runs-1of1.csv"
    append(path, record(run_id="r1"), record(run_id="r2"))
    first, second = path.read_text(encoding="utf-8").splitlines()[1:]
    broken = second.replace(",first,1,", ",first,one,", 1)
    assert broken != second, "the seed"
    path.write_text(path.read_text(encoding="utf-8").replace(second, broken) + "torn", encoding="utf-8")
    read, remarks = rows.read(tmp_path)
    assert [row.place for row in read] == [f"{path}:2"]
    words = sorted(map(str, remarks))
    assert words[0].startswith(f"{path}: remark: the text after its last line end")
    assert words[1].startswith(f"{path}:3: this row does not fit the schema (")
    with pytest.raises(UserError, match="runs-1of1.csv:3: this row does not fit the schema"):
        rows.runs(tmp_path)


def test_of_the_runs_of_one_place_that_under_the_longest_limit_counts_and_of_equal_ones_the_last() -> None:
    short, long = record(run_id="a", wall_limit_s=5.0), record(run_id="b", wall_limit_s=60.0)
    newer, failed = long._replace(run_id="c", solver_version="2"), long._replace(run_id="d", ended="interrupted")
    found = rows.by_place([rows.Row(f"runs.csv:{line}", run) for line, run in enumerate((long, newer, short, failed))])
    assert found == [newer]
    assert rows.by_place([rows.Row("runs.csv:2", failed), rows.Row("runs.csv:3", short)]) == [short]


def test_a_packed_table_is_read_like_a_plain_one(tmp_path: Path) -> None:
    path = tmp_path / "runs-1of1.csv"
    append(path, MADE, ASSUMED)
    plain = rows.runs(tmp_path)
    path.with_suffix(".csv.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    assert rows.runs(tmp_path) == plain and len(plain) == 2
    path.with_suffix(".csv.gz").write_bytes(gzip.compress(b"run_id\n")[:-9])
    with pytest.raises(UserError, match="compressed data is damaged"):
        rows.runs(tmp_path)
