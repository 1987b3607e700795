"""Whatever the check accepts, each solution of a small instance satisfies: formulas of the toolkit, whole and mutated.

A mutation takes a literal from a clause, turns it round or exchanges its variable, moves a clause to another
constraint, or exchanges the names of two variables. It may leave the formula right, or make it say less than it should.
"""

import random
import re
from functools import cache
from itertools import accumulate

import pytest
from pysat.solvers import Solver

from tests.canonical import canonical
from tests.runners.binding.small import CASES, Case
from tilings.models import registry
from tilings.models.problem import Solution, under_convention
from tilings.runners.binding.check import check
from tilings.runners.binding.dimacs import NamedFormula, read


def formulas() -> list[tuple[str, str, dict[str, str]]]:
    """A case, a formulation, and its options: all at their default, and one at each of its other values."""
    found = []
    for case, given in CASES.items():
        for name, formulation in registry.formulations(given.family).items():
            if formulation.language == "sat" and not formulation.refusal(given.goal, given.instance()):
                own = formulation.own(formulation.settings({}))
                changed = [{key: value} for key in own for value in formulation.options[key][1:]]
                found += [(case, name, options) for options in [{}, *changed]]
    return found


def mutated(text: str, random: random.Random, kind: str = "constraint") -> str:
    """The formula with a few small changes to the groups of a kind, constraint or symmetry."""
    lines = text.splitlines()
    groups = [number for number, line in enumerate(lines) if line.startswith(f"c {kind}")]
    named = groups if kind == "symmetry" else [at for at, line in enumerate(lines) if line.startswith("c variable")]
    start = accumulate(
        range(len(lines)), lambda last, at: at if re.match("c (constraint|symmetry)", lines[at]) else last
    )
    clauses = [at for at, group in enumerate(start) if lines[at][0] not in "cp" and group in groups]
    variables = int(lines[0].split()[2])
    for _ in range(random.randint(1, 2)):
        change = random.choice(("take", "turn", "exchange", "move", "name"))
        if change == "name":
            one, other = random.choices(named, k=2)
            (*head, left), (*tail, right) = lines[one].split(), lines[other].split()
            lines[one], lines[other] = " ".join([*head, right]), " ".join([*tail, left])
            continue
        at = random.choice(clauses)
        if change == "move":
            other = random.choice(clauses)
            lines[at], lines[other] = lines[other], lines[at]
            continue
        literals = list(map(int, lines[at].split()[:-1]))
        place = random.randrange(len(literals)) if literals else 0
        if change == "take":
            del literals[place : place + 1]
        elif change == "turn" and literals:
            literals[place] *= -1
        elif literals:
            literals[place] = random.choice((1, -1)) * random.randint(1, variables)
        lines[at] = " ".join(map(str, [*literals, 0]))
    return "\n".join(lines) + "\n"


def violated(case: Case, formula: NamedFormula, solutions: list[Solution]) -> list[Solution]:
    """The solutions whose assignment of the named variables cannot be extended to one of all clauses."""
    clauses = [clause for written in formula.constraints.values() for clause in written]
    if () in clauses:
        return solutions
    with Solver(bootstrap_with=clauses) as solver:
        found = []
        for solution in solutions:
            values = {number: case.means(name, solution) for number, name in formula.names.items()}
            known = [number if value else -number for number, value in values.items() if value is not None]
            if not solver.solve(assumptions=known):
                found.append(solution)
        return found


@cache
def encoded(case: str, name: str, **options: str) -> str:
    """The formula of a case."""
    given, formulation = CASES[case], registry.formulation(CASES[case].family, name)
    settings = formulation.own(formulation.settings(options))
    formula = formulation.module().build(given.instance(), given.goal, **settings)
    if given.objective is not None:
        formula.limit(given.objective)
    return str(formula.dimacs())


@cache
def solutions(case: str) -> list[Solution]:
    """The solutions of a case; each has some."""
    found = CASES[case].solutions()
    assert found
    return found


def accepted(case: Case, text: str) -> bool:
    """Whether the check accepts all clauses of a formula."""
    found = check(case.data, text, case.goal, case.objective)
    return not found.faults and not found.unknown


@pytest.mark.parametrize(("case", "name", "options"), formulas())
def test_each_solution_satisfies_a_formula_that_is_accepted(case: str, name: str, options: dict[str, str]) -> None:
    given, text = CASES[case], encoded(case, name, **options)
    assert accepted(given, text)
    assert not violated(given, read(text.splitlines()), solutions(case))


@pytest.mark.parametrize(("case", "name", "options"), formulas())
def test_an_image_of_each_solution_satisfies_the_symmetry_breaking_as_well(
    case: str, name: str, options: dict[str, str]
) -> None:
    text = encoded(case, name, **options)
    assert every_class_is_kept(case, text)
    if not read(text.splitlines()).symmetries:
        return
    for seed in range(8):
        changed = mutated(text, random.Random(seed), "symmetry")
        found = check(CASES[case].data, changed, CASES[case].goal, CASES[case].objective)
        if not found.faults and not found.unbroken:
            assert every_class_is_kept(case, changed), seed


def every_class_is_kept(case: str, text: str) -> bool:
    """Whether of each solution an image satisfies all clauses."""
    given, formula = CASES[case], read(text.splitlines())
    whole = NamedFormula(formula.variables, formula.names, formula.constraints | formula.symmetries)
    excluded = violated(given, whole, solutions(case))
    instance = given.instance()
    if hasattr(instance, "convention"):
        instance = under_convention(instance, "reflections")
    motions = registry.problem(given.family).symmetries(instance)
    kept = {canonical(solution, motions) for solution in solutions(case) if solution not in excluded}
    return kept == {canonical(solution, motions) for solution in solutions(case)}


@pytest.mark.parametrize(("case", "name"), [(case, name) for case, name, options in formulas() if not options])
def test_each_solution_satisfies_a_mutated_formula_that_is_accepted(case: str, name: str) -> None:
    given, text = CASES[case], encoded(case, name)
    for seed in range(40):
        changed = mutated(text, random.Random(seed))
        if accepted(given, changed):
            assert not violated(given, read(changed.splitlines()), solutions(case)), seed
