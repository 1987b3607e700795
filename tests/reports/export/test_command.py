"""`reports.export` writes a campaign into files for other tools, and refuses in one line what it cannot write."""

from __future__ import annotations

import csv
from functools import partial

import pytest

from tests.called import called
from tilings.runners.record.schema import COLUMNS

command = partial(called, "tilings.reports.export")


@pytest.mark.parametrize(("form", "made"), [("csv", "runs.csv"), ("parquet", "runs.parquet"), ("benchexec", "squares")])
def test_without_a_target_it_writes_into_the_campaign(folder_of, base, form, made):
    folder = folder_of(base)
    done = command(folder, "--format", form)
    target = folder / "export" / made
    assert (done.returncode, done.stderr) == (0, "")
    assert target.exists() or (folder / "export" / form / made).exists()
    assert done.stdout.startswith(f"{folder}/export/")


def test_a_folder_is_written_over_by_the_same_export(all_families, tmp_path):
    for _ in range(2):
        assert command(all_families, "--format", "benchexec", "--out", tmp_path / "new").returncode == 0
    assert list((tmp_path / "new" / "squares").glob("*.results.xml"))


def refused(done, words):
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1 and words in done.stderr


def test_a_folder_with_other_files_is_refused_and_kept(folder_of, base, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    words = "mine holds other files, such as notes.txt: name a new folder with --out"
    refused(command(folder_of(base), "--format", "benchexec", "--out", tmp_path / "mine"), words)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--format", "excel"], "invalid choice: 'excel'"),
        ([], "--format"),
        (["--format", "csv", "--out", "DIR/runs.txt"], "--out takes the path of a .csv file, not"),
        (["--format", "benchexec", "--out", "DIR/runs-1of1.csv"], "runs-1of1.csv is a file"),
        (["--format", "csv", "--out", "DIR/runs-1of1.csv/x.csv"], "runs-1of1.csv"),
        (["--format", "csv", "--out", "DIR/full.csv"], "No space left on device"),
        (["--format", "benchexec", "--out", "DIR/runs-1of1.csv/x"], "Not a directory"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(folder_of, base, words, complaint):
    folder = folder_of(base)
    (folder / "full.csv").symlink_to("/dev/full")
    refused(command(folder, *(word.replace("DIR", str(folder)) for word in words)), complaint)


@pytest.mark.parametrize("form", ["benchexec", "csv", "parquet"])
def test_a_campaign_without_runs_is_refused(folder_of, form):
    refused(command(folder_of(), "--format", form), "holds no runs: there is nothing to export")


def test_the_header_names_the_columns_of_the_record_first(folder_of, base, tmp_path):
    command(folder_of(base), "--format", "csv", "--out", tmp_path / "runs.csv")
    with (tmp_path / "runs.csv").open(newline="") as file:
        header, row = csv.reader(file)
    assert header[: len(COLUMNS)] == list(COLUMNS) and len(row) == len(header)
