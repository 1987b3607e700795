"""Covers are counted once up to the symmetries that an instance names."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators import covers as generator
from models import registry
from models.covers import PROBLEM
from models.covers.check import check
from models.covers.instance import CoversInstance, parse, to_json
from models.problem import Solution, UserError, canonical
from tests.models import solving

COVER = {
    "name": "x",
    "primary": ["a", "b", "c"],
    "secondary": ["x", "y"],
    "options": [["a", "x:1"], ["b", "y:1"], ["c"]],
}
SWAP = {"a": "b", "b": "a", "x": "y", "y": "x"}


def reversal(n: int) -> dict[str, str]:
    """The reversal of a row of Langford pairs."""
    return {f"s{at}": f"s{2 * n - 1 - at}" for at in range(2 * n)}


def board(n: int) -> list[dict[str, str]]:
    """The reflections of a chessboard in a middle line and in a diagonal, for n queens."""
    lines, diagonals = range(n), range(2 * n - 1)
    middle = {f"c{i}": f"c{n - 1 - i}" for i in lines} | {f"a{i}": f"b{i}" for i in diagonals}
    middle |= {f"b{i}": f"a{i}" for i in diagonals}
    transposed = {f"r{i}": f"c{i}" for i in lines} | {f"c{i}": f"r{i}" for i in lines}
    return [middle, transposed | {f"b{i}": f"b{2 * n - 2 - i}" for i in diagonals}]


def with_symmetries(instance: CoversInstance, symmetries: list[dict[str, str]]) -> CoversInstance:
    return parse(to_json(instance) | {"symmetries": symmetries})


def classes(instance: CoversInstance, covers: list[Solution]) -> int:
    """The number of covers up to the symmetries that the instance counts as one."""
    symmetries = PROBLEM.symmetries(instance)
    return len({canonical(cover, symmetries) for cover in covers})


NAMED = {
    "queens": (with_symmetries(generator.queens(8), board(8)), 12),
    "langford": (with_symmetries(generator.langford(7), [reversal(7)]), 26),
}


@pytest.mark.parametrize("name", NAMED)
def test_covers_up_to_named_symmetries_are_as_many_as_published(name: str) -> None:
    instance, expected = NAMED[name]
    covers = solving.solve(registry.formulation("covers", "dlx_general"), instance, "count")
    assert classes(instance, covers) == expected


@pytest.mark.parametrize("name", NAMED)
def test_an_instance_with_symmetries_read_back_from_json_is_the_same(name: str) -> None:
    instance, _ = NAMED[name]
    assert instance.convention == "symmetries"
    assert parse(to_json(instance)) == instance
    raw = replace(instance, convention="raw")
    assert parse(to_json(raw)) == raw


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"symmetries": "a"}, "'symmetries' must be an array"),
        ({"symmetries": ["a"]}, r"'symmetries\[0\]' must be an object"),
        ({"symmetries": [SWAP, {"a": "d"}]}, r"'symmetries\[1\]' has the unknown item 'd'"),
        ({"symmetries": [{"a": "b"}]}, r"'symmetries\[0\]' is no permutation"),
        ({"symmetries": [{"a": "b", "b": "b"}]}, r"'symmetries\[0\]' is no permutation"),
        ({"symmetries": [{"a": "x", "x": "a"}]}, "takes a to x, which is not to be covered as often"),
        ({"symmetries": [{"a": "b", "b": "a"}]}, "takes the option 'a x:1' to none of the options"),
        ({"convention": "rotations"}, "'convention' must be one of raw, symmetries"),
        ({"convention": "symmetries"}, "needs the field 'symmetries'"),
    ],
)
def test_what_is_no_symmetry_of_the_cover_is_refused(change: dict[str, Any], message: str) -> None:
    parse(COVER | {"symmetries": [SWAP]})
    with pytest.raises(UserError, match=message):
        parse(COVER | change)


def test_a_symmetry_keeps_costs_and_the_number_of_equal_options() -> None:
    cover = {"name": "x", "primary": [{"name": "a", "most": 2}, {"name": "b", "most": 2}]}
    swap = {"symmetries": [{"a": "b", "b": "a"}]}
    equal = parse(cover | swap | {"options": [["a"], ["b"], ["a"], ["b"]]})
    assert [image(("option", at)) for image in PROBLEM.symmetries(equal) for at in range(2)] == [
        ("option", 0), ("option", 1), ("option", 1), ("option", 0),
    ]  # fmt: skip
    for options in ([["a"], ["b"], ["a"]], [["a"], {"items": ["b"], "cost": 1}]):
        with pytest.raises(UserError, match="to none of the options"):
            parse(cover | swap | {"options": options})


@st.composite
def symmetric_covers(draw: st.DrawFn) -> CoversInstance:
    """A small cover that some permutations of its items take to itself, which it names."""
    primary, secondary = ["a", "b", "c", "d"], ["x", "y", "z"]
    moves = [
        dict(zip(primary + secondary, draw(st.permutations(primary)) + draw(st.permutations(secondary)), strict=True))
        for _ in range(draw(st.integers(1, 2)))
    ]
    words = st.lists(st.sampled_from(["x", "x:1", "y", "y:2", "z:1"]), max_size=2, unique_by=lambda word: word[0])
    items = st.lists(st.sampled_from(primary), min_size=1, max_size=2, unique=True)
    options = {frozenset(a + b) for a, b in draw(st.lists(st.tuples(items, words), min_size=1, max_size=2))}
    waiting = sorted(options, key=sorted)
    for option in waiting:
        for move in moves:
            image = frozenset(move[word[0]] + word[1:] for word in option)
            if image not in options:
                options.add(image)
                waiting.append(image)
    bounds = draw(st.sampled_from([(1, 1), (0, 1), (1, 2)]))
    given_items = [{"name": name, "least": bounds[0], "most": bounds[1]} for name in primary]
    listed = draw(st.permutations([sorted(option) for option in sorted(options, key=sorted)][:14]))
    cover = {"name": "x", "primary": given_items, "secondary": secondary, "options": listed}
    return parse(cover | ({"symmetries": moves} if len(listed) == len(options) else {}))


def brute_force(instance: CoversInstance) -> list[Solution]:
    """All covers: the sets of options that the checker accepts."""
    options = [("option", number) for number in range(len(instance.options))]
    sets = chain.from_iterable(combinations(options, size) for size in range(min(len(options), 8) + 1))
    return [chosen for chosen in sets if not check(instance, chosen, "count")]


def orbits(instance: CoversInstance, covers: list[Solution]) -> int:
    """The number of classes of covers, each walked through by its names for items, from one cover to the next."""
    written = [frozenset(frozenset(instance.options[at].items) for _, at in cover) for cover in covers]
    left = set(written)
    count = 0
    while left:
        count += 1
        waiting = [left.pop()]
        for cover in waiting:
            for moves in map(dict, instance.symmetries):
                image = frozenset(
                    frozenset((moves.get(item, item), colour) for item, colour in option) for option in cover
                )
                if image in left:
                    left.remove(image)
                    waiting.append(image)
    return count


@given(symmetric_covers())
def test_a_count_up_to_symmetry_is_the_number_of_orbits(instance: CoversInstance) -> None:
    covers = brute_force(instance)
    assert classes(instance, covers) == orbits(instance, covers)
