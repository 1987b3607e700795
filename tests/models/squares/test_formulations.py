"""Every formulation, on a solver of its language: one count, one verdict, one optimum, valid answers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from models import encoding, registry
from models.problem import Solution
from models.squares import PROBLEM
from models.squares.data import copies
from models.squares.instance import SquaresInstance

ROOT = Path(__file__).parents[3]
FORMULATIONS = registry.formulations("squares")
COUNTING = [name for name, formulation in FORMULATIONS.items() if "count" in formulation.goals]
OPTIMISING = [name for name, formulation in FORMULATIONS.items() if "optimum" in formulation.goals]

COUNTS = {  # by the search below
    SquaresInstance("a", 4, 4, 4): 9,
    SquaresInstance("a", 5, 4, 3): 4,
    SquaresInstance("a", 6, 6, 4): 45,
    SquaresInstance("a", 7, 7, 2): 0,
    SquaresInstance("a", 7, 7, 3): 28,
    SquaresInstance("a", 9, 6, 2): 2,
    SquaresInstance("a", 1, 4, 4): 1,
    SquaresInstance("a", 6, 6, None, (3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1)): 52,
}
OPTIMA = {(2, 2): 4, (3, 3): 5, (5, 5): 4, (7, 7): 3, (1, 3): 3, (6, 5): 3}  # squares: OEIS A036444


def solve(name: str, instance: SquaresInstance, goal: str, **options: str) -> list[Solution]:
    """All solutions (goal count), or the best or any one, or none; each is checked."""
    formulation = FORMULATIONS[name]
    solver = {"cp": minizinc, "asp": clingo, "cpsat": cpsat, "mip": mip, "dlx": dlx}[formulation.language]
    answers = solver(formulation, instance, goal, formulation.settings(options))
    found = [PROBLEM.decode(instance, atoms) for atoms in answers]
    assert all(PROBLEM.check(instance, solution, goal) == [] for solution in found)
    return found if goal == "count" else found[-1:]


def minizinc(formulation, instance, goal, options):
    if not shutil.which("minizinc"):
        pytest.skip("minizinc is not installed")
    configured = ROOT / ".solvers" / "solvers"
    environment = os.environ | ({"MZN_SOLVER_PATH": str(configured)} if configured.exists() else {})
    ending = ROOT / "models" / "goals" / ("min.mzn" if goal == "optimum" else "satisfy.mzn")
    command = ["minizinc", "--solver", "gecode", str(formulation.path), str(ending)]
    data = encoding.dzn(PROBLEM.parameters(instance) | {"goal": goal} | options)
    command += ["-D", data, *(["-a"] if goal == "count" else [])]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == 0, done.stderr
    *solutions, _ = done.stdout.split("----------\n")
    squares = [re.findall(r"^square\((\d+),(\d+),(\d+)\)$", part, re.M) for part in solutions]
    return [[("square", tuple(map(int, triple))) for triple in triples] for triples in squares]


def clingo(formulation, instance, goal, options):
    import clingo

    settings = [f"-c{key}={value}" for key, value in ({"goal": goal} | options).items()]
    control = clingo.Control([*settings, "1" if goal == "first" else "0"])
    control.load(str(formulation.path))
    control.add("base", [], encoding.facts(PROBLEM.facts(instance)))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        found = [(list(model.cost), model.symbols(shown=True)) for model in models]
    answers = [
        [(symbol.name, tuple(part.number for part in symbol.arguments)) for symbol in symbols] for _, symbols in found
    ]
    if goal == "optimum":
        assert found[-1][0] == [PROBLEM.objective(instance, PROBLEM.decode(instance, answers[-1]))]
    return answers


def cpsat(formulation, instance, goal, options):
    from ortools.sat.python import cp_model

    built = formulation.module().build(instance, goal, **options)
    assert built.objective == (goal == "optimum")
    answers = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            answers.append(built.atoms(self.value))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = goal == "count"
    status = solver.solve(built.model, Collect())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return answers


def mip(formulation, instance, goal, options):
    import pulp

    built = formulation.module().build(instance, goal, **options)
    assert built.objective == (goal == "optimum")
    # Not HiGHS: highspy and ortools cannot be loaded into one process.
    status = built.model.solve(pulp.PULP_CBC_CMD(msg=False))
    assert status in (pulp.LpStatusOptimal, pulp.LpStatusInfeasible)
    return [built.atoms(pulp.value)] if status == pulp.LpStatusOptimal else []


def dlx(formulation, instance, goal, options):
    native = pytest.importorskip("runners.native", reason="the native engine is not built")
    module = formulation.module()
    for value, decision in module.levels(instance) if goal == "optimum" else [(None, instance)]:
        cover = module.build(decision, goal, **options)
        search = native.Search(cover.primary, cover.capacities, cover.options)
        found = search.advance(0 if goal == "count" else 1)
        answers = [[cover.atoms[option] for option in solution] for solution in found]
        if goal != "optimum":
            return answers
        if answers:
            assert value == PROBLEM.objective(instance, PROBLEM.decode(instance, answers[0]))
            return answers
    return []


def tilings(instance: SquaresInstance) -> int:
    """How many there are, by filling the first empty cell with each square that may stand there."""
    left = Counter(copies(instance))

    def fill(board: frozenset) -> int:
        if not board:
            return 1
        y, x = min(board)
        found = 0
        for side in list(left):
            square = {(row, column) for row in range(y, y + side) for column in range(x, x + side)}
            if left[side] and square <= board:
                left[side] -= 1
                found += fill(board - square)
                left[side] += 1
        return found

    return fill(frozenset((y, x) for y in range(instance.height) for x in range(instance.width)))


@pytest.mark.parametrize(("instance", "count"), COUNTS.items())
def test_the_known_counts(instance: SquaresInstance, count: int) -> None:
    assert tilings(instance) == count


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize(("instance", "count"), COUNTS.items())
def test_counts(name: str, instance: SquaresInstance, count: int) -> None:
    found = solve(name, instance, "count")
    assert len(found) == len(set(found)) == count


@pytest.mark.parametrize("name", FORMULATIONS)
@pytest.mark.parametrize(
    "instance",
    [
        SquaresInstance("a", 4, 4, 4),
        SquaresInstance("a", 4, 4, 3),
        SquaresInstance("a", 5, 3, 2),
        SquaresInstance("a", 5, 5, None, (3, 2, 2, 2, 1, 1, 1, 1)),
        SquaresInstance("a", 6, 6, None, (5, 2, 1, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_verdicts(name: str, instance: SquaresInstance) -> None:
    assert bool(solve(name, instance, "first")) == bool(tilings(instance))


@pytest.mark.parametrize("name", OPTIMISING)
@pytest.mark.parametrize(("size", "least"), OPTIMA.items())
def test_optima(name: str, size: tuple[int, int], least: int) -> None:
    instance = SquaresInstance("a", *size)
    (found,) = solve(name, instance, "optimum")
    assert PROBLEM.objective(instance, found) == least


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        (name, option, value)
        for name, formulation in FORMULATIONS.items()
        for option, values in formulation.options.items()
        for value in values[1:]
    ],
)
def test_options_keep_the_answers(name: str, option: str, value: str) -> None:
    board = SquaresInstance("a", 4, 4, 4)
    assert solve(name, board, "first", **{option: value})
    assert not solve(name, SquaresInstance("a", 4, 4, 3), "first", **{option: value})
    if name in COUNTING:
        assert len(set(solve(name, board, "count", **{option: value}))) == 9
    if name in OPTIMISING:
        (found,) = solve(name, SquaresInstance("a", 4, 4), "optimum", **{option: value})
        assert PROBLEM.objective(board, found) == 4
