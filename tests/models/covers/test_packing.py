"""Covers that are packings are found to be, and the search on bit masks counts what dancing links count."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.generators.shipped import instances
from tilings.models.covers import dlx_auto, dlx_bits, dlx_general, dlx_states
from tilings.models.covers.instance import CoversInstance, parse
from tilings.models.covers.packing import pieces
from tilings.models.problem import Choice, NotApplicable, Packing, UserError
from tilings.runners.native.bits import kinds
from tilings.runners.native.engines import opened

SHIPPED = instances("covers")


def cover(items: int, options: list[list[int]], secondary: int = 0) -> CoversInstance:
    """A cover of items that are named by their numbers, of which the last are secondary."""
    names, required = [str(item) for item in range(items)], items - secondary
    named = [[names[item] for item in option] for option in options]
    return parse({"name": "x", "primary": names[:required], "secondary": names[required:], "options": named})


@st.composite
def with_pieces(draw: st.DrawFn) -> CoversInstance:
    """A random cover in which every option has one of the first items and some of the others."""
    first, rest = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    secondary = draw(st.integers(0, rest))
    others = st.lists(st.integers(first, first + rest - 1), min_size=1, max_size=3, unique=True)
    option = st.tuples(st.integers(0, first - 1), others).map(lambda pair: [pair[0], *sorted(pair[1])])
    options = draw(st.lists(option, min_size=1, max_size=14, unique_by=tuple))
    return cover(first + rest, draw(st.permutations(options)), secondary)


@st.composite
def of_any_kind(draw: st.DrawFn) -> CoversInstance:
    """A random cover with multiplicities, equal options and, if two of its items may be exchanged, a symmetry."""
    required, secondary = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    items = [str(item) for item in range(required + secondary)]
    one = st.just((1, 1))
    bounds = draw(
        st.lists(one | st.sampled_from([(0, 1), (0, 2), (1, 2), (2, 2), (1, 9)]), min_size=required, max_size=required)
    )
    some = st.lists(st.sampled_from(items), min_size=1, max_size=4, unique=True)
    options = draw(st.lists(some.filter(lambda option: min(map(int, option)) < required), max_size=9))
    a, b = draw(st.sampled_from(items[:required])), draw(st.sampled_from(items[:required]))
    swap = {a: b, b: a}
    if draw(st.booleans()):
        options += [[swap.get(item, item) for item in option] for option in options if not {a, b}.isdisjoint(option)]
    fields = {
        "name": "x",
        "primary": [
            {"name": item, "least": low, "most": high} for item, (low, high) in zip(items, bounds, strict=False)
        ],
        "secondary": items[required:],
        "options": options,
    }
    try:
        return parse(fields | {"symmetries": [swap]} if a != b else fields)
    except UserError:  # it is not a symmetry
        return parse(fields)


@settings(deadline=None, max_examples=150)
@given(with_pieces())
def test_bit_masks_find_the_covers_that_dancing_links_find(instance: CoversInstance) -> None:
    try:
        packing = dlx_bits.build(instance, "count")
    except NotApplicable:
        assume(False)
    assert sorted(opened(packing).advance()) == sorted(opened(dlx_general.build(instance, "count")).advance())


@settings(deadline=None, max_examples=150)
@given(with_pieces() | of_any_kind(), st.sampled_from(["order", "fewest"]))
def test_states_count_the_covers_that_dancing_links_find(instance: CoversInstance, choice: str) -> None:
    search = opened(dlx_states.build(instance, "count", choice=choice))
    search.advance()
    general = dlx_general.build(instance, "count")
    assert search.solutions == len(opened(general).advance())


@settings(deadline=None, max_examples=150)
@given(st.lists(st.integers(1, 63), min_size=1, max_size=8))
def test_every_option_has_exactly_one_of_the_pieces(options: list[int]) -> None:
    found = pieces(options)
    hits = [
        chosen for chosen in range(1, 64) if all((option & chosen).bit_count() == 1 for option in options)
    ]  # by brute force; steps suffice for so few items
    assert (found is None) == (not hits)
    assert found is None or sum(1 << item for item in found) in hits


def test_the_pieces_of_a_puzzle_are_preferred_to_its_cells() -> None:
    instance = SHIPPED["langford7"]
    packing = dlx_bits.build(instance, "count")
    assert (len(packing.names), len(packing.cells)) == (7, 14)
    choice = dlx_auto.build(instance, "count")
    assert isinstance(choice, Choice) and choice.search == packing
    search = opened(packing)
    search.advance(collect=False)
    assert search.solutions == 52


@pytest.mark.parametrize(("n", "solutions"), [(8, 92), (11, 2680)])
def test_secondary_items_are_cells_that_may_stay_open(n: int, solutions: int) -> None:
    """The diagonals of queens; with eleven of them the items are too many for one machine word (OEIS A000170)."""
    options = [[r, n + c, 2 * n + r + c, 5 * n - 2 + r - c] for r in range(n) for c in range(n)]
    packing = dlx_bits.build(cover(6 * n - 2, options, secondary=4 * n - 2), "count")
    for kind in kinds():
        search = opened(packing._replace(settings={"registers": kind}))
        search.advance(collect=False)
        assert search.solutions == solutions


def test_counting_by_states_is_not_for_symmetries_that_are_too_many_to_list() -> None:
    """The runner compares all solutions then, of which counting by states shows none."""
    digits = "12345"
    turn, swap = dict(zip(digits, "23451", strict=True)), {"1": "2", "2": "1"}
    moves = [{f"p{a}": f"p{b}" for a, b in move.items()} for move in (turn, swap)]
    moves += [{f"c{a}": f"c{b}" for a, b in move.items()} for move in (turn, swap)]
    items = [f"{kind}{digit}" for kind in "pc" for digit in digits]
    options = [[f"p{a}", f"c{b}"] for a in digits for b in digits]
    instance = parse({"name": "x", "primary": items, "options": options, "symmetries": moves})
    with pytest.raises(NotApplicable, match="few symmetries"):
        dlx_states.build(instance, "count")
    found = dlx_auto.build(instance, "count")
    assert isinstance(found, Packing) and found.engine == "bits"


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        (cover(2, [[0], [1]]), "no primary items serve as pieces"),
        (cover(3, [[0, 1], [1, 2], [0, 2]]), "no primary items serve as pieces"),
        (cover(2, [[0, 1], [0, 1]]), "needs at least one option, and no two equal ones"),
        (cover(2, []), "needs at least one option, and no two equal ones"),
        (SHIPPED["matrices4x2"], "without multiplicities"),
        (SHIPPED["de-bruijn16"], "without colours"),
    ],
)
def test_other_covers_are_refused_and_left_to_the_other_engines(instance: CoversInstance, message: str) -> None:
    with pytest.raises(NotApplicable, match=message):
        dlx_bits.build(instance, "count")
    found = dlx_auto.build(instance, "count")
    assert (found.search if isinstance(found, Choice) else found) == dlx_general.build(instance, "count")
