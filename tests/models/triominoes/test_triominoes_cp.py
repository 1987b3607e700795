"""The MiniZinc formulations under all their options give the answers of brute force on tiny random boards."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.models import solving
from tests.models.triominoes import brute_force
from tilings.models import registry
from tilings.models.triominoes import PROBLEM
from tilings.models.triominoes.instance import TriominoesInstance

FORMULATIONS = {name: found for name, found in registry.formulations("triominoes").items() if found.language == "cp"}
# Boards that rotations, a diagonal reflection or all motions map to themselves: symmetry breaking may use no others.
KEPT = [
    TriominoesInstance("turns", 4, 4, ((1, 2), (3, 1), (2, 2), (1, 1)), blocked=((0, 1), (1, 3), (2, 0), (3, 2))),
    TriominoesInstance("diagonal-light-above", 4, 4, ((0, 0, 0),) * 5, blocked=((0, 0),)),
    TriominoesInstance("diagonal-heavy-above", 4, 4, ((0, 0, 0),) * 5, blocked=((3, 3),)),
    TriominoesInstance("tile-on-the-axes", 3, 1, ((1, 2, 3),)),
    TriominoesInstance("composite-length", 4, 4, ((2, 2, 0, 0), (2, 2, 2, 2)), length=4),
]


def random_boards(seed: int) -> TriominoesInstance:
    """A random board small enough for brute force: some blocked or connected, some with equal tiles or palindromes."""
    rng = random.Random(seed)
    length = rng.choice((2, 3, 3, 4))
    rows, cols = rng.choice(((1, 6), (5, 2), (3, 3), (3, 4), (4, 4), (5, 4), (2, 2)))
    values = rng.choice((2, 3))
    number = rng.randint(2, 24 // (rows * cols) + 2)
    tiles = [tuple(rng.randint(1, values) for _ in range(length)) for _ in range(number)]
    tiles += rng.choice(([], [tiles[0][::-1]], [(1,) * length]))
    blocked = rng.sample(list(product(range(rows), range(cols))), rng.choice((0, 0, 0, 1, 2)))
    return TriominoesInstance(
        f"drawn-{seed}", rows, cols, tuple(tiles), rng.random() < 0.3, "", tuple(sorted(blocked)), length=length
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", FORMULATIONS)
def test_no_random_choice_of_options_changes_an_answer(name: str, seed: int) -> None:
    formulation, instance, rng = FORMULATIONS[name], random_boards(seed), random.Random(f"{name}{seed}")
    options = {option: rng.choice(values) for option, values in formulation.options.items()}
    best, every = brute_force.optimum(instance), brute_force.count(instance)
    (found,) = solving.solve(formulation, instance, "optimum", **options)
    assert PROBLEM.objective(instance, found) == best
    assert bool(solving.solve(formulation, instance, "first", **options)) == (best == len(instance.tiles))
    boards = solving.solve(formulation, instance, "count", **options)
    assert len(set(boards)) == len(boards) == every


@pytest.mark.parametrize("instance", KEPT, ids=lambda instance: instance.name)
@pytest.mark.parametrize("board", FORMULATIONS["cp_cell"].options["board"])
def test_symmetry_breaking_keeps_the_optimum_of_symmetric_boards(board: str, instance: TriominoesInstance) -> None:
    (found,) = solving.solve(FORMULATIONS["cp_cell"], instance, "optimum", board=board)
    assert PROBLEM.objective(instance, found) == brute_force.optimum(instance)
