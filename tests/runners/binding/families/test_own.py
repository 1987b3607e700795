"""The formula of a user's own file is bound to the file: each of its clauses stands there."""

from typing import Any

import pytest

from tilings.models.own import sat_file
from tilings.models.own.instance import parse
from tilings.runners.binding.check import check

FILE = "c x\np cnf 3 3\n1 2 0\n-1 2 0 -2\n3 0\n"


def instance(text: str = FILE) -> dict[str, Any]:
    return {"family": "own", "name": "f", "format": "cnf", "model": "f.cnf", "files": {"f.cnf": text}}


@pytest.mark.parametrize("text", [FILE, FILE.replace("c x", " c 4 0"), FILE.replace("p cnf", " p cnf") + "%\n0\n"])
def test_the_formula_of_a_file_is_bound_to_it(text: str) -> None:
    found = check(instance(text), sat_file.build(parse(instance(text)), "first").dimacs(), "first")
    assert (found.faults, found.clauses) == ([], 3)


@pytest.mark.parametrize("changed", ["c x\np cnf 3 3\n1 -2 0\n-1 2 0 -2\n3 0\n", "p cnf 3 1\n0\n"])
def test_a_clause_that_is_not_in_the_file_is_found(changed: str) -> None:
    formula = sat_file.build(parse(instance(changed)), "first").dimacs()
    assert len(check(instance(), formula, "first").faults) == 1


WEIGHTS = "c h 9 0\nh 1 2 0\nh -1 -2 0\n3 1 0\n2 2 3 0\n5 -3\n -2 0\n"


def weighted(text: str = WEIGHTS) -> dict[str, Any]:
    return instance(text) | {"format": "wcnf", "goal": "optimum", "sense": "min"}


def of_at_most(text: str, *values: int) -> str:
    formula = sat_file.build(parse(weighted(text)), "optimum")
    for value in values:
        formula.limit(value)
    return formula.dimacs()


def test_the_soft_clauses_and_the_limit_on_their_weights_are_bound_to_the_file() -> None:
    found = check(weighted(), of_at_most(WEIGHTS, 4, 1), "optimum", 1)
    assert (found.faults, found.unknown) == ([], [])


@pytest.mark.parametrize(
    ("changed", "value"),
    [(WEIGHTS.replace("3 1 0", "3 -1 0"), 4), (WEIGHTS.replace("3 1 0", "5 1 0"), 4), (WEIGHTS, 3)],
)
def test_a_soft_clause_a_weight_or_a_limit_that_is_not_in_the_file_is_found(changed: str, value: int) -> None:
    assert check(weighted(), of_at_most(changed, value), "optimum", 4).faults
