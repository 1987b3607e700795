"""Films of native searches: filming does not change the search."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilings.models import registry
from tilings.runners.native import engines
from tilings.runners.plan import manifest
from tilings.runners.solvers.interface.camera import Recorder

CASES = [
    ("polycubes", "tetrominoes5x8", "dlx_cover"),
    ("polycubes", "pentominoes6x10", "dlx_cover"),
    ("polycubes", "pentominoes6x10", "dlx_bits"),
    ("polycubes", "soma-rotations", "dlx_bits"),
    ("squares", "h09", "dlx_cover"),
    ("squares", "h13", "dlx_skyline"),
    ("triominoes", "b0-9-hard", "dlx_budget"),
    ("triominoes", "b0-5-medium", "dlx_cover"),
    ("covers", "queens8", "dlx_general"),
]


def stated(family: str, name: str, formulation: str) -> Any:
    path = manifest.entry(family, name).path
    problem, instance = registry.load_instance(path)
    if family == "squares":
        instance = dict(problem.levels(instance))[3]
    found = registry.formulation(family, formulation)
    return found.module().build(instance, "first", **found.own(found.settings({})))


def walk(search: Any) -> list[tuple[int, list[int]]]:
    """The nodes and the partial solution at each step of a search up to its first solution."""
    seen = [(search.nodes, search.path)]
    while not search.finished and not search.solutions:
        search.advance(max_solutions=1, max_nodes=1)
        seen.append((search.nodes, search.path))
    return seen


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_a_search_paused_at_every_node_visits_the_same_nodes(case: tuple[str, str, str]) -> None:
    cover = stated(*case)
    halted, free = engines.opened(cover, listing=True), engines.opened(cover, listing=True)
    seen = walk(halted)
    (solution,) = free.advance(max_solutions=1)
    assert (halted.nodes, halted.updates) == (free.nodes, free.updates)
    assert sorted(seen[-1][1]) == sorted(solution), "it stands at the solution"
    nodes = [number for number, _ in seen]
    steps = {after - before for before, after in zip(nodes, nodes[1:], strict=False)}
    assert steps <= {0, 1} or case[2] == "dlx_bits", "every node is seen, but those that bits places together"


@given(st.integers(1, 400), st.integers(1, 12), st.booleans())
def test_a_film_holds_all_first_and_last_nodes_and_a_sample_between(nodes: int, frames: int, solved: bool) -> None:
    recorder = Recorder(frames)
    for number in range(nodes):
        recorder.see(number, [number])
    solution = (nodes, [nodes - 1]) if solved else None
    parts = recorder.parts(solution)
    assert all(len(part) <= frames for part in parts.values())
    every = [number for part in parts.values() for number, _ in part]
    assert every == sorted(set(every))
    assert [number for number, _ in parts["first"]] == list(range(min(frames, nodes - solved)))
    if solution is not None:
        assert parts["last"][-1] == solution
        assert all(path != solution[1] for part in parts.values() for _, path in part[:-1])
    if nodes > 20 * frames and frames > 1:
        assert len(parts["last"]) == frames
        steps = [number for number, _ in parts["between"]]
        assert len(steps) == frames
        assert max(b - a for a, b in zip(steps, steps[1:], strict=False)) <= 4 * nodes / frames, "evenly spaced"
