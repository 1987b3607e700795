"""A small campaign that real solvers made once, and copies of it for tests that change it."""

import shutil
from pathlib import Path

import pytest

from tests.called import typed


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
    words = ["--jobs", "1", "--attempts", "1"]  # other tests disturb the runs
    done = typed("tilings.runners.all", "--suite", suite, "--results", home, *words)
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture
def campaign(made: Path, tmp_path: Path) -> Path:
    """A copy of the small campaign that a test may change."""
    return Path(shutil.copytree(made, tmp_path / "campaign"))
