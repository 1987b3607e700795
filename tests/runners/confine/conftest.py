"""Tests of what all backends have in common run with each backend that can be used here."""

from __future__ import annotations

import pytest

from tests.runners.confine import trees


@pytest.fixture(params=trees.BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """The name of a backend, as a user gives it."""
    trees.require(request.param)
    return str(request.param)
