"""Another user, who may only read its folder, follows a campaign of real shards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tilings.models.terminal.command import ROOT
from tilings.runners.confine import STOPPING

NOBODY = 65534
SUITE = """
timeout = 60
[[runs]]
family = "polycubes"
instances = ["pentominoes6x10", "soma-rotations"]
goals = ["count"]
solvers = ["dlx"]
formulations = ["dlx_cover"]
seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"""
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


def made(home: Path) -> int:
    return sum(max(0, path.read_text(encoding="utf-8").count("\n") - 1) for path in home.glob("runs-*.csv"))


def test_a_second_user_follows_active_shards(shared: Path, status: Status) -> None:
    home = shared / "home"
    (shared / "small.toml").write_text(SUITE, encoding="utf-8")
    words = ["--suite", shared / "small.toml", "--results", home, "--attempts", "1", "--jobs", "1"]
    shards = [
        subprocess.Popen(
            [sys.executable, "-m", "tilings.runners.all", *map(str, words), "--shard", f"{k}/3"], cwd=ROOT,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for k in (1, 2)
    ]  # fmt: skip
    try:
        deadline = time.monotonic() + 180
        while not made(home) and time.monotonic() < deadline:
            time.sleep(0.1)
        state = parsed(status(home, "--json"))
        assert state["made"] >= 1 and state["planned"] == 24 and not state["remarks"]
        assert {shard["shard"] for shard in state["shards"]} == {"1of3", "2of3"} and state["shards_waiting"] == 1
        for shard in shards:
            shard.wait(180)
    finally:
        for shard in shards:
            shard.send_signal(STOPPING[0])
            shard.wait()
    before = {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]}
    done = parsed(status(home, "--json"))
    assert done["made"] == made(home) and done["left"] == 24 - made(home) and not done["remarks"]
    assert {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]} == before

    torn = home / "runs-1of3.csv"
    with torn.open("a", encoding="utf-8") as file:
        file.write(torn.read_text(encoding="utf-8").splitlines()[-1][:100])
    assert parsed(status(home, "--json"))["made"] == done["made"]
    torn.chmod(0o600)
    hidden = parsed(status(home, "--json"))
    assert hidden["remarks"] == ["runs-1of3.csv: cannot be read: Permission denied"] and hidden["made"] < done["made"]


def parsed(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert not done.stderr
    state: dict[str, Any] = json.loads(done.stdout)
    return state
