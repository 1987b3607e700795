"""The clingo programs of triominoes give brute force's answers under every choice of options, on tiny random boards."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.models import solving
from tests.models.triominoes import brute_force
from tilings.models import registry
from tilings.models.triominoes import PROBLEM, placements
from tilings.models.triominoes.instance import TriominoesInstance

CELL, PAIRWISE = (registry.formulation("triominoes", name) for name in ("asp_cell", "asp_pairwise"))
CHOICES = [
    (program, dict(zip(program.options, chosen, strict=True)))
    for program in (CELL, PAIRWISE)
    for chosen in product(*program.options.values())
]


def random_board(seed: int) -> TriominoesInstance:
    """A random board of up to 12 cells and four tiles: every third has blocked cells, every fourth is connected."""
    rng = random.Random(seed)
    rows, cols = rng.choice([(1, 6), (2, 3), (2, 5), (3, 3), (3, 4), (4, 3)])
    length = rng.choice([2, 3, 3])
    tiles = tuple(tuple(rng.randint(1, 2) for _ in range(length)) for _ in range(rng.randint(1, 4)))
    cells = list(product(range(rows), range(cols)))
    blocked = tuple(sorted(rng.sample(cells, rng.randint(1, 3)))) if seed % 3 == 0 else ()
    return TriominoesInstance("drawn", rows, cols, tiles, seed % 4 == 0, "", blocked, length=length)


BOARDS = [
    *map(random_board, range(13)),
    TriominoesInstance("mirrored", 4, 4, ((0, 2, 0), (0, 0, 0), (2, 0, 2)), blocked=((0, 0), (3, 3))),
    TriominoesInstance("composite", 4, 4, ((2, 2, 0, 0), (2, 2, 2, 2)), length=4),
]


@pytest.fixture(scope="module")
def brute_force_answers() -> list[tuple[int, int]]:
    """The optimum and the number of boards with all tiles, of each of BOARDS."""
    return [(brute_force.optimum(board), brute_force.count(board)) for board in BOARDS]


@pytest.mark.parametrize(("program", "options"), CHOICES, ids=lambda part: getattr(part, "name", None))
def test_every_choice_of_options_has_the_answers_of_brute_force(program, options, brute_force_answers) -> None:
    for board, (best, number) in zip(BOARDS, brute_force_answers, strict=True):
        (found,) = solving.solve(program, board, "optimum", **options)
        assert PROBLEM.objective(board, found) == best
        assert bool(solving.solve(program, board, "first", **options)) == (number > 0)
        assert len(solving.solve(program, board, "count", **options)) == number


def test_the_random_boards_include_all_lengths_blocked_cells_and_boards_that_can_be_trimmed() -> None:
    assert {board.length for board in BOARDS} == {2, 3, 4}
    assert any(board.blocked and board.connected for board in BOARDS)
    assert any(placements.trimmed(board) != board for board in BOARDS)


@pytest.mark.parametrize(
    "board",
    [
        TriominoesInstance("wide", 3, 12, ((1, 2, 3), (4, 5, 6), (7, 8, 9))),
        TriominoesInstance("pairs", 9, 9, ((1, 2), (3, 4), (5, 6), (7, 8)), length=2),
        TriominoesInstance("large", 90, 90, ((1, 2, 3), (4, 5, 6))),
    ],
    ids=lambda board: board.name,
)
def test_tiles_that_fit_without_contact_are_laid_in_a_trimmed_corner(board: TriominoesInstance) -> None:
    corner = placements.trimmed(board)
    (found,) = solving.solve(CELL, board, "optimum")
    assert len(found) == len(board.tiles)
    assert PROBLEM.check(corner, found, "first") == []
    assert (corner.rows, corner.cols) != (board.rows, board.cols)
