"""The engine for covers with multiplicities, colours and costs finds what brute force and plain dancing links find."""

import itertools
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.runners.native import slices
from tilings.runners.native import dlx
from tilings.runners.native.general import Covers


@dataclass(frozen=True)
class Case:
    """A small problem, as Covers takes it."""

    primary: list[tuple[int, int]]
    secondary: int
    options: list[list[int]]
    colours: list[dict[int, int]] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)

    def search(self, **more: Any) -> Covers:
        return Covers(self.primary, self.secondary, self.options, colours=self.colours, costs=self.costs, **more)

    def cost(self, cover: list[int]) -> int:
        return sum(self.costs[option] for option in cover)


def count(*cover: Any) -> int:
    search = Covers(*cover)
    search.advance(collect=False)
    return search.solutions


def cheapest(case: Case, best: int = 1) -> list[tuple[int, list[int]]]:
    """The cheapest covers with their costs, by ascending cost."""
    return sorted((case.cost(cover), cover) for cover in case.search(best=best).advance())[:best]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    bound = st.integers(0, 3)
    primary = draw(st.lists(st.tuples(bound, bound).map(sorted).map(tuple), min_size=1, max_size=5))
    secondary = draw(st.integers(0, 3))
    item = st.integers(0, len(primary) + secondary - 1)
    option = st.lists(item, min_size=1, max_size=4, unique=True).filter(lambda items: min(items) < len(primary))
    options = draw(st.lists(option, max_size=8))
    colours = [
        {item: draw(st.integers(1, 3)) for item in option if item >= len(primary) and draw(st.booleans())}
        for option in options
    ]
    costs = draw(st.lists(st.integers(0, 9), min_size=len(options), max_size=len(options)))
    return Case(primary, secondary, options, colours, costs)


def brute_force(case: Case) -> list[list[int]]:
    """All covers, by trying every set of options."""
    found = []
    for size in range(len(case.options) + 1):
        for chosen in map(list, itertools.combinations(range(len(case.options)), size)):
            used = [item for option in chosen for item in case.options[option]]
            bounded = all(least <= used.count(i) <= most for i, (least, most) in enumerate(case.primary))
            if bounded and all(tolerated(case, chosen, len(case.primary) + i) for i in range(case.secondary)):
                found.append(chosen)
    return sorted(found)


def tolerated(case: Case, chosen: list[int], item: int) -> bool:
    """Whether a secondary item is covered by at most one option, or by options that all give it one colour."""
    over = [option for option in chosen if item in case.options[option]]
    painted = {case.colours[option].get(item) for option in over}
    return len(over) <= 1 or (len(painted) == 1 and None not in painted)


@settings(deadline=None, max_examples=100)
@given(cases())
def test_all_covers_are_those_of_brute_force(case: Case) -> None:
    search = case.search()
    found = search.advance()
    assert sorted(found) == brute_force(case)
    assert search.finished
    assert search.solutions == len(found)


@settings(deadline=None, max_examples=100)
@given(cases(), st.integers(1, 4))
def test_the_cheapest_covers_are_those_of_brute_force(case: Case, best: int) -> None:
    every = sorted((case.cost(cover), cover) for cover in brute_force(case))
    found = cheapest(case, best)
    assert [cost for cost, _ in found] == [cost for cost, _ in every[:best]]
    assert all(entry in every for entry in found)
    assert len({tuple(cover) for _, cover in found}) == len(found)


@settings(deadline=None, max_examples=100)
@given(cases())
def test_the_bound_holds_and_every_cover_found_improves(case: Case) -> None:
    search = case.search(best=1)
    costs = [case.cost(cover) for cover in search.advance()]
    assert all(later < earlier for earlier, later in itertools.pairwise(costs))
    assert all(search.bound <= cost for cost in costs)
    assert case.search().bound == 0


@settings(deadline=None, max_examples=100)
@given(cases(), st.integers(1, 5), st.integers(1, 2))
def test_the_cheapest_covers_are_in_the_parts(case: Case, parts: int, best: int) -> None:
    covers = [cover for part in range(parts) for cover in case.search(part=part, parts=parts, best=best).advance()]
    assert sorted(map(case.cost, covers))[:best] == sorted(map(case.cost, brute_force(case)))[:best]


@st.composite
def symmetric_cases(draw: st.DrawFn) -> tuple[Case, list[tuple[int, ...]]]:
    """A small problem without colours, and the permutations of its options that some of its primary items make."""
    items = draw(st.integers(1, 4))
    option = st.frozensets(st.integers(0, items - 1), min_size=1, max_size=3)
    group = set(itertools.permutations(range(items))) if draw(st.booleans()) else {tuple(range(items))}
    group |= {tuple(range(items))[::-1]}
    options = sorted(
        map(sorted, {frozenset(move[i] for i in o) for o in draw(st.sets(option, max_size=3)) for move in group})
    )
    bounds = [draw(st.sampled_from([(1, 1), (0, 2), (1, 2)]))] * items
    images = {tuple(options.index(sorted(move[item] for item in option)) for option in options) for move in group}
    return Case(bounds, 0, options), sorted(images)


@settings(deadline=None, max_examples=100)
@given(symmetric_cases(), st.integers(1, 3))
def test_of_the_images_of_a_cover_the_least_is_found_in_one_part(
    drawn: tuple[Case, list[tuple[int, ...]]], parts: int
) -> None:
    case, group = drawn
    moved = {
        tuple(cover): [sorted(images[option] for option in cover) for images in group] for cover in brute_force(case)
    }
    least = sorted(list(cover) for cover, images in moved.items() if list(cover) == min(images))
    searches = [case.search(part=part, parts=parts, symmetries=group) for part in range(parts)]
    assert sorted(cover for search in searches for cover in search.advance()) == least
    assert sum(search.solutions for search in searches) == len(least)


def test_an_image_with_an_option_that_is_left_out_is_not_compared() -> None:
    covers = Covers([(1, 1), (1, 1)], 0, [[0], [1], [1]], symmetries=[(-1, 1, 2)])
    assert covers.advance() == [[0, 1], [0, 2]]
    # The exchange of the last two options takes one cover to the other.
    assert Covers([(1, 1), (1, 1)], 0, [[0], [1], [1]], symmetries=[(0, 2, 1)]).advance() == [[0, 1]]


@pytest.mark.parametrize("images", [(0, 0), (0,), (0, 1, 2), (0, 2), (0, -2)])
def test_a_symmetry_that_is_not_a_permutation_is_refused(images: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="symmetry 1 is not a permutation of 2 options"):
        Covers([(1, 1)], 0, [[0], [0]], symmetries=[(1, 0), images])


def test_the_cheapest_covers_are_not_counted_up_to_symmetries() -> None:
    with pytest.raises(ValueError, match="not counted up to symmetries"):
        Covers([(1, 1)], 0, [[0], [0]], best=1, symmetries=[(1, 0)])


def test_large_trees_are_split_evenly() -> None:
    case = queens(8)
    found = [case.search(part=part, parts=5).advance() for part in range(5)]
    assert sorted(itertools.chain(*found)) == sorted(case.search().advance())
    assert min(map(len, found)) > 92 / 5 / 3


@settings(deadline=None, max_examples=100)
@given(cases(), st.integers(0, 2), st.integers(0, 3), st.integers(0, 2))
def test_a_search_in_slices_visits_the_same_nodes(case: Case, max_solutions: int, max_nodes: int, best: int) -> None:
    slices.check_nodes(lambda: case.search(best=best), max_solutions, max_nodes)


@settings(deadline=None, max_examples=100)
@given(cases())
def test_plain_dancing_links_visit_the_same_nodes(case: Case) -> None:
    plain = dlx.Search(len(case.primary), [1] * case.secondary, case.options)
    search = Covers([(1, 1)] * len(case.primary), case.secondary, case.options)
    assert sorted(search.advance()) == sorted(plain.advance())
    assert search.nodes == plain.nodes
    assert search.updates <= plain.updates, "it covers no item at a dead end"


def queens(n: int) -> Case:
    options = [[r, n + c, 2 * n + r + c, 5 * n - 2 + r - c] for r in range(n) for c in range(n)]
    return Case([(1, 1)] * 2 * n, 4 * n - 2, options)


def matrices(n: int, ones: int) -> Case:
    """n x n matrices of zeros and ones with so many ones in every row and column."""
    return Case([(ones, ones)] * 2 * n, 0, [[r, n + c] for r in range(n) for c in range(n)])


def domination(n: int, queens: int) -> Case:
    """So many queens that every square of the board is attacked or occupied."""
    squares = list(itertools.product(range(n), repeat=2))
    options = [
        [k for k, (s, d) in enumerate(squares) if r == s or c == d or abs(r - s) == abs(c - d)] + [n * n]
        for r, c in squares
    ]
    return Case([(1, queens)] * n * n + [(queens, queens)], 0, options)


@pytest.mark.parametrize(
    ("case", "covers"),
    [
        (queens(8), 92),  # OEIS A000170
        (matrices(4, 2), 90),  # OEIS A001499
        (matrices(5, 2), 2040),
        (domination(5, 3), 186),  # OEIS A002564
        (domination(6, 3), 4),
    ],
)
def test_counts_equal_the_published_ones(case: Case, covers: int) -> None:
    assert count(case.primary, case.secondary, case.options) == covers


def test_knuths_examples_have_the_covers_that_he_gives() -> None:
    """The opening examples of Knuth's programs DLX2 (colours) and DLX3 (multiplicities)."""
    colours = [{3: 1, 4: 1}, {3: 2, 4: 2}, {3: 2}, {4: 2}]
    assert Covers([(1, 1)] * 3, 2, [[0, 1, 3, 4], [0, 2, 3, 4], [1, 3], [2, 4]], colours=colours).advance() == [[1, 2]]
    options = [[0, 1, 3, 4], [0, 2, 3, 4], [2, 3], [1, 3], [2, 4]]
    bounds = [(1, 1), (1, 1), (2, 3)]
    colours = [{3: 1, 4: 1}, {3: 2, 4: 2}, {3: 1}, {3: 2}, {4: 2}]
    assert Covers(bounds, 2, options, colours=colours).advance() == [[1, 3, 4]]


def test_the_cheapest_assignment_of_nine_jobs_is_found() -> None:
    """Nine jobs for nine people, against all 362880 assignments."""
    n = 9
    cost = [[(7 * r * r + 5 * c * r + 3 * c * c + 11 * r) % 31 for c in range(n)] for r in range(n)]
    least = min(sum(row[c] for row, c in zip(cost, chosen, strict=True)) for chosen in itertools.permutations(range(n)))
    case = matrices(n, 1)
    ((found, _),) = cheapest(replace(case, costs=[value for row in cost for value in row]))
    assert found == least


def test_the_bound_prunes_most_of_the_tree() -> None:
    case = matrices(8, 1)
    costs = [(7 * r * r + 5 * c) % 31 for r in range(8) for c in range(8)]
    every, best = case.search(), Covers(case.primary, 0, case.options, costs=costs, best=1)
    every.advance(collect=False)
    best.advance(collect=False)
    assert best.nodes < every.nodes / 10


@pytest.mark.parametrize("primary", [[], [(0, 0)], [(0, 3)]])
def test_without_options_only_the_empty_cover_is_possible(primary: list[tuple[int, int]]) -> None:
    assert Covers(primary, 1, []).advance() == [[]]
    assert Covers([*primary, (1, 1)], 1, []).advance() == []


def test_bounds_may_exceed_the_number_of_options() -> None:
    assert count([(0, 2**60)], 0, [[0], [0]]) == 4
    assert count([(2**60, 2**60)], 0, [[0], [0]]) == 0


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        (([(1, 1)], 0, [[]]), {}, "option 0 has no primary item"),
        (([(1, 1)], 1, [[1]]), {}, "option 0 has no primary item"),
        (([(2, 1)], 0, []), {}, "item 0 is to be covered at least 2 and at most 1 times"),
        (([], -1, []), {}, "secondary is negative: -1"),
        (([], 2**40, []), {}, "too large"),
        (([(1, 1)], 1, [[0, 2]]), {}, "option 0 has item 2, but items are 0..1"),
        (([(1, 1)], 1, [[0], [0, 0]]), {}, "option 1 has item 0 twice"),
        (([(1, 1)], 1, [[0]]), {"colours": [{0: 1}]}, "only secondary items are coloured"),
        (([(1, 1)], 1, [[0]]), {"colours": [{1: 1}]}, "item 1, which it does not have"),
        (([(1, 1)], 1, [[0, 1]]), {"colours": [{1: 0}]}, "gives item 1 the colour 0"),
        (([(1, 1)], 1, [[0, 1]]), {"colours": [{1: 2**40}]}, "but colours are 0..2147483647"),
        (([(1, 1)], 1, [[0, 1]]), {"colours": [{}, {}]}, "colours for 2 options"),
        (([(1, 1)], 0, [[0]]), {"costs": [1, 2]}, "2 costs for 1 options"),
        (([(1, 1)], 0, [[0]]), {"costs": [-1]}, "a cost is negative: -1"),
        (([(1, 1)], 0, [[0], [0]]), {"costs": [2**61, 2**62]}, "add up to more than"),
        (([(1, 1)], 0, [[0]]), {"best": -1}, "best is negative"),
        (([(1, 1)], 0, [[0]]), {"part": 2, "parts": 2}, "part must be from 0 to 1, not 2"),
    ],
)
def test_bad_input_is_refused(arguments: tuple[Any, ...], more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Covers(*arguments, **more)
