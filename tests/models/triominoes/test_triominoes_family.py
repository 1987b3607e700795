"""Instances of triominoes, their checker, the decoding of solutions, symmetries of boards, and the upper bound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.canonical import canonical
from tilings.models.problem import UserError
from tilings.models.triominoes import PROBLEM, placements, screen
from tilings.models.triominoes.instance import TriominoesInstance, parse, to_json

GOOD = {"name": "t", "rows": 4, "cols": 5, "tiles": [[1, 2, 3], [3, 2, 1], [1, 4, 1], [2, 1, 9]]}
INSTANCE = parse(GOOD)
BOARD = ((0, 0, 0, "h", 0), (1, 0, 3, "v", 0), (2, 1, 0, "v", 0), (3, 1, 4, "v", 0))

small = st.integers(0, 5)
instances = st.builds(
    lambda rows, cols, tiles, connected, convention: TriominoesInstance(
        "t", rows, cols, tuple(tiles), connected, "", ((0, 0),), convention
    ),
    st.integers(1, 6),
    st.integers(1, 6),
    st.lists(st.tuples(small, small, small), min_size=1, max_size=6),
    st.booleans(),
    st.sampled_from(["raw", "rotations", "reflections"]),
)


def rules(instance: TriominoesInstance, solution: object, goal: str = "optimum") -> set[str]:
    return {violation.rule for violation in PROBLEM.check(instance, solution, goal)}


@given(instances)
def test_an_instance_read_back_from_json_is_the_same(instance: TriominoesInstance) -> None:
    assert parse(to_json(instance)) == instance


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"rows": 0}, "rows"),
        ({"cols": 2.5}, "cols"),
        ({"tiles": []}, "tiles"),
        ({"tiles": [[1, 2, 3], [1, 2]]}, "length"),
        ({"tiles": [[1, 2, 3]], "length": 4}, "length"),
        ({"length": 1}, "length"),
        ({"connected": 1}, "connected"),
        ({"difficulty": "harder"}, "difficulty"),
        ({"blocked": [[4, 0]]}, "blocked"),
        ({"blocked": [[0, 0], [0, 0]]}, "blocked"),
        ({"convention": "all"}, "convention"),
        ({"name": "a/b"}, "name"),
        ({"tile": []}, "tile"),
    ],
)
def test_a_bad_field_is_refused_by_its_name(change: dict[str, object], field: str) -> None:
    with pytest.raises(UserError, match=f"'{field}'"):
        parse(GOOD | change)


@pytest.mark.parametrize("field", ["name", "rows", "cols", "tiles"])
def test_missing_fields_are_named(field: str) -> None:
    with pytest.raises(UserError, match=f"'{field}'"):
        parse({key: value for key, value in GOOD.items() if key != field})


@pytest.mark.parametrize(
    ("solution", "rule"),
    [
        (BOARD, None),
        (((0, 0, 0, "h", 1), *BOARD[1:]), "contact"),
        (((0, 0, 0, "h"),), "shape"),
        (((0, 0, 0, 0, 0),), "shape"),
        (((0, 0, 0, "h", True),), "shape"),
        (((0, 0, 0, "h", 2),), "shape"),
        (((0, 0, 0, [], 0),), "shape"),
        (((0, "0", None, "h", 0),), "shape"),
        ((7,), "shape"),
        ("h", "shape"),
        (None, "shape"),
    ],
)
def test_a_broken_board_is_rejected_with_the_broken_rule(solution: object, rule: str | None) -> None:
    """The table of the single rules is in test_check.py."""
    assert rules(INSTANCE, solution) - {"contact"} == {rule} - {None, "contact"}
    assert ("contact" in rules(INSTANCE, solution)) == (rule == "contact")


def test_blocked_cells_connectedness_and_missing_tiles_are_checked() -> None:
    holed = parse(GOOD | {"blocked": [[3, 4]], "connected": True})
    assert rules(holed, BOARD) == {"blocked"}
    assert rules(holed, ((0, 1, 0, "h", 0), (1, 0, 4, "v", 0))) == {"connected"}
    assert rules(holed, ()) == set()
    assert rules(INSTANCE, BOARD[1:], "first") == rules(INSTANCE, BOARD[1:], "count") == {"all placed"}


@given(instances, st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner).map(tuple)))
def test_the_checker_raises_no_exception_on_any_value(instance: TriominoesInstance, garbage: object) -> None:
    PROBLEM.check(instance, garbage, "first")


atoms = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5), *[st.integers(0, 1)] * 2))


@given(instances, atoms)
def test_a_decoded_solution_in_any_order_decodes_to_itself(
    instance: TriominoesInstance, drawn: list[tuple[int, ...]]
) -> None:
    found = [("tile", atom) for atom in drawn if atom[0] < len(instance.tiles)]
    board = PROBLEM.decode(instance, found)
    again = [("tile", (tile, row, col, "hv".index(way), mirrored)) for tile, row, col, way, mirrored in board]
    assert PROBLEM.decode(instance, again[::-1]) == board


def test_solutions_that_swap_equal_tiles_or_turn_palindromes_are_the_same() -> None:
    one = PROBLEM.decode(INSTANCE, [("tile", (1, 0, 0, 0, 1)), ("tile", (0, 2, 0, 0, 0)), ("tile", (2, 3, 1, 0, 1))])
    two = PROBLEM.decode(INSTANCE, [("tile", (0, 0, 0, 0, 0)), ("tile", (1, 2, 0, 0, 1)), ("tile", (2, 3, 1, 0, 0))])
    assert one == two == ((0, 0, 0, "h", 0), (1, 2, 0, "h", 1), (2, 3, 1, "h", 0))


@pytest.mark.parametrize(
    "atom", [("domino", (0, 0, 0, 0, 0)), ("tile", (0,)), ("tile", (4, 0, 0, 0, 0)), ("tile", (0, 0, 0, 2, 0))]
)
def test_unknown_atoms_are_refused(atom: tuple) -> None:
    with pytest.raises(UserError):
        PROBLEM.decode(INSTANCE, [atom])


@pytest.mark.parametrize(
    ("rows", "convention", "blocked", "number"),
    [
        (5, "raw", [], 1),
        (5, "rotations", [], 4),
        (5, "reflections", [], 8),
        (4, "rotations", [], 2),
        (4, "reflections", [], 4),
        (5, "reflections", [[0, 0]], 2),
        (5, "rotations", [[0, 0], [4, 4]], 2),
    ],
)
def test_the_number_of_symmetries_follows_from_size_blocked_cells_and_convention(
    rows: int, convention: str, blocked: list, number: int
) -> None:
    instance = parse(GOOD | {"rows": rows, "convention": convention, "blocked": blocked})
    assert len(PROBLEM.symmetries(instance)) == number


def test_a_solution_turned_by_180_degrees_has_the_same_canonical_form() -> None:
    instance = parse(GOOD | {"convention": "rotations"})
    maps = PROBLEM.symmetries(instance)
    turned = ((0, 3, 2, "h", 1), (1, 1, 1, "v", 1))  # the tiles 0 and 1 of BOARD, turned by 180 degrees
    assert canonical(turned, maps) == canonical(BOARD[:2], maps)
    assert canonical(turned[:1], maps) != canonical(turned[1:], maps)


def test_the_bound_counts_the_scarcest_colour() -> None:
    assert placements.most_tiles(TriominoesInstance("t", 3, 3, ((1, 1, 1),) * 9)) == 3
    assert placements.most_tiles(TriominoesInstance("t", 2, 2, ((1, 1, 1),) * 9)) == 1
    blocked = TriominoesInstance("t", 3, 3, ((1, 1, 1),) * 9, blocked=((0, 0), (1, 2)))
    assert placements.most_tiles(blocked) == 1


def test_the_bound_uses_all_colourings_for_the_length_of_the_tiles() -> None:
    crossed = TriominoesInstance("t", 2, 6, ((1,) * 5,) * 9, length=5)
    assert placements.slopes(crossed) == [1, 2, 3, 4]
    assert placements.most_tiles(crossed) == 2
    assert placements.slopes(TriominoesInstance("t", 4, 4, ((1,) * 4,), length=4)) == [1, 3]


@given(instances.filter(lambda instance: not instance.connected))
def test_a_trimmed_board_still_has_room_for_all_tiles_without_contact(instance: TriominoesInstance) -> None:
    free = instance._replace(blocked=(), rows=4 * instance.rows, cols=3 * instance.cols)
    small = placements.trimmed(free)
    assert small.rows <= free.rows
    assert small.cols <= free.cols
    if (small.rows, small.cols) != (free.rows, free.cols):
        across = [(row, col, "h") for row in range(0, small.rows, 2) for col in range(0, small.cols - 2, 4)]
        down = [(row, col, "v") for col in range(0, small.cols, 2) for row in range(0, small.rows - 2, 4)]
        places = max(across, down, key=len)
        board = tuple((tile, *place, 0) for tile, place in enumerate(places[: len(free.tiles)]))
        assert rules(small, board, "first") == set()
    assert placements.trimmed(instance) is instance  # a cell is blocked


def test_dominoes_are_read_checked_and_drawn_like_triominoes() -> None:
    dominoes = parse({"name": "t", "rows": 2, "cols": 3, "length": 2, "tiles": [[1, 2], [2, 3], [3, 3]]})
    board = ((0, 0, 0, "h", 0), (1, 0, 2, "v", 0), (2, 1, 0, "h", 0))
    assert to_json(dominoes)["length"] == 2
    assert rules(dominoes, board) == {"contact"}
    assert rules(dominoes, board[:2], "optimum") == set()
    assert screen.text(dominoes, board[:2]).splitlines()[:3] == ["1-2 2", "    |", ". . 3"]
