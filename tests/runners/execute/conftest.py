"""A run of a script in the place of a solver."""

from pathlib import Path
from typing import Any

import pytest

from tests.runners import fakes
from tests.runners.fakes import Runs
from tilings.runners.execute.attempt import Session
from tilings.runners.execute.scheduler import execute
from tilings.runners.record.schema import RunRecord


@pytest.fixture
def outcome(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Runs:
    """Gives the record of one run of a script in the place of a solver."""

    def made(script: str, goal: str = "first", **limits: Any) -> RunRecord:
        fakes.install(monkeypatch, script)
        ((_, found),) = execute([fakes.run(tmp_path, goal, **limits)], Session(tmp_path))
        return found.record

    return made
