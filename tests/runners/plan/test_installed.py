"""A solver that is upgraded under a campaign ends it in one line, and no row of the new one is taken for the old."""

import csv
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.called import typed
from tests.plugged import write
from tilings.runners.plan import installed, matrix, suite_reader

# In its third run it is upgraded.
SOLVER = """
from pathlib import Path

from tilings.runners.solvers.interface.child_process import ChildSolver, fail

VERSION = "1"


class Growing(ChildSolver):
    def version(self, formulation=None):
        return VERSION


def solve(task):
    own = Path(__file__)
    runs = own.with_name("runs.txt")
    with runs.open("a") as file:
        file.write("x")
    if len(runs.read_text()) == 3:
        own.write_text(own.read_text().replace('VERSION = "1"', 'VERSION = "2.0"'))
    fail("it finds nothing")


DLX = Growing("growing", "dlx", package="pytest", solve=solve)
"""
SUITE = """
[[runs]]
family = "polycubes"
instances = ["dominoes4x4"]
goals = ["first"]
formulations = ["dlx_cover"]
solvers = ["growing"]
seeds = [1, 2, 3, 4]
"""


def test_a_solver_that_is_upgraded_is_said_and_its_rows_are_not_mixed(tmp_path: Path) -> None:
    plugins = write(tmp_path / "mine", {"solvers/growing.py": SOLVER})
    (tmp_path / "four.toml").write_text(SUITE, encoding="utf-8")
    words = ("--plugins", plugins, "--suite", tmp_path / "four.toml", "--results", tmp_path / "camp", "--jobs", 1)
    first = command(*words)
    assert first.returncode == 2 and "Traceback" not in first.stderr
    last = first.stderr.strip().splitlines()[-1]
    assert last.startswith("error: growing was changed during the campaign (")
    assert "growing.py)" in last and "discarded" in last
    assert versions(tmp_path) == {"1": 2}
    assert command(*words).returncode == 1
    assert versions(tmp_path) == {"1": 2, "2.0": 4}


def command(*words: object) -> subprocess.CompletedProcess[str]:
    """The harness in a process that has imported nothing yet."""
    return typed("tilings.runners.all", *words, "--attempts", "1")


def versions(home: Path) -> Counter[str]:
    """How many runs are recorded of each version."""
    with (home / "camp" / "runs-1of1.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len({row["run_id"] for row in rows}) == len(rows)
    return Counter(row["solver_version"] for row in rows)


@pytest.mark.parametrize(
    ("solver", "language", "file"),
    [
        ("clingo", "asp", "METADATA"), ("cadical", "sat", "cadical"), ("gecode", "cp", "fzn-gecode"),
        ("gecode", "cpmpy", "fzn-gecode"), ("dlx", "dlx", "_engine"),
    ],
)  # fmt: skip
def test_what_tells_the_version_of_a_solver_is_looked_at(tmp_path: Path, solver: str, language: str, file: str) -> None:
    (tmp_path / "one.toml").write_text(f'[[runs]]\nfamily = "squares"\ninstances = ["h04"]\nsolvers = ["{solver}"]\n')
    runs = matrix.plan(suite_reader.load(str(tmp_path / "one.toml")), matrix.Filter()).runs
    alike = [run for run in runs if run.version and run.formulation.language == language]
    (run, *_) = alike or pytest.skip(f"{solver} is not installed")
    assert any(path.name.startswith(file) for path in installed._files(run))
    assert installed.Installed(runs).changed(run) is None
