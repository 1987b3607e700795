"""The modules and tests that the mutation run names are there."""

from __future__ import annotations

from tilings.models.terminal.command import ROOT
from tools.mutants import TESTS


def test_every_module_and_every_test_of_it_exists() -> None:
    named = [*TESTS, *(path for tests in TESTS.values() for path in tests.split())]
    assert not [path for path in named if not (ROOT / path).exists()]
