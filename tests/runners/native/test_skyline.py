"""The search for tilings by squares agrees with exact cover, with clingo and with published squarings."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from tests.canonical import canonical
from tests.runners.native import slices
from tilings.models.problem import NotApplicable, Solution, SquareTilingModel
from tilings.models.squares import check
from tilings.models.squares.instance import SquaresInstance
from tilings.models.squares.published import A036444
from tilings.models.squares.symmetry import symmetries
from tilings.runners.native import skyline
from tilings.runners.native.skyline import Skyline, squares
from tilings.studies.hn.plain_search import PlainSearch

PERFECT = {(33, 32): 1, (57, 55): 1, (65, 47): 1, (69, 61): 1, (66, 64): 0, (56, 55): 0, (61, 60): 0, (65, 46): 0}
MOST_NODES = 1_000


def board(width: int, height: int, copies: int) -> list[int]:
    """A board with the given number of copies of each side smaller than the board."""
    return [copies] * (min(width, height) - (width == height))


def tilings(width: int, height: int, copies: list[int], **more: int) -> set[tuple]:
    found = Skyline(width, height, copies, **more).advance()
    assert len(found) == len({tuple(tiling) for tiling in found})
    return {tuple(sorted(squares(tiling))) for tiling in found}


class ShortSearch(PlainSearch):
    """The plain search; rejects examples in which it takes long."""

    def _fill(self, covered: int, placed: Solution) -> Iterator[Solution]:
        if self.nodes == MOST_NODES:
            reject()
        return super()._fill(covered, placed)


def hardest_refutation(size: int, **more: int) -> Skyline:
    """The search for a tiling with one copy too few."""
    search = Skyline(size, size, board(size, size, A036444[size] - 1), **more)
    search.advance()
    return search


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, int, list[int]]:
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    narrower = min(width, height)
    copies = draw(st.lists(st.integers(0, 4), min_size=0, max_size=narrower))
    if copies:
        copies[0] = draw(st.integers(0, 6))
    return width, height, copies


@st.composite
def tight_boards(draw: st.DrawFn) -> tuple[int, int, list[int]]:
    """Boards with the squares of a tiling of few squares, and perhaps some more."""
    width, height = draw(st.integers(5, 30)), draw(st.integers(5, 30))
    copies, floor = [0] * min(width, height), [0] * width
    while (y := min(floor)) < height:
        x = floor.index(y)
        end = next((at for at in range(x, width) if floor[at] != y), width)
        most = min(end - x, height - y)
        side = draw(st.sampled_from((most, most - most // 3, most - most // 4, most - most // 2)))
        copies[side - 1] += 1
        floor[x : x + side] = [y + side] * side
    for side in draw(st.lists(st.integers(1, len(copies)), max_size=3)):
        copies[side - 1] += 1
    assume(sum(copies) <= 24)
    return width, height, copies


@given(boards())
@settings(max_examples=200, deadline=None)
def test_symmetry_breaking_keeps_an_image_of_each_tiling(case: tuple[int, int, list[int]]) -> None:
    width, height, copies = case
    images = symmetries(SquaresInstance("a", width, height, 1, convention="reflections"))
    kept, every = tilings(*case, symmetry=True), tilings(*case, symmetry=False)
    assert kept <= every
    assert {canonical(tiling, images) for tiling in kept} == {canonical(tiling, images) for tiling in every}


@given(tight_boards())
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_pruning_loses_no_tiling_of_a_large_board(case: tuple[int, int, list[int]]) -> None:
    assert {tuple(sorted(tiling)) for tiling in ShortSearch(*case).tilings()} == tilings(*case, symmetry=False)


@given(boards())
@settings(max_examples=300, deadline=None)
def test_the_tilings_are_those_of_the_plain_search(case: tuple[int, int, list[int]]) -> None:
    assert {tuple(sorted(tiling)) for tiling in PlainSearch(*case).tilings()} == tilings(*case, symmetry=False)


@given(boards(), st.integers(1, 2**63))
@settings(max_examples=50, deadline=None)
def test_a_random_order_of_the_search_finds_the_same_tilings(case: tuple[int, int, list[int]], seed: int) -> None:
    assert tilings(*case, seed=seed) == tilings(*case)


@pytest.mark.parametrize("size", range(2, 25))
def test_the_verdict_does_not_depend_on_symmetry_breaking(size: int) -> None:
    without, broken = hardest_refutation(size, symmetry=False), hardest_refutation(size)
    assert without.finished and broken.finished
    assert without.solutions == broken.solutions == 0
    assert broken.nodes <= without.nodes
    for symmetry in (True, False):
        (found,) = Skyline(size, size, board(size, size, A036444[size]), symmetry=symmetry).advance(max_solutions=1)
        instance = SquaresInstance("a", size, size, A036444[size])
        assert check.check(instance, tuple(squares(found)), "first") == []


@pytest.mark.parametrize(("sides", "count"), PERFECT.items())
def test_the_perfect_rectangles_of_orders_9_and_10_are_found(sides: tuple[int, int], count: int) -> None:
    # C. J. Bouwkamp, "On the dissection of rectangles into squares", 1946; 66 x 64 would be 33 x 32 twice as large.
    assert len(tilings(*sides, board(*sides, 1))) == count + (sides == (66, 64))


@pytest.mark.parametrize(("parts", "seed"), [(2, 0), (3, 0), (64, 0), (3, 1), (3, 0x9E3779B97F4A7C15)])
def test_parts_add_up_to_the_whole_in_whatever_order_they_are_searched(parts: int, seed: int) -> None:
    for case in ((10, 10, board(10, 10, 4)), (17, 15, board(17, 15, 2)), (3, 2, [6])):
        whole = Skyline(*case)
        found = whole.advance()
        shards = [Skyline(*case, part=part, parts=parts, seed=part * seed % 2**64) for part in range(parts)]
        shared = [sorted(squares(tiling)) for shard in shards for tiling in shard.advance()]
        assert sorted(shared) == sorted(sorted(squares(tiling)) for tiling in found)
        if not seed:
            assert sum(shard.nodes for shard in shards) == whole.nodes
            assert sum(shard.updates for shard in shards) == whole.updates
        assert sum(shard.digest for shard in shards) % 2**64 == whole.digest


def test_a_search_in_slices_visits_the_same_nodes() -> None:
    slices.check_nodes(lambda: Skyline(10, 10, board(10, 10, 4)), max_solutions=7, max_nodes=13)


def test_the_digest_depends_on_the_tree_and_not_on_the_order_of_the_search() -> None:
    one, other = hardest_refutation(16), hardest_refutation(16, symmetry=False)
    assert one.digest != other.digest
    assert hardest_refutation(16, seed=7).digest == one.digest


def test_a_search_with_restarts_in_random_orders_finds_a_tiling() -> None:
    hunt = Skyline(31, 31, board(31, 31, 2))
    found: list[list[int]] = []
    for seed in range(1, 1000):
        hunt.restart(seed * 0x9E3779B97F4A7C15 % 2**64)
        assert (hunt.nodes, hunt.solutions, hunt.finished) == (0, 0, False)
        if found := hunt.advance(max_solutions=1, max_nodes=10_000):
            break
    assert check.check(SquaresInstance("a", 31, 31, 2), tuple(sorted(squares(found[0]))), "first") == []


def test_a_search_that_is_restarted_visits_the_same_nodes() -> None:
    search, fresh = (Skyline(10, 10, board(10, 10, 4)) for _ in range(2))
    search.advance(max_nodes=100)
    search.restart(0)
    assert search.advance() == fresh.advance()
    assert (search.nodes, search.digest, search.solutions) == (fresh.nodes, fresh.digest, fresh.solutions)


def test_a_signal_ends_a_slice() -> None:
    search = Skyline(95, 95, board(95, 95, 1))
    slices.interrupt(search)
    assert not search.finished


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 5, [1]), "1 to 127 cells wide and high, not 0"),
        ((5, 128, [1]), "1 to 127 cells wide and high, not 128"),
        ((5, 3, [1] * 4), "larger than the board"),
        ((5, 5, [1, -1]), "negative"),
    ],
)
def test_a_malformed_board_is_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Skyline(*arguments)
    with pytest.raises(ValueError, match="part must be from 0 to 1, not 2"):
        Skyline(5, 5, [1], part=2, parts=2)


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(NotApplicable, match="up to 127 x 127"):
        skyline.Tilings(SquareTilingModel(128, 100, (1,) * 100, True))
