"""Damaged files of a campaign are refused in one clear line, or read with a remark in the report.

All commands of the reports read a campaign by `reports.data.campaign.read_results`, and `reports.compare` by the part
of it that reads rows.
"""

import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.called import called
from tests.reports.conftest import dump
from tilings.models.problem import UserError
from tilings.reports.data.campaign import read_results
from tilings.reports.pdf.document import assemble
from tilings.runners.record.schema import COLUMNS

RUNS, TRACE = "runs-1of1.csv", "trace-1of1.csv"


def rows(change):
    """A change of the rows of cells, header first, as one of the file's bytes."""
    return lambda data: b"".join(
        b",".join(row) + b"\n" for row in change([line.split(b",") for line in data.splitlines()])
    )


def cell(name, text):
    """A cell of the first run holds another text."""

    def change(found):
        found[1][COLUMNS.index(name)] = text.encode()
        return found

    return rows(change)


REFUSED = {
    "semicolons": (lambda data: data.replace(b",", b";"), ":1: its cells are separated by semi"),
    "a table of another tool": (lambda _: b"name,status,cputime\na,true,1\n", f":1: lacks {len(COLUMNS)} of the"),
    "a row cut within": (
        lambda data: data.replace(b",60,60,", b"\n", 1),
        f":2: this row is broken (expected {len(COLUMNS)} cells",
    ),
    "quoted decimal commas": (
        lambda data: data.replace(b",1.2,", b',"1,2",', 1),
        ":2: this row does not fit the schema",
    ),
    "a line break within a name": (cell("instance", '"sq\n4"'), ":2: this row is broken"),
    "a word for a number": (cell("wall_s", "soon"), ":2: this row does not fit the schema"),
    "not a number": (cell("wall_s", "nan"), ":2: wall_s is nan, not a number"),
    "an infinite limit": (cell("wall_limit_s", "inf"), ":2: wall_limit_s is inf, not a number"),
    "a negative time": (cell("solve_s", "-0.6"), ":2: solve_s is negative: -0.6"),
    "no limit": (cell("wall_limit_s", "0"), ":2: wall_limit_s is 0"),
    "no time of a solved run": (cell("wall_s", ""), ":2: wall_s is empty in a run with the answer sat"),
    "a date of a spreadsheet": (cell("started_at", "20/11/2025 10:00"), ":2: started_at '20/11/2025 10:00' is not"),
    "an answer in another word": (cell("answer", "yes"), ":2: answer 'yes' is not one of sat, unsat, optimal"),
    "no name": (cell("instance", ""), ":2: instance is empty"),
    "a name that leads elsewhere": (cell("instance", "../../secret"), ":2: instance '../../secret' cannot"),
    "a terminal sequence": (cell("instance", "\x1b[31mred"), ":2: instance '\\x1b[31mred' cannot"),
    "not UTF-8": (lambda data: data.replace(b"sq4", b"sq\xe4", 1), ":2: this row is broken (it is not UTF-8"),
    "zero bytes within": (lambda data: data.replace(b"sq4", b"sq\0", 1), ":2: this row is broken (it holds zero"),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\n\xff\xfe\n", ":1: this row is broken"),
}

READ_WITH_REMARK = {
    "cut within its last row": (lambda data: data[:-40], 1, "last line end was left out"),
    "cut within its header": (lambda data: data[:40], 0, "last line end was left out"),
    "an unknown column": (
        rows(lambda found: [[*row, text] for row, text in zip(found, (b"remark", b"a", b"b"), strict=True)]),
        2,
        "unknown columns were left out (remark)",
    ),
    "run_id twice": (cell("run_id", "1"), 2, "1 run_id of several runs each (the first: 1)"),
    "a time beyond its limit": (cell("wall_s", "500"), 2, "1 run took longer than the limit allows"),
}

READ_THE_SAME = {
    "BOM and CRLF": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "quoted cells": rows(lambda found: [[b'"%s"' % text for text in row] for row in found]),
    "TRUE and FALSE": lambda data: data.replace(b"false", b"FALSE").replace(b"true", b"TRUE"),
    "spaces around cells": lambda data: data.replace(b",", b" , "),
    "empty lines at the end": lambda data: data + b"\n\n",
    "empty rows at the end": lambda data: data + b"," * (len(COLUMNS) - 1) + b"\n",
    "empty columns at the end": lambda data: data.replace(b"\n", b",,\n"),
    "another order of columns": rows(lambda found: [row[::-1] for row in found]),
}


@pytest.fixture
def two(folder_of, base):
    """Edits the file of two runs; returns its folder."""
    folder = folder_of(base, base._replace(run_id="1", instance="sq6-first"))

    def edited(change):
        (folder / RUNS).write_bytes(change((folder / RUNS).read_bytes()))
        return folder

    return edited


@pytest.mark.parametrize("name", REFUSED)
def test_a_damaged_file_is_refused_with_its_name_and_line(two, name):
    change, words = REFUSED[name]
    folder = two(change)
    with pytest.raises(UserError) as caught:
        read_results(folder)
    assert str(caught.value).startswith(f"{folder / RUNS}{words}")
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


@pytest.mark.parametrize("name", READ_WITH_REMARK)
def test_odd_rows_are_read_with_a_remark(two, name):
    change, runs, words = READ_WITH_REMARK[name]
    results = read_results(two(change))
    assert len(results.records) == runs
    assert any(words in remark for remark in results.remarks), results.remarks


@pytest.mark.parametrize("name", READ_THE_SAME)
def test_files_saved_by_other_programs_are_read_the_same(two, name):
    plain = read_results(two(lambda data: data))
    edited = read_results(two(READ_THE_SAME[name]))
    assert edited.records == plain.records and len(plain.records) == 2
    assert not edited.remarks


def test_a_run_beyond_its_limit_counts_as_unsolved(two):
    runs = read_results(two(cell("wall_s", "500"))).runs.set_index("run_id")
    assert list(runs.loc["0", ["solved", "outcome", "charged_s"]]) == [False, "timeout", 60.0]
    assert runs.loc["1", "solved"]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("0,soon,3,", ":2: t_s 'soon' is not a valid number"),
        ("0,1,3,nan", ":2: bound 'nan' is not a valid number"),
        ("0,1,3", ":2: this row is broken"),
    ],
)
def test_a_broken_trace_is_refused_with_its_file_and_line(two, row, words):
    folder = two(lambda data: data)
    (folder / TRACE).write_text(f"run_id,t_s,objective,bound,attempt\n{row},\n")
    with pytest.raises(UserError) as caught:
        read_results(folder)
    assert str(caught.value).startswith(f"{folder / TRACE}{words}")


def test_traces_of_unknown_runs_are_left_out(two):
    folder = two(cell("run_id", "1"))
    (folder / TRACE).write_text("run_id,t_s,objective,bound,attempt\n1,0.5,3,,\n")
    assert read_results(folder).traces.empty


@pytest.mark.parametrize("name", ["machine.json", "machines/aa.json"])
@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b'"x"'])
def test_a_broken_description_of_a_machine_is_refused_with_its_file(two, name, content):
    folder = two(lambda data: data)
    (folder / "machines").mkdir()
    (folder / name).write_bytes(content)
    with pytest.raises(UserError, match=re.escape(str(folder / name))):
        read_results(folder)


def test_a_file_in_place_of_a_folder_is_refused(two):
    with pytest.raises(UserError, match="is a file; name a campaign's folder"):
        read_results(two(lambda data: data) / RUNS)


def test_a_folder_in_place_of_a_file_is_refused(two):
    folder = two(lambda data: data)
    (folder / "runs-2of2.csv").mkdir()
    with pytest.raises(UserError, match=r"runs-2of2.csv: cannot be read: Is a directory"):
        read_results(folder)


@pytest.mark.parametrize("hidden", ["", RUNS])
def test_a_folder_or_file_without_permission_is_refused(two, hidden):
    """The test runs as another user than root, since root may read anything."""
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        folder = Path(shutil.copytree(two(lambda data: data), Path(home) / "campaign"))
        (folder / hidden).chmod(0)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            with pytest.raises(UserError, match=f"{folder / hidden}: cannot be read: Permission denied"):
                read_results(folder)
        finally:
            os.seteuid(user)


ODD = 'a|b <i>#[x]$_*@ref \\ "q" é 中 -- ' + "long" * 20


@pytest.fixture
def content(tmp_path):
    """The content of the report on a folder, whose figures are drawn."""
    (tmp_path / "out").mkdir()
    return lambda folder: assemble(read_results(folder), tmp_path / "out")


# Rows, as changes of one that was solved, and what the report says of them: its first sentence and, within all of its
# content, other words.
CONTENT = {
    "a single run": ([{}], "Nothing can be compared on squares, one solution", "1 of 1"),
    "names of any characters": (
        [{"instance": ODD, "solver": ODD, "options": ODD, "message": "\x01\x1b[31m"}],
        "Nothing can be compared on squares, one solution",
        "é 中 --",
    ),
    "nothing known but what must be": (
        [dict.fromkeys(("encode_s", "solve_s", "peak_mb"))
         | dict.fromkeys(("host", "cpu_model", "started_at", "git_commit"), "") | {"machine": "gone"}],
        "Nothing can be compared on squares, one solution",
        "unknown processor",
    ),
}  # fmt: skip


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize("name", CONTENT)
def test_the_report_states_what_unusual_rows_hold(content, folder_of, base, name):
    changes, title, words = CONTENT[name]
    rows = [base._replace(run_id=str(number), **change) for number, change in enumerate(changes)]
    folder = folder_of(*rows)
    dump(folder / "instances" / "squares" / "sq4-first.json", {"family": "squares", "name": "sq4-first"})
    found = content(folder)
    assert found["title"] == title
    assert words in str(found)
    assert any("no readable copy" in notice for notice in found["notices"])


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(
    "command",
    [
        ["tilings.reports.build", "--results", "DIR", "--out", "DIR/report.pdf"],
        ["tilings.reports.build", "--results", "DIR", "--findings"],
        ["tilings.studies", "--results", "DIR", "--out", "DIR/studies.pdf"],
        ["tilings.reports.boards", "--results", "DIR", "--out", "DIR/boards"],
        ["tilings.reports.page", "--results", "DIR", "--out", "DIR/index.html"],
        ["tilings.reports.compare", "DIR", "DIR"],
        ["tilings.reports.export", "DIR", "--format", "csv"],
    ],
)
def test_every_command_refuses_a_broken_row_in_one_line(two, command):
    folder = two(cell("wall_s", "nan"))
    words = [word.replace("DIR", str(folder)) for word in command]
    done = called(*words)
    message = f"error: {folder / RUNS}:2: wall_s is nan, not a number: correct or remove the line\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
