"""Complete rows survive a kill, a power cut and a full disk."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import at_once
from tilings.models.problem import UserError
from tilings.runners.record import appended, csv_log
from tilings.runners.record.csv_log import Appender, rows

COLUMNS = ("name", "words")
ROWS = [("a", "plain"), ("b", 'a, "quoted" cell'), ("c", "ümlaut, too")]


def written(path: Path) -> bytes:
    """A file with ROWS."""
    appender = Appender(path, COLUMNS)
    appender.append(*ROWS)
    appender.close()
    return path.read_bytes()


def found(path: Path) -> list[tuple[str, ...]]:
    return [tuple(row.values()) for row in rows(path, COLUMNS)]


def test_a_file_cut_at_any_byte_keeps_its_complete_rows_and_can_be_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    whole = written(path)
    for zeros in (0, 1, 5000):
        for cut in range(len(whole) + 1):
            path.write_bytes(whole[:cut] + b"\0" * zeros)
            left = ROWS[: max(0, whole[:cut].count(b"\n") - 1)]
            assert found(path) == left, (cut, zeros)
            Appender(path, COLUMNS).close()
            assert found(path) == left
            assert path.read_bytes() == whole[: len(b"".join(whole.splitlines(True)[: len(left) + 1]))]


def test_a_last_row_whose_first_block_never_reached_the_disk_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    whole = written(path)
    path.write_bytes(whole + b"\0" * 100_000 + b"end of a row\n" + b"\0\0\n")
    assert found(path) == ROWS
    Appender(path, COLUMNS).close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "garbage", [b"\0\0\0\n", b"only one cell\n", b'"open quote,x\n', b'x,"y\n', b"\xff\xfe,x\n", b"\n", b"a,b,c\n"]
)
def test_damage_in_the_middle_is_named_by_its_line_and_left_unchanged(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "t.csv"
    header, first, *others = written(path).splitlines(True)
    damaged = b"".join([header, first, garbage, *others])
    path.write_bytes(damaged)
    with pytest.raises(UserError, match=r"t\.csv:3: "):
        found(path)
    assert path.read_bytes() == damaged


def test_a_file_has_one_writer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(appended, "_PATIENCE_S", 0.1)
    first = Appender(tmp_path / "t.csv", COLUMNS)
    with pytest.raises(UserError, match=r"another program is writing to .*t\.csv"):
        Appender(tmp_path / "t.csv", COLUMNS)
    first.close()
    Appender(tmp_path / "t.csv", COLUMNS).close()


def test_no_text_of_a_solver_breaks_a_row(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    appender = Appender(path, COLUMNS)
    appender.append(("a", "zero\0byte"), ("b", "lone \ud800 surrogate"), ("c", "lines\r\nbroken"))
    appender.close()
    assert [words for _, words in found(path)] == ["zero byte", "lone ? surrogate", "lines broken"]


def test_a_replacement_that_fails_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    whole = written(path)

    def failing(file: object) -> None:
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        appended.replace(path, failing)
    assert path.read_bytes() == whole
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.csv"]


def test_a_row_that_does_not_fit_on_the_disk_leaves_no_trace_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    whole = written(path)
    script = f"""
from pathlib import Path
from tilings.runners.record.csv_log import Appender
appender = Appender(Path({str(path)!r}), {COLUMNS!r})
try:
    appender.append(("d", "x" * 1000))
except OSError as error:
    print(error.strerror)
"""
    most = len(whole) + 100
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )  # fmt: skip
    assert "too large" in done.stdout, done.stderr
    assert path.read_bytes() == whole


def test_rows_are_on_disk_before_the_writer_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, on_disk = tmp_path / "t.csv", []
    sync = os.fsync

    def noted(handle: int) -> None:
        sync(handle)
        if os.path.sameopenfile(handle, appender._file._file.fileno()):
            on_disk.append(path.read_bytes())

    appender = Appender(path, COLUMNS)
    monkeypatch.setattr(os, "fsync", noted)
    for number, row in enumerate(ROWS, 1):
        appender.append(row)
        assert len(on_disk) == number and on_disk[-1] == path.read_bytes()
    appender.close()
    assert len(found(path)) == len(ROWS)


def test_a_new_file_and_a_replaced_one_are_on_disk_with_their_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, synced = tmp_path / "t.csv", []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    Appender(path, COLUMNS).close()
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]
    csv_log.rewrite(path, COLUMNS, ROWS)
    assert synced[2:] == [path.stat().st_ino, tmp_path.stat().st_ino]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=SUM(1)", "'=SUM(1)"),
        ("+cmd", "'+cmd"),
        ("-dash", "'-dash"),
        ("@x", "'@x"),
        ("'=x", "''=x"),
        ("'quoted'", "'quoted'"),
        ("-2+3", "'-2+3"),
        *((number, number) for number in ("-5", "+1", "-0.5", "-1e-05", "-inf", "-12 %")),
    ],
)
def test_a_spreadsheet_finds_no_formula_and_the_text_is_read_as_it_was(tmp_path: Path, text: str, cell: str) -> None:
    path = tmp_path / "t.csv"
    appender = Appender(path, COLUMNS)
    appender.append((text, "x"))
    appender.close()
    assert path.read_text(encoding="utf-8").splitlines()[1] == f"{cell},x"
    assert found(path) == [(text, "x")]
    csv_log.rewrite(path, COLUMNS, [(text, "x")])
    assert found(path) == [(text, "x")]


def test_a_header_of_very_many_columns_is_read_at_once(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(",".join([*COLUMNS, *map(str, range(200_000))]) + "\n", encoding="utf-8")
    with at_once():
        csv_log.read(path, COLUMNS)


def test_a_file_of_an_earlier_version_reads_with_empty_last_columns_and_takes_no_further_row(tmp_path: Path) -> None:
    path, later = tmp_path / "t.csv", (*COLUMNS, "added", "further")
    written(path)
    assert [tuple(row.values()) for row in rows(path, later)] == [(*row, "", "") for row in ROWS]
    with pytest.raises(UserError, match="lacks the column added"):
        Appender(path, later)
