"""Exported models, read by other programs, have the known answers, and their solutions are those of the instance."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from tests.called import called
from tests.canonical import canonical
from tests.models.solving import installed, solve
from tilings.models import registry
from tilings.models.problem import Atom, Problem
from tilings.runners.export.formats import FORMATS
from tilings.runners.solvers.interface.solver import parse_atoms

Answer = tuple[float, list[str]] | None  # the value that the reader reports, and what is true; None: no solution

DOMINO = {"name": "D", "cells": [[0, 0, 0], [1, 0, 0]]}
COSTS = ((["a", "s:1"], 2), (["b", "s:2"], 1), (["b", "s:1"], 4), (["a", "b"], 9))
SMALL = {
    "h04": {"family": "squares", "width": 4, "height": 4, "max_copies": None},
    "h05k3": {"family": "squares", "width": 5, "height": 5, "max_copies": 3},
    "board": {"family": "triominoes", "rows": 3, "cols": 3, "tiles": [[1, 2, 3], [1, 1, 2], [2, 2, 3]]},
    "dominoes": {"family": "polycubes", "box": [3, 2, 1], "pieces": [DOMINO | {"copies": 3}]},
    "corners": {
        "family": "polycubes", "box": [3, 2, 1], "blocked": [[1, 0, 0], [0, 1, 0]],
        "pieces": [DOMINO | {"copies": 2}],
    },
    "costs": {
        "family": "covers", "primary": ["a", "b"], "secondary": ["s"],
        "options": [{"items": items, "cost": cost} for items, cost in COSTS],
    },
}  # fmt: skip
REFERENCE = {"squares": "dlx_cover", "triominoes": "dlx_budget", "polycubes": "dlx_cover", "covers": "dlx_general"}
# Scripts that read the file `path`.
HIGHS = """
import json, highspy
highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
assert highs.readModel(path) == highspy.HighsStatus.kOk
highs.run()
if highs.getModelStatus() == highspy.HighsModelStatus.kOptimal:
    values = zip(highs.getLp().col_names_, highs.getSolution().col_value)
    print(json.dumps([highs.getInfo().objective_function_value, [name for name, value in values if value > 0.5]]))
else:
    assert highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible
    print("null")
"""
XCSP3 = """
import json
from tilings.models.cpmpy_import import cp
from cpmpy.tools.io.xcsp3 import load_xcsp3
from cpmpy.transformations.get_variables import get_variables_model

model = load_xcsp3(path)
if model.solve(solver="exact"):
    print(json.dumps([model.objective_value() or 0, [v.name for v in get_variables_model(model) if v.value()]]))
else:
    print("null")
"""


def gecode(path: Path) -> Answer:
    printed = output([installed("fzn-gecode"), str(path)])
    formatted = subprocess.run(
        [installed("minizinc"), "--ozn-file", str(path.with_suffix(".ozn"))],
        input=printed, capture_output=True, text=True, timeout=60, check=True,
    ).stdout  # fmt: skip
    return shown(formatted)


def minizinc(path: Path) -> Answer:
    return shown(output([installed("minizinc"), "--solver", "gecode", str(path), str(path.with_suffix(".dzn"))]))


def shown(printed: str) -> Answer:
    """The last solution that MiniZinc prints."""
    if "=====UNSATISFIABLE=====" in printed:
        return None
    solution = printed.split("----------\n")[-2]
    value = re.search(r"^objective\((-?\d+)\)$", solution, re.MULTILINE)
    return int(value[1]) if value else 0, [line for line in solution.splitlines() if "objective" not in line]


def clingo(path: Path) -> Answer:
    printed = output([sys.executable, "-m", "clingo", str(path), str(path.with_suffix(".lp"))])
    if "UNSATISFIABLE" in printed:
        return None
    *_, solution = re.findall(r"^Answer: .*\n(.*)$", printed, re.MULTILINE)
    value = re.findall(r"^Optimization: (-?\d+)$", printed, re.MULTILINE)
    return int(value[-1]) if value else 0, solution.split()


def exact_cover(path: Path) -> Answer:
    """The best of the covers that miniexact finds, whose own reader knows neither bounds nor costs."""
    import miniexact

    lines = path.read_text(encoding="utf-8").splitlines()
    head, *rest = [line for line in lines if not line.startswith("| ")]
    first, _, second = f" {head} ".partition(" | ")
    search = miniexact.miniexacts_m()
    items: dict[str, Any] = {}
    for word in first.split():
        bounds, _, name = word.rpartition("|")
        least, _, most = (bounds or "1").partition(":")
        items[name] = search.primary(name, int(least), int(most or least))
    items |= {name: search.secondary(name) for name in second.split()}
    atoms = dict(zip(lines[1:], lines, strict=False))
    costs = [sum(int(word[1:]) for word in line.split() if word[0] == "|") for line in rest]
    paints: dict[str, Any] = {}
    for line in rest:
        for word in line.split():
            name, _, colour = word.partition(":")
            if colour and colour not in paints:
                paints[colour] = search.color(colour)
            if name in items:
                search.add(items[name], *([paints[colour]] if colour else []))
        search.add(0)
    covers = []
    while search.solve() == 10:
        covers.append([number - 1 for number in search.selected_options()])
    if not covers:
        return None
    chosen = min(covers, key=lambda cover: sum(costs[at] for at in cover))
    true = [atoms[rest[at]].removeprefix("| ") for at in chosen]
    return sum(costs[at] for at in chosen), true


def kissat(path: Path) -> Answer:
    printed = output([installed("kissat"), "-q", str(path)])
    if "s UNSATISFIABLE" in printed:
        return None
    return 0, re.findall(r" (\d+)", "".join(re.findall(r"^v(.*)$", printed, re.MULTILINE)))


def rc2(path: Path) -> Answer:
    with RC2(WCNF(from_file=str(path))) as solver:
        model = solver.compute()
        return None if model is None else (solver.cost, [str(each) for each in model if each > 0])


def exact(path: Path) -> Answer:
    solver = pytest.importorskip("exact").Exact()
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    variables = [f"x{number}" for number in range(1, int(re.findall(r"\d+", head)[0]) + 1)]
    for name in variables:
        solver.addVariable(name, 0, 1)
    for line in lines:
        # ~x is 1 - x
        read = [(int(weight), negated, name) for weight, negated, name in re.findall(r"([-+]\d+) (~?)(x\d+)", line)]
        terms = [(-weight if negated else weight, name) for weight, negated, name in read]
        constant = sum(weight for weight, negated, _ in read if negated)
        if line.startswith("min:"):
            solver.setObjective(terms, True, constant)
        elif bound := re.search(r"(>=|=) (-?\d+);", line):
            right = int(bound[2]) - constant
            solver.addConstraint(terms, True, right, bound[1] == "=", right)
    solver.runFull(True)
    if not solver.hasSolution():
        return None
    values = solver.getLastSolutionFor(variables)
    return solver.getBestSoFar(), [name for name, value in zip(variables, values, strict=True) if value]


def highs(path: Path) -> Answer:
    return script(HIGHS, path)


def cpmpy(path: Path) -> Answer:
    pytest.importorskip("exact")
    return script(XCSP3, path)


RUNNING: dict[str, subprocess.Popen[str]] = {}


def script(text: str, path: Path) -> Answer:
    """The last line that a script prints for a file. One process does so for all files, as its imports take seconds."""
    if text not in RUNNING:
        loop = f"import sys\nfor path in map(str.strip, sys.stdin):\n    exec({text!r})\n    print('end', flush=True)"
        pipe = subprocess.PIPE
        RUNNING[text] = subprocess.Popen([sys.executable, "-c", loop], stdin=pipe, stdout=pipe, text=True)
    process = RUNNING[text]
    assert process.stdin is not None and process.stdout is not None
    print(path, file=process.stdin, flush=True)
    *_, last = takewhile(lambda line: line != "end\n", process.stdout)
    answer: Answer = json.loads(last)
    return answer


@pytest.fixture(scope="module", autouse=True)
def _processes_of_scripts() -> Iterator[None]:
    yield
    while RUNNING:
        RUNNING.popitem()[1].communicate()


READERS = {
    "mzn": minizinc, "fzn": gecode, "cnf": kissat, "wcnf": rc2, "opb": exact, "xml": cpmpy, "mps": highs, "lp": highs,
    "asp": clingo, "dlx": exact_cover,
}  # fmt: skip


def parsed(name: str) -> tuple[Problem, Any]:
    return registry.parse_instance(json.dumps({"name": name} | SMALL[name]), name)


def cases() -> list[object]:
    """Every formulation in each of its formats, for each small instance, goals first and optimum."""
    parameters = []
    for name in SMALL:
        problem, instance = parsed(name)
        for formulation in registry.formulations(problem.family).values():
            for ending, entry in FORMATS.items():
                if ending == "xml" and "cover" not in formulation.name:
                    continue  # it is made of the OPB, and reading it takes seconds
                for goal in sorted({"first", "optimum"} & set(problem.goals(instance)) & set(entry.goals)):
                    if entry.states(formulation, goal) and not formulation.refusal(goal, instance):
                        label = f"{name}-{formulation.name}-{ending}-{goal}"
                        parameters.append(pytest.param(name, formulation.name, ending, goal, id=label))
    return parameters


@pytest.mark.parametrize(("name", "formulation", "ending", "goal"), cases())
def test_another_program_finds_the_answer_of_the_native_engine(
    tmp_path: Path, name: str, formulation: str, ending: str, goal: str
) -> None:
    problem, instance = parsed(name)
    source, path = tmp_path / "instance.json", tmp_path / f"model.{ending}"
    source.write_text(registry.instance_json(problem, instance), encoding="utf-8")
    one_model = "model" in registry.formulation(problem.family, formulation).options.get("optimum", ())
    option = ["--option", "optimum=model"] if one_model else []
    done = called(
        "tilings.runners.export", source, "--formulation", formulation, "--goal", goal, "--out", path, *option
    )
    expected = solve(registry.formulation(problem.family, REFERENCE[problem.family]), instance, goal)
    if "it finds that there is no solution" in done.stderr:
        assert (done.returncode, expected) == (2, [])
        return
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, str(path)), done.stderr
    answer = READERS[ending](path)
    assert (answer is None) == (not expected)
    if answer is None:
        return
    value, true = answer
    atoms = atoms_of(registry.formulation(problem.family, formulation), instance, goal, path, true)
    if goal == "optimum" and (objective := objective_of(path, value)) is not None:
        assert objective == problem.objective(instance, expected[0])
    if atoms:  # else they depend on whole numbers, which have no names in these formats
        solution = problem.decode(instance, atoms)
        assert problem.check(instance, solution, goal) == []
        assert goal == "first" or problem.objective(instance, solution) == problem.objective(instance, expected[0])


@pytest.mark.parametrize("name", ["board", "dominoes", "costs"])
@pytest.mark.parametrize("language", ["cpmpy", "sat"])
def test_a_file_of_goal_count_has_each_solution_once(tmp_path: Path, name: str, language: str) -> None:
    problem, instance = parsed(name)
    source, path = tmp_path / "instance.json", tmp_path / "model.cnf"
    source.write_text(registry.instance_json(problem, instance), encoding="utf-8")
    formulation = f"{language}_cover"
    if formulation not in registry.formulations(problem.family):
        pytest.skip(f"{problem.family} has no {formulation}")
    stated = registry.formulation(problem.family, formulation)
    done = called("tilings.runners.export", source, "--formulation", formulation, "--goal", "count", "--out", path)
    assert done.returncode == 0, done.stderr
    solutions = []
    with Solver(bootstrap_with=CNF(from_file=str(path))) as solver:
        for model in solver.enum_models():
            true = [str(each) for each in model if each > 0]
            solutions.append(problem.decode(instance, atoms_of(stated, instance, "count", path, true)))
    assert len(set(map(frozenset, solutions))) == len(solutions)
    engine = solve(registry.formulation(problem.family, REFERENCE[problem.family]), instance, "count")
    images = problem.symmetries(instance)
    assert {canonical(solution, images) for solution in solutions} == {
        canonical(solution, images) for solution in engine
    }


def atoms_of(
    formulation: registry.Formulation, instance: Any, goal: str, path: Path, true: Iterable[str]
) -> list[Atom]:
    """The atoms of the true variables: by the formula, or else by the comments of the file."""
    if formulation.language == "sat":
        formula = formulation.module().build(instance, goal, **formulation.own(formulation.settings({})))
        return list(formula.atoms({int(number) for number in true}))
    text = path.read_text(encoding="utf-8")
    names = dict(re.findall(r"^(?:[c*\\] )?(\S+) (\w+\([-\d,]+\))$", text, re.MULTILINE))
    return [atom for each in true for atom in parse_atoms(names.get(each, each))]


def objective_of(path: Path, value: float) -> float | None:
    """The objective by the file's comment, from the value that a reader reports; None without a comment."""
    text = path.read_text(encoding="utf-8")
    comment = re.search(r"^(?:[c*\\] )?objective = (-?)value(?: ([-+]\d+))?$", text, re.MULTILINE)
    if comment is None:
        return value if path.suffix in (".fzn", ".mzn") else None
    return (-value if comment[1] else value) + int(comment[2] or 0)


def output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
