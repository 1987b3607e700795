"""Every formulation finds the covers, the verdict and the optimum that brute force finds."""

import itertools
from typing import Any

import pytest

from tests.generators.shipped import entries
from tests.models import solving
from tilings.models import registry
from tilings.models.covers import PROBLEM
from tilings.models.covers.check import check
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.problem import Solution

CATALOGUE = entries("covers")
# Those for any cover; test_packing.py tests those that are for packings.
PACKINGS = ("dlx_bits", "dlx_states")
FORMULATIONS = [found for found in registry.formulations("covers").values() if found.name not in PACKINGS]


def make(primary: list[Any], options: list[Any], secondary: tuple[str, ...] = ()) -> CoversInstance:
    return parse({"name": "x", "primary": primary, "secondary": list(secondary), "options": options})


EDGES = {
    "an item without options": make(["a", "b"], [["a"]]),
    "an item that need not be covered and cannot be": make(["a", {"name": "b", "least": 0}], [["a"]]),
    "no options": make([{"name": "a", "least": 0}], [], ("x",)),
    "no items": make([], []),
    "no options, but one is needed": make(["a"], []),
    "bounds beyond the number of options": make([{"name": "a", "least": 1, "most": 10**9}], [["a"], ["a"]]),
    "a lower bound beyond the number of options": make([{"name": "a", "least": 10**9}], [["a"], ["a"]]),
    "an uncoloured cover excludes all others": make(
        [{"name": "a", "most": 3}], [["a", "x"], ["a", "x"], ["a", "x:1"], ["a", "x:1"]], ("x",)
    ),
}


def brute_force(instance: CoversInstance) -> list[Solution]:
    """All covers: the sets of options that the checker accepts."""
    options = [("option", number) for number in range(len(instance.options))]
    sets = itertools.chain.from_iterable(itertools.combinations(options, size) for size in range(len(options) + 1))
    return sorted(chosen for chosen in sets if not check(instance, chosen, "count"))


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=lambda found: found.name)
@pytest.mark.parametrize("name", EDGES)
def test_small_instances_have_the_covers_of_brute_force(name: str, formulation: registry.Formulation) -> None:
    instance = EDGES[name]
    every = brute_force(instance)
    if "count" in formulation.goals:
        assert sorted(solving.solve(formulation, instance, "count")) == every
    else:
        assert bool(solving.solve(formulation, instance, "first")) == bool(every)
    if "optimum" in PROBLEM.goals(instance):
        costs = [PROBLEM.objective(instance, cover) for cover in every]
        found = solving.solve(formulation, instance, "optimum")
        assert [PROBLEM.objective(instance, cover) for cover in found] == sorted(costs)[:1]


@pytest.mark.parametrize("formulation", [f for f in FORMULATIONS if "count" in f.goals], ids=lambda found: found.name)
@pytest.mark.parametrize("name", ["knuth-dlx3", "queens8", "langford7", "de-bruijn16", "matrices4x2", "domination5x3"])
def test_counts_equal_the_known_ones(name: str, formulation: registry.Formulation) -> None:
    entry = CATALOGUE[name]
    assert len(solving.solve(formulation, entry.instance, "count")) == entry.known["count"]


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=lambda found: found.name)
@pytest.mark.parametrize("name", ["queens8-near", "assignment7"])
def test_optima_equal_the_known_ones(name: str, formulation: registry.Formulation) -> None:
    entry = CATALOGUE[name]
    (found,) = solving.solve(formulation, entry.instance, "optimum")
    assert PROBLEM.objective(entry.instance, found) == entry.known["optimum"]


def test_the_known_optima_are_the_least_costs_over_all_covers() -> None:
    costs = {option.items: option.cost for option in CATALOGUE["assignment7"].instance.options}
    every = [
        sum(costs[(f"p{person}", ""), (f"j{job}", "")] for person, job in enumerate(jobs))
        for jobs in itertools.permutations(range(7))
    ]
    assert (min(every), len(every)) == (113, 5040)
    near = CATALOGUE["queens8-near"].instance
    place = {option.items[:2]: option for option in near.options}
    boards = [
        [place[(f"r{row}", ""), (f"c{column}", "")] for row, column in enumerate(columns)]
        for columns in itertools.permutations(range(8))
        if len({r + c for r, c in enumerate(columns)}) == len({r - c for r, c in enumerate(columns)}) == 8
    ]
    assert (min(sum(option.cost for option in board) for board in boards), len(boards)) == (15392, 92)
