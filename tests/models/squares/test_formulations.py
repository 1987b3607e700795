"""Every formulation, on a solver of its language, gives the count, verdict and optimum of a plain search."""

from collections import Counter
from functools import cache
from math import comb, factorial, prod

import pytest

from tests.models import solving
from tilings.models import registry
from tilings.models.problem import Solution
from tilings.models.squares import PROBLEM
from tilings.models.squares.data import copies
from tilings.models.squares.instance import SquaresInstance
from tilings.studies.hn.plain_search import PlainSearch

FORMULATIONS = registry.formulations("squares")
COUNTING = [name for name, formulation in FORMULATIONS.items() if "count" in formulation.goals]
OPTIMISING = [name for name, formulation in FORMULATIONS.items() if "optimum" in formulation.goals]

COUNTS = {  # by the plain search
    SquaresInstance("a", 4, 4, 4): 9,
    SquaresInstance("a", 4, 4, 4, all_copies=True): 9,
    SquaresInstance("a", 5, 4, 3): 4,
    SquaresInstance("a", 6, 6, 4): 45,
    SquaresInstance("a", 7, 7, 2): 0,
    SquaresInstance("a", 7, 7, 3): 28,
    SquaresInstance("a", 9, 6, 2): 2,
    SquaresInstance("a", 1, 4, 4): 1,
    SquaresInstance("a", 6, 6, None, (3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1)): 52,
}
OPTIMA = {(2, 2): 4, (3, 3): 5, (5, 5): 4, (7, 7): 3, (1, 3): 3, (6, 5): 3}  # squares: OEIS A036444
BOARD = SquaresInstance("a", 5, 4, 3)


def solve(name: str, instance: SquaresInstance, goal: str, **options: str) -> list[Solution]:
    return solving.solve(FORMULATIONS[name], instance, goal, **options)


@cache
def tilings(instance: SquaresInstance) -> int:
    """The number of tilings."""
    left = copies(instance)
    listed = [left.get(side, 0) for side in range(1, max(left, default=0) + 1)]
    return sum(1 for _ in PlainSearch(instance.width, instance.height, listed).tilings())


@pytest.mark.parametrize(("instance", "count"), COUNTS.items())
def test_the_plain_search_has_the_known_counts(instance: SquaresInstance, count: int) -> None:
    assert tilings(instance) == count


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize(("instance", "count"), COUNTS.items())
def test_every_formulation_that_counts_has_the_known_count(name: str, instance: SquaresInstance, count: int) -> None:
    found = solve(name, instance, "count")
    assert len(found) == len(set(found)) == count


@pytest.mark.parametrize("name", FORMULATIONS)
@pytest.mark.parametrize(
    "instance",
    [
        SquaresInstance("a", 4, 4, 4),
        SquaresInstance("a", 4, 4, 3),
        SquaresInstance("a", 4, 4, 3, all_copies=True),
        SquaresInstance("a", 5, 3, 2),
        SquaresInstance("a", 7, 7, 3),
        SquaresInstance("a", 9, 6, 2),
        SquaresInstance("a", 5, 5, None, (3, 2, 2, 2, 1, 1, 1, 1)),
        SquaresInstance("a", 6, 6, None, (5, 2, 1, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_every_formulation_has_the_verdict_of_the_plain_search(name: str, instance: SquaresInstance) -> None:
    assert bool(solve(name, instance, "first")) == bool(tilings(instance))


@pytest.mark.parametrize("name", OPTIMISING)
@pytest.mark.parametrize(("size", "least"), OPTIMA.items())
def test_every_formulation_that_optimises_has_the_known_optimum(name: str, size: tuple[int, int], least: int) -> None:
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
        if not value.startswith("<")  # stands for any number or text
    ],
)
def test_no_value_of_an_option_changes_an_answer(name: str, option: str, value: str) -> None:
    for board in (SquaresInstance("a", 4, 4, 4), SquaresInstance("a", 6, 5, 2)):
        assert bool(solve(name, board, "first", **{option: value})) == bool(tilings(board))
    if name in COUNTING:
        assert len(set(solve(name, BOARD, "count", **{option: value}))) == tilings(BOARD)
    if name in OPTIMISING:
        (found,) = solve(name, SquaresInstance("a", 6, 5), "optimum", **{option: value})
        assert PROBLEM.objective(SquaresInstance("a", 6, 5), found) == OPTIMA[6, 5]


def orders(tiling: Solution, level: str) -> int:
    """The number of assignments of numbered copies to a tiling that a level of symmetry breaking should keep."""
    ways = 1
    for side, most in copies(BOARD).items():
        places = [x for x, _, other in tiling if other == side]
        choices = 1 if level in ("lower", "all") else comb(most, len(places))
        arranged = {"none": factorial(len(places)), "lower": factorial(len(places)), "xy": 1, "all": 1}
        arranged["x"] = prod(factorial(number) for number in Counter(places).values())
        ways *= choices * arranged[level]
    return ways


@pytest.mark.parametrize(
    ("name", "level"),
    [
        (name, level)
        for name in COUNTING
        for level in FORMULATIONS[name].options.get("symmetry", ())
        if "lower" in FORMULATIONS[name].options["symmetry"]
    ],
)
def test_each_level_of_symmetry_breaking_leaves_the_orders_that_it_names(name: str, level: str) -> None:
    found = solve(name, BOARD, "count", symmetry=level)
    assert Counter(found) == {tiling: orders(tiling, level) for tiling in set(found)}
    assert len(set(found)) == tilings(BOARD)
