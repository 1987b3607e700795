"""Plain dancing links find the covers of brute force and known counts, in slices, under signals and beside threads."""

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runners.native import slices
from tilings.runners.native.dlx import Search
from tilings.runners.native.states import States

Cover = tuple[int, list[int], list[list[int]]]


def count(*cover: Any) -> int:
    search = Search(*cover)
    assert search.advance(collect=False) == []
    return search.solutions


@st.composite
def covers(draw: st.DrawFn, most_primary: int = 4, most_options: int = 9) -> Cover:
    primary = draw(st.integers(0, most_primary))
    capacities = draw(st.lists(st.integers(0, 3), max_size=3))
    items = st.integers(0, max(0, primary + len(capacities) - 1))
    option = st.lists(items, min_size=1, max_size=4, unique=True).filter(lambda o: min(o) < primary)
    return primary, capacities, draw(st.lists(option, max_size=most_options)) if primary else []


def brute_force(primary: int, capacities: list[int], options: list[list[int]]) -> list[list[int]]:
    """All covers, by trying every set of options."""
    found = []
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(range(len(options)), size):
            used = [item for k in chosen for item in options[k]]
            exact = all(used.count(item) == 1 for item in range(primary))
            if exact and all(used.count(primary + i) <= c for i, c in enumerate(capacities)):
                found.append(list(chosen))
    return sorted(found)


def queens(n: int) -> Cover:
    """Rows and columns are covered exactly once, diagonals at most once."""
    options = [[r, n + c, 2 * n + r + c, 5 * n - 2 + r - c] for r in range(n) for c in range(n)]
    return 2 * n, [1] * (4 * n - 2), options


@settings(deadline=None, max_examples=150)
@given(covers())
def test_all_covers_are_those_of_brute_force(cover: Cover) -> None:
    search = Search(*cover)
    solutions = search.advance()
    assert sorted(solutions) == brute_force(*cover)
    assert search.finished
    assert search.solutions == len(solutions) == count(*cover)


@settings(deadline=None, max_examples=100)
@given(covers(), st.integers(0, 2), st.integers(0, 3))
def test_a_search_in_slices_visits_the_same_nodes(cover: Cover, max_solutions: int, max_nodes: int) -> None:
    slices.check_nodes(lambda: Search(*cover), max_solutions, max_nodes)


@pytest.mark.parametrize(("n", "solutions"), [(1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (8, 92), (10, 724)])
def test_the_numbers_of_queens_solutions_are_the_known_ones(n: int, solutions: int) -> None:
    assert count(*queens(n)) == solutions


def test_knuths_example_takes_the_nodes_counted_by_hand() -> None:
    """TAOCP 7.2.2.1 (6): one cover, found after one wrong turn; the nodes are counted by hand."""
    search = Search(7, [], [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]])
    assert search.advance() == [[0, 3, 4]]
    assert search.nodes == 6


def test_without_primary_items_there_is_one_empty_solution() -> None:
    assert Search(0, [1], []).advance() == [[]]


@pytest.mark.parametrize(
    ("cover", "message"),
    [  # States checks its covers by the same functions
        ((2, [], [[0], []]), "option 1 has no primary item"),
        ((2, [], [[0, 2]]), "option 0 has item 2, but items are 0..1"),
        ((2, [1], [[0, -1]]), "option 0 has item -1, but items are 0..2"),
        ((2, [1], [[0, 2**40]]), "option 0 has item 1099511627776"),
        ((2, [], [[0], [1, 0, 1]]), "option 1 has item 1 twice"),
        ((2, [1, -3], [[0]]), "the capacity of item 3 is negative: -3"),
        ((-1, [], []), "primary is negative: -1"),
        ((1, [1], [[0], [1]]), "option 1 has no primary item"),
        ((2**40, [], []), "the problem is too large"),
    ],
)
def test_bad_input_is_refused(cover: Cover, message: str) -> None:
    for engine in (Search, States):
        with pytest.raises(ValueError, match=message):
            engine(*cover)


@pytest.mark.parametrize("limits", [{"max_solutions": -1}, {"max_nodes": -1}])
def test_negative_limits_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="is negative"):
        Search(1, [], [[0]]).advance(**limits)


def test_ctrl_c_interrupts_a_search_that_can_then_be_continued() -> None:
    search = Search(*queens(20))
    slices.interrupt(search)
    nodes = search.nodes
    search.advance(max_nodes=10, collect=False)
    assert search.nodes - nodes == 10


def test_other_threads_run_during_a_search_and_cannot_use_it() -> None:
    search, refused = Search(*queens(20)), []

    def use() -> None:
        try:
            search.advance(max_nodes=1)
        except RuntimeError as error:
            refused.append(str(error))

    slices.interrupt(search, meanwhile=use)
    assert refused == ["another thread is advancing this search"]
