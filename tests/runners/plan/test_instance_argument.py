"""An instance is found by its name, and a puzzle that is typed on a terminal is read up to its end."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from models import registry
from models.problem import UserError
from runners.plan import instance_argument


class Typed(io.StringIO):
    buffer = io.BytesIO(b"box 2x1\n\nAA\n")

    def isatty(self) -> bool:
        return True


def test_a_puzzle_can_be_drawn_on_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed())
    _, instance = registry.load_instance(instance_argument.path("-", tmp_path))
    assert instance.box == (2, 1, 1)
    assert capsys.readouterr().err == "note: type a puzzle, and Ctrl-D at its end (docs/solve.md)\n"


def test_a_number_in_a_name_may_lack_its_leading_zeros(tmp_path: Path) -> None:
    assert instance_argument.path("h9", tmp_path) == instance_argument.path("h09", tmp_path)


def test_a_name_that_is_mistyped_is_answered_with_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no shipped instance of that name; did you mean 'soma-raw'"):
        instance_argument.path("sona-raw", tmp_path)
