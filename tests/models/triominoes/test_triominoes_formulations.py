"""Every formulation, on a solver of its language, gives brute force's count, verdict and optimum with valid answers."""

from __future__ import annotations

import pytest

from tests.models import solving
from tilings.models import registry
from tilings.models.problem import Solution
from tilings.models.triominoes import PROBLEM
from tilings.models.triominoes.instance import TriominoesInstance

FORMULATIONS = registry.formulations("triominoes")

INSTANCES = [
    TriominoesInstance("too-small", 2, 2, ((1, 2, 3),)),
    TriominoesInstance("too-small-connected", 2, 2, ((1, 2, 3), (1, 1, 1)), connected=True),
    TriominoesInstance("line", 1, 7, ((1, 2, 3), (3, 3, 1))),
    TriominoesInstance("column", 7, 1, ((0, 2, 3), (3, 3, 0)), connected=True),
    TriominoesInstance("palindromes", 3, 3, ((1, 1, 1), (1, 2, 1))),
    TriominoesInstance("equal", 3, 4, ((1, 2, 3), (3, 2, 1), (1, 2, 3))),
    TriominoesInstance("blocked", 4, 3, ((1, 2, 1), (2, 2, 1), (1, 2, 2)), blocked=((1, 1),)),
    TriominoesInstance("all-blocked", 3, 3, ((1, 2, 1),), blocked=((0, 0), (1, 1), (2, 2))),
    TriominoesInstance("apart", 5, 3, ((1, 2, 1), (3, 3, 3))),
    TriominoesInstance("apart-connected", 5, 3, ((1, 2, 1), (3, 3, 3)), connected=True),
    TriominoesInstance("holes-connected", 4, 4, ((1, 2, 2), (2, 1, 1), (1, 1, 2)), True, "", ((0, 1), (2, 2))),
    TriominoesInstance("not-all", 3, 4, ((1, 2, 3), (4, 5, 6), (1, 2, 4), (1, 1, 6))),
]


def solve(name: str, instance: TriominoesInstance, goal: str, **options: str) -> list[Solution]:
    return solving.solve(FORMULATIONS[name], instance, goal, **options)


def cases(goal: str) -> list:
    """Each formulation with each instance of which it states this goal."""
    return [
        pytest.param(name, instance, id=f"{name}-{instance.name}")
        for name, formulation in FORMULATIONS.items()
        for instance in INSTANCES
        if not formulation.refusal(goal, instance)
    ]


def boards(instance: TriominoesInstance) -> set[Solution]:
    """All valid boards, with any number of tiles, as the decoder writes them: tile after tile, checked each time."""
    loose = TriominoesInstance("loose", instance.rows, instance.cols, instance.tiles, blocked=instance.blocked)
    found: set[Solution] = {()}
    for tile in range(len(instance.tiles)):
        for board in list(found):
            for row in range(instance.rows):
                for col in range(instance.cols):
                    for way in range(4):
                        item = (tile, row, col, "hv"[way // 2], way % 2)
                        if not PROBLEM.check(loose, (*board, item), "optimum"):
                            found.add((*board, item))
    valid = [board for board in found if not PROBLEM.check(instance, board, "optimum")]
    return {PROBLEM.decode(instance, [_atom(item) for item in board]) for board in valid}


def _atom(item):
    tile, row, col, orientation, mirrored = item
    return "tile", (tile, row, col, "hv".index(orientation), mirrored)


@pytest.fixture(scope="module")
def truth() -> dict[str, set[Solution]]:
    return {instance.name: boards(instance) for instance in INSTANCES}


@pytest.mark.parametrize(("name", "instance"), cases("count"))
def test_counts_are_those_of_brute_force(name: str, instance: TriominoesInstance, truth) -> None:
    found = solve(name, instance, "count")
    full = {board for board in truth[instance.name] if len(board) == len(instance.tiles)}
    assert len(found) == len(set(found))
    assert set(found) == full


@pytest.mark.parametrize(("name", "instance"), cases("optimum"))
def test_optima_and_verdicts_are_those_of_brute_force(name: str, instance: TriominoesInstance, truth) -> None:
    (best,) = solve(name, instance, "optimum")
    assert PROBLEM.objective(instance, best) == max(map(len, truth[instance.name]))
    assert bool(solve(name, instance, "first")) == (len(best) == len(instance.tiles))


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        (name, option, value)
        for name, formulation in FORMULATIONS.items()
        for option, values in formulation.options.items()
        for value in values[1:]
        if not value.startswith("<")  # stands for any number or text
    ],
)
def test_no_value_of_an_option_changes_an_answer(name: str, option: str, value: str, truth) -> None:
    for instance in (INSTANCES[5], INSTANCES[6]):
        (best,) = solve(name, instance, "optimum", **{option: value})
        assert PROBLEM.objective(instance, best) == max(map(len, truth[instance.name]))
    if "count" in FORMULATIONS[name].goals:
        found = solve(name, INSTANCES[4], "count", **{option: value})
        assert len(found) == sum(len(board) == len(INSTANCES[4].tiles) for board in truth[INSTANCES[4].name])
