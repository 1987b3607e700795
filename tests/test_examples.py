"""The examples in docstrings hold."""

import doctest
from importlib import import_module

import pytest

from tilings.models.terminal.command import ROOT

FOLDERS = [ROOT / name for name in ("models", "runners", "reports", "studies")]
FILES = (path for folder in FOLDERS for path in sorted(folder.rglob("*.py")))
SOURCES = [path for path in FILES if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_in_the_docstrings_hold(path):
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found = doctest.testmod(module)
    assert found.attempted > 0 and found.failed == 0
