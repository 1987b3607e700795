"""The tests of what every backend does run with each that can be used here."""

from __future__ import annotations

import pytest

from tests.runners.confine import trees


@pytest.fixture(params=trees.BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """A backend's name, as a user gives it."""
    trees.require(request.param)
    return str(request.param)
