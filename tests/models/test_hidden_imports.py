"""A package that is hidden is not found by imports, but for one that is loaded."""

import sys

import pytest

from tilings.models.hidden_imports import hidden


def test_a_hidden_package_is_not_found_until_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with hidden("colorsys"), pytest.raises(ModuleNotFoundError):
        import colorsys
    import colorsys

    with hidden("colorsys"):
        import colorsys as again
    assert again is colorsys
