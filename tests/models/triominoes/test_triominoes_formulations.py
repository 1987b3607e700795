"""Every formulation, on a solver of its language: one count, one verdict, one optimum, valid answers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from ortools.sat.python import cp_model  # before pulp, whose highspy cannot share a process with it

from models import encoding, registry
from models.problem import Solution
from models.triominoes import PROBLEM
from models.triominoes.instance import TriominoesInstance

ROOT = Path(__file__).parents[3]
FORMULATIONS = registry.formulations("triominoes")
COUNTING = [name for name, formulation in FORMULATIONS.items() if "count" in formulation.goals]

INSTANCES = [
    TriominoesInstance("too-small", 2, 2, ((1, 2, 3),)),
    TriominoesInstance("too-small-connected", 2, 2, ((1, 2, 3), (1, 1, 1)), connected=True),
    TriominoesInstance("line", 1, 7, ((1, 2, 3), (3, 3, 1))),
    TriominoesInstance("column", 7, 1, ((0, 2, 3), (3, 3, 0)), connected=True),
    TriominoesInstance("palindromes", 3, 3, ((1, 1, 1), (1, 2, 1))),
    TriominoesInstance("equal", 3, 4, ((1, 2, 3), (3, 2, 1), (1, 2, 3))),
    TriominoesInstance("blocked", 4, 3, ((1, 2, 1), (2, 2, 1), (1, 2, 2)), blocked=((1, 1),)),
    TriominoesInstance("all-blocked", 3, 3, ((1, 2, 1),), blocked=((0, 0), (1, 1), (2, 2))),
    TriominoesInstance("apart", 5, 3, ((1, 2, 1), (3, 3, 3))),
    TriominoesInstance("apart-connected", 5, 3, ((1, 2, 1), (3, 3, 3)), connected=True),
    TriominoesInstance("holes-connected", 4, 4, ((1, 2, 2), (2, 1, 1), (1, 1, 2)), True, "", ((0, 1), (2, 2))),
    TriominoesInstance("not-all", 3, 4, ((1, 2, 3), (4, 5, 6), (1, 2, 4), (1, 1, 6))),
]


def solve(name: str, instance: TriominoesInstance, goal: str, **options: str) -> list[Solution]:
    """All solutions (goal count), or the best or any one, or none; each is checked."""
    formulation = FORMULATIONS[name]
    solver = {"cp": minizinc, "asp": clingo, "cpsat": cpsat, "mip": mip}[formulation.language]
    answers = solver(formulation, instance, goal, formulation.settings(options))
    found = [PROBLEM.decode(instance, atoms) for atoms in answers]
    assert all(PROBLEM.check(instance, solution, goal) == [] for solution in found)
    return found if goal == "count" else found[-1:]


def minizinc(formulation, instance, goal, options):
    if not shutil.which("minizinc"):
        pytest.skip("minizinc is not installed")
    configured = ROOT / ".solvers" / "solvers"
    environment = os.environ | ({"MZN_SOLVER_PATH": str(configured)} if configured.exists() else {})
    ending = ROOT / "models" / "goals" / ("max.mzn" if goal == "optimum" else "satisfy.mzn")
    command = ["minizinc", "--solver", "gecode", str(formulation.path), str(ending)]
    data = encoding.dzn(PROBLEM.parameters(instance) | {"goal": goal} | options)
    command += ["-D", data, *(["-a"] if goal == "count" else [])]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 0, done.stderr
    *solutions, _ = done.stdout.split("----------\n")
    tiles = [re.findall(r"^tile\((\d+),(\d+),(\d+),(\d+),(\d+)\)$", part, re.M) for part in solutions]
    return [[("tile", tuple(map(int, tile))) for tile in found] for found in tiles]


def clingo(formulation, instance, goal, options):
    import clingo

    settings = [f"-c{key}={value}" for key, value in ({"goal": goal} | options).items()]
    control = clingo.Control([*settings, "1" if goal == "first" else "0"])
    control.load(str(formulation.path))
    control.add("base", [], encoding.facts(PROBLEM.facts(instance)))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        found = [model.symbols(shown=True) for model in models]
    return [[(symbol.name, tuple(part.number for part in symbol.arguments)) for symbol in symbols] for symbols in found]


def cpsat(formulation, instance, goal, options):
    built = formulation.module().build(instance, goal, **options)
    assert built.objective == (goal == "optimum")
    answers = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            answers.append(built.atoms(self.value))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = goal == "count"
    assert solver.solve(built.model, Collect()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return answers


def mip(formulation, instance, goal, options):
    import pulp

    built = formulation.module().build(instance, goal, **options)
    assert built.objective == (goal == "optimum")
    built.model.solve(pulp.PULP_CBC_CMD(msg=False))
    solved = built.model.sol_status == pulp.LpSolutionOptimal
    return [built.atoms(pulp.value)] if solved else []


def boards(instance: TriominoesInstance) -> set[Solution]:
    """All valid boards, with any number of tiles, as the decoder writes them: tile after tile, checked each time."""
    loose = TriominoesInstance("loose", instance.rows, instance.cols, instance.tiles, blocked=instance.blocked)
    found: set[Solution] = {()}
    for tile in range(len(instance.tiles)):
        for board in list(found):
            for row in range(instance.rows):
                for col in range(instance.cols):
                    for way in range(4):
                        item = (tile, row, col, "hv"[way // 2], way % 2)
                        if not PROBLEM.check(loose, (*board, item), "optimum"):
                            found.add((*board, item))
    valid = [board for board in found if not PROBLEM.check(instance, board, "optimum")]
    return {PROBLEM.decode(instance, [_atom(item) for item in board]) for board in valid}


def _atom(item):
    tile, row, col, orientation, mirrored = item
    return "tile", (tile, row, col, "hv".index(orientation), mirrored)


@pytest.fixture(scope="module")
def truth() -> dict[str, set[Solution]]:
    return {instance.name: boards(instance) for instance in INSTANCES}


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@pytest.mark.parametrize("name", COUNTING)
def test_counts(name: str, instance: TriominoesInstance, truth) -> None:
    found = solve(name, instance, "count")
    full = {board for board in truth[instance.name] if len(board) == len(instance.tiles)}
    assert len(found) == len(set(found))
    assert set(found) == full


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
@pytest.mark.parametrize("name", FORMULATIONS)
def test_optima_and_verdicts(name: str, instance: TriominoesInstance, truth) -> None:
    (best,) = solve(name, instance, "optimum")
    assert PROBLEM.objective(instance, best) == max(map(len, truth[instance.name]))
    assert bool(solve(name, instance, "first")) == (len(best) == len(instance.tiles))


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        (name, option, value)
        for name, formulation in FORMULATIONS.items()
        for option, values in formulation.options.items()
        for value in values[1:]
    ],
)
def test_options_keep_the_answers(name: str, option: str, value: str, truth) -> None:
    for instance in (INSTANCES[5], INSTANCES[6]):
        (best,) = solve(name, instance, "optimum", **{option: value})
        assert PROBLEM.objective(instance, best) == max(map(len, truth[instance.name]))
    assert len(solve(name, INSTANCES[4], "count", **{option: value})) == len(solve(name, INSTANCES[4], "count"))
