"""The solvers' own commands, without any code of the toolkit, find the manifest's answers from the emitted files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.models import plain
from tests.models.solving import installed
from tilings.generators import emit
from tilings.generators.all import families
from tilings.models import registry
from tilings.runners.plan import manifest

SMALLEST = {
    "covers": ("knuth-dlx3", "queens8-near"),
    "polycubes": ("dominoes4x4", "tetrominoes4x5"),
    "squares": ("h05", "h04k4", "h05k3"),
    "triominoes": ("b1-2-easy", "connected-4", "holes-5"),
}
SHIPPED = [entry for entry in manifest.shipped() if entry.name in SMALLEST[entry.family]]
HIGHS = """
import sys, highspy
highs = highspy.Highs()
highs.readModel(sys.argv[1])
highs.run()
print(highs.modelStatusToString(highs.getModelStatus()), highs.getInfo().objective_function_value)
"""

each_instance = pytest.mark.parametrize("entry", SHIPPED, ids=lambda entry: entry.name)
each_answer = pytest.mark.parametrize(
    ("entry", "goal"),
    [pytest.param(entry, goal, id=f"{entry.name}-{goal}") for entry in SHIPPED for goal in entry.known],
)


def test_the_instances_cover_each_family_goal_and_verdict() -> None:
    assert {entry.family for entry in SHIPPED} == set(families())
    assert {answer for entry in SHIPPED for answer in entry.known.values()} >= {"sat", "unsat"}
    assert {goal for entry in SHIPPED for goal in entry.known} == {"first", "count", "optimum"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All these instances in every format."""
    out = tmp_path_factory.mktemp("emitted")
    for entry in SHIPPED:
        emit.write(*registry.load_instance(entry.path), out)
    return out


@each_instance
def test_highs_finds_the_known_answer_from_the_mps_file(folder: Path, entry: manifest.Shipped) -> None:
    words = called([sys.executable, "-c", HIGHS, str(folder / f"{entry.name}.mps.gz")]).splitlines()[-1]
    status, objective = words.rsplit(maxsplit=1)
    assert status in ("Optimal", "Infeasible")
    compare_mps(entry, float(objective) if status == "Optimal" else None)


@each_instance
def test_cbc_finds_the_known_answer_from_the_mps_file(folder: Path, entry: manifest.Shipped) -> None:
    compare_mps(entry, plain.cbc(called([installed("cbc"), str(folder / f"{entry.name}.mps.gz"), "-solve", "-quit"])))


@each_answer
def test_minizinc_finds_the_known_answer_from_the_dzn_file(folder: Path, entry: manifest.Shipped, goal: str) -> None:
    for formulation in formulations_in(entry, "cp"):
        ending = registry.problem(entry.family).sense if goal == "optimum" else goal
        files = [formulation.path, registry.HOME / "goals" / f"goal_{ending}.mzn", folder / f"{entry.name}.dzn"]
        every = ["--all-solutions"] if goal == "count" else []
        printed = called([installed("minizinc"), "--solver", "gecode", *every, *map(str, files)])
        assert plain.minizinc(printed, goal) == entry.known[goal], formulation.name


@each_answer
def test_clingo_finds_the_known_answer_from_the_lp_file(folder: Path, entry: manifest.Shipped, goal: str) -> None:
    for formulation in formulations_in(entry, "asp"):
        files = [str(formulation.path), str(folder / f"{entry.name}.lp")]
        number = "1" if goal == "first" else "0"
        printed = called([sys.executable, "-m", "clingo", "--quiet=1", *files, number, "-c", f"goal={goal}"])
        assert plain.clingo(printed, goal) == entry.known[goal], formulation.name


def compare_mps(entry: manifest.Shipped, objective: float | None) -> None:
    """Compare a MIP solver's least objective value, or None for infeasible, with the known answer."""
    problem, instance = registry.load_instance(entry.path)
    if emit.mps_goal(problem, instance) == "first":
        assert ("unsat" if objective is None else "sat") == entry.known["first"]
    else:
        assert objective == (-1 if problem.sense == "max" else 1) * int(entry.known["optimum"])


def formulations_in(entry: manifest.Shipped, language: str) -> list[registry.Formulation]:
    """The formulations of the instance's family in a language. Each of them states all goals."""
    return [found for found in registry.formulations(entry.family).values() if found.language == language]


def called(command: list[str]) -> str:
    """What a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout
