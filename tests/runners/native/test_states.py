"""Counting by states agrees with plain search, Kasteleyn's determinant and known counts, within its memory limit."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators.shipped import entries
from tests.runners.native import slices
from tests.runners.native.packings import orbits
from tests.runners.native.test_dlx import Cover, covers
from tilings.models.polycubes import dlx_states
from tilings.models.polycubes.instance import parse
from tilings.models.polycubes.packing import packing
from tilings.models.problem import NotApplicable
from tilings.runners.native.dlx import Search
from tilings.runners.native.states import Counting, States, StatesExhausted, StatesSearch, conjugacy_classes

CATALOGUE = entries("polycubes")


def counted(cover: Cover, ordered: bool = True) -> int:
    states = States(*cover, ordered=ordered)
    states.advance()
    assert states.finished
    return states.count


@settings(deadline=None, max_examples=150)
@given(covers(7, 14))
def test_the_count_is_that_of_the_plain_search(cover: Cover) -> None:
    search = Search(*cover)
    assert counted(cover) == counted(cover, ordered=False) == len(search.advance())


@settings(deadline=None, max_examples=100)
@given(covers(7, 14), st.integers(1, 3))
def test_counting_in_slices_gives_the_same_count(cover: Cover, max_states: int) -> None:
    sliced = States(*cover)
    while not sliced.finished:
        before = sliced.states
        sliced.advance(max_states)
        assert sliced.states - before <= max_states
    assert (sliced.count, sliced.level, sliced.bytes == 0 or sliced.held == 1) == (counted(cover), cover[0], True)


def test_a_secondary_item_may_be_used_several_times_by_one_option() -> None:
    """Three items, each with an option of weight 0, 1 and 2: how many choices weigh at most so much."""
    options = [[item] + [3] * weight for item in range(3) for weight in range(3)]
    assert [counted((3, [capacity], options)) for capacity in range(7)] == [1, 4, 10, 17, 23, 26, 27]


@settings(deadline=None, max_examples=150)
@given(covers(7, 10), st.data())
def test_lower_bounds_are_kept(cover: Cover, data: st.DataObject) -> None:
    primary, capacities, options = cover
    least = [data.draw(st.integers(0, capacity)) for capacity in capacities]
    uses = [Counter(item for option in found for item in options[option]) for found in Search(*cover).advance()]
    kept = [use for use in uses if all(use[primary + i] >= bound for i, bound in enumerate(least))]
    for ordered in (True, False):
        states = States(*cover, ordered=ordered, least=least)
        states.advance()
        assert states.count == len(kept)


def test_a_lower_bound_is_one_of_a_capacity() -> None:
    for least in ([3], [-1], [1, 1]):
        with pytest.raises(ValueError, match="bound"):
            States(1, [2], [[0, 1]], least=least)


def test_a_count_that_needs_too_wide_states_does_not_apply() -> None:
    pieces = [{"name": "D", "cells": [[0, 0, 0], [1, 0, 0]], "copies": 800}]
    board = packing(parse({"name": "x", "box": [40, 40, 1], "pieces": pieces}), "states", {"choice": "fewest"})
    with pytest.raises(NotApplicable, match="at most 1024"):
        StatesSearch(board)


@pytest.mark.parametrize("reach", [30, 70, 140, 300, 1000])
def test_states_wider_than_a_machine_word_are_counted_correctly(reach: int) -> None:
    """Pairs (i, i + reach) or (i, i + 1), so that about `reach` items are at the frontier: one way, or two of one pair.

    The first half of the items can only be matched to the second; of the four last, the pairs may be changed.
    """
    options = [[i, i + reach] for i in range(reach)] + [[0, 1], [reach, reach + 1]]
    states = States(2 * reach, [], options)
    states.advance()
    assert states.count == 2
    assert states.bits >= reach


@pytest.mark.parametrize("bits", [63, 64, 65, 129, 500])
def test_counts_larger_than_a_machine_word_are_exact(bits: int) -> None:
    """Equal options for each item: products that carry into further words."""
    assert counted((bits, [], [[i] for i in range(bits) for _ in range(2)])) == 2**bits
    assert counted((bits, [], [[i] for i in range(bits) for _ in range(1001)])) == 1001**bits


def test_large_sums_are_exact() -> None:
    """Pairs of items that are covered together or one by one, so that two ways meet in a state."""
    pairs = [cover for i in range(0, 400, 2) for cover in ([i, i + 1], [i], [i + 1])]
    assert counted((400, [], pairs)) == 2**200


def dominoes(width: int, height: int) -> Cover:
    number = {(x, y): y * width + x for y in range(height) for x in range(width)}
    near = [((x, y), (x + dx, y + dy)) for (x, y) in number for dx, dy in ((1, 0), (0, 1))]
    return width * height, [], [[number[a], number[b]] for a, b in near if b in number]


def kasteleyn(width: int, height: int) -> int:
    """The number of perfect matchings of a grid, as a determinant (P. W. Kasteleyn, Physica 27, 1961).

    Rows are the black cells and columns the white ones; vertical edges in every other column count negative. The
    elimination is Bareiss's, exact in integers.
    """
    black = [(x, y) for y in range(height) for x in range(width) if (x + y) % 2 == 0]
    white = {(x, y): i for i, (x, y) in enumerate((x, y) for y in range(height) for x in range(width) if (x + y) % 2)}
    matrix = [[0] * len(white) for _ in black]
    for row, (x, y) in zip(matrix, black, strict=True):
        for other, sign in (((x + 1, y), 1), ((x - 1, y), 1), ((x, y + 1), (-1) ** x), ((x, y - 1), (-1) ** x)):
            if other in white:
                row[white[other]] = sign
    previous = 1
    for k in range(len(matrix) - 1):
        pivot = next((i for i in range(k, len(matrix)) if matrix[i][k]), None)
        if pivot is None:
            return 0
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        for i in range(k + 1, len(matrix)):
            factor = matrix[i][k]
            for j in range(k + 1, len(matrix)):
                matrix[i][j] = (matrix[i][j] * matrix[k][k] - factor * matrix[k][j]) // previous
        previous = matrix[k][k]
    return abs(matrix[-1][-1])


@pytest.mark.parametrize("size", [(2, 1), (2, 5), (3, 4), (5, 6), (8, 8), (10, 12), (16, 16)])
def test_domino_tilings_are_as_many_as_kasteleyns_determinant(size: tuple[int, int]) -> None:
    assert counted(dominoes(*size)) == kasteleyn(*size)


PUBLISHED = [
    *("dominoes8x8", "dominoes16x16", "pentominoes3x20", "pentominoes5x12", "pentominoes6x10", "pentominoes6x10-raw"),
    *("pentominoes8x8-hole", "one-sided-pentominoes3x30", "soma-raw", "soma-rotations"),
]
IN_BOTH = ["pentominoes4x15", "tetrominoes4x5", "soma-reflections", "solid-pentominoes2x3x10"]


@pytest.mark.parametrize(
    ("name", "choice"),
    [*product(PUBLISHED, ["order"]), *product(IN_BOTH, ["order", "fewest"]), ("diabolical-cube", "fewest")],
)
def test_counts_equal_the_published_ones(name: str, choice: str) -> None:
    entry = CATALOGUE[name]
    search = StatesSearch(dlx_states.build(entry.instance, "count", choice=choice))
    search.advance()
    assert search.solutions == entry.known["count"]


def test_a_restricted_piece_and_in_thick_boxes_no_order_save_states() -> None:
    holed, thick = (CATALOGUE[name].instance for name in ("pentominoes8x8-hole", "solid-pentominoes2x3x10"))
    for slow, fast in (
        (Counting(packing(holed._replace(convention="raw"), "states", {})), Counting(packing(holed, "states", {}))),
        (Counting(packing(thick, "states", {})), Counting(packing(thick, "states", {}), choice="fewest")),
    ):
        slow.advance()
        fast.advance()
        assert fast.states < slow.states / 2


@st.composite
def packed(draw: st.DrawFn) -> tuple[Cover, int]:
    """A cover whose last primary items are pieces, with which no option begins, and their number."""
    positions, pieces = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    capacities = draw(st.lists(st.integers(0, 3), max_size=3))
    places = st.sets(st.integers(0, positions - 1), min_size=1, max_size=3)
    others = st.lists(st.integers(positions, positions + pieces - 1 + len(capacities)), max_size=3, unique=True)
    options = draw(st.lists(st.builds(lambda some, more: [*some, *more], places, others), max_size=14))
    return (positions + pieces, capacities, options), pieces


@given(packed(), st.integers(1, 2), st.integers(1, 5))
def test_grouped_states_give_the_same_count(cover: tuple[Cover, int], threads: int, max_states: int) -> None:
    arguments, pieces = cover
    states = States(*arguments, pieces=pieces, threads=threads)
    while not states.finished:
        before = states.states
        states.advance(max_states)
        assert states.finished or states.states > before
    assert states.count == counted(arguments)


@pytest.mark.parametrize("positions", [10, 30, 80])
def test_grouped_counts_of_any_size_are_exact(positions: int) -> None:
    """Each position has four equal options, the first one a piece: the counts outgrow words of 32 and of 64 bits."""
    options = [[0, positions], *([at] for at in range(1, positions) for _ in range(4))]
    states = States(positions + 1, [], options, pieces=1)
    states.advance()
    assert states.count == 4 ** (positions - 1)
    assert states.grouped == (positions < 80)


def test_a_supply_wider_than_a_machine_word_is_counted_without_groups() -> None:
    options = [[at, 70 + piece] for at in range(70) for piece in {at, (at + 1) % 70}]
    states = States(140, [], options, pieces=70)
    states.advance()
    assert (states.count, states.grouped) == (2, False)


def test_profiles_that_outgrow_the_memory_are_counted_without_groups() -> None:
    options = [[at, reach, 40] for at in range(20) for reach in range(20, 40)] + [[at] for at in range(40)]
    states = States(41, [], options, pieces=1, memory=100_000)
    assert states.grouped
    states.advance()
    assert states.count == 400
    assert not states.grouped


def test_a_mirrored_pair_of_chiral_pieces_is_reflected_together() -> None:
    """An S and a Z of four cells and four single cells in 4 x 3: the reflections swap the two."""
    drawn = {"S": [(1, 0), (2, 0), (0, 1), (1, 1)], "Z": [(0, 0), (1, 0), (1, 1), (2, 1)], "U": [(0, 0)]}
    pieces = [
        {"name": name, "cells": [[x, y, 0] for x, y in cells], "copies": 4 if name == "U" else 1}
        for name, cells in drawn.items()
    ]
    fields = {"name": "pair", "box": [4, 3, 1], "pieces": pieces, "convention": "reflections"}
    puzzle = packing(parse(fields), "states", {})
    assert len(puzzle.symmetries) > 2
    counting = Counting(puzzle)
    counting.advance()
    assert counting.count == len(orbits(puzzle) or ()) > 0


def test_the_group_of_the_square_has_five_conjugacy_classes() -> None:
    """Identity; half turn; two quarter turns; two reflections in the sides' axes; two in the diagonals."""
    turn, flip = (1, 2, 3, 0), (1, 0, 3, 2)
    group = {(0, 1, 2, 3)}
    for _ in range(3):
        group |= {tuple(g[s[i]] for i in range(4)) for g in (turn, flip) for s in group}
    classes = conjugacy_classes(sorted(group))
    assert sorted(size for _, size in classes) == [1, 1, 2, 2, 2]
    assert classes[0] == ((0, 1, 2, 3), 1)


def test_a_count_is_available_only_at_the_end() -> None:
    counting = Counting(packing(CATALOGUE["soma-reflections"].instance, "states", {}))
    while not counting.finished:
        with pytest.raises(RuntimeError, match="known only when"):
            _ = counting.count
        counting.advance(1_000)
    assert counting.count == 240


@pytest.mark.parametrize("ordered", [True, False])
def test_the_memory_limit_is_kept(ordered: bool) -> None:
    states = States(*dominoes(24, 24), memory=2_000_000, ordered=ordered)
    with pytest.raises(StatesExhausted, match=r"outgrew 2000000 bytes at item \d+ of 576"):
        states.advance()
    assert states.bytes <= 2_000_000
    assert 0 < states.level < 576
    assert isinstance(StatesExhausted(), MemoryError)
    with pytest.raises(StatesExhausted):
        states.advance()


def test_a_primary_item_without_options_gives_a_count_of_zero() -> None:
    assert counted((2, [], [[0]])) == 0
    assert counted((0, [3], [])) == 1


def test_bad_limits_and_too_wide_a_frontier_are_refused() -> None:
    with pytest.raises(ValueError, match="but at most 1024"):
        States(4000, [], [[i, i + 2000] for i in range(2000)])
    with pytest.raises(ValueError, match="memory is less than"):
        States(1, [], [[0]], memory=1)
    with pytest.raises(ValueError, match="max_states is negative"):
        Counting(packing(CATALOGUE["soma-raw"].instance, "states", {})).advance(-1)


def test_ctrl_c_interrupts_a_count_that_can_then_be_continued() -> None:
    states = States(*dominoes(24, 24))
    slices.interrupt(states, "states")
    before = states.states
    states.advance(1000)
    assert states.states - before == 1000
