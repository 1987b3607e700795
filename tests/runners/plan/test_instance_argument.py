"""An instance is found by its name, and a puzzle that is typed on a terminal is read up to its end."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from models import registry
from models.problem import UserError
from runners.plan import instance_argument

DRAWN = b"box 2x1\n\nAA\n"


class Terminal(io.StringIO):
    """Standard input of somebody who types a puzzle. told: what was printed before that."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.buffer, self._capsys, self.told = self, capsys, ""

    def isatty(self) -> bool:
        return True

    def read(self) -> bytes:
        self.told = self._capsys.readouterr().err
        return DRAWN


def test_who_draws_a_puzzle_on_the_terminal_is_told_first_how_to_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal(capsys)
    monkeypatch.setattr(sys, "stdin", terminal)
    _, instance = registry.load_instance(instance_argument.path("-", tmp_path))
    assert instance.box == (2, 1, 1)
    assert terminal.told == "note: type a puzzle, and Ctrl-D at its end (docs/solve.md)\n"


def test_who_has_a_text_already_is_told_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(capsys))
    instance_argument.from_text(DRAWN, tmp_path, "the text")
    assert capsys.readouterr().err == ""


def test_a_number_in_a_name_may_lack_its_leading_zeros(tmp_path: Path) -> None:
    assert instance_argument.path("h9", tmp_path) == instance_argument.path("h09", tmp_path)


def test_a_name_that_is_mistyped_is_answered_with_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no shipped instance of that name; did you mean 'soma-raw'"):
        instance_argument.path("sona-raw", tmp_path)
