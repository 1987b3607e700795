"""The package and its command in a folder whose modules have the names of our packages: both keep what is theirs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

NAMES = ("models", "generators", "runners", "reports", "studies", "tests")
OWN = f"""
import importlib
import tilings

assert all(importlib.import_module(name).OWN for name in {NAMES})
print(tilings.solve("h04", solver="dlx").objective)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The user's own modules, and a script that imports them after the package."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text("OWN = True\n", encoding="utf-8")
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["own.py"], "4\n"),
        (["-m", "tilings", "solve", "h04", "--solver", "dlx", "--quiet"], "optimal 4"),
        (["-m", "tilings", "solve", "h04", "--solver", "clingo", "--quiet"], "optimal 4"),
    ],
)
def test_both_are_used_at_once(folder: Path, words: list[str], answer: str) -> None:
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith(answer)


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("tilings", ["solve", "h04", "--solver", "clingo"]),
        ("tilings.runners.solve", ["h04", "--solver", "dlx"]),
        ("tilings", ["export", "h04", "--formulation", "cpmpy_cover", "--format", "xml", "--out", "h04.xml"]),
    ],
)
def test_a_module_of_the_folder_takes_the_place_of_none_of_pythons(
    tmp_path: Path, module: str, words: list[str]
) -> None:
    for name in ("json", "random", "argparse", "subprocess", "tempfile", "numpy", "clingo", "pycsp3", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text("import os\nos.mkdir('imported')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", module, *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "imported").exists()
