"""The formulations of triominoes give the answers of brute force under any choice of their options."""

import random
from itertools import product

import pytest

from tests.models import solving
from tests.models.triominoes import brute_force
from tilings.models import registry
from tilings.models.triominoes import PROBLEM, symmetry
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.models.triominoes.symmetry import motions, move

LANGUAGES = ("asp", "cp", "cpsat", "mip", "sat")
FORMULATIONS = {
    name: formulation
    for name, formulation in registry.formulations("triominoes").items()
    if formulation.language in LANGUAGES
}
# Rows, columns, length, blocked cells.
BOARDS = [(3, 3, 3, 0), (3, 4, 3, 1), (2, 5, 2, 0), (4, 4, 4, 3), (3, 4, 4, 0), (1, 9, 3, 0)]
STEP = {"asp": 1, "cpsat": 1, "mip": 3, "sat": 3, "cp": 8}  # a choice of options solves each n-th instance


def drawn(seed: int) -> TriominoesInstance:
    """A tiny random board of any kind; with few values, equal tiles and palindromes occur often."""
    rng = random.Random(seed)
    rows, cols, length, blocked = BOARDS[seed % len(BOARDS)]
    tiles = tuple(tuple(rng.choices(range(3), k=length)) for _ in range(rng.randint(2, 4)))
    holes = tuple(sorted(rng.sample(sorted(product(range(rows), range(cols))), blocked)))
    return TriominoesInstance(f"drawn-{seed}", rows, cols, tiles, seed % 4 == 3, "", holes, length=length)


ROOMY = TriominoesInstance("roomy", 4, 4, ((1, 2, 3), (4, 5, 6)))
# Boards that rotations, a diagonal reflection or all motions map to themselves: symmetry breaking may use no others.
KEPT = [
    TriominoesInstance(
        "turns", 4, 4, ((1, 2), (3, 1), (2, 2), (1, 1)), blocked=((0, 1), (1, 3), (2, 0), (3, 2)), length=2
    ),
    TriominoesInstance("diagonal-light-above", 4, 4, ((0, 0, 0),) * 5, blocked=((0, 0),)),
    TriominoesInstance("diagonal-heavy-above", 4, 4, ((0, 0, 0),) * 5, blocked=((3, 3),)),
    TriominoesInstance("tile-on-the-axes", 3, 1, ((1, 2, 3),)),
    TriominoesInstance("composite-length", 4, 4, ((2, 2, 0, 0), (2, 2, 2, 2)), length=4),
    TriominoesInstance("mirrored", 4, 4, ((0, 2, 0), (0, 0, 0), (2, 0, 2)), blocked=((0, 0), (3, 3))),
]
INSTANCES = [ROOMY, *map(drawn, range(12))]


def choices(name: str) -> list[dict[str, str]]:
    """All choices of options; of a MiniZinc model eight at random."""
    options = FORMULATIONS[name].options
    every = [dict(zip(options, values, strict=True)) for values in product(*options.values())]
    return random.Random(name).choices(every, k=8) if FORMULATIONS[name].language == "cp" else every


@pytest.fixture(scope="module")
def truth() -> dict[str, int]:
    return {instance.name: brute_force.optimum(instance) for instance in INSTANCES}


@pytest.mark.parametrize("name", FORMULATIONS)
def test_any_choice_of_options_finds_an_optimum(name: str, truth: dict[str, int]) -> None:
    formulation = FORMULATIONS[name]
    stated = [instance for instance in INSTANCES if not formulation.refusal("optimum", instance)]
    step = STEP[formulation.language]
    for number, options in enumerate(choices(name)):
        for instance in stated[number % step :: step]:
            (best,) = solving.solve(formulation, instance, "optimum", **options)
            assert PROBLEM.objective(instance, best) == truth[instance.name], (instance, options)
            if instance is ROOMY or number == 0 or formulation.language in ("asp", "cp"):
                placed_all = bool(solving.solve(formulation, instance, "first", **options))
                assert placed_all == (truth[instance.name] == len(instance.tiles)), (instance, options)


@pytest.mark.parametrize("name", [name for name, found in FORMULATIONS.items() if "count" in found.goals])
def test_no_choice_of_options_changes_a_count(name: str) -> None:
    formulation = FORMULATIONS[name]
    counts = {instance: brute_force.count(instance) for instance in INSTANCES}
    number = 8 if formulation.language in ("asp", "cpsat", "cp") else 1
    chosen = random.Random(name).choices(choices(name), k=number)
    for place, instance in enumerate(INSTANCES):
        if not formulation.refusal("count", instance):
            found = solving.solve(formulation, instance, "count", **chosen[place % number])
            assert len(set(found)) == len(found) == counts[instance], instance


@pytest.mark.parametrize("instance", KEPT, ids=lambda instance: instance.name)
@pytest.mark.parametrize("name", ["asp_cell", "cp_cell"])
def test_symmetry_breaking_keeps_the_optimum_of_symmetric_boards(name: str, instance: TriominoesInstance) -> None:
    for board in FORMULATIONS[name].options["board"]:
        (found,) = solving.solve(FORMULATIONS[name], instance, "optimum", board=board)
        assert PROBLEM.objective(instance, found) == brute_force.optimum(instance)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_every_board_has_an_image_that_satisfies_the_symmetry_breaking(instance: TriominoesInstance) -> None:
    rows, outside = symmetry.outweighs(instance), symmetry.outside(instance)
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
    assert len(symmetry.outside(square)) == 32 - 4  # one of each eight placements is left
    assert {row.get((0, 0), 0) for row in symmetry.outweighs(square)} == {0, -4, -2, -6}
    lopsided = TriominoesInstance("lopsided", 3, 4, ((1, 2, 3),), blocked=((0, 0),))
    assert symmetry.outside(lopsided) == set()
    assert symmetry.outweighs(lopsided) == []
    equal = TriominoesInstance("equal", 4, 4, ((1, 2, 3), (3, 2, 1)))
    assert symmetry.outside(equal) == set()
