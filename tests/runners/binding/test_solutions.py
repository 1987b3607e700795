"""Whatever the check accepts, each solution of a small instance satisfies: formulas of the toolkit, whole and mutated.

A mutation takes a literal from a clause, turns it round or exchanges its variable, moves a clause to another
constraint, or exchanges the names of two variables. It may leave the formula right, or make it say less than it should.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from models import registry
from models.problem import Solution
from runners.binding.check import check
from runners.binding.dimacs import Formula, Name, read

pytest.importorskip("pysat", reason="PySAT is not installed")


@dataclass(frozen=True)
class Case:
    """A small instance, its possible items with the cells of each, and what a variable means in a solution.

    objective: what the formula asks for. means: None for a variable of the symmetry breaking.
    """

    data: dict[str, Any]
    goal: str
    objective: int | None
    items: Mapping[Any, frozenset[Any]]
    means: Callable[[Name, Solution], bool | None]

    @property
    def family(self) -> str:
        return str(self.data["family"])

    def instance(self) -> Any:
        return registry.problem(self.family).parse({key: self.data[key] for key in self.data if key != "family"})

    def solutions(self) -> list[Solution]:
        """All solutions that reach the objective, by brute force and the family's checker."""
        problem, instance = registry.problem(self.family), self.instance()
        best = min if problem.sense == "min" else max

        def reaches(solution: Solution) -> bool:
            value = problem.objective(instance, solution)
            return self.objective is None or best(self.objective, value) == value

        return [s for s in self.packings() if not problem.check(instance, s, self.goal) and reaches(s)]

    def packings(
        self, first: int = 0, placed: Solution = (), taken: frozenset[Any] = frozenset()
    ) -> Iterator[Solution]:
        """All sets of items without a cell in common."""
        yield placed
        for number, (item, cells) in enumerate(list(self.items.items())[first:], start=first):
            if not cells & taken:
                yield from self.packings(number + 1, (*placed, item), taken | cells)


def means_square(name: Name, solution: Solution) -> bool | None:
    kind, arguments = name
    if kind == "more":
        return any(sum(square[2] == side for square in solution) > arguments[0] for _, _, side in solution)
    return arguments in solution if kind == "square" else None


def squares(width: int, height: int, max_copies: int | None, goal: str, objective: int | None) -> Case:
    data = {"family": "squares", "name": "small", "width": width, "height": height, "max_copies": max_copies}
    placed = [
        (x, y, side)
        for side in range(1, min(width, height) + (width != height))
        for x, y in product(range(width - side + 1), range(height - side + 1))
    ]
    cells = {s: frozenset(product(range(s[0], s[0] + s[2]), range(s[1], s[1] + s[2]))) for s in placed}
    return Case(data, goal, objective, cells, means_square)


CASES = {
    "squares 3 x 3": squares(3, 3, 5, "first", None),
    "squares 4 x 3": squares(4, 3, 6, "count", None),
    "squares 4 x 3, optimum": squares(4, 3, None, "optimum", 3),
}


def formulas() -> list[tuple[str, str, dict[str, str]]]:
    """A case, a formulation, and its options: all at their default, and one at each of its other values."""
    found = []
    for case, given in CASES.items():
        for name, formulation in registry.formulations(given.family).items():
            if formulation.language == "sat":
                own = formulation.own(formulation.settings({}))
                changed = [{key: value} for key in own for value in formulation.options[key][1:]]
                found += [(case, name, options) for options in [{}, *changed]]
    return found


def mutated(text: str, random: random.Random) -> str:
    """The formula with a few small changes."""
    lines = text.splitlines()
    named = [number for number, line in enumerate(lines) if line.startswith("c variable")]
    groups = [number for number, line in enumerate(lines) if line.startswith("c constraint")]
    clauses = [number for number, line in enumerate(lines) if line[0] not in "cp" and number > groups[0]]
    variables = int(lines[0].split()[2])
    for _ in range(random.randint(1, 2)):
        change = random.choice(("take", "turn", "exchange", "move", "name"))
        if change == "name":
            one, other = random.sample(named, 2)
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


def violated(case: Case, formula: Formula, solutions: list[Solution]) -> list[Solution]:
    """The solutions whose assignment of the named variables cannot be extended to one of all clauses."""
    from pysat.solvers import Solver

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


@pytest.mark.parametrize(("case", "name", "options"), formulas())
def test_each_solution_satisfies_what_is_accepted(case: str, name: str, options: dict[str, str]) -> None:
    given = CASES[case]
    formulation = registry.formulation(given.family, name)
    formula = formulation.module().build(given.instance(), given.goal, **formulation.own(formulation.settings(options)))
    if given.objective is not None:
        formula.limit(given.objective)
    text = formula.dimacs()
    solutions = given.solutions()
    assert solutions
    assert not check(given.data, text, given.goal, given.objective).faults
    assert not violated(given, read(text.splitlines()), solutions)
    accepted = wrong = 0
    for seed in range(60):
        changed = mutated(text, random.Random(seed))
        if not check(given.data, changed, given.goal, given.objective).faults:
            accepted += 1
            assert not violated(given, read(changed.splitlines()), solutions), seed
        elif violated(given, read(changed.splitlines()), solutions):
            wrong += 1
    assert wrong > accepted, "most changes make a formula wrong"
