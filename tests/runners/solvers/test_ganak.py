"""Ganak counts as many solutions as are known or as plain search finds, up to the symmetries of the convention."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from tests.generators.shipped import entries
from tests.models.solving import solve
from tests.runners.native.packings import orbits, puzzles
from tilings.models import registry
from tilings.models.polycubes.instance import PolycubesInstance
from tilings.models.polycubes.packing import packing
from tilings.models.problem import NotApplicable, under_convention
from tilings.models.registry import Formulation
from tilings.runners.solvers import ganak
from tilings.runners.solvers.interface.child_process import Task
from tilings.runners.solvers.interface.events import Event, SearchComplete

pytest.importorskip("pyganak")
CATALOGUE = entries("covers") | entries("polycubes")
TINY = ((4, 2, 1), (3, 3, 1), (2, 2, 2), (3, 2, 1), (1, 1, 1))


def counted(formulation: Formulation, instance: Any) -> int:
    """What Ganak says of an instance."""
    events: list[Event] = []
    job = SimpleNamespace(
        problem=registry.problem(formulation.family), instance=instance, formulation=formulation, goal="count",
        options=formulation.own(formulation.settings({})), seed=0,
    )  # fmt: skip
    with patch.object(ganak, "emit", events.append), patch("tilings.runners.solvers.interface.child_process.emit"):
        ganak.solve(Task(cast("Any", job), 0.0))
    (said,) = (event for event in events if isinstance(event, SearchComplete))
    assert said.computed and said.count is not None
    return said.count


@pytest.mark.parametrize("model", ["sat_cover", "sat_cell"])
@pytest.mark.parametrize("name", ["knuth-dlx3", "de-bruijn16", "matrices4x2", "assignment5"])
def test_covers_are_as_many_as_is_known(name: str, model: str) -> None:
    entry = CATALOGUE[name]
    assert counted(registry.formulation("covers", model), entry.instance) == entry.known["count"]


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("dominoes4x4", "sat_cover"), ("dominoes4x4", "sat_order"), ("tetrominoes4x5", "sat_cover"),
        ("planted3x3x2-s1", "sat_cover"), ("planted3x3x2-s1", "sat_order"), ("planted4x3x2-s2", "sat_cover"),
    ],
)  # fmt: skip
def test_packings_are_as_many_as_is_known(name: str, model: str) -> None:
    entry = CATALOGUE[name]
    assert counted(registry.formulation("polycubes", model), entry.instance) == entry.known["count"]


@settings(deadline=None, max_examples=8)
@given(puzzles(TINY))
def test_solutions_up_to_symmetry_are_those_that_plain_search_finds(puzzle: PolycubesInstance) -> None:
    found = orbits(packing(puzzle, "bits", {}))
    if found is not None:
        assert counted(registry.formulation("polycubes", "sat_cover"), puzzle) == len(found)


@pytest.mark.parametrize(
    ("family", "fields", "models"),
    [
        ("squares", {"width": 7, "height": 6, "max_copies": 2}, ["sat_cover", "sat_order", "dlx_cover"]),
        (
            "squares",
            {"width": 5, "height": 5, "sides": [3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]},
            ["sat_cover", "sat_order", "dlx_cover"],
        ),
        ("triominoes", {"rows": 3, "cols": 3, "tiles": [[0, 1, 0], [1, 1, 0]]}, ["sat_cover", "sat_cell", "dlx_cover"]),
    ],
)
def test_squares_and_triominoes_are_as_many_as_enumeration_finds(
    family: str, fields: dict[str, Any], models: list[str]
) -> None:
    instance = registry.problem(family).parse({"name": "case", **fields})
    *stated, enumerating = (registry.formulation(family, model) for model in models)
    expected = len(solve(enumerating, instance, "count"))
    assert expected > 1
    assert {counted(model, instance) for model in stated} == {expected}


def test_a_formula_without_a_variable_for_each_placement_is_not_counted_up_to_symmetry() -> None:
    instance = under_convention(CATALOGUE["planted3x3x2-s1"].instance, "rotations")
    with pytest.raises(NotApplicable, match="need a variable for each placement"):
        counted(registry.formulation("polycubes", "sat_order"), instance)


def test_an_item_that_no_option_covers_leaves_no_cover() -> None:
    """Its clause is empty, and the package passes over empty clauses."""
    instance = registry.problem("covers").parse({"name": "none", "primary": ["a"], "options": []})
    assert counted(registry.formulation("covers", "sat_cell"), instance) == 0
