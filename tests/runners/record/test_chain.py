"""A chained file shows each row that is changed, added, removed or moved, and its own repairs keep the chain."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilings.runners.record import csv_log
from tilings.runners.record.cells import cell
from tilings.runners.record.csv_log import CHAIN, Appender, Head, head, linked, rows

COLUMNS = ("name", "words")
ROWS = [[f"run {number}", "true"] for number in range(6)]
Lines = list[str]
# Also such as a spreadsheet takes for a formula.
TEXTS = st.from_regex(r"\A'{0,2}[=+\-@\t\r][^\ud800-\udfff]{0,3}\Z") | st.text(st.characters(codec="utf-8"))


def written(path: Path, added: list[list[str]] = ROWS) -> Head:
    appender = Appender(path, COLUMNS, chained=True)
    appender.append(*added)
    appender.close()
    return appender.head


def misfits(path: Path) -> list[int]:
    """The numbers of the rows that do not fit."""
    return [number for number, (_, fits) in enumerate(linked(path, COLUMNS)) if not fits]


def change(path: Path, edit: Callable[[Lines], Lines]) -> None:
    header, *lines = path.read_text(encoding="utf-8").splitlines(True)
    path.write_text("".join([header, *edit(lines)]), encoding="utf-8")


def test_the_chain_goes_on_in_a_later_session_and_is_no_part_of_the_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    assert written(path, ROWS[:2]).rows == 2
    last = written(path, ROWS[2:])
    assert last == head(path, COLUMNS) and last.rows == len(ROWS)
    assert misfits(path) == []
    assert [list(row.values()) for row in rows(path, COLUMNS)] == ROWS
    cells, remarks = csv_log.read(path, COLUMNS)
    assert (list(cells), remarks) == (ROWS, [])


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (lambda lines: [line.replace("run 3,true", "run 3,false") for line in lines], [3]),
        (lambda lines: lines[:2] + lines[3:], [2]),
        (lambda lines: [*lines[:2], lines[0], *lines[2:]], [2, 3]),
        (lambda lines: [*lines[:4], lines[5], lines[4]], [4, 5]),
        (lambda lines: lines[1:], [0]),
        (lambda lines: [line.replace("true", "TRUE") for line in lines], []),  # as a spreadsheet writes it
        (lambda lines: lines[:-1], []),  # the sessions have the last hash
    ],
)
def test_what_was_changed_does_not_fit(tmp_path: Path, edit: Callable[[Lines], Lines], found: list[int]) -> None:
    path = tmp_path / "t.csv"
    written(path)
    change(path, edit)
    assert misfits(path) == found


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=2), max_size=4), st.sets(st.integers(0, 3)))
@settings(max_examples=60)
def test_rows_of_any_text_fit_before_and_after_some_are_removed(added: list[list[str]], gone: set[int]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        written(path, added)
        assert misfits(path) == []
        before = [tuple(row.values()) for row in rows(path, COLUMNS)]
        assert before == [tuple(map(cell, row)) for row in added]
        csv_log.keep(path, set(range(len(added))) - gone)
        assert misfits(path) == []
        assert [tuple(row.values()) for row in rows(path, COLUMNS)] == [
            row for number, row in enumerate(before) if number not in gone
        ]


def test_a_row_that_was_changed_does_not_fit_after_others_are_removed_either(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    written(path)
    change(path, lambda lines: [line.replace("run 3,true", "run 3,false") for line in lines])
    csv_log.keep(path, {0, *range(2, 10)})
    written(path, ROWS)
    assert misfits(path) == [2]


def test_a_torn_end_is_cut_off_and_the_chain_goes_on_before_it(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    written(path)
    path.write_bytes(path.read_bytes()[:-9])
    assert written(path, ROWS[:1]).rows == len(ROWS)
    assert misfits(path) == []


def test_a_file_without_a_chain_has_no_row_to_compare(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    Appender(path, COLUMNS).close()
    assert CHAIN not in path.read_text(encoding="utf-8")
    assert misfits(path) == [] and head(path, COLUMNS) == Head(0, "")
