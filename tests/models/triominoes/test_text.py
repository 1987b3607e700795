"""Instances in the experiments' text format read back as written; an error in a file is named with its line."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.waiting import at_once
from tilings.models import puzzle_formats
from tilings.models.problem import UserError
from tilings.models.registry import parse_instance
from tilings.models.triominoes import text
from tilings.models.triominoes.instance import DIFFICULTIES, TriominoesInstance, parse

LINE = "1, easy, [[1, 2, 3], [4, 5, 6]], 4"
INSTANCE = TriominoesInstance("f-1-easy", 4, 4, ((1, 2, 3), (4, 5, 6)), difficulty="easy")

tiles = st.lists(st.tuples(*[st.integers(0, 10**6)] * 3), min_size=1, max_size=9)
boards = st.lists(st.tuples(st.integers(1, 99), tiles, st.sampled_from(DIFFICULTIES)), min_size=1, max_size=10)


def read(content: str) -> list[TriominoesInstance]:
    return list(text.read(content, "f.txt", "f").values())


@given(boards)
def test_an_instance_written_as_text_is_read_back(drawn: list[tuple[int, list[tuple[int, int, int]], str]]) -> None:
    instances = [
        TriominoesInstance(f"f-{number}-{difficulty}", side, side, tuple(tiles), difficulty=difficulty)
        for number, (side, tiles, difficulty) in enumerate(drawn, start=1)
    ]
    content = text.write(instances)
    assert text.looks_like(content)
    assert read(content) == instances


@pytest.mark.parametrize(
    "content",
    [
        LINE,
        "id, difficulty, tiles, n\n\n" + LINE + "   # the first\n% no more\n",
        "(1, 'easy', [(1, 2, 3), (4, 5, 6)], 4)",
        '[1,"Easy",[[1,2,3],[4,5,6]],4]',
        "1; EASY; {{1; 2; 3}; {4; 5; 6}}; 4;",
        '1,"easy","[[1, 2, 3], [4, 5, 6]]",4',
        "  1,\teasy [[1 2 3]\t[4 5 6]] 4\r\n",
    ],
)
def test_separators_brackets_quotes_and_case_may_vary(content: str) -> None:
    assert text.looks_like(content)
    assert read(content) == [INSTANCE]


@pytest.mark.parametrize(
    "content", ["", "{}", '{"family": "triominoes"}', "a b 2:3|c\na b\n", "D:xDim=1\n", "[[1, 2]]"]
)
def test_files_of_other_formats_are_not_recognised(content: str) -> None:
    assert not text.looks_like(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "f.txt: it contains no instance; expected a line for each, as in 1, easy"),
        (f"{LINE}\n\n1, easy, [[1, 2, 3]], 5", "f.txt:3: line 1 has the id 1 already: give each instance its own"),
        (f"{LINE}\n2, medium, [[1, 2, 3], [4,", "f.txt:2: the line is incomplete"),
        (f"{LINE}\n2, medium", r"f.txt:2: expected id, difficulty, tiles, n, .*, not \[2, 'medium'\]"),
        ("1, easy, [[1, 2, 3]], 4, 5", "f.txt:1: expected id, difficulty, tiles, n"),
        ("1, easy, [[1, 2, 1000001]], 4", "f.txt:1: 'tiles: tile 1' must be a whole number from 0 to 1000000"),
        ("1, easy, [[1, 2, 3]]], 4", "f.txt:1: the bracket that column 21 closes was not opened"),
        ("1, easy, [[[[1]]]], 4", "f.txt:1: the brackets are nested too deeply"),
        ("1, easy, 7, 4", "f.txt:1: 'tiles' must be an array, not 7"),
        ("1, easy, [], 4", "f.txt:1: 'tiles' must hold at least one tile"),
        ("1, easy, [[1, 2, 3], [1, 2]], 4", r"f.txt:1: tile 2 must be an array of 3 values .*, not \[1, 2\]"),
        ("1, easy, [[1, 2, x]], 4", "f.txt:1: .*tile 1' must be a whole number from 0 to 1000000, not 'x'"),
        ("1, easy, [[1, 2, 3]], 0", "f.txt:1: 'n' must be a whole number from 1, not 0"),
        ("1, easy, [[1, 2, 3]], [4]", r"f.txt:1: 'n' must be a whole number from 1, not \[4\]"),
        ("1, [[1, 2, 3]], 4", "f.txt:1: expected id, difficulty, tiles, n"),
        ("1, eesy, [[1, 2, 3]], 4", "f.txt:1: 'difficulty' must be one of easy, medium, hard, extreme, dense"),
    ],
)
def test_an_error_in_a_file_is_named_with_its_line(content: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        read(content)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"cols": 5}, "cols"),
        ({"length": 2, "tiles": ((1, 2),)}, "length"),
        ({"blocked": ((0, 0),)}, "blocked"),
        ({"connected": True}, "connected"),
        ({"convention": "rotations"}, "convention"),
    ],
)
def test_an_instance_that_the_format_cannot_state_is_refused(change: dict, field: str) -> None:
    with pytest.raises(UserError, match=f"f-1-easy: the text format cannot state its '{field}'"):
        text.write([INSTANCE._replace(**change)])


def test_one_of_several_instances_is_chosen_by_its_id(tmp_path: Path) -> None:
    file = tmp_path / "input0.txt"
    file.write_text(f"{LINE}\n7, hard, [[1, 1, 1]], 9\n", encoding="utf-8")
    seventh = puzzle_formats.read(tmp_path / "input0.txt#7")
    assert seventh is not None
    assert parse(seventh.instance) == TriominoesInstance("input0-7-hard", 9, 9, ((1, 1, 1),), difficulty="hard")
    with pytest.raises(UserError, match="input0.txt holds 2 instances, with the ids 1, 7: name one, as in .*txt#1$"):
        puzzle_formats.read(file)
    with pytest.raises(UserError, match="input0.txt: no instance in it has the id 2; there are 1, 7$"):
        puzzle_formats.read(tmp_path / "input0.txt#2")


def test_the_only_instance_of_a_file_needs_no_id(tmp_path: Path) -> None:
    file = tmp_path / "input0.txt"
    file.write_text(LINE, encoding="utf-8")
    alone, named = puzzle_formats.read(file), puzzle_formats.read(tmp_path / "input0.txt#1")
    assert alone == named is not None
    assert parse_instance(json.dumps(alone.instance), "x")[1] == INSTANCE._replace(name="input0-1-easy")


@pytest.mark.parametrize("blanks", ["\n" * 20_000, " " * 20_000, "(" + " " * 20_000])
def test_a_text_of_blanks_is_looked_at_once(blanks: str) -> None:
    with at_once():
        assert not text.looks_like(blanks)
