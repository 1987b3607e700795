"""An encoding that mistakes the instance for another, with fewer solutions, is not bound to it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.runners.binding.small import CASES
from tilings.models import registry
from tilings.runners.binding.check import check

Change = Callable[[dict[str, Any]], object]

MISTAKES: list[tuple[str, str, Change]] = [
    ("squares 4 x 3", "a side has a copy less", lambda data: data.update(max_copies=5)),
    ("squares 4 x 3", "the board is wider", lambda data: data.update(width=5)),
    ("squares 3 x 3", "sides are given", lambda data: data.update(max_copies=None, sides=[2, 1, 1, 1, 1, 1])),
    ("covers, optimum", "an option costs more", lambda data: data["options"][4].update(cost=2)),
    ("covers", "an item is covered once", lambda data: data["primary"][2].update(most=1)),
    ("covers", "an option has another colour", lambda data: data["options"][6].update(items=["c", "x:blue"])),
    ("covers", "an option has another item", lambda data: data["options"][2].update(items=["a", "c", "y"])),
    ("polycubes, solid", "pieces are not mirrored", lambda data: data.update(reflect=False)),
    (
        "polycubes, one-sided",
        "the other is one-sided, too",
        lambda data: data["pieces"][1].update(one_sided=True),
    ),
    ("polycubes", "a piece has another shape", lambda data: data["pieces"][1].update(cells=data["pieces"][0]["cells"])),
    ("polycubes", "a cell is blocked", lambda data: (data.update(blocked=[[0, 0, 0]]), data["pieces"].pop())),
    ("polycubes, any number", "fewer cells may be empty", lambda data: data.update(gaps=[0, 0])),
    ("polycubes, any number", "a piece must be used", lambda data: data["pieces"][0].pop("optional")),
    ("triominoes", "a tile shows another value", lambda data: data["tiles"][2].__setitem__(0, 4)),
    ("triominoes, optimum", "another cell is blocked", lambda data: data.update(blocked=[[1, 1], [0, 3]])),
    ("triominoes, optimum", "there is a tile less", lambda data: data["tiles"].pop()),
    ("triominoes", "tiles must be connected", lambda data: data.update(connected=True)),
]


def formulations(family: str) -> list[str]:
    return [name for name, one in registry.formulations(family).items() if one.language == "sat"]


@pytest.mark.parametrize(
    ("case", "change", "name"),
    [
        pytest.param(case, change, name, id=f"{what}-{name}")
        for case, what, change in MISTAKES
        for name in formulations(CASES[case].family)
    ],
)
def test_a_formula_of_another_instance_is_not_bound(case: str, change: Change, name: str) -> None:
    given, formulation = CASES[case], registry.formulation(CASES[case].family, name)
    data = deepcopy(given.data)
    change(data)
    assert data != given.data
    instance = registry.problem(given.family).parse({key: data[key] for key in data if key != "family"})
    if formulation.refusal(given.goal, instance):
        pytest.skip("the formulation does not state the other instance")
    formula = formulation.module().build(instance, given.goal, **formulation.own(formulation.settings({})))
    if given.objective is not None:
        formula.limit(given.objective)
    assert check(given.data, formula.dimacs(), given.goal, given.objective).faults
