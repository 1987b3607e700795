"""Exact-cover packages of others find the covers that brute force finds, and take only what they support."""

import os
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest
from hypothesis import assume, given

from tests.generators.shipped import entries
from tests.runners.native.test_general import Case, brute_force, cases
from tilings.models import registry
from tilings.models.problem import NotApplicable
from tilings.models.search_parts import WHOLE, Part
from tilings.runners.solvers.interface import exact_cover, solver
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.events import Event, Found, OutOfTime, SearchComplete
from tilings.runners.solvers.interface.exact_cover import COLOURS, MULTIPLICITIES, CoverSolver, Matrix, Uncoverable
from tilings.runners.solvers.interface.solver import OutputRequests

ADAPTERS = {each.name: each for each in solver.adapters() if isinstance(each, CoverSolver)}
# xcover compiles its code anew in each process; tests of seeds and measures run it, too.
NAMES = [pytest.param(name, marks=pytest.mark.nightly) if name == "xcover" else name for name in ADAPTERS]
PLAIN, COLOURED, SEVERAL = (("polycubes", "dlx_cover"), ("covers", "dlx_general"), ("squares", "dlx_cover"))


@cache
def loaded(name: str) -> CoverSolver:
    """The adapter with its package, which may be compiled then; skips the test if it is not installed."""
    adapter = ADAPTERS[name]
    if solver.version(adapter) is None:
        pytest.skip(f"{name} is not installed (tilings doctor)")
    adapter.load([])
    return adapter


def covers(adapter: CoverSolver, matrix: Matrix) -> list[list[int]]:
    search = adapter.search(matrix) if matrix.coverable else Uncoverable()
    return sorted(sorted(options) for options in search.covers(first=False))


def supported(case: Case, supports: Iterable[str]) -> Matrix:
    """The case without what a package does not support."""
    bounds = case.primary if MULTIPLICITIES in supports else [(1, 1)] * len(case.primary)
    colours = case.colours if COLOURS in supports else [{}] * len(case.options)
    return Matrix(tuple(bounds), case.secondary, tuple(map(tuple, case.options)), tuple(colours))


@pytest.mark.fuzz
@pytest.mark.parametrize("name", NAMES)
@given(case=cases())
def test_all_covers_are_those_of_brute_force(name: str, case: Case) -> None:
    adapter = loaded(name)
    matrix = supported(case, adapter.supports)
    assume(matrix.options)
    same = replace(case, primary=list(matrix.bounds), colours=list(matrix.colours))
    try:
        found = covers(adapter, matrix)
    except NotApplicable:
        single = {item for option in matrix.options for item in option}
        assert (name == "xcover" and len(single) == 1) or (name == "miniexact" and (0, 0) in matrix.bounds)
        return
    assert found == brute_force(same)


def solved(
    adapter: CoverSolver, pair: tuple[str, str], instance: Any, goal: str, limit_s: float = 60.0,
    requests: OutputRequests | None = None, part: Part = WHOLE,
) -> list[Event]:  # fmt: skip
    """What an adapter says of an instance."""
    formulation = registry.formulation(*pair)
    job = SimpleNamespace(
        problem=registry.problem(pair[0]), instance=instance, formulation=formulation, goal=goal, part=part,
        options=formulation.own(formulation.settings({})), requests=requests or OutputRequests(),
    )  # fmt: skip
    events: list[Event] = []
    with (
        patch.object(exact_cover, "emit", lambda *more: events.extend(more)),
        patch("tilings.runners.solvers.interface.child_process.emit"),
        patch.object(Task, "remaining_s", lambda _: limit_s),
    ):
        adapter.solve(Task(cast("Any", job), 0.0))
    return events


def shipped(family: str, name: str) -> Any:
    return entries(family)[name].instance


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", ["queens8", "langford7", "de-bruijn16", "matrices4x2"])
def test_covers_are_as_many_as_is_known(name: str, case: str) -> None:
    adapter, entry = loaded(name), entries("covers")[case]
    model = registry.formulation("covers", "dlx_general").module().build(entry.instance, "count")
    needed = {COLOURS} if any(model.colours) else set()
    needed |= {MULTIPLICITIES} if any(bounds != (1, 1) for bounds in model.bounds) else set()
    if needed <= adapter.supports:
        said = solved(adapter, COLOURED, entry.instance, "count")
        assert said[-1] == SearchComplete(entry.known["count"])
        assert any(isinstance(event, Found) for event in said)
    else:
        with pytest.raises(NotApplicable, match="this solver takes no "):
            solved(adapter, COLOURED, entry.instance, "count")


@pytest.mark.parametrize("name", NAMES)
def test_where_symmetric_solutions_count_as_one_every_cover_is_sent(name: str) -> None:
    adapter, instance = loaded(name), shipped("polycubes", "pentominoes3x20")
    problem = registry.problem("polycubes")
    said = solved(adapter, PLAIN, instance, "count")
    found = [problem.decode(instance, event.atoms) for event in said if isinstance(event, Found)]
    assert said[-1] == SearchComplete(None)
    assert len(found) >= entries("polycubes")["pentominoes3x20"].known["count"] == 2
    assert all(problem.check(instance, solution, "count") == [] for solution in found)


@pytest.mark.parametrize("name", NAMES)
def test_one_solution_ends_a_search_for_the_first(name: str) -> None:
    adapter, problem, instance = loaded(name), registry.problem("polycubes"), shipped("polycubes", "planted3x3x2-s1")
    said = solved(adapter, PLAIN, instance, "first")
    (found,) = (event for event in said if isinstance(event, Found))
    assert problem.check(instance, problem.decode(instance, found.atoms), "first") == []
    assert not any(isinstance(event, SearchComplete) for event in said)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("goal", ["first", "count"])
def test_a_puzzle_without_a_solution_is_searched_to_the_end(name: str, goal: str) -> None:
    said = solved(loaded(name), PLAIN, shipped("polycubes", "tetrominoes4x5"), goal)
    assert isinstance(said[-1], SearchComplete) and not said[-1].count
    assert not any(isinstance(event, Found) for event in said)


def test_the_limit_ends_a_count_with_the_number_so_far() -> None:
    said = solved(loaded("miniexact"), COLOURED, shipped("covers", "langford8"), "count", limit_s=0.0)
    assert said[-1] == OutOfTime(1)


def test_solutions_that_are_requested_are_sent_beside_the_count() -> None:
    for name in ("miniexact", "pyxcc"):
        every = OutputRequests(solutions=0)
        said = solved(loaded(name), COLOURED, shipped("covers", "langford8"), "count", requests=every)
        assert sum(isinstance(event, Found) for event in said) == 300


def test_boards_of_squares_are_decided_with_multiplicities() -> None:
    problem, instance = registry.problem("squares"), shipped("squares", "h09")
    assert problem.levels is not None
    decisions = {value: decision for value, decision in problem.levels(instance) if value <= 3}
    said = {value: solved(loaded("miniexact"), SEVERAL, decision, "first") for value, decision in decisions.items()}
    assert {value for value, events in said.items() if any(isinstance(event, Found) for event in events)} == {3}


def test_only_formulations_whose_needs_a_package_supports_are_paired_with_it() -> None:
    assert set(ADAPTERS) >= {"exact_cover", "miniexact", "pyxcc", "xcover"}
    for adapter in ADAPTERS.values():
        taken = {
            (family, each.name)
            for family in registry.families()
            for each in registry.formulations(family).values()
            if solver.takes(adapter, each)
        }
        several = {SEVERAL, ("triominoes", "dlx_cover")} if MULTIPLICITIES in adapter.supports else set()
        assert {PLAIN, COLOURED} | several <= taken
        assert several or SEVERAL not in taken


def test_an_optimum_is_found_by_decisions_alone() -> None:
    adapter = ADAPTERS["miniexact"]
    assert solver.refusal(adapter, "optimum", 1, registry.formulation("squares", "dlx_cover")) == ""
    words = "miniexact can only decide bounds, one at a time, and this formulation states no bound"
    assert solver.refusal(adapter, "optimum", 1, registry.formulation("covers", "dlx_general")) == words
    with pytest.raises(NotApplicable, match="this solver takes no costs"):
        solved(adapter, COLOURED, shipped("covers", "queens8-near"), "optimum")


def test_a_part_of_a_search_is_refused() -> None:
    with pytest.raises(NotApplicable, match="cannot be divided, so there is no part 1/2"):
        solved(loaded("miniexact"), PLAIN, shipped("polycubes", "dominoes4x4"), "count", part=Part(1, 2))


def test_pieces_with_several_copies_are_refused_without_multiplicities() -> None:
    instance = shipped("polycubes", "dominoes4x4")
    assert solved(loaded("miniexact"), PLAIN, instance, "first")
    with pytest.raises(NotApplicable, match="this solver takes no items that are covered several times"):
        solved(loaded("pyxcc"), PLAIN, instance, "first")


@pytest.mark.nightly
def test_options_that_all_have_the_same_single_item_are_refused_for_xcover() -> None:
    with pytest.raises(NotApplicable, match="fails where all options have the same single item"):
        loaded("xcover").search(Matrix(((1, 1),), 1, ((0,), (0,)), ({}, {})))


def test_an_item_that_must_not_be_covered_is_refused_for_miniexact() -> None:
    with pytest.raises(NotApplicable, match="miniexact takes no item that must not be covered"):
        loaded("miniexact").search(Matrix(((1, 1), (0, 0)), 0, ((0,), (0, 1)), ({}, {})))


def test_an_error_of_miniexact_is_not_taken_for_the_end_of_its_search(capfd: pytest.CaptureFixture[str]) -> None:
    search = loaded("miniexact").search(Matrix(((1, 2), (3, 2)), 0, ((0,), (0, 1)), ({}, {})))
    with pytest.raises(RuntimeError, match="miniexact ends with the result 0"):
        list(search.covers(first=True))
    assert "Error" in capfd.readouterr().err


@pytest.mark.nightly
def test_the_code_that_xcover_compiles_leaves_no_cache() -> None:
    loaded("xcover")
    assert not Path(os.environ["NUMBA_CACHE_DIR"]).exists()
