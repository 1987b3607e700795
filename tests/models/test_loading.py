"""Modules of plug-ins are imported within a time; what they print is no output, and an error in one is one line."""

from __future__ import annotations

import re

import pytest

from models import loading
from models.problem import UserError
from tests.plugged import Make


@pytest.mark.parametrize(
    "body", ["while True: pass", "import time\nwhile True:\n    try: time.sleep(9)\n    except Exception: pass"]
)
def test_an_import_that_does_not_end_is_ended(plug_in: Make, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    plug_in({"solvers/slow.py": body})
    monkeypatch.setattr(loading, "LONGEST_IMPORT_S", 0.1)
    with pytest.raises(UserError, match="solvers/slow.py is not imported within 0.1 s"):
        loading.load("runners.solvers.slow")


def test_what_an_import_prints_goes_to_standard_error(plug_in: Make, capfd: pytest.CaptureFixture[str]) -> None:
    plug_in({"solvers/loud.py": "import os\nprint('hello', end='')\nos.system('echo from below')\nX = 1"})
    loading.load("runners.solvers.loud")
    out, err = capfd.readouterr()
    assert out == "" and "hello" in err and "from below" in err


def test_an_error_in_a_plug_in_s_function_is_told_with_its_line(plug_in: Make) -> None:
    plug_in({"solvers/broken.py": "def version():\n    return 1 // 0\n"})
    with pytest.raises(ZeroDivisionError) as raised:
        loading.load("runners.solvers.broken").version()
    assert re.search(r"mine/solvers/broken.py:2 failed: ZeroDivisionError", loading.complaint(raised.value))
    assert loading.complaint(ValueError("of ours")) == ""
