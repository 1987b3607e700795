"""Covers are counted once up to symmetries: those that an instance names, or all that it has."""

import sys
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.called import called
from tests.generators.shipped import instances
from tests.models import solving
from tests.models.covers.test_covers_formulations import brute_force
from tilings.generators import covers as generator
from tilings.models import registry
from tilings.models.classes import Classes
from tilings.models.covers import PROBLEM, instance, symmetry
from tilings.models.covers.instance import CoversInstance, parse, to_json
from tilings.models.polycubes import packing
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.problem import Solution, UserError

BOXES = instances("polycubes")
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


def box(instance: PolycubesInstance) -> CoversInstance:
    """The cover that a box with its pieces is: items are cells and pieces, options the placements."""
    names = {cell: f"{cell}".replace(" ", "") for cell in instance.cells}
    options = [[piece, *(names[cell] for cell in cells)] for piece, cells in packing.images(instance)]
    primary = [piece.name for piece in instance.movable] + list(names.values())
    return parse({"name": instance.name, "primary": primary, "options": options})


def with_symmetries(instance: CoversInstance, symmetries: list[dict[str, str]]) -> CoversInstance:
    return parse(to_json(instance) | {"symmetries": symmetries})


def classes(instance: CoversInstance, covers: list[Solution]) -> int:
    """The number of covers up to the symmetries that the instance counts as one."""
    known = Classes(PROBLEM.symmetries(instance))
    return len({known.of(cover) for cover in covers})


def covers_of(instance: CoversInstance) -> list[Solution]:
    """What the native engine finds: where all symmetries are listed, one cover of each class."""
    return solving.solve(registry.formulation("covers", "dlx_general"), instance, "count")


NAMED = {
    "queens": (with_symmetries(generator.queens(8), board(8)), 12),
    "langford": (with_symmetries(generator.langford(7), [reversal(7)]), 26),
}


@pytest.mark.parametrize("name", NAMED)
def test_covers_up_to_named_symmetries_are_as_many_as_published(name: str) -> None:
    instance, expected = NAMED[name]
    assert classes(instance, covers_of(instance._replace(convention="raw"))) == expected
    assert len(covers_of(instance)) == expected


@pytest.mark.parametrize("name", NAMED)
def test_an_instance_with_symmetries_read_back_from_json_is_the_same(name: str) -> None:
    instance, _ = NAMED[name]
    assert instance.convention == "symmetries"
    assert parse(to_json(instance)) == instance
    raw = instance._replace(convention="raw")
    assert parse(to_json(raw)) == raw


def designs(points: int, blocks: Iterable[Iterable[tuple[int, ...]]]) -> CoversInstance:
    """Blocks, sets of pairs of points, so that each pair lies in one of those chosen."""
    pairs = [f"{a},{b}" for a, b in combinations(range(points), 2)]
    return parse({"name": "x", "primary": pairs, "options": [[f"{a},{b}" for a, b in block] for block in blocks]})


def triple_systems(points: int) -> CoversInstance:
    """Steiner triple systems."""
    return designs(points, (combinations(triple, 2) for triple in combinations(range(points), 3)))


def factorisations(points: int) -> CoversInstance:
    """Divisions of the complete graph into sets of edges that join all points in pairs."""

    def factors(left: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if not left:
            yield []
        for other in left[1:]:
            rest = tuple(point for point in left[1:] if point != other)
            yield from ([(left[0], other), *factor] for factor in factors(rest))

    return designs(points, factors(tuple(range(points))))


def latin_squares(n: int) -> CoversInstance:
    """An item for each cell, for each symbol in a row, and for each symbol in a column."""
    places = list(product(range(n), repeat=2))
    items = [f"{kind}{a}{b}" for kind in ("cell", "row", "column") for a, b in places]
    options = [[f"cell{r}{c}", f"row{r}{s}", f"column{c}{s}"] for (r, c), s in product(places, range(n))]
    return parse({"name": "x", "primary": items, "options": options})


# Sources: OEIS A002562, queens; A014552, Langford pairs; C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial
# Designs, triple systems, factorisations, and main classes of Latin squares; of the two boxes see the catalogue.
# Matrices with two ones in each line are cycles through the lines: of length 8, or 4 and 4.
FOUND = {
    "queens": (generator.queens(8), 92, 12),
    "langford": (generator.langford(8), 300, 150),
    "matrices": (generator.matrices(4), 90, 2),
    "pentominoes": (box(BOXES["pentominoes3x20"]), 8, 2),
    "triple systems": (triple_systems(9), 840, 1),
    "factorisations": (factorisations(8), 6240, 6),
    "Latin squares": (latin_squares(4), 576, 2),
    "soma": (box(BOXES["soma-rotations"]), 11520, 240),
}


@pytest.mark.parametrize("name", FOUND)
def test_covers_up_to_all_automorphisms_are_as_many_as_published(name: str) -> None:
    pytest.importorskip("igraph", reason="igraph is not installed")
    instance, every, expected = FOUND[name]
    instance = PROBLEM.under_convention(instance, "automorphisms")
    assert parse(to_json(instance)) == instance
    covers = covers_of(instance._replace(convention="raw"))
    assert (len(covers), classes(instance, covers)) == (every, expected)
    listed = symmetry.group(instance) is not None
    assert len(covers_of(instance)) == (expected if listed else every)


def test_a_note_says_how_many_symmetries_there_are() -> None:
    instance, _ = NAMED["queens"]
    assert PROBLEM.notes(instance) == ["covers are counted up to 8 symmetries, the identity included"]
    assert PROBLEM.notes(instance._replace(convention="raw")) == []
    items = [f"s{i}" for i in range(6)]
    exchanged = parse({"name": "x", "primary": items, "options": [[item] for item in items]})
    moves = [dict(zip(items, items[1:] + items[:1], strict=True)), {"s0": "s1", "s1": "s0"}]
    assert "more than 100 symmetries" in PROBLEM.notes(with_symmetries(exchanged, moves))[0]


def test_of_an_item_that_stays_one_option_of_each_orbit_is_kept() -> None:
    instance, _ = NAMED["langford"]
    # The 7 has six places, which the reversal takes to each other in pairs.
    lost = [at for at in range(len(instance.options)) if at not in symmetry.kept(instance)]
    assert [str(instance.options[at]) for at in lost] == ["7 s3 s11", "7 s4 s12", "7 s5 s13"]
    assert symmetry.kept(instance._replace(convention="raw")) == list(range(len(instance.options)))
    # Every line of a chessboard is taken to another one.
    assert len(symmetry.kept(NAMED["queens"][0])) == 64


def test_automorphisms_change_colours_together_and_keep_costs_and_equal_options_apart() -> None:
    pytest.importorskip("igraph", reason="igraph is not installed")
    cover = {"name": "x", "primary": ["a", "b"], "secondary": ["x"]}

    def order(*options: Any) -> int:
        return len(PROBLEM.symmetries(PROBLEM.under_convention(parse(cover | {"options": options}), "automorphisms")))

    assert order(["a", "x:1"], ["a", "x:2"], ["b", "x:1"], ["b", "x:2"]) == 4
    assert order(["a", "x:1"], ["a", "x:2"], ["b", "x:1"], ["b", "x:3"]) == 2
    assert order(["a", "x:1"], ["a", "x"]) == 1
    assert order(["a"], ["b"]) == 2
    assert order(["a"], {"items": ["b"], "cost": 1}) == 1
    assert order(["a"], ["b"], ["a"], ["b"]) == 2
    assert order(["a"], ["b"], ["a"]) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"symmetries": "a"}, "'symmetries' must be an array"),
        ({"symmetries": ["a"]}, r"'symmetries\[0\]' must be an object"),
        ({"symmetries": [SWAP, {"a": "d"}]}, r"'symmetries\[1\]' names 'd', which is not an item"),
        ({"symmetries": [{"a": "b"}]}, r"'symmetries\[0\]' is not a permutation"),
        ({"symmetries": [{"a": "b", "b": "b"}]}, r"'symmetries\[0\]' is not a permutation"),
        ({"symmetries": [SWAP | {"x:1": "x:2"}]}, "names 'x:2', which is not an item, with or without a colour"),
        ({"symmetries": [SWAP | {"x:1": "y"}]}, "the colours of an item must become those of its image"),
        ({"symmetries": [{"a": "x", "x": "a"}]}, "maps a to x, but their bounds differ"),
        ({"symmetries": [{"a": "b", "b": "a"}]}, "is not a symmetry: the image of option 'a x:1' is not an option"),
        ({"convention": "rotations"}, "'convention' must be one of raw, symmetries"),
        ({"convention": "symmetries"}, "needs a field 'symmetries'"),
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
        with pytest.raises(UserError, match="is not an option"):
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
    listed = draw(st.permutations([sorted(option) for option in sorted(options, key=sorted)][:10]))
    cover = {"name": "x", "primary": given_items, "secondary": secondary, "options": listed}
    return parse(cover | ({"symmetries": moves} if len(listed) == len(options) else {}))


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


def keeping(instance: CoversInstance) -> set[tuple[int, ...]]:
    """What all permutations of the items and of their colours do to the options, where these stay the same set."""
    primary, secondary = [item.name for item in instance.primary], list(instance.secondary)
    options = [frozenset(option.items) for option in instance.options]
    place = {option: number for number, option in enumerate(options)}
    pairs = sorted({pair for option in options for pair in option if pair[1]})
    found = set()
    for first, second in product(permutations(primary), permutations(secondary)):
        items = dict(zip(primary + secondary, first + second, strict=True))
        of = {item: [colour for name, colour in pairs if name == item] for item in secondary}
        if any(len(of[item]) != len(of[items[item]]) for item in secondary):
            continue
        for chosen in product(*(permutations(of[items[item]]) for item in secondary)):
            image = {(item, ""): (items[item], "") for item in items}
            for item, colours in zip(secondary, chosen, strict=True):
                image |= {(item, own): (items[item], new) for own, new in zip(of[item], colours, strict=True)}
            images = [place.get(frozenset(map(image.__getitem__, option))) for option in options]
            if None not in images:
                found.add(tuple(images))
    return found


@given(symmetric_covers())
@settings(deadline=None, max_examples=30)
def test_the_automorphisms_are_those_of_brute_force(instance: CoversInstance) -> None:
    pytest.importorskip("igraph", reason="igraph is not installed")
    found = PROBLEM.symmetries(PROBLEM.under_convention(instance, "automorphisms"))
    options = [("option", number) for number in range(len(instance.options))]
    assert {tuple(image(option)[1] for option in options) for image in found} == keeping(instance)


@given(symmetric_covers())
@settings(deadline=None)
def test_a_count_up_to_symmetry_is_the_number_of_orbits(instance: CoversInstance) -> None:
    covers = brute_force(instance)
    expected = orbits(instance, covers)
    assert classes(instance, covers) == expected
    if symmetry.group(instance) is not None:
        assert len(covers_of(instance)) == expected


def test_an_imported_cover_can_name_its_automorphisms(tmp_path: Path) -> None:
    pytest.importorskip("igraph", reason="igraph is not installed")
    source = tmp_path / "path.dlx"
    source.write_text("a b c\na b\nb c\na\nc\n", encoding="utf-8")
    words = ("--import", source, "--out", tmp_path, "--convention", "automorphisms")
    assert called("tilings.generators.covers", *words).returncode == 0
    _, instance = registry.load_instance(tmp_path / "path.json")
    assert instance.symmetries == ((("a", "c"), ("c", "a")),)


def test_without_igraph_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "igraph", None)
    with pytest.raises(UserError, match="pip install igraph"):
        PROBLEM.under_convention(parse(COVER), "automorphisms")


def test_the_images_of_options_are_found_once_for_validation_and_group(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    original = instance.option_images
    monkeypatch.setattr(instance, "option_images", lambda *given: asked.append(given) or original(*given))
    cover = parse(COVER | {"name": "asked-once", "symmetries": [SWAP]})
    assert len(symmetry.group(cover) or ()) == 2
    assert len(asked) == 1
