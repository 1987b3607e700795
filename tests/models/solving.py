"""Solves instances by the solvers' own interfaces, without the runners: what the tests of the formulations share."""

import subprocess
from typing import Any

import pytest

from tilings.models import encoding, presentation, registry
from tilings.models.formulation import STEPWISE_OPTION
from tilings.models.problem import Atom, Problem, Solution
from tilings.models.registry import Formulation
from tilings.runners.install.programs import program
from tilings.runners.solvers.interface.solver import parse_atoms

Answers = list[tuple[Atom, ...]]


def solve(formulation: Formulation, instance: Any, goal: str, **options: str) -> list[Solution]:
    """All solutions (goal count), or the best or any one, or none; each is checked."""
    problem = registry.problem(formulation.family)
    solver = {
        "cp": _minizinc, "asp": _clingo, "cpsat": _cpsat, "mip": _mip, "dlx": _dlx, "cpmpy": _cpmpy, "sat": _sat,
    }[formulation.language]  # fmt: skip
    settings = formulation.settings(options)
    own = formulation.own(settings)
    if goal == "optimum" and settings.get(STEPWISE_OPTION) == "levels":
        assert problem.levels is not None
        decided = (solver(problem, formulation, level, "first", own) for _, level in problem.levels(instance))
        answers = next((found for found in decided if found), [])
    else:
        answers = solver(problem, formulation, instance, goal, own)
    found = [problem.decode(instance, atoms) for atoms in answers]
    assert all(problem.check(instance, solution, goal) == [] for solution in found)
    return found if goal == "count" else found[-1:]


def installed(name: str) -> str:
    """A solver's program; skips the test where it is missing."""
    found = program(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def _minizinc(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    ending = registry.HOME / "goals" / f"goal_{problem.sense if goal == 'optimum' else goal}.mzn"
    data = encoding.dzn(problem.parameters(instance) | options)
    every = ["-a", "--non-unique"] if goal == "count" else []
    command = [installed("minizinc"), "--solver", "gecode", str(formulation.path), str(ending), "-D", data, *every]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    *solutions, _ = done.stdout.split("----------\n")
    answers = [parse_atoms(text) for text in solutions]
    return [tuple(atom for atom in atoms if atom[0] != "objective") for atoms in answers]


def _clingo(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    import clingo

    settings = [f"-c{key}={value}" for key, value in ({"goal": goal} | options).items()]
    control = clingo.Control([*settings, "1" if goal == "first" else "0"])
    control.load(str(formulation.path))
    control.add("base", [], encoding.facts(presentation.facts(instance, problem.facts(instance))))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        found = [(list(model.cost), model.symbols(shown=True)) for model in models]
    answers = [tuple((s.name, tuple(part.number for part in s.arguments)) for s in symbols) for _, symbols in found]
    if goal == "optimum" and found:
        (cost,) = found[-1][0] or [0]  # there is no cost where nothing can be placed
        objective = problem.objective(instance, problem.decode(instance, answers[-1]))
        assert cost == (objective if problem.sense == "min" else -objective)
    return answers


def _cpsat(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    from ortools.sat.python import cp_model

    built = presentation.built(formulation.module(), instance, goal, options)
    assert built.objective == (goal == "optimum")
    answers: Answers = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            answers.append(tuple(built.atoms(self.value)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = goal == "count"
    assert solver.solve(built.model, Collect()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return answers


def _mip(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    import pulp

    built = presentation.built(formulation.module(), instance, goal, options)
    assert built.objective == (goal == "optimum")
    # Not HiGHS: highspy and ortools cannot be loaded into one process.
    status = built.model.solve(pulp.PULP_CBC_CMD(msg=False))
    assert status in (pulp.LpStatusOptimal, pulp.LpStatusInfeasible)
    return [tuple(built.atoms(pulp.value))] if status == pulp.LpStatusOptimal else []


def _cpmpy(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    pytest.importorskip("exact")
    from tilings.models.cpmpy_import import cp

    built = presentation.built(formulation.module(), instance, goal, options)
    assert built.objective == (goal == "optimum") == built.model.has_objective()
    answers: Answers = []

    def collect() -> None:
        answers.append(tuple(built.atoms(lambda variable: variable.value())))

    solver = cp.SolverLookup.get("exact", built.model)
    if goal == "count":
        solver.solveAll(display=collect)
    elif solver.solve():
        collect()
    return answers


def _sat(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    from pysat.solvers import Solver

    formula = presentation.built(formulation.module(), instance, goal, options)
    if goal == "optimum":
        return _max_sat(problem, formulation, instance, options)
    answers: Answers = []
    with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        while solver.solve() and not (answers and goal == "first"):
            true = {literal for literal in solver.get_model() if literal > 0}
            answers.append(tuple(formula.atoms(true)))
            solver.add_clause([-each if each in true else each for each in formula.named.values()])
    return answers


def _max_sat(problem: Problem, formulation: Formulation, instance: Any, options: dict[str, str]) -> Answers:
    """A solution of least cost; no better objective satisfies the formula, as that is what its limit excludes."""
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF
    from pysat.solvers import Solver

    formula, weighted = presentation.built(formulation.module(), instance, "optimum", options), WCNF()
    for weight, literal in formula.costs():
        weighted.append([-literal], weight=weight)
    weighted.extend(formula.clauses)
    with RC2Stratified(weighted) as search:
        model = search.compute()
    if model is None:
        return []
    best = tuple(formula.atoms(set(model)))
    value = problem.objective(instance, problem.decode(instance, best))
    limits = [(value, True), (value + (1 if problem.sense == "max" else -1), False)]
    for limit, within in limits if value < 1000 else []:  # the encoding of a limit on costs grows with it
        formula = presentation.built(formulation.module(), instance, "optimum", options)
        formula.limit(limit)
        with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
            assert solver.solve() == within
    return [best]


def number(formulation: Formulation, instance: Any) -> int:
    """The number of solutions, from a native engine that counts them without finding any."""
    from tilings.runners.native import engines

    search = engines.opened(presentation.built(formulation.module(), instance, "count", {}))
    while not search.finished:
        search.advance()
    return search.solutions


def _dlx(problem: Problem, formulation: Formulation, instance: Any, goal: str, options: dict[str, str]) -> Answers:
    from tilings.runners.native import engines

    stated = presentation.built(formulation.module(), instance, goal, options)
    found = engines.opened(stated).advance(1 if goal == "first" else 0)
    return [engines.atoms(stated, solution) for solution in found]
