"""A puzzle that is typed on a terminal is read up to its end, and the user is told how to end it."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from models import registry
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
