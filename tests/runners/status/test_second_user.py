"""Another user, who may only read its folder, follows a campaign."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tilings.models.terminal.command import ROOT

NOBODY = 65534
# The other user cannot read the folders of root's Python: a first call, whose result is dropped, imports everything.
OTHER_USER = f"""
import contextlib, io, os, sys
from tilings.models.terminal import command
from tilings.runners.status.__main__ import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(Exception):
    arguments, sys.argv = sys.argv, [*sys.argv[:2], "--json"]
    main()
sys.argv = arguments
os.setgroups([])
os.setgid({NOBODY})
os.setuid({NOBODY})
command.run(main)
"""
Status = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user may read, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="shared-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def status(shared: Path) -> Status:
    """Calls `runners.status` as another user, in that user's folder."""
    if os.geteuid():
        pytest.skip("only root can be another user")
    own = shared / "own"
    own.mkdir()
    os.chown(own, NOBODY, NOBODY)

    def call(*words: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", OTHER_USER, *map(str, words)], cwd=own, env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    return call


def test_a_second_user_reads_a_campaign_without_changing_it(made: Path, shared: Path, status: Status) -> None:
    home = Path(shutil.copytree(made, shared / "home"))
    home.chmod(0o755)
    before = {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]}
    seen = parsed(status(home, "--json"))
    assert seen["made"] == seen["planned"] > 0 == seen["left"] and not seen["remarks"]
    assert {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]} == before
    (home / "runs-1of1.csv").chmod(0o600)
    hidden = parsed(status(home, "--json"))
    assert (hidden["remarks"], hidden["made"]) == (["runs-1of1.csv: cannot be read: Permission denied"], 0)


def parsed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert not done.stderr
    state: dict[str, Any] = json.loads(done.stdout)
    return state
