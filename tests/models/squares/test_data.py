"""The data of formulations: bounds on the copies, placements that no tiling needs, and decoding."""

import pytest

from tilings.models.problem import UserError
from tilings.models.squares import data
from tilings.models.squares.check import check, objective
from tilings.models.squares.instance import SquaresInstance

LEAST = {2: 4, 3: 5, 4: 4, 5: 4, 6: 4, 7: 3, 8: 4, 9: 3, 10: 4, 11: 3, 17: 3, 20: 2, 22: 2}  # OEIS A036444


@pytest.mark.parametrize(("size", "least"), LEAST.items())
def test_the_upper_bound_on_copies_is_no_less_than_the_optimum(size: int, least: int) -> None:
    assert least <= data.most_copies(SquaresInstance("a", size, size)) <= least + 2


def test_the_bounds_hold_on_boards_of_width_1_and_of_the_largest_size() -> None:
    assert data.most_copies(SquaresInstance("a", 1, 250)) == 250
    assert data.most_copies(SquaresInstance("a", 250, 250)) == 4
    assert data.copies(SquaresInstance("a", 9, 7, 10**6)) == {1: 63, 2: 12, 3: 6, 4: 2, 5: 1, 6: 1, 7: 1}


def test_all_copies_are_kept_where_the_instance_asks_for_them() -> None:
    """E. Kalvelagen's model of the 9 x 9 board has T = 24 tiles, three of each side."""
    literal = SquaresInstance("a", 9, 9, 3, all_copies=True)
    assert data.tiles(literal) == [side for side in range(8, 0, -1) for _ in range(3)]
    assert data.facts(literal)[2:10] == [("side", (side, 3)) for side in range(1, 9)]
    bounded = data.tiles(SquaresInstance("a", 9, 9, 3))
    assert bounded == [8, 7, 6, 5, *(side for side in range(4, 0, -1) for _ in range(3))]


def test_a_multiset_gives_its_own_copies() -> None:
    instance = SquaresInstance("a", 4, 4, sides=(2, 2, 2, 1, 1, 1, 1))
    assert data.copies(instance) == {1: 4, 2: 3}
    assert data.tiles(instance) == [2, 2, 2, 1, 1, 1, 1]
    assert data.most_copies(instance) == 4


def test_a_board_of_3_x_2_has_eight_placements() -> None:
    instance = SquaresInstance("a", 3, 2, 5)
    squares = data.placements(instance, strips=False)
    assert len(squares) == 2 + 6
    over = data.cover(instance, squares)
    assert over[0, 0] == [(0, 0, 2), (0, 0, 1)]
    assert sorted(over[1, 1]) == [(0, 0, 2), (1, 0, 2), (1, 1, 1)]


def test_placements_beside_a_strip_that_cannot_be_filled_are_left_out() -> None:
    """Beside a 3 x 3 square, a strip of width 1 takes three ones, but there are two."""
    kept = data.placements(SquaresInstance("a", 5, 5, 2))
    assert (0, 2, 3) in kept and (0, 1, 3) not in kept and (1, 1, 3) not in kept and (0, 1, 2) in kept


def test_too_small_a_total_area_is_noted() -> None:
    (note,) = data.notes(SquaresInstance("a", 4, 4, 1))
    assert note == "all squares that may be used cover 14 of the board's 16 cells: there is no tiling"
    assert data.notes(SquaresInstance("a", 5, 5, 1)) == [] == data.notes(SquaresInstance("a", 3, 3))


def test_atoms_are_decoded_in_any_order_and_unknown_ones_are_refused() -> None:
    instance = SquaresInstance("a", 4, 4, 4)
    atoms = [("square", (2, 0, 2)), ("square", (0, 0, 2)), ("square", (0, 2, 2)), ("square", (2, 2, 2))]
    solution = data.decode(instance, atoms)
    assert solution == ((0, 0, 2), (0, 2, 2), (2, 0, 2), (2, 2, 2))
    assert check(instance, solution, "first") == [] and objective(instance, solution) == 4
    for atom in (("square", (1, 2)), ("tile", (0, 0, 2))):
        with pytest.raises(UserError, match="unknown atom"):
            data.decode(instance, [atom])
