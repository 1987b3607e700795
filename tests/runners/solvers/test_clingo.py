"""A program that clingo refuses is named with its file, line and fault."""

from __future__ import annotations

import json

import pytest

from tests.called import typed
from tests.plugged import Make


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (":- board(W,H)", "asp_mine.lp:3:1-2: error: syntax error"),
        (":- board(W,H), X > 1.", "asp_mine.lp:2:1-22: error: unsafe variables"),
    ],
)
def test_what_is_wrong_in_a_program_is_said(plug_in: Make, rule: str, message: str) -> None:
    folder = plug_in({"models/squares/asp_mine.lp": f"% Goals: first\n{rule}\n"})
    words = ["h07k3", "--solver", "clingo", "--formulation", "asp_mine", "--plugins", folder, "--json"]
    record = json.loads(typed("tilings.runners.solve", *words).stdout)
    assert (record["ended"], record["phase"]) == ("crash", "encode") and record["message"].startswith(message)
