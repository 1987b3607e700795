"""Every solver gets the seed of its row, on its command line or through its library."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pulp
import pytest

from tilings.models import registry
from tilings.models.terminal.command import ROOT
from tilings.runners.plan import manifest
from tilings.runners.solvers import cadical, cbc, clingo, cpsat, ganak, kissat
from tilings.runners.solvers.interface import solver
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.cpmpy import CpmpySolver
from tilings.runners.solvers.interface.solver import Job

SEED = 4711
PROGRAMS, LIBRARIES = ("chuffed", "gecode"), ("cbc", "highs", "scip")  # of MiniZinc
CHILDREN = [("cbc", "mip"), ("clingo", "asp"), ("cpsat", "cpsat"), ("dlx", "dlx"), ("highs", "mip")]
CPMPY = ("chuffed", "cpsat", "exact", "gecode", "highs", "pumpkin", "scip", "z3")
EXACT_COVERS = [(name, "dlx") for name in ("exact_cover", "miniexact", "pyxcc", "xcover")]  # without randomness
SEEDLESS = ("cadical", "choco", "glucose", "kissat")  # no seed can be given to them
OTHERS = [(name, "cpmpy") for name in CPMPY + SEEDLESS]
SAT = [(name, "sat") for name in ("cadical", "cpsat", "ganak", "glucose", "kissat", "rc2")]  # PySAT's take no seed
ADAPTERS = [(name, "cp") for name in PROGRAMS + LIBRARIES] + CHILDREN + EXACT_COVERS + OTHERS + SAT


class Told(Exception):
    """Raised in the place of a search, with the parameters that the library was given."""


def job(language: str, work: Path) -> Job:
    found = registry.formulations("squares").values()
    formulation = next(each for each in found if each.language == language and "optimum" in each.goals)
    (path,) = [entry.path for entry in manifest.shipped() if entry.name == "h04"]
    settings = formulation.own(formulation.settings({}))
    return Job(path, *registry.load_instance(path), formulation, settings, "optimum", SEED, 1, 9.0, 500, work)


def task(language: str, work: Path) -> Task:
    return Task(job(language, work), 0.0)


def test_these_tests_cover_every_solver() -> None:
    others = {(each.name, each.accepts) for each in solver.adapters()} ^ set(ADAPTERS)
    assert not others, "add a solver to the list of those that get the seed in the same way, or to SEEDLESS"


@pytest.mark.parametrize("name", CPMPY)
def test_the_back_ends_of_cpmpy_are_set_or_called_with_the_seed(tmp_path: Path, name: str) -> None:
    adapter = solver.find(name, "cpmpy")
    assert isinstance(adapter, CpmpySolver)
    given = job("cpmpy", tmp_path)
    assert SEED in (adapter.created(given) | adapter.called(given)).values()


@pytest.mark.parametrize("name", [*PROGRAMS, "highs"])
def test_minizinc_is_called_with_the_seed(tmp_path: Path, name: str) -> None:
    command = solver.find(name, "cp").command(job("cp", tmp_path))
    assert command[command.index("--random-seed") + 1] == str(SEED)


def test_solvers_without_an_option_for_the_seed_get_it_among_their_own_parameters(tmp_path: Path) -> None:
    command = solver.find("cbc", "cp").command(job("cp", tmp_path))
    assert command[command.index("--cbc-flags") + 1] == f"-randomSeed {SEED} -randomCbcSeed {SEED}"
    command = solver.find("scip", "cp").command(job("cp", tmp_path))
    parameters = Path(command[command.index("--readParam") + 1]).read_text(encoding="utf-8")
    assert parameters == f"randomization/randomseedshift = {SEED}\n"


@pytest.mark.parametrize("name", PROGRAMS)
def test_minizinc_passes_the_seed_on_to_its_solver(tmp_path: Path, name: str) -> None:
    if solver.find(name, "cp").version() is None:
        pytest.skip(f"{name} is not installed")
    command = solver.find(name, "cp").command(job("cp", tmp_path))
    done = subprocess.run([*command, "--verbose"], capture_output=True, text=True, check=True, timeout=60)
    assert any(f"fzn-{name}" in line and f"-r {SEED} " in line for line in done.stderr.splitlines()), done.stderr


@pytest.mark.parametrize(("name", "language"), CHILDREN)
def test_a_child_process_reads_the_seed_from_its_job(tmp_path: Path, name: str, language: str) -> None:
    command = solver.find(name, language).command(job(language, tmp_path))
    assert json.loads(Path(command[-1]).read_text(encoding="utf-8"))["seed"] == SEED


def told(*given: Any, **named: Any) -> Any:
    raise Told(given, named, [str(getattr(one, "parameters", "")) for one in given])


@pytest.mark.parametrize(
    ("target", "solve", "language", "words"),
    [
        ("clingo.Control", clingo.solve, "asp", f"'--seed={SEED}'"),
        ("ortools.sat.python.cp_model.CpSolver.solve", cpsat.solve, "cpsat", f"random_seed: {SEED}"),
        ("pyganak.Counter", ganak.solve, "sat", f"'seed': {SEED}"),
        ("subprocess.run", lambda task: cbc.run(task, pulp.LpProblem("m")), "mip",
         f"'-randomSeed', '{SEED}', '-randomCbcSeed', '{SEED}'"),
    ],
)  # fmt: skip
def test_a_library_or_program_is_called_with_the_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, target: str, solve: Any, language: str, words: str
) -> None:
    pytest.importorskip(target.partition(".")[0])
    monkeypatch.setattr(target, told)
    with pytest.raises(Told, match=words):
        solve(task(language, tmp_path))


@pytest.mark.parametrize("program", [cadical, kissat])
def test_sat_programs_are_called_with_the_seed(tmp_path: Path, program: ModuleType) -> None:
    assert f"--seed={SEED}" in program._options(job("sat", tmp_path))


def test_highs_gets_the_seed(tmp_path: Path) -> None:
    """HiGHS runs in a process of its own, since highspy does not load beside ortools."""
    script = """
import pathlib, sys, pulp
sys.path.insert(0, "tests/runners/solvers")  # some packages bring a package of the name `tests`
from tilings.runners.solvers import highs
from test_seeds import task
model, x = pulp.LpProblem("m", pulp.LpMaximize), pulp.LpVariable("x", 0, 1, "Integer")
model += x
model += 2 * x <= 3
highs.run(task("mip", pathlib.Path(sys.argv[1])), model)
print("seed", model.solverModel.getOptionValue("random_seed")[1])
"""
    command = [sys.executable, "-c", script, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)
    assert f"seed {SEED}\n" in done.stdout, done.stderr
