"""Symmetry breaking is accepted only if all of it together leaves a solution, where there is one."""

from collections.abc import Iterable, Sequence
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from tests.runners.binding.families.test_squares import BOARD, encoded
from tests.runners.binding.small import TWO
from tests.runners.binding.writer import Writer
from tilings.models import registry
from tilings.models.problem import UserError
from tilings.models.squares.data import most_copies
from tilings.runners.binding.check import Finding, check

Clauses = Iterable[Sequence[int]]


def user(clauses: Clauses, variables: int) -> dict[str, Any]:
    """The instance of a user's own formula."""
    lines = [f"p cnf {variables} 0", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    return {"family": "own", "name": "f", "format": "cnf", "model": "f.cnf", "files": {"f.cnf": "\n".join(lines)}}


def formula(clauses: Clauses, variables: int, order: Sequence[int] = ()) -> Writer:
    """The formula of such an instance, whose variable x(v) has the number v, without symmetry breaking."""
    made = Writer()
    made.numbers = {f"x({number})": number for number in range(1, variables + 1)}
    made.last = variables
    for clause in clauses:
        made.add("constraint file", *clause)
    made.order = list(order)
    return made


def lex_leader(made: Writer, order: Sequence[int], images: Sequence[int]) -> None:
    """The lex-leader constraint of a permutation, with a variable for each place up to which all are alike."""
    group, alike = named(images), list[int]()
    for literal in order:
        image = images[abs(literal) - 1] * (1 if literal > 0 else -1)
        both = made.new()
        made.add(group, *(-one for one in alike), -literal, image)
        made.add(group, *(-one for one in alike), -literal, -image, both)
        made.add(group, *(-one for one in alike), literal, image, both)
        alike = [both]


def named(images: Sequence[int]) -> str:
    return f"symmetry permutation({','.join(map(str, images))})"


def checked(made: Writer, clauses: Clauses, variables: int) -> Finding:
    return check(user(clauses, variables), made.text(), "first")


def satisfiable(clauses: Clauses) -> bool:
    clauses = list(map(list, clauses))
    if [] in clauses:
        return False
    with Solver(bootstrap_with=clauses) as search:
        return bool(search.solve())


EITHER = [(1, 2), (-1, -2)]  # exactly one of two


@pytest.mark.parametrize(
    "name", ["board", "copies", "motion(-1,2)", "motion(1,2)", "motion(7)", "swap(2,1,2)", "lucky(1)"]
)
def test_contradicting_clauses_are_not_accepted_under_any_name(name: str) -> None:
    made = encoded(BOARD)
    square = made.literal("square(0,0,1)")
    made.add(f"symmetry {name}", square)
    made.add(f"symmetry {name}", -square)
    found = check(BOARD, made.text(), "first")
    assert not found.faults
    assert [line.split(": ")[0] for line in found.unbroken] == [name]


@pytest.mark.parametrize(
    ("order", "images", "clauses", "unbroken"),
    [
        ([1, 2], [2, 1], [(-1, 2)], 0),
        ([1, 2], [2, 1], [(-1, 2), (-2, 1)], 1),  # the second is the constraint of another order
        ([1], [-1, -2], [(-1,)], 0),  # a negation is an automorphism
        ([], [2, 1], [(-1, 2)], 1),
    ],
)
def test_one_of_two_is_chosen_by_a_lex_leader_constraint(
    order: list[int], images: list[int], clauses: Clauses, unbroken: int
) -> None:
    made = formula(EITHER, 2, order)
    for clause in clauses:
        made.add(named(images), *clause)
    assert len(checked(made, EITHER, 2).unbroken) == unbroken


def test_lex_leader_constraints_of_two_orders_are_refused_together() -> None:
    """Each is right by itself: one of the two excludes each of the two solutions."""
    first, second = formula(EITHER, 2, [1, 2]), formula(EITHER, 2, [2, 1])
    first.add(named([2, 1]), -1, 2)
    second.add(named([2, 1]), -2, 1)
    assert checked(first, EITHER, 2).unbroken == checked(second, EITHER, 2).unbroken == []
    both = [*EITHER, (-1, 2), (-2, 1)]
    assert not satisfiable(both)
    with pytest.raises(UserError, match="a second order"):
        check(user(EITHER, 2), first.text() + "c order 2 1\n", "first")


@pytest.mark.parametrize("images", [[1, 3, 2], [-2, 1, 3], [2, 1], [1, 2, 3, 4], [2, 2, 3]])
def test_a_map_that_does_not_keep_the_clauses_is_not_an_automorphism(images: list[int]) -> None:
    clauses = [(1, 2), (3,)]
    made = formula(clauses, 3, [1, 2, 3])
    made.add(named(images), 1, -1)
    (line,) = checked(made, clauses, 3).unbroken
    assert line.endswith(": not the name of an automorphism of the instance")


def test_a_clause_stronger_than_the_lex_leader_constraint_is_not_accepted() -> None:
    clauses = [(1, 2)]
    made = formula(clauses, 2, [1, 2])
    made.add(named([2, 1]), -1, 2)
    made.add(named([2, 1]), -1)
    (line,) = checked(made, clauses, 2).unbroken
    assert line.endswith("it does not follow from the lex-leader constraint: -1 0 (-x(1))")


@pytest.mark.parametrize("other", [named([1, 3, 2]), "constraint file"])
def test_an_auxiliary_variable_of_two_groups_is_a_fault(other: str) -> None:
    clauses = [(1, 2, 3)]
    made = formula(clauses, 3, [1, 2, 3])
    lex_leader(made, [1, 2], [2, 1, 3])
    assert not checked(made, clauses, 3).faults
    made.add(other, 1, 2, 3, made.last)
    assert checked(made, clauses, 3).faults[0].startswith(f"the auxiliary variable {made.last} of ")


def test_auxiliary_variables_that_imply_each_other_in_a_circle_are_not_accepted() -> None:
    made = formula(EITHER, 2, [1, 2])
    one, other = made.new(), made.new()
    for head, tail in ((one, other), (other, one)):
        made.add(named([2, 1]), head, -tail)
    made.add(named([2, 1]), -one)
    (line,) = checked(made, EITHER, 2).unbroken
    assert "circle" in line


def test_an_order_is_a_line_of_literals() -> None:
    with pytest.raises(UserError, match="not 'c order LITERAL …': 'x'"):
        check(user(EITHER, 2), "p cnf 2 0\nc order x\n", "first")


@pytest.mark.fuzz
@given(st.data())
def test_accepted_symmetry_breaking_leaves_a_model_of_a_formula_that_has_one(data: st.DataObject) -> None:
    """Random formulas with random symmetries, and lex-leader constraints in a random order, some altered."""
    size = data.draw(st.integers(2, 4))
    literals = st.integers(1, size).flatmap(lambda variable: st.sampled_from([variable, -variable]))
    generator = data.draw(st.sampled_from(list(permutations(range(1, size + 1)))))
    if data.draw(st.booleans()):
        generator = tuple(data.draw(st.sampled_from([1, -1])) * image for image in generator)

    def image(clause: Sequence[int], images: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(images[abs(literal) - 1] * (1 if literal > 0 else -1) for literal in clause))

    clauses = {tuple(sorted(set(clause))) for clause in data.draw(st.lists(st.lists(literals, min_size=1), max_size=4))}
    group = [tuple(range(1, size + 1))]
    while (more := image_of(group[-1], generator)) != group[0]:
        group.append(more)
    clauses = {image(clause, images) for clause in clauses for images in group}
    order = [
        variable * data.draw(st.sampled_from([1, -1])) for variable in data.draw(st.permutations(range(1, size + 1)))
    ]
    made = formula(clauses, size, order)
    for images in group[1:]:
        lex_leader(made, order, images)
    assert checked(made, clauses, size).unbroken == []
    wide = st.integers(1, made.last).flatmap(lambda variable: st.sampled_from([variable, -variable]))
    groups = [named(images) for images in group[1:]]
    for _ in range(data.draw(st.integers(0, 3)) if groups else 0):
        written = made.groups[data.draw(st.sampled_from(groups))]
        at = data.draw(st.integers(0, len(written) - 1))
        written[at] = data.draw(st.one_of(st.just(written[at][1:]), st.lists(wide, min_size=1, max_size=3)))
    found = checked(made, clauses, size)
    if not found.faults and not found.unbroken:
        assert satisfiable(clauses) == satisfiable([clause for written in made.groups.values() for clause in written])


def image_of(images: Sequence[int], generator: Sequence[int]) -> tuple[int, ...]:
    """The images under one permutation and then another."""
    return tuple(generator[abs(number) - 1] * (1 if number > 0 else -1) for number in images)


BOX = [(2, 2, 1), (3, 2, 1), (2, 2, 2), (4, 2, 1), (3, 3, 1)]
SHAPES = [[[0, 0, 0]], TWO, [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 0], [1, 0, 0], [2, 0, 0]]]


@st.composite
def instances(draw: st.DrawFn) -> tuple[dict[str, Any], str, int | None]:
    """A small instance of a family, a goal, and the objective that is asked for."""
    family = draw(st.sampled_from(["squares", "polycubes", "triominoes"]))
    data: dict[str, Any] = {"family": family, "name": "drawn"}
    if family == "squares":
        width, height = draw(st.sampled_from(list(product(range(2, 6), repeat=2))))
        most = draw(st.integers(1, 5))
        if draw(st.booleans()):
            return data | {"width": width, "height": height, "max_copies": most}, "first", None
        return data | {"width": width, "height": height, "max_copies": None}, "optimum", most
    if family == "polycubes":
        box = draw(st.sampled_from(BOX))
        chosen = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3))
        pieces = [
            {"name": "ABC"[at], "cells": cells, "copies": draw(st.integers(1, 3))} for at, cells in enumerate(chosen)
        ]
        cells = list(product(*map(range, box)))
        blocked = draw(st.lists(st.sampled_from(cells), max_size=2, unique=True))
        volume = sum(len(piece["cells"]) * piece["copies"] for piece in pieces)
        gaps = max(0, len(cells) - len(blocked) - volume)
        more = {"gaps": [gaps, gaps]} if gaps else {}
        return data | {"box": box, "pieces": pieces, "blocked": [*map(list, blocked)], **more}, "first", None
    size = draw(st.sampled_from([(2, 3), (3, 3), (3, 4), (4, 4)]))
    tiles = draw(st.lists(st.lists(st.integers(1, 2), min_size=3, max_size=3), min_size=1, max_size=3))
    least = draw(st.integers(1, len(tiles)))
    return data | {"rows": size[0], "cols": size[1], "tiles": tiles}, "optimum", least


@pytest.mark.fuzz
@given(instances(), st.randoms(use_true_random=False))
def test_formulas_that_are_accepted_have_a_model_exactly_if_their_constraints_have(
    drawn: tuple[dict[str, Any], str, int | None], random: Any
) -> None:
    data, goal, value = drawn
    problem = registry.problem(data["family"])
    try:
        instance = problem.parse({key: data[key] for key in data if key != "family"})
    except UserError:
        return
    if value is not None and data["family"] == "squares":
        value = min(value, most_copies(instance))  # the formulations know this bound
    for name, one in registry.formulations(data["family"]).items():
        if one.language == "sat" and not one.refusal(goal, instance):
            options = {
                key: random.choice(values) for key, values in one.options.items() if key in one.own(one.settings({}))
            }
            made = one.module().build(instance, goal, **one.own(one.settings(options)))
            if value is not None:
                made.limit(value)
            found = check(data, made.dimacs(), goal, value)
            assert not found.faults
            assert not found.unbroken or options.get("board") in ("mass", "piece") or "room" in found.unbroken[0]
            assert satisfiable(made.clauses) == satisfiable(made.rules()), (name, options)


def test_boards_that_are_not_square_are_not_turned() -> None:
    made = Writer()
    made.order = ["square(0,0,1)"]
    for motion in ("motion(-1,2)", "motion(2,1)"):
        made.add(f"symmetry {motion}", "-square(0,0,1)", "square(4,0,1)")
    found = check({**BOARD, "width": 5}, made.text(), "first")
    assert found.unbroken == ["motion(2,1): not the name of an automorphism of the instance"]


def test_a_copy_that_may_be_unused_has_no_orientation_and_exchanges_no_numbers() -> None:
    piece = {"name": "A", "cells": TWO, "copies": 2, "optional": 1}
    box = {"family": "polycubes", "name": "b", "box": [2, 2, 1], "pieces": [piece], "gaps": [0, 2]}
    made = Writer()
    for copy in (0, 1):
        made.add(f"constraint turned(0,{copy})", f"turned(0,{copy},0,1)", f"turned(0,{copy},0,2)")
    made.add("symmetry swap(0,0,1)", "turned(0,0,0,1)", "-turned(0,0,0,1)")
    found = check(box, made.text(), "first")
    assert [line.split(": ")[0] for line in [*found.faults, *found.unknown]] == ["turned(0,1)"]
    assert [line.split(": ")[0] for line in found.unbroken] == ["swap(0,0,1)"]


@pytest.mark.parametrize(("cells", "follows"), [("0,1", True), ("1,0", False)])
def test_a_name_whose_cells_do_not_ascend_means_nothing_and_has_no_image(cells: str, follows: bool) -> None:
    box = {"family": "polycubes", "name": "b", "box": [2, 2, 1], "pieces": [{"name": "A", "cells": TWO, "copies": 2}]}
    made = Writer()
    made.order = [f"lies(0,{cells})"]
    made.add("symmetry motion(2,1,3)", f"-lies(0,{cells})", "lies(0,0,2)")
    assert (check(box, made.text(), "first").unbroken == []) == follows


@pytest.mark.parametrize(
    ("change", "images", "kept"),
    [
        ({}, [1, 0, 2], True),
        ({}, [1, 2, 0], False),
        ({}, [0, 1], False),
        ({"options": [{"items": ["a"], "cost": 2}, ["a"], ["a", "b:x", "c"]]}, [1, 0, 2], False),
        ({"options": [["a", "b:x"], ["a", "b:x"], ["a", "b:x", "c"]]}, [1, 0, 2], True),
        ({"options": [["a", "b:x"], ["a", "b:y"], ["a", "b:x", "c"]]}, [1, 0, 2], False),
        ({"primary": ["a", "d"], "options": [["a", "d"], ["a"], ["a", "b:x", "c"]]}, [1, 0, 2], False),
    ],
)
def test_a_permutation_of_options_keeps_costs_items_and_colours(
    change: dict[str, Any], images: list[int], kept: bool
) -> None:
    data = {"family": "covers", "primary": ["a"], "secondary": ["b", "c"], "options": [["a"], ["a"], ["a", "b:x", "c"]]}
    made = Writer()
    made.order = ["option(0)", "option(1)", "option(2)"]
    made.add(named(images), "-option(0)", "option(1)")
    found = check(data | change, made.text(), "first")
    assert (found.unbroken == []) == kept
