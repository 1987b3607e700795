"""The checker accepts random tilings and refuses damaged ones and garbage."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models.classes import Classes
from tilings.models.squares.check import check, objective
from tilings.models.squares.data import placements
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.symmetry import corner_order, symmetries

SEVEN = SquaresInstance("seven", 7, 7, 3)
TILING = ((0, 0, 4), (4, 0, 3), (0, 4, 3), (3, 4, 2), (5, 3, 2), (5, 5, 2), (3, 6, 1), (4, 6, 1), (4, 3, 1))


@st.composite
def tilings(draw: st.DrawFn) -> tuple[SquaresInstance, tuple]:
    """A board with a random tiling of it, made by filling the lowest, leftmost gap again and again."""
    width, height = draw(st.integers(1, 9)), draw(st.integers(2, 9))
    rng = random.Random(draw(st.integers(0, 10**6)))
    skyline, squares = [0] * width, []
    while (low := min(skyline)) < height:
        x = skyline.index(low)
        gap = next((i for i in range(x, width) if skyline[i] != low), width) - x
        room = min(gap, height - low)
        side = rng.randint(1, room - (room == width == height))
        skyline[x : x + side] = [low + side] * side
        squares.append((x, low, side))
    return SquaresInstance("drawn", width, height), tuple(squares)


def test_a_known_tiling_of_the_7_x_7_board_is_accepted_with_its_objective() -> None:
    assert check(SEVEN, TILING, "first") == []
    assert objective(SEVEN, TILING) == 3
    assert check(SEVEN._replace(max_copies=None, sides=(4, 3, 3, 2, 2, 2, 1, 1, 1)), TILING, "first") == []


@given(tilings())
def test_tilings_are_accepted(drawn: tuple) -> None:
    board, tiling = drawn
    sides = tuple(sorted((side for *_, side in tiling), reverse=True))
    assert check(board, tiling, "optimum") == []
    assert check(board._replace(sides=sides), tiling, "count") == []
    assert check(board._replace(max_copies=objective(board, tiling)), tiling[::-1], "first") == []


@given(tilings(), st.data())
def test_damaged_tilings_are_refused(drawn: tuple, data: st.DataObject) -> None:
    board, tiling = drawn
    chosen = data.draw(st.integers(0, len(tiling) - 1))
    part = data.draw(st.integers(0, 2))
    item = list(tiling[chosen])
    item[part] += data.draw(st.sampled_from([-3, -1, 1, 3]))
    assert check(board, (*tiling[:chosen], tuple(item), *tiling[chosen + 1 :]), "optimum")
    assert check(board, tiling[:chosen] + tiling[chosen + 1 :], "optimum")
    assert check(board, (*tiling, tiling[chosen]), "optimum")
    if (most := objective(board, tiling)) > 1:
        assert check(board._replace(max_copies=most - 1), tiling, "first")


@pytest.mark.parametrize(
    ("solution", "rule"),
    [
        ((), "cover"),
        (((0, 0, 7),), "size"),
        (((0, 0, 0),), "size"),
        (((5, 5, 3),), "board"),
        (((-1, 0, 3),), "board"),
        (((0, 0, 4), (3, 3, 4)), "overlap"),
        (tuple((x, y, 1) for x in range(7) for y in range(7)), "copies"),
        (((0, 0),), "shape"),
        (((0, 0, "4"),), "shape"),
        (((0, 0, True),), "shape"),
        (((0, 0, None),), "shape"),
        ((4,), "shape"),
        (None, "shape"),
        ("square", "shape"),
        (((0, 0, 10**12),), "board"),
    ],
)
def test_the_broken_rule_is_named(solution: object, rule: str) -> None:
    assert {violation.rule for violation in check(SEVEN, solution, "first")} == {rule}  # type: ignore[arg-type]


def test_every_square_of_a_multiset_must_be_used() -> None:
    ones = tuple((x, y, 1) for x in range(2) for y in range(4))
    board = SquaresInstance("a", 4, 4, sides=(2, 2, 1, 1, 1, 1, 1, 1, 1, 1))
    assert check(board, (*ones, (2, 0, 2), (2, 2, 2)), "first") == []
    broken = check(board._replace(sides=(2, 2, 2, 2)), (*ones, (2, 0, 2), (2, 2, 2)), "first")
    assert [violation.rule for violation in broken] == ["sides", "sides"]


@pytest.mark.parametrize(("width", "height"), [(7, 7), (8, 5), (5, 8)])
@pytest.mark.parametrize(("convention", "share"), [("raw", 0), ("rotations", 1), ("reflections", 2)])
def test_the_symmetries_of_a_board_form_its_group(width: int, height: int, convention: str, share: int) -> None:
    maps = symmetries(SquaresInstance("a", width, height, 3, (), convention))
    assert len(maps) == (1 if share == 0 else 2 * share * (2 if width == height else 1))
    probe = (1, 2, 2)
    assert maps[0](probe) == probe
    images = {image(probe) for image in maps}
    assert len(images) == len(maps)
    assert {image(other) for image in maps for other in images} == images


@given(tilings())
def test_all_images_of_a_tiling_are_tilings_of_one_class(drawn: tuple) -> None:
    board, tiling = drawn
    maps = symmetries(board._replace(convention="reflections"))
    images = [tuple(map(image, tiling)) for image in maps]
    assert all(check(board, image, "optimum") == [] for image in images)
    assert len(set(map(Classes(maps).of, images))) == 1


@given(tilings())
def test_some_image_of_each_tiling_satisfies_the_corner_order(drawn: tuple) -> None:
    board, tiling = drawn
    images = [set(map(image, tiling)) for image in symmetries(board._replace(convention="reflections"))]

    def side_at(corner: list, image: set) -> int:
        return next(square[2] for square in corner if square in image)

    order = corner_order(board, placements(board, strips=False))
    assert any(all(side_at(a, image) >= side_at(b, image) for a, b in order) for image in images)


@pytest.mark.parametrize("outside", [(2, 1, 1), (1, 2, 1), (-1, 1, 1), (1, -1, 1)])
def test_a_square_beyond_an_edge_does_not_stand_for_one_on_the_board(outside: tuple[int, int, int]) -> None:
    tiling = ((0, 0, 1), (1, 0, 1), (0, 1, 1), outside)
    assert [broken.rule for broken in check(SquaresInstance("two", 2, 2), tiling, "first")] == ["board"]


def test_no_square_is_used_in_an_empty_solution() -> None:
    assert objective(SEVEN, ()) == 0
