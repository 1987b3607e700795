"""Every formulation, on a solver of its language, gives brute force's count, verdict and optimum with valid answers."""

from __future__ import annotations

import pytest

from tests.models import solving
from tests.models.triominoes import brute_force
from tilings.models import registry
from tilings.models.problem import Solution
from tilings.models.triominoes import PROBLEM
from tilings.models.triominoes.instance import TriominoesInstance

FORMULATIONS = registry.formulations("triominoes")

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
    return solving.solve(FORMULATIONS[name], instance, goal, **options)


def cases(goal: str) -> list:
    """Each formulation with each instance of which it states this goal."""
    return [
        pytest.param(name, instance, id=f"{name}-{instance.name}")
        for name, formulation in FORMULATIONS.items()
        for instance in INSTANCES
        if not formulation.refusal(goal, instance)
    ]


@pytest.mark.parametrize(("name", "instance"), cases("count"))
def test_counts_are_those_of_brute_force(name: str, instance: TriominoesInstance) -> None:
    found = solve(name, instance, "count")
    assert len(found) == len(set(found)) == brute_force.count(instance)


@pytest.mark.parametrize(("name", "instance"), cases("optimum"))
def test_optima_and_verdicts_are_those_of_brute_force(name: str, instance: TriominoesInstance) -> None:
    (best,) = solve(name, instance, "optimum")
    assert PROBLEM.objective(instance, best) == brute_force.optimum(instance)
    assert bool(solve(name, instance, "first")) == (len(best) == len(instance.tiles))


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        (name, option, value)
        for name, formulation in FORMULATIONS.items()
        for option, values in formulation.options.items()
        for value in values[1:]
        if not value.startswith("<")  # stands for any number or text
    ],
)
def test_no_value_of_an_option_changes_an_answer(name: str, option: str, value: str) -> None:
    for instance in (INSTANCES[5], INSTANCES[6]):
        (best,) = solve(name, instance, "optimum", **{option: value})
        assert PROBLEM.objective(instance, best) == brute_force.optimum(instance)
    if "count" in FORMULATIONS[name].goals:
        found = solve(name, INSTANCES[4], "count", **{option: value})
        assert len(found) == brute_force.count(INSTANCES[4])
