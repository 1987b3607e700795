"""Counts of classic puzzles in every language, the rules of the checker, and what counts as the same solution."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.canonical import canonical
from tests.generators.shipped import entries
from tests.models import solving
from tilings.models import registry
from tilings.models.polycubes import PROBLEM, data, dlx_cover
from tilings.models.polycubes.check import check
from tilings.models.polycubes.instance import PolycubesInstance, parse, to_json
from tilings.models.problem import Solution
from tilings.runners.native.dlx import Search

CATALOGUE = entries("polycubes")


def solutions(instance: PolycubesInstance, most: int = 0) -> list[Solution]:
    """The solutions that the native engine finds: all, or the first `most` of them."""
    cover = dlx_cover.build(instance, "count")
    found = Search(cover.primary, cover.capacities, cover.options).advance(max_solutions=most)
    return [data.decode(instance, [cover.atoms[option] for option in options]) for options in found]


def orbits(instance: PolycubesInstance) -> int:
    symmetries = PROBLEM.symmetries(instance)
    return len({canonical(solution, symmetries) for solution in solutions(instance)})


@pytest.mark.parametrize(
    "name",
    ["pentominoes3x20", "pentominoes6x10", "pentominoes8x8-hole", "soma-raw", "soma-rotations", "soma-reflections",
     "solid-pentominoes2x3x10", "dominoes6x6", "tetrominoes4x5"],
)  # fmt: skip
def test_counts_equal_the_published_ones(name: str) -> None:
    """By plain dancing links; the larger ones are counted in tests/runners/native/test_known_counts.py."""
    entry = CATALOGUE[name]
    assert orbits(entry.instance) == entry.known["count"]


def test_pentominoes_6x10_have_as_many_placements_as_busche_publishes() -> None:
    assert len(data.placements(CATALOGUE["pentominoes6x10-raw"].instance).piece) == 2056


def test_chiral_pieces_are_exchanged_by_a_reflection() -> None:
    reflections, rotations = CATALOGUE["soma-reflections"].instance, CATALOGUE["soma-rotations"].instance
    assert (len(PROBLEM.symmetries(reflections)), len(PROBLEM.symmetries(rotations))) == (48, 24)
    lone = [piece | {"copies": 2} if piece["name"] == "A" else piece for piece in to_json(rotations)["pieces"]]
    without_b = {"pieces": [piece for piece in lone if piece["name"] != "B"], "convention": "reflections"}
    assert len(PROBLEM.symmetries(parse(to_json(rotations) | without_b))) == 24, "A has no mirror image here"


@pytest.mark.parametrize("formulation", registry.formulations("polycubes").values(), ids=lambda found: found.name)
@pytest.mark.parametrize("name", ["dominoes4x4", "t-tetrominoes4x4", "tetrominoes4x5"])
def test_every_formulation_finds_the_same_count(name: str, formulation: registry.Formulation) -> None:
    instance = CATALOGUE[name].instance
    expected = solutions(instance)
    if "first" not in formulation.goals:
        assert solving.number(formulation, instance) == len(expected), "it counts without finding any"
        return
    assert bool(solving.solve(formulation, instance, "first")) == bool(expected)
    if formulation.name == "dlx_auto":
        assert solving.number(formulation, instance) == len(expected), "it may count by states"
    elif "count" in formulation.goals:
        assert sorted(solving.solve(formulation, instance, "count")) == sorted(expected)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_the_checker_rejects_every_changed_cell(draw: st.DataObject) -> None:
    instance = CATALOGUE["random1"].instance
    solution = list(solutions(instance, 1)[0])
    position = draw.draw(st.integers(0, len(solution) - 1))
    name, cells = solution[position]
    at = draw.draw(st.integers(0, len(cells) - 1))
    cell = draw.draw(st.tuples(*[st.integers(-1, 3)] * 3).filter(lambda cell: cell != cells[at]))
    solution[position] = (name, (*cells[:at], cell, *cells[at + 1 :]))
    assert check(instance, tuple(solution), "first")


@pytest.mark.parametrize(
    "garbage", [(), (1,), ((),), (("A", 3),), (("A", ((0, 0),)),), (("Z", ((0, 0, 0),)),), (("A", (("x", 0, 0),)),)]
)
def test_the_checker_raises_no_exception_on_any_value(garbage: Solution) -> None:
    assert check(CATALOGUE["tetris-cube"].instance, garbage, "first")


def test_the_checker_accepts_mirror_images_only_where_pieces_may_be_turned_over() -> None:
    """A box with the shape of the piece, and its mirror image, which the piece fills only if it may be turned over."""
    s_piece = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]
    pieces = [{"name": "S", "cells": s_piece}]
    fields = {"name": "s", "box": [3, 2, 1], "blocked": [[2, 0, 0], [0, 1, 0]], "pieces": pieces}
    mirrored = {"blocked": [[0, 0, 0], [2, 1, 0]]}
    cells = tuple(sorted((x, 1 - y, 0) for x, y, _ in s_piece))
    assert check(parse(fields), (("S", tuple(map(tuple, s_piece))),), "first") == []
    assert [v.rule for v in check(parse(fields | mirrored), (("S", cells),), "first")] == ["shape"]
    assert check(parse(fields | mirrored | {"reflect": True}), (("S", cells),), "first") == []


L_TROMINO = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
DOMINO = [[0, 0, 0], [1, 0, 0]]
J, L = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]], [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]


ONE_SIDED = {"name": "X", "cells": L, "one_sided": True}


def pieces(**named: tuple[list[list[int]], int]) -> list[dict]:
    return [{"name": name, "cells": cells, "copies": copies} for name, (cells, copies) in named.items()]


def brute_force(instance: PolycubesInstance) -> int:
    """Orbits counted by the definition: raw solutions, and images under all motions that give solutions again."""
    raw = {tuple(sorted(solution)) for solution in solutions(parse(to_json(instance) | {"convention": "raw"}))}
    symmetries = PROBLEM.symmetries(instance)
    left, found = set(raw), 0
    while left:
        first = left.pop()
        images = {tuple(sorted(map(image, first))) for image in symmetries}
        assert images <= raw, "a symmetry leads out of the solutions"
        left -= images
        found += 1
    return found


@pytest.mark.parametrize(
    "fields",
    [
        {"box": [4, 3, 1], "blocked": [[0, 0, 0]], "pieces": pieces(A=(L_TROMINO, 1), B=(DOMINO, 4))},
        {"box": [4, 3, 1], "blocked": [[0, 0, 0], [3, 2, 0]], "pieces": pieces(A=(DOMINO, 1), B=(DOMINO, 4))},
        {"box": [4, 4, 1], "pieces": [{"name": "X", "cells": DOMINO, "fixed": True}, *pieces(A=(DOMINO, 7))]},
        {"box": [4, 2, 1], "pieces": pieces(A=(L, 1), B=(J, 1))},
        {"box": [4, 4, 1], "pieces": pieces(A=(L, 1), B=(L, 1), C=(J, 2))},
        {"box": [4, 4, 1], "pieces": pieces(A=(J, 1), B=(L, 1), C=(J, 1), D=(L, 1))},
        {"box": [3, 2, 2], "pieces": pieces(A=(L_TROMINO, 2), B=(DOMINO, 3))},
        {"box": [4, 4, 1], "pieces": [ONE_SIDED, *pieces(A=(J, 3))], "reflect": True},
        {"box": [4, 4, 1], "pieces": [ONE_SIDED, ONE_SIDED | {"name": "Y", "cells": J}, *pieces(A=(J, 2))],
         "reflect": True},
    ],
)  # fmt: skip
@pytest.mark.parametrize("convention", ["rotations", "reflections"])
def test_symmetry_breaking_keeps_one_solution_of_every_orbit(fields: dict, convention: str) -> None:
    instance = parse(fields | {"name": "x", "convention": convention})
    assert orbits(instance) == brute_force(instance)


@pytest.mark.parametrize(
    ("sided", "symmetries"), [([L, J], 8), ([L], 4), ([L, L], 4), ([DOMINO], 8), ([J, J, L], 4), ([], 8)]
)
def test_a_reflection_is_a_symmetry_if_each_one_sided_piece_has_its_mirror_image_among_them(
    sided: list[list[list[int]]], symmetries: int
) -> None:
    given = [ONE_SIDED | {"name": f"X{number}", "cells": cells} for number, cells in enumerate(sided)]
    fields = {"pieces": [*given, *pieces(A=(L, 1), B=(J, 2))], "gaps": [0, 16], "convention": "reflections"}
    instance = parse({"name": "x", "box": [5, 5, 1], "reflect": True} | fields | {"gaps": [0, 25]})
    assert len(PROBLEM.symmetries(instance)) == symmetries


def test_a_count_does_not_depend_on_names() -> None:
    """Chiral pieces under two names with different numbers of copies: which name has how many must not matter."""
    one = pieces(A=(L, 1), B=(L, 3), C=(J, 3), D=(J, 1))
    other = pieces(A=(L, 1), B=(L, 3), C=(J, 1), D=(J, 3))
    fields = {"name": "x", "box": [8, 4, 1], "convention": "reflections"}
    assert orbits(parse(fields | {"pieces": one})) == orbits(parse(fields | {"pieces": other}))


def test_a_fixed_piece_must_not_move() -> None:
    fixed = {"name": "X", "cells": DOMINO, "fixed": True}
    instance = parse({"name": "x", "box": [2, 2, 1], "pieces": [fixed, *pieces(A=(DOMINO, 1))]})
    ((x, a),) = [sorted(solution, reverse=True) for solution in solutions(instance)]
    swapped = (("X", a[1]), ("A", x[1]))
    assert [violation.rule for violation in check(instance, swapped, "first")] == ["fixed"]


def test_a_piece_that_stands_upright_cannot_lie_in_a_flat_box() -> None:
    upright = [[0, 0, 0], [0, 0, 1], [0, 0, 2]]
    assert not solutions(parse({"name": "x", "box": [3, 2, 1], "pieces": pieces(A=(upright, 2))}))
    assert orbits(parse({"name": "x", "box": [3, 1, 1], "pieces": pieces(A=(upright, 1))})) == 1


@pytest.mark.parametrize("formulation", registry.formulations("polycubes").values(), ids=lambda found: found.name)
def test_a_box_that_is_too_small_for_a_piece_has_no_solution(formulation: registry.Formulation) -> None:
    bar = [[x, 0, 0] for x in range(3)]
    instance = parse({"name": "x", "box": [2, 2, 1], "pieces": pieces(A=(bar, 1), B=([[0, 0, 0]], 1))})
    assert PROBLEM.notes(instance) == ["no solution: A cannot lie in the box"]
    if "first" in formulation.goals:
        assert solving.solve(formulation, instance, "first") == []
    else:
        assert solving.number(formulation, instance) == 0


IN_CLAUSES = [found for found in registry.formulations("polycubes").values() if found.language == "sat"]


@pytest.mark.parametrize(
    "fields",
    [
        {"box": [4, 3, 1], "blocked": [[0, 0, 0]], "pieces": pieces(A=(L_TROMINO, 1), B=(DOMINO, 4))},
        {"box": [4, 4, 1], "pieces": [{"name": "X", "cells": DOMINO, "fixed": True}, *pieces(A=(DOMINO, 7))]},
        {"box": [3, 2, 2], "pieces": pieces(A=(L_TROMINO, 2), B=(DOMINO, 3))},
        {"box": [3, 3, 1], "pieces": pieces(A=(L_TROMINO, 1), B=(DOMINO, 3)), "reflect": True},
    ],
)
@pytest.mark.parametrize(
    ("formulation", "options"),
    [(found, {}) for found in IN_CLAUSES]
    + [(found, {key: value}) for found in IN_CLAUSES for key, values in found.options.items() for value in values[1:]],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_clauses_exclude_the_placements_that_the_data_leave_out(
    formulation: registry.Formulation, options: dict[str, str], fields: dict
) -> None:
    instance = parse(fields | {"name": "x", "convention": "reflections"})
    assert sorted(solving.solve(formulation, instance, "count", **options)) == sorted(solutions(instance))
