"""Hints show one piece more each time, of one solution; the pieces shown are remembered in a file that is named."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.called import called
from tests.test_commands import refused

TRAY = "box 3x2\n\nAAA\n\nBB\n\nC\n"


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    path = tmp_path / "tray.txt"
    path.write_text(TRAY, encoding="utf-8")
    return path


def shown(board: str) -> set[str]:
    return set(board.replace("+", "").split()) - {"_"}


def test_each_hint_shows_one_piece_more_of_the_same_solution(tray: Path) -> None:
    boards = []
    for number in (1, 2, 3):
        done = called("tilings.runners.solve", tray, "--hint")
        board, words = done.stdout.rstrip().split("\n\n")
        assert words.startswith(f"hint {number} of 3: ")
        assert f"remembered in {tray.parent / 'tray.hints.json'}" in done.stderr
        new = words.splitlines()[0].removeprefix(f"hint {number} of 3: ")
        assert set(re.findall(r"(\w)\+", board)) == {new}
        boards.append(board.replace("+", ""))
    assert [len(shown(board)) for board in boards] == [1, 2, 3]
    for one, next_one in pairwise(map(str.split, boards)):
        assert all(before in (after, "_") for before, after in zip(one, next_one, strict=True))
    assert "proved" not in done.stdout + done.stderr


def test_the_hints_go_on_with_another_solver_and_end_with_the_last_piece(tray: Path) -> None:
    called("tilings.runners.solve", tray, "--hint")
    kept = json.loads((tray.parent / "tray.hints.json").read_text(encoding="utf-8"))
    for _ in range(2):
        called("tilings.runners.solve", tray, "--hint", "--solver", "clingo")
    assert json.loads((tray.parent / "tray.hints.json").read_text(encoding="utf-8")) == kept | {"shown": 3}
    refused(called("tilings.runners.solve", tray, "--hint"), "the last piece was shown; remove", "to start again")


@pytest.mark.parametrize("damage", ["", "[]", '{"shown": 9}'])
def test_an_edited_puzzle_and_a_damaged_file_start_anew(tray: Path, damage: str) -> None:
    called("tilings.runners.solve", tray, "--hint")
    if damage:
        (tray.parent / "tray.hints.json").write_text(damage, encoding="utf-8")
    else:
        tray.write_text(TRAY.replace("A", "M"), encoding="utf-8")
    done = called("tilings.runners.solve", tray, "--hint")
    assert "hint 1 of 3: " in done.stdout
    assert "tray.hints.json does not belong to this version of the puzzle: the hints start again\n" in done.stderr


def test_a_hint_goes_with_no_other_output(tray: Path) -> None:
    refused(called("tilings.runners.solve", tray, "--hint", "--count"), "--hint shows a piece and nothing else")
    refused(called("tilings.runners.solve", tray, "--hint", "--solver", "all"), "--hint", "name one")
