"""The search for boards of tiles gives the same answers however it is run, and its budgets make it smaller."""

import random

import pytest

from tests.runners.native import slices
from tilings.models.problem import EdgeMatchingModel, NotApplicable
from tilings.models.triominoes import PROBLEM, dlx_budget, dlx_cover
from tilings.models.triominoes.instance import TriominoesInstance
from tilings.runners.native import engines
from tilings.runners.native.budget import Boards

LINE = EdgeMatchingModel(1, 3, (), ((0, (1, 2, 3)), (0, (3, 2, 1))), ((0, 0), (0, 1)), (1,), (), 0, False, False)


def random_square_board(side: int, tiles: int, values: int) -> TriominoesInstance:
    """A square board and tiles of three random values."""
    draw = random.Random(side)
    return TriominoesInstance(
        "drawn", side, side, tuple(tuple(draw.randint(1, values) for _ in range(3)) for _ in range(tiles))
    )


def dense(side: int, values: int) -> TriominoesInstance:
    """As many tiles as there is room for."""
    return random_square_board(side, side * side // 3, values)


def proof(instance: TriominoesInstance, **options: str) -> tuple[int, int]:
    """The optimum, and the nodes of the search."""
    stated = dlx_budget.build(instance, "optimum", **options)
    search = Boards(stated)
    found = search.advance()
    assert search.finished and [len(board) for board in found] == sorted({len(board) for board in found})
    solution = PROBLEM.decode(instance, engines.atoms(stated, found[-1]))
    assert PROBLEM.check(instance, solution, "optimum") == []
    return len(solution), search.nodes


def refutation(instance: TriominoesInstance, wanted: int, **options: str) -> int:
    """The nodes of an exhaustive search for more tiles than fit."""
    search = Boards(dlx_budget.build(instance, "optimum", **options)._replace(wanted=wanted, every=True))
    assert search.advance() == [] and search.finished
    return search.nodes


@pytest.mark.parametrize(("side", "values"), [(5, 4), (5, 8), (6, 4), (6, 8)])
def test_each_budget_that_is_left_out_makes_the_search_larger(side: int, values: int) -> None:
    instance = dense(side, values)
    optimum, _ = proof(instance)
    choices: list[dict[str, str]] = [{}, {"board": "none"}, {"board": "none", "bound": "none"}]
    fewest, more, most = (refutation(instance, optimum + 1, **options) for options in choices)
    assert fewest < more < most


def test_more_layouts_than_a_machine_word_has_bits_are_searched_correctly() -> None:
    tiles = tuple((one, two, 0) for one in range(1, 7) for two in range(1, 7))
    instance = TriominoesInstance("many", 3, 4, tiles)
    assert len(dlx_budget.build(instance, "optimum").layouts) > 64
    cover = dlx_cover.build(instance, "optimum")
    by_cover = engines.opened(cover).advance()[-1]
    assert proof(instance)[0] == len(engines.atoms(cover, by_cover))


@pytest.mark.parametrize("side", [17, 35])
def test_a_board_with_much_room_takes_one_node_for_each_tile(side: int) -> None:
    instance = random_square_board(side, side, 9)
    assert proof(instance) == (side, side)


def test_a_search_in_slices_visits_the_same_nodes() -> None:
    laying = dlx_budget.build(dense(5, 8), "optimum")
    slices.check_nodes(lambda: Boards(laying), max_solutions=1, max_nodes=7)


def test_a_board_too_small_for_the_wanted_tiles_needs_no_search() -> None:
    search = Boards(LINE._replace(budgets=(((1, 1, 1), 3, 3),), wanted=2))
    assert search.finished and search.bound == 1
    assert (search.advance(), search.nodes) == ([], 0)


def test_a_signal_ends_a_slice() -> None:
    search = Boards(dlx_budget.build(dense(10, 4), "optimum", board="none"))
    slices.interrupt(search)
    assert not search.finished


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": 0}, "at least one row"),
        ({"layouts": ()}, "no tiles"),
        ({"layouts": ((0, (1,)),)}, "at least two cells"),
        ({"layouts": ((0, (1, 2, 3)), (0, (1, 2)))}, "differ in length"),
        ({"layouts": ((1, (1, 2, 3)),)}, "no class"),
        ({"copies": (0,)}, "no tiles, or too many"),
        ({"blocked": (3,)}, "no cell 3"),
        ({"budgets": (((1, 1), 3, 3),)}, "a weight for each cell"),
        ({"budgets": (((1, -1, 1), 3, 3),)}, "weight out of range"),
        ({"budgets": (((1, 1, 1), -3, 3),)}, "budget is out of range"),
    ],
)
def test_a_malformed_problem_is_refused(change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Boards(LINE._replace(**change))


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(NotApplicable, match="takes boards with up to"):
        Boards(LINE._replace(rows=5000, cols=5000))
