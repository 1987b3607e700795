"""The console script and the package beside modules of other people that have the names of the project's packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = "from tilings.console import command\ncommand()\n"


def python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_script_runs_although_its_folder_has_a_module_models(tmp_path: Path) -> None:
    (tmp_path / "tilings.models.py").write_text("", encoding="utf-8")
    (tmp_path / "tilings").write_text(SCRIPT, encoding="utf-8")
    done = python(tmp_path, "tilings", "solve", "h04", "--solver", "dlx", "--quiet")
    assert (done.returncode, done.stderr) == (0, "") and "optimal 4" in done.stdout


@pytest.mark.parametrize("name", ["models", "reports"])
def test_a_module_that_hides_a_package_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
    # -S: an editable installation, which finds its packages before anything else, is not seen.
    done = python(tmp_path, "-S", "-c", "import tilings; tilings.solve")
    assert done.stderr.splitlines()[-1].startswith(f"ImportError: tilings needs its own package '{name}'")
    assert f"{tmp_path / name}.py" in done.stderr
