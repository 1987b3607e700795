"""A presentation has the solutions of its original in every language, and is another text of the same puzzle."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilings
from tests.models.solving import number, solve
from tilings.generators import covers, emit, ladders
from tilings.models import presentation, registry
from tilings.models.covers import PROBLEM as COVERS
from tilings.models.problem import NotApplicable, Solution, UserError
from tilings.models.registry import Formulation
from tilings.models.terminal.command import ROOT
from tilings.runners.binding import check
from tilings.runners.plan import manifest

# Of each family an instance, and the formulation that tells its solutions.
SMALL = {
    "squares": ("h06k4", "dlx_cover"),
    "triominoes": ("board3x4-d50-v4-s4", "dlx_cover"),
    "polycubes": ("planted3x3x2-s1", "dlx_cover"),
    "covers": ("edges3x2c4-s1", "dlx_general"),
}
FORMULATIONS = [found for family in SMALL for found in registry.formulations(family).values()]


def instance(name: str, family: str = "") -> Any:
    entry = ladders.entry(name, family)
    assert entry is not None
    return entry.instance


@cache
def solutions(family: str) -> set[Solution]:
    name, formulation = SMALL[family]
    return set(solve(registry.formulation(family, formulation), instance(name, family), "count"))


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=lambda found: f"{found.family}/{found.name}")
@settings(max_examples=2, deadline=None)
@given(number=st.integers(1, presentation.MOST))
def test_a_presentation_has_the_solutions_of_its_original(formulation: Formulation, number: int) -> None:
    name, _ = SMALL[formulation.family]
    presented = instance(f"{name}~{number}", formulation.family)
    goal = "count" if "count" in formulation.goals else "first"
    if formulation.refusal(goal, presented) or formulation.name == "dlx_states":  # which finds no solutions
        return
    try:
        found = solve(formulation, presented, goal)
    except NotApplicable:
        return
    original = solutions(formulation.family)
    assert len(original) > 1
    assert set(found) == original if goal == "count" else set(found) <= original and found


@pytest.mark.parametrize(
    ("family", "name", "formulation", "other"),
    [
        ("squares", "h06~1", "sat_order", "cp_cover"), ("squares", "h05~2", "mip_placement", "asp_placement"),
        ("covers", "costs4x3-s1~1", "sat_cell", "asp_cover"), ("covers", "costs4x3-s1~2", "dlx_general", "cp_cover"),
        ("covers", "costs4x3-s1~3", "mip_cover", "cpsat_cover"),
        ("triominoes", "board3x4-d100-v4-s4~1", "sat_cell", "asp_cell"),
        ("triominoes", "board3x4-d100-v4-s4~2", "mip_placement", "cp_cell"),
    ],
)  # fmt: skip
def test_a_presentation_has_the_optimum_of_its_original(family: str, name: str, formulation: str, other: str) -> None:
    presented, original = instance(name, family), instance(name.partition("~")[0], family)
    (best,) = solve(registry.formulation(family, formulation), presented, "optimum")
    (known,) = solve(registry.formulation(family, other), original, "optimum")
    problem = registry.problem(family)
    assert problem.objective(presented, best) == problem.objective(original, known)


def test_covers_are_counted_up_to_symmetry_in_any_presentation() -> None:
    pairs = COVERS.under_convention(covers.langford(7), "automorphisms")
    for presented in (pairs, presentation.of(pairs, 1), presentation.of(pairs, 2)):
        assert number(registry.formulation("covers", "dlx_general"), presented) == 26


@pytest.mark.parametrize(
    "name", ["h05k3", "h06k4", "board4-d50-v4-s4", "uneven3x3x2-s1", "planted3x3x2-s1", "pigeons3", "edges3x2c4-s1"]
)
def test_the_clauses_of_a_presentation_follow_from_the_original(name: str) -> None:
    for family in SMALL:
        if (entry := ladders.entry(f"{name}~1", family)) is None:
            continue
        presented = entry.instance
        data = json.loads(registry.instance_json(registry.problem(family), presented))
        for formulation in registry.formulations(family).values():
            if formulation.language == "sat":
                formula = presentation.built(formulation.module(), presented, "first", {})
                finding = check.check(data, formula.dimacs(), "first")
                assert (finding.faults, finding.unknown, finding.unbroken) == ([], [], [])


NAMES = ["h06", "board4-d50-v4-s4", "planted3x3x2-s1", "edges3x2c4-s1", "mutilated4x4"]
PRINT = """
import sys
from tests.models.test_presentation import texts
for name in sys.argv[1:]:
    print(sorted(texts(name).items()))
"""


def texts(name: str) -> dict[str, bytes]:
    family = next(family for family in SMALL if ladders.entry(name, family))
    return emit.texts(registry.problem(family), instance(name, family))


def test_a_name_has_the_same_bytes_in_every_process() -> None:
    names = [f"{name}~1" for name in NAMES]
    here = "".join(f"{sorted(texts(name).items())}\n" for name in names)
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", PRINT, *names]
    there = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert there.stdout == here, there.stderr


@pytest.mark.parametrize("name", NAMES)
def test_presentations_differ_in_each_format_and_inherit_the_answers(name: str) -> None:
    original, first, second = texts(name), texts(f"{name}~1"), texts(f"{name}~2")
    for ending in emit.ENDINGS:
        if (name, ending) != ("h06", ".dzn"):  # the sides are in the order of the model's search
            assert len({original[ending], first[ending], second[ending]}) == 3, ending
    one, other = ladders.entry(name), ladders.entry(f"{name}~1")
    assert one and other and (one.known, one.ladder_class, one.size) == (other.known, other.ladder_class, other.size)


def test_a_shipped_instance_has_presentations_and_a_file_keeps_its_own() -> None:
    found = manifest.find("polycubes", "soma-rotations~3")
    assert found is not None and found.known == {"first": "sat", "count": "480"}
    problem, presented = registry.load_instance(found.path)
    assert (presented.name, presented.presentation) == ("soma-rotations~3", 3)
    again = registry.parse_instance(registry.instance_json(problem, presented), "again")[1]
    assert again == presented and found.sha256 != manifest.entry("polycubes", "soma-rotations").sha256
    assert manifest.find("polycubes", "soma-rotations~0") is None


def test_a_solver_with_a_seed_gets_another_one() -> None:
    names = ("h06k4", "h06k4~1", "h06k4~2")
    commands = [tilings.solve(name, solver="chuffed", goal="first").record.command for name in names]
    assert len({re.findall(r"--random-seed (\d+)", command)[0] for command in commands}) == 3


def test_a_model_of_your_own_has_no_presentations() -> None:
    with pytest.raises(UserError, match="the one order that it has"):
        registry.parse_instance('{"family": "own", "name": "x", "presentation": 1}', "x")
