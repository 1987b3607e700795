"""`make check` runs the tests that a change can break, those that name it first, and ends at its limit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("tools/__init__.py", "tools/changed.py", "tools/check.py")

TESTS = """
import pytest
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = sorted(path.stem for path in ROOT.glob("models/squares/cp_*"))

def test_all_are_found(): assert FILES

@pytest.mark.parametrize("name", FILES)
def test_each(name): assert name != "cp_wrong"

def test_something_else(): raise AssertionError
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small repository with these tests, a formulation and the tool."""
    files = {name: (ROOT / name).read_text(encoding="utf-8") for name in TOOLS}
    files |= {"models/squares/cp_old.mzn": "", "tests/test_tree.py": TESTS, ".gitignore": "__pycache__\n.*_cache\n"}
    files["pytest.ini"] = "[pytest]\nmarkers =\n  machine\n  nightly\n"
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    user = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "--quiet", "--initial-branch=main"], ["add", "."], [*user, "commit", "--quiet", "-m", "."]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def check(clone: Path, added: str = "", text: str = "") -> tuple[int, str]:
    """The exit code after a file was added, and what is printed."""
    if added:
        (clone / added).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tools.check"], cwd=clone, capture_output=True, text=True, check=False, timeout=300
    )
    return done.returncode, done.stdout + done.stderr


def test_a_new_formulation_is_tested_by_its_cases_and_by_what_reads_the_tree(clone: Path) -> None:
    code, out = check(clone, "models/squares/cp_new.mzn")
    assert code == 0 and "make check: 2 tests of 1 changed files" in out
    code, out = check(clone, "models/squares/cp_wrong.mzn")
    assert code == 1 and "test_each[cp_wrong]" in out


def test_tests_that_the_time_does_not_allow_are_counted(clone: Path) -> None:
    tool = clone / "tools/check.py"
    tool.write_text(tool.read_text(encoding="utf-8").replace("BUDGET_S = 50.0", "BUDGET_S = 0.0"), encoding="utf-8")
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "."], cwd=clone, check=True)
    code, out = check(clone, "models/squares/cp_wrong.mzn")
    assert code == 0 and "0 tests of 1 changed files" in out and "2 more are left to make test" in out


def test_a_fault_of_layout_ends_the_check_before_the_tests(clone: Path) -> None:
    code, out = check(clone, "models/squares/odd.py", "import os\n")
    assert code == 1 and "imported but unused" in out and "tests of" not in out


def test_nothing_is_run_where_nothing_has_changed(clone: Path) -> None:
    assert check(clone) == (0, "no file differs from main\n")
