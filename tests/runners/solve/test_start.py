"""A small puzzle is solved by a native engine soon after the start: nothing heavy is loaded for it."""

import subprocess
import sys

import pytest

from tilings.models.terminal.command import ROOT

MOST_OF_OURS = 110  # of a cover, which may be shown as a board of polycubes; of the others 105
HEAVY = {
    "asyncio", "cpmpy", "dataclasses", "email", "highspy", "importlib.metadata", "inspect", "matplotlib", "numpy",
    "ortools", "pandas", "platform", "pydantic", "socket", "tilings.models.own", "tilings.runners.drawing.film",
    "tilings.runners.plan.matrix", "tilings.runners.plan.suite", "tilings.runners.solvers.interface.minizinc",
    "tqdm", "xml",
}  # fmt: skip
IN_THE_ENGINES_PROCESS = """
import sys
from tilings.models import registry
from tilings.runners.native import engines
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface import solver

(entry,) = manifest.shipped(name=sys.argv[1])
formulation = registry.formulation(entry.family, sys.argv[2])
solver.find("dlx", "dlx").load([formulation])
engines.opened(formulation.module().build(manifest.read_instance(entry.path).instance, sys.argv[3]))
print(*sys.modules)
"""


def python(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("name", ["soma-rotations", "queens8", "h04", "h9", "h30"])
def test_the_command_and_the_worker_import_few_modules_and_nothing_heavy(name: str) -> None:
    done = python("-X", "importtime", "-m", "tilings", "solve", name)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time")}
    assert "tilings.runners.execute.attempt" in imported
    assert HEAVY & imported == set()
    assert len([module for module in imported if module.startswith("tilings.")]) <= MOST_OF_OURS


@pytest.mark.parametrize(
    ("name", "formulation", "goal"),
    [
        ("soma-rotations", "dlx_auto", "count"),
        ("soma-rotations", "dlx_bits", "count"),
        ("soma-rotations", "dlx_cover", "count"),
        ("queens8", "dlx_general", "count"),
        ("h04", "dlx_skyline", "optimum"),
    ],
)
def test_the_process_of_the_engine_imports_nothing_heavy(name: str, formulation: str, goal: str) -> None:
    imported = set(python("-c", IN_THE_ENGINES_PROCESS, name, formulation, goal).stdout.split())
    assert "tilings.runners.native._engine" in imported
    assert HEAVY & imported == set()
