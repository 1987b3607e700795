"""The Python formulations of triominoes give the answers of brute force under any choice of their options."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.models import solving
from tests.models.triominoes import brute_force
from tilings.models import registry
from tilings.models.triominoes import PROBLEM, breaking
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.models.triominoes.symmetry import motions, move

FORMULATIONS = {
    name: formulation
    for name, formulation in registry.formulations("triominoes").items()
    if formulation.language in ("cpsat", "mip", "sat")
}
BOARDS = [
    (3, 3, 3, 0),
    (3, 4, 3, 1),
    (2, 5, 2, 0),
    (4, 4, 4, 3),
    (3, 4, 4, 0),
    (1, 9, 3, 0),
]  # rows, cols, length, blocked


def drawn(seed: int) -> TriominoesInstance:
    """A tiny random board of any kind; with few values, equal tiles and palindromes occur often."""
    rng = random.Random(seed)
    rows, cols, length, blocked = BOARDS[seed % len(BOARDS)]
    tiles = tuple(tuple(rng.choices(range(3), k=length)) for _ in range(rng.randint(2, 4)))
    holes = tuple(sorted(rng.sample(sorted(product(range(rows), range(cols))), blocked)))
    return TriominoesInstance(f"drawn-{seed}", rows, cols, tiles, seed % 4 == 3, "", holes, length=length)


ROOMY = TriominoesInstance("roomy", 4, 4, ((1, 2, 3), (4, 5, 6)))
INSTANCES = [ROOMY, *map(drawn, range(12))]


def combinations(name: str) -> list[dict[str, str]]:
    options = FORMULATIONS[name].options
    return [dict(zip(options, values, strict=True)) for values in product(*options.values())]


@pytest.fixture(scope="module")
def truth() -> dict[str, int]:
    return {instance.name: brute_force.optimum(instance) for instance in INSTANCES}


@pytest.mark.parametrize("name", FORMULATIONS)
def test_any_choice_of_options_finds_an_optimum(name: str, truth: dict[str, int]) -> None:
    for number, options in enumerate(combinations(name)):
        stated = [instance for instance in INSTANCES if not FORMULATIONS[name].refusal("optimum", instance)]
        for instance in stated if name.startswith("cpsat") else stated[number % 3 :: 3]:
            (best,) = solving.solve(FORMULATIONS[name], instance, "optimum", **options)
            assert PROBLEM.objective(instance, best) == truth[instance.name], (instance, options)
            if instance is ROOMY or number == 0:
                placed_all = bool(solving.solve(FORMULATIONS[name], instance, "first", **options))
                assert placed_all == (truth[instance.name] == len(instance.tiles)), (instance, options)


COUNTS = [
    ("cpsat_cell", "none"),
    ("cpsat_cell", "mass"),
    ("cpsat_cell", "piece"),
    ("sat_cover", "lex"),
    ("sat_cell", "lex"),
]


@pytest.mark.parametrize(("name", "board"), COUNTS)
def test_no_value_of_the_option_board_changes_a_count(name: str, board: str) -> None:
    for instance in INSTANCES:
        if not FORMULATIONS[name].refusal("count", instance):
            found = solving.solve(FORMULATIONS[name], instance, "count", board=board)
            assert len(set(found)) == len(found) == brute_force.count(instance), instance


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_every_board_has_an_image_that_satisfies_the_symmetry_breaking(instance: TriominoesInstance) -> None:
    rows, outside = breaking.outweighs(instance), breaking.outside(instance)
    forbidden = {(position.cells, layout.values) for layout, position in outside}
    for board in brute_force.boards(instance):
        images = [
            {move(instance, motion, cell): shown for cell, shown in board.items()} for motion in motions(instance)
        ]
        assert any(all(sum(row.get(cell, 0) for cell in image) >= 0 for row in rows) for image in images)
        assert any(forbidden.isdisjoint(_laid(image)) for image in images)


def _laid(board: brute_force.Board) -> set[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    tiles: dict[int, list[tuple[int, int]]] = {}
    for cell, (number, _) in sorted(board.items()):
        tiles.setdefault(number, []).append(cell)
    return {(tuple(cells), tuple(board[cell][1] for cell in cells)) for cells in tiles.values()}


def test_symmetry_is_broken_only_on_symmetric_boards_with_unequal_tiles() -> None:
    square = TriominoesInstance("square", 4, 4, ((1, 2, 3), (1, 1, 2)))
    assert len(breaking.outside(square)) == 32 - 4  # one of each eight placements is left
    assert {row.get((0, 0), 0) for row in breaking.outweighs(square)} == {0, -4, -2, -6}
    lopsided = TriominoesInstance("lopsided", 3, 4, ((1, 2, 3),), blocked=((0, 0),))
    assert breaking.outside(lopsided) == set()
    assert breaking.outweighs(lopsided) == []
    equal = TriominoesInstance("equal", 4, 4, ((1, 2, 3), (3, 2, 1)))
    assert breaking.outside(equal) == set()
