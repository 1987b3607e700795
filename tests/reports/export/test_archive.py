"""A campaign's archive has its record, its table, a data sheet and digests, and is read without this project."""

from __future__ import annotations

import csv
import hashlib

import pytest

from tests.called import called
from tilings.models.problem import UserError
from tilings.reports.data.campaign import read_results
from tilings.reports.export import archive
from tilings.reports.export.__main__ import write


@pytest.fixture
def made(climbed, tmp_path):
    write(tmp_path / "archive", archive.files(read_results(climbed)))
    return tmp_path / "archive"


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_manifest_has_every_file_with_its_digest(made):
    listed = {row["file"]: (int(row["bytes"]), row["sha256"]) for row in read(made / "MANIFEST.csv")}
    found = {str(path.relative_to(made)): path.read_bytes() for path in made.rglob("*") if path.is_file()}
    assert listed.keys() == found.keys() - {"MANIFEST.csv"}
    assert listed == {name: (len(found[name]), hashlib.sha256(found[name]).hexdigest()) for name in listed}
    assert {"LICENSE", "CITATION.cff", "README.md", "runs.csv", "record/runs-1of1.csv"} <= listed.keys()


def test_every_column_of_the_table_has_a_type_and_a_meaning(made):
    described = read(made / "columns.csv")
    assert [row["column"] for row in described] == list(read(made / "runs.csv")[0])
    assert not [row["column"] for row in described if not (row["type"] and row["meaning"])]


def test_the_record_is_a_campaign_again(made, climbed):
    again = read_results(made / "record")
    assert again.records == read_results(climbed).records
    assert called("tilings.reports.build", made / "record", "--findings").returncode == 0


def test_the_sheet_says_what_was_run_how_when_and_how_to_cite(made, climbed):
    text, results = (made / "README.md").read_text(encoding="utf-8"), read_results(climbed)
    assert f"{len(results.records)} runs of " in text and "s of wall time" in text
    assert "MIT" in text and "CITATION.cff" in text and results.records[0].started_at[:10] in text
    assert "{" not in text and "||" not in text


def test_without_the_repository_an_archive_is_refused(climbed, tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "ROOT", tmp_path)
    with pytest.raises(UserError, match="an archive needs .*LICENSE: call it in a copy of the repository"):
        archive.files(read_results(climbed))


def test_runs_of_other_programs_are_refused(folder_of, base):
    with pytest.raises(UserError, match="other programs made these runs"):
        archive.files(read_results(folder_of(base._replace(limit_backend="imported"))))
