"""A small campaign that real solvers made once, and copies of it for tests that change it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tilings.models.terminal.command import ROOT


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign of real solvers with optima, counts, solutions and a refutation."""
    home = tmp_path_factory.mktemp("campaign")
    suite = home.parent / "small.toml"
    suite.write_text(
        'timeout = 60\nsolvers = ["clingo", "dlx"]\nformulations = ["asp_placement", "asp_cover", "dlx_cover"]\n'
        '[[runs]]\nfamily = "squares"\ninstances = ["h05"]\n'
        '[[runs]]\nfamily = "polycubes"\ninstances = ["dominoes4x4", "tetrominoes4x5"]\n',
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "tilings.runners.all", "--suite", str(suite), "--results", str(home)]
    command += ["--jobs", "1", "--attempts", "1"]  # other tests disturb the runs
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture
def campaign(made: Path, tmp_path: Path) -> Path:
    """A copy of the small campaign that a test may change."""
    return Path(shutil.copytree(made, tmp_path / "campaign"))
