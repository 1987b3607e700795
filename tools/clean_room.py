"""Tests the base installation alone; the gate runs it before any extra is installed.

Each configuration of these suites runs on the lowest rung of each of its ladders: none may be missing but those that
take part only where extras are installed, and none may crash. Meanwhile a wheel is installed into a separate
environment; then, in a folder elsewhere, each pair of a solver and a formulation that ``tilings doctor`` claims solves
a small puzzle (claimed.py). That folder has user modules with the names of our folders, which must be independent of
ours in both installations.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tilings.models.terminal.command import ROOT
from tilings.runners.record.faults import FAULTS, sentences
from tilings.runners.record.schema import REFUTED, RunRecord, read_runs

SUITES = ("default", "full", "smoke", "proofs")
_LIMIT_S = "5"
_NAMES = ("models", "generators", "runners", "reports", "studies", "tests")
_OWN = f"""
import importlib, subprocess, sys
import tilings

for name in {_NAMES}:
    assert importlib.import_module(name).OWN == name
assert tilings.solve("h04", solver="clingo").objective == 4
subprocess.run([sys.executable, "-m", "tilings", "solve", "h04", "--solver", "dlx", "--quiet"], check=True)
print("user modules beside", tilings.__file__)
"""


def main() -> int:
    """Run both; the exit code is 1 for a missing or wrong result."""
    with tempfile.TemporaryDirectory(prefix="clean-room-") as name, ThreadPoolExecutor() as pool:
        folder = Path(name)
        python = pool.submit(_installed, folder)
        return max(_lowest_rungs(folder / "results"), _wheel(folder, python.result()))


def _lowest_rungs(home: Path) -> int:
    for suite in SUITES:
        words = ["--suite", suite, "--rungs", "1", "--timeout", _LIMIT_S, "--attempts", "1", "--exit-zero"]
        command = [sys.executable, "-m", "tilings.runners.all", *words, "--results", home]
        if code := subprocess.run(command, cwd=ROOT, check=False).returncode:
            return code
    rows = {record.run_id: record for path in home.glob("runs-*.csv") for record in read_runs(path)}
    missing = [row for row in rows.values() if row.ended == "not_installed" and not _extra(row)]
    bad = missing + [row for row in rows.values() if row.ended in FAULTS or row.check in REFUTED]
    for sentence in sentences(rows.items(), home):
        print(sentence)
    pairs = {(row.solver, row.formulation, row.family) for row in rows.values()}
    print(f"clean room: {len(pairs)} configurations, {len(rows)} runs, {len(bad)} missing, crashed or wrong")
    return 1 if bad or not rows else 0


def _extra(row: RunRecord) -> bool:
    """Whether a configuration of the suite default needs an extra: CPMpy with Choco, Pumpkin and SCIP, or Ganak."""
    return row.formulation.startswith("cpmpy_") or row.solver == "ganak"


def _installed(folder: Path) -> Path:
    """The Python of a new environment with a wheel. pip would compile thousands of modules that nobody imports."""
    build = ["wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run([sys.executable, "-m", "pip", *build], check=True)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True)
    python = folder / "environment" / "bin" / "python"
    options = ["--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([python, "-m", "pip", "install", *options, wheel], check=True)
    return python


def _wheel(folder: Path, python: Path) -> int:
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(ROOT / "tools" / "claimed.py", elsewhere)
    for name in _NAMES:
        (elsewhere / f"{name}.py").write_text(f"OWN = {name!r}\n", encoding="utf-8")
    (elsewhere / "own.py").write_text(_OWN, encoding="utf-8")
    checks = ([sys.executable, "own.py"], [python, "own.py"], [python, "claimed.py"])  # editable, wheel, wheel
    return max(subprocess.run(check, cwd=elsewhere, check=False).returncode for check in checks)


if __name__ == "__main__":
    sys.exit(main())
