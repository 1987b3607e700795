"""For every engine that can be divided, the parts are disjoint and complete and add up exactly to the whole."""

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.canonical import canonical
from tests.runners.native.packings import puzzles
from tests.runners.native.test_general import Case, cases
from tilings.models import registry
from tilings.models.polycubes.dlx_cover import build as plain
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import NotApplicable, Problem
from tilings.models.search_parts import Part
from tilings.runners.native import engines
from tilings.runners.native.bits import Bits, kinds
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface.native import Unique

TILES = {"rows": 4, "cols": 4, "tiles": [[1, 2, 3], [1, 1, 2], [3, 1, 3]], "connected": False}
TRIOMINOES = {"family": "triominoes", "name": "three", "convention": "reflections"} | TILES
SQUARES = {"family": "squares", "name": "five", "width": 5, "height": 5, "max_copies": 6, "convention": "rotations"}
DIVIDED = [
    (Path("instances/covers/queens8.json"), "dlx_general"),
    (Path("instances/covers/queens8.json"), "dlx_auto"),
    (Path("instances/covers/langford7.json"), "dlx_bits"),
    (Path("instances/polycubes/tetrominoes4x5.json"), "dlx_bits"),
    (SQUARES, "dlx_cover"),
    (SQUARES, "dlx_skyline"),
    (TRIOMINOES, "dlx_cover"),
]
MOST_NODES, MOST_SOLUTIONS = 20_000, 300
NUMBERS, DEPTHS = st.integers(1, 9), st.none() | st.integers(0, 5)


def read(source: Path | dict[str, Any]) -> tuple[Problem, Any]:
    if isinstance(source, Path):
        return registry.load_instance(source)
    return registry.parse_instance(json.dumps(source), "a test")


def stated(source: Path | dict[str, Any], formulation: str) -> Any:
    problem, instance = read(source)
    return registry.formulation(problem.family, formulation).module().build(instance, "count")


@cache
def shipped(name: str, formulation: str) -> Any:
    return stated(manifest.entry("polycubes", name).path, formulation)


def figures(search: Any) -> tuple[int, int, int]:
    return search.solutions, search.nodes, search.updates


def adds_up(opened: Callable[[Part], Any], of: int, depth: int | None) -> list[int]:
    """Compares all parts with the whole if that is small enough; returns the nodes of each part."""
    whole = opened(Part())
    expected = whole.advance(MOST_SOLUTIONS, MOST_NODES)
    if not whole.finished:
        return []
    searches = [opened(Part(number, of, depth)) for number in range(1, of + 1)]
    found = [solution for search in searches for solution in search.advance()]
    assert sorted(found) == sorted(expected)
    assert tuple(map(sum, zip(*map(figures, searches), strict=True))) == figures(whole)
    return [search.nodes for search in searches]


def one_of_each_class_counts(problem: Problem, instance: Any, cover: Any) -> int:
    """Compares the solutions that are counted with all classes; returns their number."""
    search = engines.opened(cover)
    answers = [engines.atoms(cover, solution) for solution in search.advance(MOST_SOLUTIONS, MOST_NODES)]
    if not search.finished:
        return 0
    symmetries, unique = problem.symmetries(instance), Unique(problem, instance, cover)
    classes = {canonical(problem.decode(instance, atoms), symmetries) for atoms in answers}
    kept = [canonical(problem.decode(instance, atoms), symmetries) for atoms in answers if unique.counts(atoms)]
    assert sorted(kept) == sorted(classes)
    return len(classes)


@settings(max_examples=30, deadline=None)
@given(puzzles(), NUMBERS, DEPTHS, st.data())
def test_the_parts_of_random_packings_add_up(
    instance: PolycubesInstance, of: int, depth: int | None, data: st.DataObject
) -> None:
    threads = data.draw(st.integers(1, 3))
    adds_up(lambda part: engines.opened(packing(instance, "bits", {}), threads, part=part), of, depth)
    adds_up(lambda part: engines.opened(plain(instance, "count"), part=part), of, depth)


@settings(max_examples=100, deadline=None)
@given(cases(), NUMBERS, DEPTHS)
def test_the_parts_of_random_covers_add_up(case: Case, of: int, depth: int | None) -> None:
    def opened(part: Part) -> Any:
        split = -1 if part.depth is None else part.depth
        return case.search(part=part.number - 1, parts=part.of, depth=split)

    adds_up(opened, of, depth)


@pytest.mark.parametrize(
    ("box", "formulation", "of", "depths"),
    [
        ("6x10", "dlx_bits", 1, [3]),
        ("6x10", "dlx_bits", 2, [None, 1]),
        ("6x10", "dlx_bits", 7, [None, 2, 5]),
        ("6x10", "dlx_bits", 16, [4]),
        ("3x20", "dlx_bits", 7, [None, 0, 1, 2, 3, 4, 5]),
        ("3x20", "dlx_cover", 2, [None, 3]),
        ("3x20", "dlx_cover", 7, [None, 0, 1, 2, 3, 4, 5]),
        ("3x20", "dlx_cover", 64, [None, 2]),
    ],
)
def test_the_parts_of_a_pentomino_puzzle_add_up(box: str, formulation: str, of: int, depths: list[int | None]) -> None:
    def counted(part: Part) -> tuple[int, int, int]:
        search = engines.opened(shipped(f"pentominoes{box}", formulation), part=part)
        search.advance(collect=False)
        return figures(search)

    whole = counted(Part())
    assert whole[0] == {"6x10": 2339, "3x20": 2}[box]
    for depth in depths:
        shares = [counted(Part(number, of, depth)) for number in range(1, of + 1)]
        assert tuple(map(sum, zip(*shares, strict=True))) == whole


@pytest.mark.parametrize(("source", "formulation"), DIVIDED)
@pytest.mark.parametrize("of", [3, 16])
def test_the_parts_of_every_divisible_formulation_add_up(
    source: Path | dict[str, Any], formulation: str, of: int
) -> None:
    cover = stated(source, formulation)
    nodes = adds_up(lambda part: engines.opened(cover, part=part), of, None)
    assert len(nodes) == of and max(nodes) > 0


def test_the_tests_cover_all_formulations_with_parts() -> None:
    tried = {("polycubes", "dlx_cover"), *((read(source)[0].family, name) for source, name in DIVIDED)}
    having = {
        (family, name)
        for family in registry.families()
        for name, formulation in registry.formulations(family).items()
        if "part" in formulation.options
    }
    assert not having - tried, "add an instance of each of these formulations to DIVIDED"


def test_more_parts_than_subtrees_leave_some_empty() -> None:
    nodes = adds_up(lambda part: engines.opened(shipped("dominoes4x4", "dlx_bits"), part=part), 500, 0)
    assert nodes[0] > 0 == min(nodes)


@pytest.mark.parametrize("depth", [-1, 2])
def test_a_part_does_not_depend_on_threads_or_registers(depth: int) -> None:
    """Machines of a cluster may therefore differ."""
    found = set()
    for kind, threads in product(kinds(), (1, 2, 3)):
        search = Bits(
            shipped("soma-rotations", "dlx_bits")._replace(settings={"registers": kind}), threads, 1, 3, depth
        )
        search.advance(collect=False)
        found.add(figures(search))
    assert len(found) == 1


def test_a_part_of_an_indivisible_engine_is_refused() -> None:
    assert "part" not in registry.formulation("polycubes", "dlx_states").options
    with pytest.raises(NotApplicable, match="there is no part 1/2"):
        engines.opened(shipped("dominoes4x4", "dlx_states"), part=Part(1, 2))


@settings(max_examples=40, deadline=None)
@given(puzzles(), st.sampled_from(["rotations", "reflections"]))
def test_one_solution_of_each_class_is_counted_whichever_is_found(instance: PolycubesInstance, convention: str) -> None:
    """This holds also where a piece is constrained to some placements, so that the least image may never be found."""
    instance = instance._replace(convention=convention)
    one_of_each_class_counts(registry.problem("polycubes"), instance, plain(instance, "count"))


@pytest.mark.parametrize(("source", "formulation"), DIVIDED[4:])
def test_one_board_of_each_class_is_counted(source: dict[str, Any], formulation: str) -> None:
    assert one_of_each_class_counts(*read(source), stated(source, formulation)) > 1
