"""The picture book shows checked solutions only, says what the data say, and needs no other file."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.called import called
from tests.test_commands import refused
from tilings.models import registry
from tilings.models.terminal.command import ROOT
from tilings.runners.record.schema import read_runs
from tilings.studies.gallery import __main__ as gallery
from tilings.studies.gallery import book as books
from tilings.studies.gallery.book import Picture, Section
from tilings.studies.hn import certified

PUBLISHED = ROOT / "results" / "published"


@pytest.fixture(scope="module")
def sections() -> list[Section]:
    return gallery.sections(PUBLISHED)


@pytest.fixture(scope="module")
def book(sections: list[Section], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return books.write(sections, tmp_path_factory.mktemp("book"), "results/published").parent


@pytest.fixture(scope="module")
def pictures(sections: list[Section]) -> list[Picture]:
    return [picture for section in sections for picture in section.pictures]


def of(pictures: list[Picture], family: str) -> list[Picture]:
    return [picture for picture in pictures if picture.family == family]


def number(pattern: str, text: str) -> int:
    """The number in a text at the group of a pattern."""
    found = re.search(pattern, text)
    assert found, text
    return int(found[1].replace(",", ""))


def test_every_solution_is_valid_and_no_picture_stands_twice(pictures: list[Picture]) -> None:
    for picture in pictures:
        goal = "optimum" if picture.family == "triominoes" else "first"
        assert not registry.problem(picture.family).check(picture.instance, picture.solution, goal), picture.title
    assert len({picture.stem for picture in pictures}) == len(pictures) > 30


def test_every_picture_is_a_file_and_stands_in_the_page_and_in_the_markdown(
    book: Path, pictures: list[Picture]
) -> None:
    stems = {picture.stem for picture in pictures}
    assert {path.name for path in book.iterdir()} == {"index.html", "gallery.md", *(f"{stem}.svg" for stem in stems)}
    page, text = (book / "index.html").read_text(), (book / "gallery.md").read_text()
    assert re.findall(r'<a href="([^"#]+)\.svg">', page) == [picture.stem for picture in pictures]
    assert re.findall(r"\]\((.+)\.svg\)", text) == [picture.stem for picture in pictures]
    for picture in pictures:
        assert picture.proved in unescape(page) and picture.source in unescape(page) and picture.proved in text


def test_the_page_asks_for_no_other_file(book: Path) -> None:
    page = (book / "index.html").read_text()
    assert not re.search(r"<script|<link(?! rel=\"icon\")|url\(|@import|src=\"(?!data:)|https?:", page)


def test_the_tilings_of_squares_say_what_the_certificates_say(pictures: list[Picture]) -> None:
    found = certified.load(PUBLISHED)
    assert found
    for picture in of(pictures, "squares"):
        n = number(r"h\((\d+)\)", picture.title)
        value = found.value(n)
        assert picture.title == f"h({n}) = {value}" and picture.solution == found.tilings[n].squares
        assert number(r"(\d+) square", picture.words) == len(picture.solution)
        if value and value > 1:
            assert number(r"search of ([\d,]+) node", picture.proved) == found.refutations[n].nodes
            assert number(r"with (\d+) cop", picture.proved) == found.refutations[n].copies == value - 1


def test_the_least_board_of_each_value_is_there(pictures: list[Picture]) -> None:
    found = certified.load(PUBLISHED)
    assert found
    shown = {picture.title for picture in of(pictures, "squares")}
    for value in set(found.certain.values()):
        n = min(n for n, other in found.certain.items() if other == value)
        assert f"h({n}) = {value}" in shown


def test_boards_name_the_row_whose_solution_they_show_and_its_numbers(pictures: list[Picture]) -> None:
    rows = {}
    for path in PUBLISHED.rglob("runs-*.csv*"):
        rows |= {(path.parent, record.run_id): record for record in read_runs(path)}
    for picture in of(pictures, "triominoes") + of(pictures, "polycubes"):
        name, _, run_id = picture.source.partition(";")[0].partition(", run ")
        file = PUBLISHED / name
        record = rows[file.parent, run_id]
        assert file.exists() and record.instance == picture.title and record.formulation in picture.source
        if picture.family == "triominoes":
            tiles = number(r"(\d+) tiles", picture.proved)
            assert tiles == record.objective == len(picture.solution) and record.answer == "optimal"
        elif counts := [row for row in rows.values() if row.instance == picture.title and row.answer == "counted"]:
            assert {row.solutions for row in counts} == {number(r"(\d+) solution", picture.proved)}
        else:
            assert "not known" in picture.proved


def test_the_pictures_of_the_readme_come_from_the_book(sections: list[Section], tmp_path: Path) -> None:
    books.write_readme(sections, PUBLISHED, tmp_path)
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = ROOT / "reports" / "pictures"
    assert set(drawn) == {"squares.png", "triominoes.png", "polycubes.png", "search.png"}
    assert all((kept / name).read_bytes() == content for name, content in drawn.items()), "make gallery draws them anew"
    text = (ROOT / "README.md").read_text() + (ROOT / "docs" / "engines.md").read_text()
    assert all(f"reports/pictures/{name}" in text for name in drawn)


def test_a_folder_without_solutions_is_refused(tmp_path: Path) -> None:
    refused(called("tilings.studies.gallery", "--results", str(tmp_path)), "no certified tilings and no campaign")
    refused(called("tilings.studies.gallery", "--results", str(tmp_path / "none")), "none")
