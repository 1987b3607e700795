"""Every formulation, on a solver of its language, has the answers that listing all boards gives."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.models import solving
from tests.models.triominoes import brute_force
from tilings.models import registry
from tilings.models.triominoes import PROBLEM, dlx_budget
from tilings.models.triominoes.instance import TriominoesInstance

FORMULATIONS = registry.formulations("triominoes")
BUDGET = FORMULATIONS["dlx_budget"]
EXAMPLES = {"dlx": 100, "asp": 30, "cpsat": 30, "sat": 30, "cpmpy": 10, "mip": 5, "cp": 5}  # the last start a program
# Rows, columns and tiles up to which the boards are few enough to be listed, by the tiles' length.
SIZES = {
    2: [(2, 3, 3), (3, 3, 3), (1, 6, 4)],
    3: [(2, 2, 2), (3, 3, 4), (3, 4, 4), (4, 4, 3), (1, 8, 4)],
    4: [(4, 4, 4), (5, 4, 3)],
}


@st.composite
def instances(draw: st.DrawFn) -> TriominoesInstance:
    """Tiny boards of all kinds; with few values, equal tiles and palindromes occur often."""
    length = draw(st.sampled_from(sorted(SIZES)))
    rows, cols, most = draw(st.sampled_from(SIZES[length]))
    if draw(st.booleans()):
        rows, cols = cols, rows
    value = st.integers(1, draw(st.integers(1, 4)))
    tiles = draw(st.lists(st.tuples(*[value] * length), min_size=1, max_size=most))
    blocked = draw(st.sets(st.sampled_from(list(product(range(rows), range(cols)))), max_size=2))
    if draw(st.booleans()):  # a board that half a turn keeps
        blocked |= {(rows - 1 - row, cols - 1 - col) for row, col in blocked}
    connected = draw(st.booleans())
    return TriominoesInstance("a", rows, cols, tuple(tiles), connected, blocked=tuple(sorted(blocked)), length=length)


def best(name: str, instance: TriominoesInstance, **options: str) -> int:
    (found,) = solving.solve(FORMULATIONS[name], instance, "optimum", **options)
    return PROBLEM.objective(instance, found)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_optimum_verdict_and_count_are_those_of_brute_force(name: str) -> None:
    formulation = FORMULATIONS[name]

    @given(instance=instances())
    @settings(max_examples=EXAMPLES[formulation.language], deadline=None)
    def compared(instance: TriominoesInstance) -> None:
        assume(not formulation.refusal("optimum", instance))
        optimum = brute_force.optimum(instance)
        assert best(name, instance) == optimum
        assert bool(solving.solve(formulation, instance, "first")) == (optimum == len(instance.tiles))
        if not formulation.refusal("count", instance):
            boards = solving.solve(formulation, instance, "count")
            assert len(set(boards)) == len(boards) == brute_force.count(instance)

    compared()


@given(instance=instances())
@settings(max_examples=100, deadline=None)
def test_no_option_changes_the_optimum(instance: TriominoesInstance) -> None:
    chosen = [dict(zip(BUDGET.options, values, strict=True)) for values in product(*BUDGET.options.values())]
    assert len({best("dlx_budget", instance, **options) for options in chosen}) == 1


@pytest.mark.parametrize(
    ("rows", "cols", "blocked", "pairs"),
    [
        (5, 5, (), 4),  # the upper half with the lower, left and right one; the left one with the right one
        (4, 5, (), 2),
        (5, 5, ((0, 1),), 0),
        (5, 5, ((0, 1), (1, 0)), 1),  # the upper half with the left one
        (5, 5, ((0, 1), (4, 3)), 1),  # with the lower one, by half a turn
        (5, 5, ((0, 2),), 1),  # the left half with the right one
        (1, 6, (), 1),
    ],
)
def test_each_half_is_compared_with_the_halves_that_are_its_images(
    rows: int, cols: int, blocked: tuple, pairs: int
) -> None:
    instance = TriominoesInstance("a", rows, cols, ((1, 2, 3),) * 9, blocked=blocked)
    budgets = [dlx_budget.build(instance, "optimum", "whole", "none", board).budgets for board in ("mass", "none")]
    assert len(budgets[0]) - len(budgets[1]) == pairs
    free = rows * cols - len(blocked)
    assert {(total, each) for _, total, each in budgets[0]} == {(free, 3)}


def test_every_tile_covers_each_colour_of_a_colouring_once() -> None:
    instance = TriominoesInstance("a", 5, 5, ((1, 2, 3, 4, 5),) * 5, length=5)
    (whole, *colours) = dlx_budget.build(instance, "count").budgets
    assert whole == ((1,) * 25, 25, 5)
    assert len(colours) == 4 * 5  # slopes 1 to 4
    for weights, total, each in colours:
        assert (sum(weights), total, each) == (5, 5, 1)
        assert all(sum(weights[5 * row : 5 * row + 5]) == 1 == sum(weights[row::5]) for row in range(5))
