"""Solve the puzzle of docs/tutorial.md by each of the five models, as they stand and with the corners in order."""

import re
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path


def cp(corner):
    files = ["squares.mzn", "board.dzn", "order.mzn"] + ["corner.mzn"] * corner
    most = re.findall(r"most = (\d+)", run("minizinc", "--solver", "chuffed", *files, "best.mzn"))[-1]
    solutions = run("minizinc", "--solver", "chuffed", "-a", *files, "all.mzn", "-D", f"most = {most};")
    return most, solutions.count("-" * 10)


def asp(corner):
    files = ["squares.lp"] + ["corner.lp"] * corner
    printed = run(sys.executable, "-m", "clingo", *files, "--opt-mode=optN", "0", "--quiet")
    return re.search(r"Optimization : (\d+)", printed)[1], re.search(r"Optimal    : (\d+)", printed)[1]


def program(name):
    def solved(corner):
        return re.findall(r"\d+", run(sys.executable, name, *["corner"] * corner))

    return solved


def run(*words):
    # clingo encodes its result in the exit code, so a nonzero code is not an error.
    folder = Path(__file__).parent
    return subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, text=True).stdout


MODELS = {
    "CP": cp,
    "ASP": asp,
    "MIP": program("squares_mip.py"),
    "SAT": program("squares_sat.py"),
    "exact cover": program("squares_cover.py"),
}
missing = [package for package in ("clingo", "pulp", "pysat") if not find_spec(package)]
if not shutil.which("minizinc") or "Chuffed" not in run("minizinc", "--solvers"):
    missing.append("minizinc with Chuffed")
if missing:
    sys.exit(f'error: not found: {", ".join(missing)}; see "What you need" in docs/tutorial.md')
print(f"{'':12} {'most':>5} {'tilings':>8} {'corner':>7}")
for name, solve in MODELS.items():
    start = time.monotonic()
    most, tilings = solve(False)
    _, corner = solve(True)
    print(f"{name:12} {most:>5} {tilings:>8} {corner:>7}  {time.monotonic() - start:.1f} s", flush=True)
