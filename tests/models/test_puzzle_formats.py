"""The content of a puzzle file of another program determines its format; unknown formats are refused."""

import gzip
from pathlib import Path

import pytest

from tilings.models import puzzle_formats, registry
from tilings.models.problem import UserError
from tilings.runners.plan import instance_files


def write(folder: Path, content: str) -> Path:
    path = folder / "puzzle.txt"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_line_of_words_that_may_be_anything_is_no_exact_cover(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"is a line of words; .* items and no options: write a line for each option"):
        puzzle_formats.read(write(tmp_path, "a b c\n"))
    path = tmp_path / "items.dlx"
    path.write_text("a b c\n", encoding="utf-8")
    found = puzzle_formats.read(path)
    assert found is not None and found.instance["options"] == []


@pytest.mark.parametrize("content", ['{"family": "polycubes"}', '\ufeff {"family"'])
def test_a_json_object_is_left_to_others(tmp_path: Path, content: str) -> None:
    assert puzzle_formats.read(write(tmp_path, content)) is None


@pytest.mark.parametrize("content", ["", " \n"])
def test_a_blank_file_is_refused_with_the_known_formats(tmp_path: Path, content: str) -> None:
    with pytest.raises(UserError, match="is empty; expected a JSON object, a drawing .*, or a file"):
        puzzle_formats.read(write(tmp_path, content))


@pytest.mark.parametrize("content", ["[1, 2]", "plain text\nin two lines\n", "D xDim=4\nC name=A\n"])
def test_a_file_of_no_known_format_is_refused_with_the_known_ones(tmp_path: Path, content: str) -> None:
    with pytest.raises(UserError, match="unknown format; expected a JSON object, a drawing .*, or a file"):
        puzzle_formats.read(write(tmp_path, content))


@pytest.mark.parametrize(
    ("content", "family"),
    [
        ("D:xDim=2:yDim=1:zDim=1\nC:name=A:layout=0 0 0,1 0 0\n~D\n", "polycubes"),
        ("1, easy, [[1, 2, 3], [4, 5, 6]], 4\n", "triominoes"),
        ("a b | x\na x\nb\n", "covers"),
        ("BOX 2x1\nAA\n", "polycubes"),
        ("#.#\n###\n\nAAAAA\n", "polycubes"),
        ("####\n# tiles\n1, easy, [[1, 2, 3]], 3\n", "triominoes"),
        ("A B C\nA B\nC\n", "covers"),
        ("pentomino\npentomino\n", "covers"),  # the options use an item that is named like a set of pieces
    ],
)
def test_the_content_tells_the_family(tmp_path: Path, content: str, family: str) -> None:
    found = puzzle_formats.read(write(tmp_path, content))
    assert found is not None and (found.instance["family"], found.notes) == (family, ())


def test_items_without_options_are_an_exact_cover_and_said_to_be_one(tmp_path: Path) -> None:
    found = puzzle_formats.read(write(tmp_path, "| three items\na b c\n"))
    assert found is not None and found.instance["options"] == []
    assert found.notes == ("read as an exact cover in Knuth's format, a line of items without any options",)


@pytest.mark.parametrize("content", ['{"family": "polycubes"}', "a b\na b\n"])
def test_a_file_that_holds_one_puzzle_has_no_second_one(tmp_path: Path, content: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UserError, match=r"does not list its puzzles by number: .* leave out #2"):
        puzzle_formats.read(path.with_name("puzzle.txt#2"))


def test_data_without_its_model_is_no_exact_cover(tmp_path: Path) -> None:
    path = tmp_path / "shop.dzn"
    path.write_text("n = 4;\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"shop.dzn is data: name its model first, as in 'tilings solve MODEL.mzn"):
        puzzle_formats.read(path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", '{"family": "squares", "name": "a", "width": 4, "height": 4, "max_copies": null}'),
        ("a.txt", "box 2x1\n\nAA\n"), ("a.dlx", "a b | x\na x\nb\n"), ("a.cnf", "p cnf 1 1\n1 0\n"),
        ("a.txt", "1, easy, [[1, 2, 3], [4, 5, 6]], 4\n"),
        ("a.txt", "D:xDim=1:yDim=1:zDim=1\nC:name=A:layout=0 0 0\n~D\n"),
    ],
)  # fmt: skip
def test_a_packed_file_is_the_puzzle_that_it_holds(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(content.encode()))
    plain = instance_files.source(str(tmp_path / name), tmp_path)
    found = instance_files.source(str(packed), tmp_path)
    assert (found.family, found.instance) == (plain.family, plain.instance)
    assert registry.load_instance(found.path)[1] == found.instance and b"\x1f\x8b" not in found.path.read_bytes()
